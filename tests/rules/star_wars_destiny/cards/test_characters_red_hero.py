"""Tests the red hero characters, in the order of their set numbers: each one's ability does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 27 Admiral Ackbar


def test_027_admiral_ackbar_hits_anyone_who_plays_the_last_card() -> None:
    table = position(
        a=player("admiral_ackbar"), b=player("finn rebel_trooper", hand="take_cover"), turn="b", controller="b"
    )  # fmt: skip
    table.plays("b", "take_cover").answers("b", "character", "b-finn")
    table.about(source="a-admiral_ackbar", event="last_card_gone b").offers("b", "b-rebel_trooper", "b-finn")
    table.answers("b", "character", "b-rebel_trooper").asks("action", "a")
    assert (table.damage("b-rebel_trooper"), table.damage("a-admiral_ackbar")) == (2, 0)


def test_027_admiral_ackbar_hits_a_player_who_discards_the_last_card_in_any_way() -> None:
    table = position(
        a=player("admiral_ackbar", pool="admiral_ackbar+1=1dc"), b=player("finn", hand="aim")
    ).resolves("a", "admiral_ackbar+1:b")  # fmt: skip
    assert table.damage("b-finn") == 2
    table = position(
        a=player("admiral_ackbar"), b=player("finn", hand="aim", pool="finn+1=1rd"), turn="b"
    ).acts("b", "reroll:aim").rolls("1r")  # fmt: skip
    assert table.damage("b-finn") == 2


def test_027_admiral_ackbar_counts_the_moment_though_the_hand_fills_again() -> None:
    """Q42: the empty hand triggers Ackbar even if a draw refills the hand before his ability is resolved."""
    table = position(a=player("admiral_ackbar"), b=player("finn", hand="boundless_ambition", resources=1), turn="b")
    table.plays("b", "boundless_ambition").asks("action", "a")
    assert (len(table.hand("b")), table.damage("b-finn")) == (4, 2)


def test_027_admiral_ackbar_counts_discards_in_the_upkeep() -> None:
    """Q78: cards that are discarded in the upkeep phase count for Ackbar."""
    table = position(a=player("admiral_ackbar", hand="aim"), b=player("finn", hand="aim"), phase="upkeep")
    table.answers("a", "upkeep", "aim").answers("b", "upkeep", "aim")
    assert (table.damage("b-finn"), table.damage("a-admiral_ackbar")) == (2, 0)


def test_027_admiral_ackbar_does_not_affect_hands_with_a_card_and_his_own() -> None:
    table = position(a=player("admiral_ackbar", hand="take_cover"), b=player("finn", hand="take_cover aim"))
    table.plays("a", "take_cover").answers("a", "character", "b-finn")
    table.plays("b", "take_cover").answers("b", "character", "b-finn").asks("action", "a")
    assert table.damage("b-finn") == table.damage("a-admiral_ackbar") == 0
    table = position(
        a=player("admiral_ackbar"), b=player("finn", hand="aim aim", pool="finn+1=1rd"), turn="b"
    ).acts("b", "reroll:aim").rolls("1r").asks("action", "a")  # fmt: skip
    assert table.damage("b-finn") == 0


# 28 Leia Organa


def test_028_leia_organa_removes_her_die_to_reroll_up_to_two() -> None:
    table = position(
        a=player("leia_organa han_solo*2 rey", pool="leia_organa+1=1f han_solo+1=1r han_solo+2=1r rey+1=1dc"),
        b=player("finn", pool="finn+1=1rd"),
    )
    table.uses("a", "leia_organa").offers("a", "a-han_solo+1", "a-han_solo+2", "a-rey+1")
    table.refuses("a", "a-han_solo+1", "a-han_solo+2", "a-rey+1")
    table.answers("a", "dice", "a-han_solo+1", "a-han_solo+2").rolls("2rd", "2dr").asks("action", "b")
    assert table.pool("a") == {"a-han_solo+1": "2rd", "a-han_solo+2": "2dr", "a-rey+1": "1dc"}


def test_028_leia_organa_may_reroll_none_and_none_is_asked_if_none_is_left() -> None:
    table = position(a=player("leia_organa han_solo", pool="leia_organa+1=1f han_solo+1=1r"), b=player("finn"))
    table.uses("a", "leia_organa").answers("a", "dice").asks("action", "b")
    assert table.pool("a") == {"a-han_solo+1": "1r"}
    table = position(a=player("leia_organa", pool="leia_organa+1=1f"), b=player("finn"))
    table.uses("a", "leia_organa").asks("action", "b")
    assert table.pool("a") == {}


def test_028_leia_organa_without_her_die_cannot_and_an_elite_may_roll_the_other() -> None:
    table = position(a=player("leia_organa han_solo", pool="han_solo+1=1r"), b=player("finn"))
    assert not table.allows("a", "use:a-leia_organa")
    table = position(a=player("leia_organa*2", pool="leia_organa+1=1f leia_organa+2=1r"), b=player("finn"))
    table.uses("a", "leia_organa").answers("a", "die", "a-leia_organa+1").answers("a", "dice", "a-leia_organa+2")
    table.rolls("2rd").asks("action", "b")


# 29 Poe Dameron


def poe(hand: str, resources: int = 0, *, pool: str = "", b: str = "finn") -> Table:
    return position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand=hand, resources=resources), b=player(b, pool=pool)
    ).resolves("a", "poe_dameron+1")


def test_029_poe_dameron_resolves_any_side_of_a_discarded_card() -> None:
    """Poe's special discards a card and resolves any side of its die, without a roll; D25: blanks, modifiers and sides
    whose cost cannot be paid are not offered.
    """
    table = poe("dh_17_blaster_pistol aim").offers("a", "dh_17_blaster_pistol", "aim")
    table.answers("a", "card", "dh_17_blaster_pistol").about(source="a-poe_dameron")
    table.offers("a", "1rd:b-finn", "1rd:a-poe_dameron", "1sh:a-poe_dameron", "1sh:b-finn")
    table.answers("a", "side", "1rd:b-finn").asks("action", "b")
    assert table.damage("b-finn") == 1
    assert table.discard("a") == ["dh_17_blaster_pistol"]
    assert table.pool("a") == {}


def test_029_poe_dameron_pays_the_cost_of_the_side() -> None:
    table = poe("dh_17_blaster_pistol", 1).answers("a", "side", "2rd1:b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.resources("a")) == (2, 0)


def test_029_poe_damerons_damage_is_blocked_by_shields() -> None:
    table = poe("dh_17_blaster_pistol", b="finn^1").answers("a", "side", "1rd:b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (0, 0)


def test_029_poe_dameron_may_discard_a_card_without_a_die_to_no_effect() -> None:
    table = poe("aim").asks("action", "b")
    assert (table.hand("a"), table.discard("a")) == ([], ["aim"])


def test_029_poe_dameron_with_an_empty_hand_does_nothing() -> None:
    table = poe("", 9).asks("action", "b")
    assert table.pool("a") == {}


def test_029_poe_dameron_may_play_the_vehicle_after_its_special_is_done() -> None:
    """D225: the special is resolved first; then Poe may play the vehicle for its price."""
    table = poe("speeder_bike_scout", 3, pool="finn+1=1rd").answers("a", "side", "sp")
    assert table.pool("b") == {}
    table.about(source="a-poe_dameron").answers("a", "may", "yes").asks("action", "a")
    assert (table.supports("a"), table.resources("a")) == (["a-speeder_bike_scout"], 0)


def test_029_poe_dameron_may_leave_the_vehicle_or_cannot_pay_it() -> None:
    table = poe("speeder_bike_scout", 3).answers("a", "side", "1dr:b").answers("a", "may", "no").asks("action", "b")
    assert (table.supports("a"), table.discard("a"), table.resources("a")) == ([], ["speeder_bike_scout"], 3)
    poe("speeder_bike_scout", 2).answers("a", "side", "1dr:b").asks("action", "b")


def test_029_poe_dameron_offers_to_play_only_vehicles() -> None:
    poe("outpost", 2).answers("a", "side", "1dr:b").asks("action", "b")


def test_029_poe_dameron_this_and_attached_of_a_card_that_is_not_in_play_do_nothing() -> None:
    """R48: Jetpack gives no shield, because it is attached to no character, but it still removes dice."""
    table = poe("jetpack", pool="finn+1=1md").answers("a", "side", "sp").asks("action", "b")
    assert table.pool("b") == {}
    assert table.shields("a-poe_dameron") == 0


def test_029_poe_dameron_x_is_what_the_discarded_card_says() -> None:
    table = poe("launch_bay aim aim").answers("a", "card", "launch_bay").answers("a", "side", "xrd:b-finn")
    assert table.damage("b-finn") == 2


def test_029_poe_dameron_numbers_the_die_of_a_second_copy_in_play() -> None:
    """The die of the discarded Scout gets a number of its own, because another Scout is in play."""
    table = position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand="speeder_bike_scout", supports="speeder_bike_scout"),
        b=player("finn", resources=1),
    ).resolves("a", "poe_dameron+1")
    table.answers("a", "side", "1dr:b").was_told("resolves", die="a-speeder_bike_scout-2+1", side="1dr")
    assert table.resources("b") == 0


def test_029_poe_dameron_does_not_play_the_vehicle_that_its_special_has_brought_back() -> None:
    """The Falcon's special plays Scavenge, which returns the Falcon to the hand.

    It can no longer be played from the pile.
    """
    table = position(
        a=player(
            "poe_dameron",
            pool="poe_dameron+1=sp",
            hand="millennium_falcon scavenge",
            deck="aim block dodge flank",
            resources=5,
        ),
        b=player("finn", hand="aim"),
    ).resolves("a", "poe_dameron+1")
    table.answers("a", "card", "millennium_falcon").answers("a", "side", "sp").answers("a", "play", "scavenge")
    table.answers("a", "card", "millennium_falcon").asks("action", "b")
    assert (table.hand("a"), table.supports("a"), table.resources("a")) == (["millennium_falcon"], [], 5)


# 30 Rebel Trooper


def test_030_rebel_trooper_offers_modifiers_and_costs_for_their_value() -> None:
    """R13: for Guardian, a modifier is offered with its number without the plus, and a side with a cost without paying
    it; the chosen die is removed and deals its damage to the Trooper.
    """
    table = position(
        a=player("rebel_trooper", pool="rebel_trooper+1=blank"),
        b=player("hired_gun rey", upgrades={"rey": "jetpack"}, pool="hired_gun+1=3rd1 rey+1=+2md jetpack+1=1dr"),
    )
    table.activates("a", "rebel_trooper").offers("a", "b-hired_gun+1", "b-rey+1", "done")
    table.answers("a", "die", "b-rey+1").asks("action", "b")
    assert table.damage("a-rebel_trooper") == 2
    assert (table.pool("b"), table.resources("b")) == ({"b-hired_gun+1": "3rd1", "b-jetpack+1": "1dr"}, 0)


def test_030_rebel_trooper_offers_a_value_of_nothing_too() -> None:
    """Guardian may take a die that shows X; Q22, R13: X has the value that it has for the die's controller, here 0."""
    table = position(
        a=player("rebel_trooper"), b=player("finn", supports="launch_bay", pool="launch_bay+1=xrd")
    )  # fmt: skip
    table.activates("a", "rebel_trooper").answers("a", "die", "b-launch_bay+1").rolls("1r")
    assert (table.damage("a-rebel_trooper"), table.pool("b")) == (0, {})


def test_030_rebel_trooper_may_decline_and_is_not_asked_without_a_die() -> None:
    table = position(a=player("rebel_trooper"), b=player("finn", pool="finn+1=2rd"))
    table.activates("a", "rebel_trooper").answers("a", "die", "done").rolls("1r")
    assert (table.damage("a-rebel_trooper"), table.pool("b")) == (0, {"b-finn+1": "2rd"})
    table = position(a=player("rebel_trooper rey", pool="rey+1=1md"), b=player("finn", pool="finn+1=1r"))
    table.activates("a", "rebel_trooper").asks("roll", "chance")
