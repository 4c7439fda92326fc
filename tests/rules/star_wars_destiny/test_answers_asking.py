"""Tests answers to questions about the specification, on what is asked (Q3 to Q31), that no card test covers."""

from __future__ import annotations

import pytest

from .table import Table, player, position


def test_q3_r48_bb_8_through_cunning_rolls_one_other_die_which_may_be_bb_8s_own() -> None:
    table = position(
        a=player("finn", supports="bb_8", upgrades={"finn": "cunning"}, pool="cunning+1=sp bb_8+1=1r finn+1=1rd"),
        b=player("rey"),
    )
    table.resolves("a", "cunning+1").about(source="a-bb_8").offers("a", "a-bb_8+1", "a-finn+1")
    table.answers("a", "die", "a-bb_8+1").rolls("blank").asks("action", "b")
    assert table.pool("a") == {"a-bb_8+1": "blank", "a-finn+1": "1rd"}


def test_q3_d225_black_one_through_cunning_rolls_nothing() -> None:
    table = position(
        a=player("finn", supports="black_one", upgrades={"finn": "cunning"}, pool="cunning+1=sp black_one+1=1dr"),
        b=player("rey"),
    )
    table.resolves("a", "cunning+1").answers("a", "character", "b-rey").asks("action", "b")
    assert (table.damage("b-rey"), table.pool("a")) == (1, {"a-black_one+1": "1dr"})


def test_r48_cunning_you_is_who_resolves_and_the_attached_is_the_other_cards_bearer() -> None:
    """Cunning uses the special of an opponent's Jetpack: it removes a melee die of an opponent of Cunning's player, and
    the character with Jetpack gets the shield.
    """
    table = position(
        a=player("finn", upgrades={"finn": "cunning"}, pool="cunning+1=sp", resources=1),
        b=player("rey", upgrades={"rey": "jetpack"}, pool="rey+1=1md"),
    )
    table.resolves("a", "cunning+1").asks("action", "b")
    assert (table.pool("b"), table.shields("b-rey"), table.shields("a-finn")) == ({}, 1, 0)


def test_q4_orders_abilities_have_doubles_and_its_keys_have_not() -> None:
    table = position(
        a=player("tusken_raider tusken_raider", hand="squad_tactics aim"), b=player("jango_fett"), controller="b",
    )  # fmt: skip
    table.plays("a", "squad_tactics").answers("a", "characters", "a-tusken_raider", "a-tusken_raider-2")
    table.rolls("1rd", "1md")
    assert table.asked["about"]["abilities"] == [
        "a-tusken_raider", "a-tusken_raider-2", "b-jango_fett", "b-jango_fett",
    ]  # fmt: skip
    table.offers("b", "a-tusken_raider", "a-tusken_raider-2", "b-jango_fett").answers("b", "order", "b-jango_fett")
    table.answers("b", "order", "b-jango_fett")
    table.answers("b", "may", "yes").rolls("blank").answers("a", "card", "done").answers("a", "card", "done")
    table.asks("action", "b")


@pytest.mark.parametrize(
    ("pool", "asked"), [("leia_organa+1=1rd leia_organa+2=1rd", True), ("leia_organa+2=1rd", False)]
)
def test_q11_an_elites_die_is_named_as_the_price_even_if_both_show_the_same(pool: str, asked: bool) -> None:
    table = position(a=player("leia_organa*2 rey", pool=f"{pool} rey+1=1md"), b=player("finn")).uses("a", "leia_organa")
    if asked:
        table.offers("a", "a-leia_organa+1", "a-leia_organa+2").answers("a", "die", "a-leia_organa+2")
        table.offers("a", "a-leia_organa+1", "a-rey+1")
    table.answers("a", "dice", "a-rey+1").rolls("blank")
    assert "a-leia_organa+2" not in table.pool("a")


