"""Tests the red upgrades, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

from ..table import Table, player, position

# 7 Commanding Presence


def presence(
    pool: str, *, b_pool: str = "", resources: int = 0, team: str = "general_veers first_order_stormtrooper"
) -> Table:  # fmt: skip
    return position(
        a=player(team, upgrades={"general_veers": "commanding_presence"}, pool=f"commanding_presence+1=sp {pool}",
                 resources=resources),
        b=player("finn rebel_trooper", pool=b_pool),
    ).resolves("a", "commanding_presence+1")  # fmt: skip


def test_007_commanding_presence_resolves_an_own_red_die_for_two_more() -> None:
    """The special resolves one of the player's red dice with 2 added to its value; Q20: the player chooses the die,
    then how it is resolved.
    """
    table = presence("general_veers+1=1rd", b_pool="rebel_trooper+1=2rd finn+1=1rd")
    table.about(source="a-commanding_presence")
    table.offers("a", "b-rebel_trooper+1", "a-general_veers+1").answers("a", "die", "a-general_veers+1")
    table.answers("a", "resolve", "a-general_veers+1:b-finn").asks("action", "b")
    assert table.damage("b-finn") == 3
    assert table.pool("a") == {}


def test_007_commanding_presence_removes_an_opponents_red_die() -> None:
    table = presence("general_veers+1=1rd", b_pool="rebel_trooper+1=blank finn+1=1rd")
    table.answers("a", "die", "b-rebel_trooper+1").asks("action", "b")
    assert (table.pool("a"), table.pool("b")) == ({"a-general_veers+1": "1rd"}, {"b-finn+1": "1rd"})


def test_007_commanding_presence_offers_no_own_die_that_cannot_be_resolved() -> None:
    """Modifiers, blanks and sides whose cost cannot be paid are not offered; without another die nothing happens."""
    unresolvable = "general_veers+1=+2rd first_order_stormtrooper+1=2rd1"
    table = presence(unresolvable).asks("action", "b")
    assert len(table.pool("a")) == 2
    table = presence(unresolvable, resources=1).answers("a", "resolve", "a-first_order_stormtrooper+1:b-finn")
    assert (table.damage("b-finn"), table.resources("a")) == (4, 0)


def test_007_commanding_presence_takes_dice_of_red_supports_and_upgrades_too() -> None:
    table = position(
        a=player("general_veers", upgrades={"general_veers": "commanding_presence jetpack"}, supports="outpost",
                 pool="commanding_presence+1=sp jetpack+1=1dr outpost+1=1dr"),
        b=player("finn", upgrades={"finn": "scout"}, pool="scout+1=1r", resources=5),
    ).resolves("a", "commanding_presence+1")  # fmt: skip
    table.offers("a", "b-scout+1", "a-outpost+1").answers("a", "die", "a-outpost+1")
    assert table.asks("action", "b").resources("b") == 2


def test_007_commanding_presence_is_for_red_characters() -> None:
    """D190: the upgrade can be played on red characters only."""
    table = position(a=player("general_veers bala_tik", hand="commanding_presence", resources=3), b=player("finn"))
    ways = [key for key in table.keys("a") if key.startswith("play:")]
    assert ways == ["play:commanding_presence:a-general_veers"]


# 8 F-11D Rifle


def rifle(team: str) -> Table:
    return position(
        a=player("general_veers", upgrades={"general_veers": "f_11d_rifle"}, pool="f_11d_rifle+1=sp"), b=player(team)
    ).resolves("a", "f_11d_rifle+1")


def test_008_f_11d_rifle_deals_two_that_the_opponent_splits() -> None:
    table = rifle("rebel_trooper^1 finn/1")
    table.about(source="a-f_11d_rifle", characters=["b-rebel_trooper", "b-finn"], amount=2)
    table.offers("b", "2:0", "1:1", "0:2").answers("b", "distribute", "1:1").asks("action", "b")
    assert (table.damage("b-rebel_trooper"), table.shields("b-rebel_trooper")) == (0, 0)
    assert table.damage("b-finn") == 2


def test_008_f_11d_rifle_may_be_split_onto_one_with_less_health_left() -> None:
    """D111: a character may be given more damage than it has health left."""
    table = rifle("rebel_trooper/6 finn").offers("b", "2:0", "1:1", "0:2").answers("b", "distribute", "2:0")
    assert table.is_defeated("b-rebel_trooper")
    assert table.damage("b-finn") == 0


def test_008_f_11d_rifle_against_one_character_asks_nothing() -> None:
    table = rifle("finn").asks("action", "b")
    assert table.damage("b-finn") == 2


def test_008_f_11d_rifle_moves_on_when_its_bearer_falls() -> None:
    """D132: when the upgrade moves, its die goes from the pool onto the card; the player may decline."""
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("first_order_stormtrooper/6 general_veers", upgrades={"first_order_stormtrooper": "f_11d_rifle"},
                 pool="f_11d_rifle+1=1r"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-first_order_stormtrooper").offers("b", "b-general_veers", "done")
    table.answers("b", "character", "b-general_veers").asks("action", "b")
    assert (table.upgrades("b-general_veers"), table.pool("b")) == (["b-f_11d_rifle"], {})


# 33 Scout


def scout(hand: str, team: str = "finn") -> Table:
    return position(
        a=player("rebel_trooper", upgrades={"rebel_trooper": "scout"}, pool="scout+1=sp", hand="enrage"),
        b=player(team, hand=hand),
    ).resolves("a", "scout+1")


def test_033_scout_looks_at_a_hand_and_discards_the_cheapest() -> None:
    table = scout("aim take_cover mind_probe").was_told(
        "saw", to="a", of="b", cards=["aim", "take_cover", "mind_probe"]
    )
    table.was_told("shown", to="b", cards=["aim", "take_cover", "mind_probe"])
    table.offers("a", "take_cover").answers("a", "card", "take_cover").asks("action", "b")
    assert (table.hand("b"), table.discard("b")) == (["aim", "mind_probe"], ["take_cover"])


def test_033_scout_of_equally_cheap_cards_lets_you_choose() -> None:
    """D187, Q15: of equally cheap cards the player chooses one, and a single card in hand is asked for too."""
    scout("aim datapad mind_probe").offers("a", "aim", "datapad").answers("a", "card", "datapad")
    scout("aim").offers("a", "aim").answers("a", "card", "aim")


def test_033_scout_reckons_with_a_padawans_discount() -> None:
    """Q73: the pistol costs 3, but 2 with a Padawan who has no upgrades."""
    scout("dl_44_heavy_blaster_pistol comlink", "padawan").offers("a", "dl_44_heavy_blaster_pistol", "comlink")
    scout("dl_44_heavy_blaster_pistol comlink", "finn").offers("a", "comlink")


def test_033_scout_against_an_empty_hand_does_nothing() -> None:
    scout("").asks("action", "b")


# 34 Survival Gear


def test_034_survival_gear_has_no_text_and_a_die_of_six_sides() -> None:
    table = position(a=player("rebel_trooper", hand="survival_gear", resources=2), b=player("finn"))
    table.plays("a", "survival_gear:rebel_trooper").passes("b").activates("a", "rebel_trooper").rolls("1r")
    table.offers("chance", "1md", "1f", "1sh", "2sh", "1r", "+1r").rolls("+1r").passes("b")
    table.resolves("a", "rebel_trooper+1").answers("a", "modify", "a-survival_gear+1")
    assert table.resources("a") == 2


# 54 DH-17 Blaster Pistol


def test_054_dh_17_blaster_pistol_has_no_text_and_a_die_of_six_sides() -> None:
    table = position(a=player("finn", hand="dh_17_blaster_pistol", resources=1), b=player("hired_gun"))
    table.plays("a", "dh_17_blaster_pistol:finn").passes("b").activates("a", "finn").rolls("1rd")
    table.offers("chance", "1rd", "2rd1", "+2rd", "1sh", "blank", "blank").rolls("+2rd").passes("b")
    table.resolves("a", "finn+1:b-hired_gun").answers("a", "modify", "a-dh_17_blaster_pistol+1")
    assert (table.damage("b-hired_gun"), table.resources("a")) == (3, 0)


# 55 IQA-11 Blaster Rifle


def test_055_iqa_11_blaster_rifle_deals_two_past_the_shields() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "iqa_11_blaster_rifle"}, pool="iqa_11_blaster_rifle+1=sp"),
        b=player("hired_gun^2"),
    ).resolves("a", "iqa_11_blaster_rifle+1")
    table.offers("a", "b-hired_gun", "a-finn").answers("a", "character", "b-hired_gun")
    assert (table.damage("b-hired_gun"), table.shields("b-hired_gun")) == (2, 2)


# 56 Promotion


def promotion(deck: str = "aim block") -> Table:
    return position(
        a=player("rebel_trooper finn", hand="promotion", resources=1, deck=deck), b=player("hired_gun")
    )  # fmt: skip


def test_056_promotion_may_draw_a_card() -> None:
    table = promotion().plays("a", "promotion:rebel_trooper")
    table.about(source="a-promotion", event="played promotion").offers("a", "yes", "no").answers("a", "may", "yes")
    assert table.hand("a") == ["aim"]
    table = promotion().plays("a", "promotion:rebel_trooper").answers("a", "may", "no")
    assert table.hand("a") == []


def test_056_promotion_is_for_red_characters_and_not_asked_with_an_empty_deck() -> None:
    assert not promotion().allows("a", "play:promotion:a-finn")
    promotion("").plays("a", "promotion:rebel_trooper").asks("action", "b")


def test_056_promotion_is_quiet() -> None:
    """Q42: played as the last card, Promotion comes before Ackbar's ability without a question about the order."""
    table = position(
        a=player("rebel_trooper finn", hand="promotion", resources=1), b=player("admiral_ackbar"), controller="b"
    ).plays("a", "promotion:rebel_trooper")  # fmt: skip
    table.answers("a", "may", "yes").about(source="b-admiral_ackbar", event="last_card_gone a")
    table.answers("a", "character", "a-finn").asks("action", "b")


# 78 Personal Escort


def test_078_personal_escort_gives_its_bearer_guardian() -> None:
    table = position(
        a=player("general_veers^1 bala_tik", upgrades={"general_veers": "personal_escort"}),
        b=player("finn", pool="finn+1=2rd"), controller="b",
    )  # fmt: skip
    table.activates("a", "bala_tik").rolls("1r").passes("b").activates("a", "general_veers")
    table.about(source="a-general_veers", event="activated a-general_veers")
    table.offers("a", "b-finn+1", "done").answers("a", "die", "b-finn+1").rolls("1r")
    assert (table.damage("a-general_veers"), table.shields("a-general_veers")) == (1, 0)


def test_078_personal_escort_has_no_die_to_roll() -> None:
    table = position(a=player("general_veers", hand="personal_escort", resources=1), b=player("finn"))
    table.plays("a", "personal_escort:general_veers").passes("b").activates("a", "general_veers").rolls("1r")
    table.asks("action", "b")
    assert table.pool("a") == {"a-general_veers+1": "1r"}