def test_q12_the_tusken_raider_is_not_asked_without_an_own_die_to_resolve() -> None:
    table = position(a=player("tusken_raider", hand="aim"), b=player("rey"))
    table.activates("a", "tusken_raider").rolls("blank").asks("action", "b")
    table = position(a=player("tusken_raider", hand="aim"), b=player("rey"))
    table.activates("a", "tusken_raider").rolls("3md1").asks("action", "b")


def test_q12_on_the_hunt_is_not_asked_when_the_character_has_no_die() -> None:
    def hunted(pool: str, resources: int) -> Table:
        return position(
            a=player("jango_fett", upgrades={"jango_fett": "on_the_hunt"}, pool="on_the_hunt+1=sp",
                     resources=resources),
            b=player("rey^2 finn", pool=pool),
        ).resolves("a", "on_the_hunt+1").answers("a", "character", "b-rey")  # fmt: skip

    table = hunted("finn+1=1rd", 1).asks("action", "b")
    assert table.shields("b-rey") == 0
    hunted("rey+1=1md", 0).asks("action", "b")
    table = hunted("rey+1=1md", 1).offers("a", "b-rey+1", "done").answers("a", "die", "b-rey+1")
    assert (table.pool("b"), table.resources("a")) == ({}, 0)


def test_q12_the_holocrons_roll_is_not_asked_for_a_card_without_a_die_or_a_resource() -> None:
    def swapped(code: str, resources: int) -> Table:
        return position(
            a=player("rey", upgrades={"rey": "sith_holocron"}, pool="sith_holocron+1=sp", hand=f"{code} aim",
                     resources=resources),
            b=player("finn"),
        ).resolves("a", "sith_holocron+1").answers("a", "card", code)  # fmt: skip

    swapped("hidden_in_shadow", 1).asks("action", "b")
    swapped("mind_probe", 0).asks("action", "b")
    swapped("mind_probe", 1).asks("may", "a")


def test_q13_comlink_needs_a_die_in_a_pool_and_has_both_offers_with_one() -> None:
    def played(mine: str, theirs: str) -> Table:
        return position(
            a=player("finn", hand="comlink aim", resources=2, pool=mine), b=player("jango_fett", pool=theirs),
        ).plays("a", "comlink:finn")  # fmt: skip

    played("", "").asks("action", "b")
    played("finn+1=1rd", "").offers("a", "1", "2", "done").answers("a", "either", "2").asks("action", "b")
    table = played("", "jango_fett+1=2rd").offers("a", "1", "2", "done").answers("a", "either", "2")
    table.answers("a", "dice", "b-jango_fett+1").rolls("blank").asks("action", "b")


def test_q15_scout_asks_against_a_hand_of_one() -> None:
    table = position(
        a=player("leia_organa", upgrades={"leia_organa": "scout"}, pool="scout+1=sp"), b=player("finn", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "scout+1").offers("a", "aim").answers("a", "card", "aim").asks("action", "b")
    assert table.hand("b") == []


def test_q16_no_mercy_asks_with_no_key() -> None:
    table = position(
        a=player("finn", hand="no_mercy aim", resources=2, pool="finn+1=2rd"), b=player("jango_fett"),
    ).plays("a", "no_mercy")  # fmt: skip
    assert (table.kind, table.asked["seats"], table.asked["silence"]) == ("cards", {"a": 0}, "-")
    table.answers("a", "cards").answers("a", "resolve", "a-finn+1:b-jango_fett")
    assert table.damage("b-jango_fett") == 2


def presence(mine: str, theirs: str = "") -> Table:
    return position(
        a=player("poe_dameron finn", supports="black_one", upgrades={"poe_dameron": "commanding_presence"},
                 pool=f"commanding_presence+1=sp {mine}", hand="aim"),
        b=player("rebel_trooper rey", pool=theirs),
    )  # fmt: skip


def test_q20_commanding_presence_takes_a_resolvable_own_or_any_enemy_red_die() -> None:
    table = presence("poe_dameron+1=2rd finn+1=2rd", "rebel_trooper+1=+1rd rey+1=1md")
    table.resolves("a", "commanding_presence+1").offers("a", "b-rebel_trooper+1", "a-poe_dameron+1")
    table.answers("a", "die", "a-poe_dameron+1").answers("a", "resolve", "a-poe_dameron+1:b-rey")
    assert table.damage("b-rey") == 4
    table = presence("poe_dameron+1=2rd", "rebel_trooper+1=+1rd").resolves("a", "commanding_presence+1")
    table.answers("a", "die", "b-rebel_trooper+1").asks("action", "b")
    assert table.pool("b") == {}


def test_q20_with_only_unresolvable_own_ones_it_does_nothing() -> None:
    presence("poe_dameron+1=3rd1").resolves("a", "commanding_presence+1").asks("action", "b")


def test_q20_resolvable_includes_what_is_barred() -> None:
    table = position(
        a=player("poe_dameron", supports="black_one", upgrades={"poe_dameron": "commanding_presence"},
                 pool="commanding_presence+1=sp black_one+1=sp", hand="aim"),
        b=player("rey"), more={"barred": ["a-black_one"]},
    )  # fmt: skip
    table.resolves("a", "commanding_presence+1").asks("action", "b")
    assert table.pool("a") == {"a-black_one+1": "sp"}


def test_q24_the_reroll_actions_dice_are_about_nothing_and_r53_own() -> None:
    table = position(
        a=player("rey*2", pool="rey+1=1md rey+2=1r", hand="aim block"), b=player("finn", pool="finn+1=1rd")
    )
    table.acts("a", "reroll:block").about().offers("a", "a-rey+1", "a-rey+2").refuses("a")
    table.answers("a", "dice", "a-rey+2").about(die="a-rey+2", why="reroll").rolls("blank").asks("action", "b")
    assert table.discard("a") == ["block"]


def test_q24_modify_of_a_die_without_a_target_has_none() -> None:
    table = position(a=player("rey*2", pool="rey+1=1r rey+2=+1r"), b=player("finn")).resolves("a", "rey+1")
    table.about(die="a-rey+1", target=None).answers("a", "modify", "a-rey+2")
    assert table.resources("a") == 2


def falcon(hand: str, discard: str) -> Table:
    return position(
        a=player("finn", supports="millennium_falcon", pool="millennium_falcon+1=sp", hand=hand, discard=discard),
        b=player("rey", hand="aim block"),
    ).resolves("a", "millennium_falcon+1")


def test_q26_the_falcon_names_the_pile_always_and_asks_if_there_is_a_hand() -> None:
    table = falcon("smuggling aim", "dont_get_cocky").offers("a", "smuggling", "discard:dont_get_cocky")
    assert table.asked["secret"]
    table.answers("a", "play", "discard:dont_get_cocky").asks("action", "b")
    assert (table.discard("a"), len(table.hand("a"))) == (["dont_get_cocky"], 4)


def test_q26_the_falcon_asks_only_a_player_with_cards_in_hand() -> None:
    falcon("aim", "").offers("a", "done").answers("a", "play", "done").asks("action", "b")
    table = falcon("", "dont_get_cocky").asks("action", "b")
    assert len(table.hand("a")) == 2
    falcon("", "aim").asks("action", "b")


def poe(resources: int, **more: str) -> Table:
    return position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand="black_one aim", resources=resources,
                 supports=more.get("supports", "")),
        b=player("rey"),
    ).resolves("a", "poe_dameron+1").answers("a", "card", "black_one").answers("a", "side", "1dr:b")  # fmt: skip


def test_q27_poes_vehicle_is_asked_for_if_it_can_be_paid_and_d3_allows() -> None:
    table = poe(4).answers("a", "may", "yes").asks("action", "b")
    assert (table.supports("a"), table.discard("a")) == (["a-black_one"], [])
    poe(3).asks("action", "b")
    poe(4, supports="black_one").asks("action", "b")


def test_q28_with_three_copies_two_questions_settle_which_dice_stay() -> None:
    """If one of three equal upgrades leaves, its controller is asked twice which dice stay; the other dice keep their
    places in the pool and take the names of the copies that are left.
    """
    table = position(
        a=player("finn", upgrades={"finn": "lightsaber lightsaber lightsaber"},
                 pool="lightsaber+1=1r lightsaber-3+1=1sh lightsaber-2+1=3md1"),
        b=player("jango_fett", hand="disarm", pool="jango_fett+1=2rd jetpack+1=+3rd", resources=1,
                 upgrades={"jango_fett": "jetpack"}),
        turn="b",
    )  # fmt: skip
    table.plays("b", "disarm").answers("b", "die", "b-jetpack+1").answers("b", "piece", "a-lightsaber")
    table.about(source="rules").offers("a", "a-lightsaber+1", "a-lightsaber-3+1", "a-lightsaber-2+1")
    table.answers("a", "die", "a-lightsaber+1").offers("a", "a-lightsaber-3+1", "a-lightsaber-2+1")
    table.answers("a", "die", "a-lightsaber-2+1")
    assert sorted(table.pool("a").values()) == ["1r", "3md1"]
    assert set(table.pool("a")) == {"a-lightsaber-2+1", "a-lightsaber-3+1"}
    assert list(table.pool("a").values()) == ["1r", "3md1"]


def test_q28_equal_sides_and_upgrades_that_fall_with_their_bearer_are_not_asked() -> None:
    table = position(
        a=player("finn/9 rey", upgrades={"finn": "datapad datapad"}, pool="datapad+1=1r datapad-2+1=+1r"),
        b=player("jango_fett", pool="jango_fett+1=2rd"), turn="b",
    )  # fmt: skip
    table.resolves("b", "jango_fett+1:a-finn").asks("action", "a")
    assert table.pool("a") == {}


def test_q28_asked_also_when_grievous_takes_one_of_two() -> None:
    table = position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player("finn/9 rey", upgrades={"finn": "datapad datapad"}, pool="datapad+1=1r datapad-2+1=+1r"),
    )
    table.resolves("a", "general_grievous+1:b-finn").answers("a", "piece", "b-datapad")
    table.about(source="rules").offers("b", "b-datapad+1", "b-datapad-2+1").answers("b", "die", "b-datapad+1")
    assert table.upgrades("a-general_grievous") == ["b-datapad"]


def test_q29_taking_shields_off_names_opponents_first() -> None:
    table = position(a=player("rey^1", hand="intimidate aim"), b=player("finn^2"))
    table.plays("a", "intimidate").offers("a", "b-finn", "a-rey")


def test_q30_kylo_ren_asks_for_a_character_against_an_empty_hand() -> None:
    table = position(a=player("kylo_ren", pool="kylo_ren+1=sp"), b=player("finn rey"))
    table.resolves("a", "kylo_ren+1").answers("a", "character", "b-rey").asks("action", "b")


@pytest.mark.parametrize(("event", "team"), [("heroism", "rey finn"), ("cannon_fodder", "padawan hired_gun")])
def test_q30_with_an_x_of_nothing_the_die_is_chosen_and_no_character(event: str, team: str) -> None:
    """For an X side that is worth 0, the event asks for the die but for no character; the effect counts as done, so the
    die is removed.
    """
    table = position(
        a=player(team, hand=f"{event} aim"),
        b=player("jango_fett", supports="launch_bay", pool="launch_bay+1=xrd jango_fett+1=1md"),
    )
    table.plays("a", event).answers("a", "die", "b-launch_bay+1").asks("action", "b")
    assert list(table.pool("b")) == ["b-jango_fett+1"]


def test_q31_the_second_offer_is_picked_after_the_first_is_carried_out() -> None:
    table = position(
        a=player("rey", upgrades={"rey": "force_training"}, pool="force_training+1=sp"), b=player("finn jango_fett"),
    )  # fmt: skip
    table.resolves("a", "force_training+1").offers("a", "1", "2", "3").answers("a", "either", "2")
    assert table.resources("a") == 1
    table.offers("a", "1", "3").answers("a", "either", "1").answers("a", "character", "b-finn").asks("action", "b")
