"""Tests part one of the rulebook: cards (D1 to D14)."""

from __future__ import annotations

from rules.star_wars_destiny.facts import CARDS

from .table import Table, player, position


def ways(table: Table, seat: str = "a") -> list[str]:
    return [key for key in table.keys(seat) if key.startswith("play:")]


def test_d1_a_cards_text_wins_over_the_rules_and_both_are_followed_if_they_can_be() -> None:
    """A card splits a die's shields against D19, and still no character has more than three (D114)."""
    table = (
        position(
            a=player("rey^2 finn", upgrades={"rey": "diplomatic_immunity"}, pool="diplomatic_immunity+1=4sh"),
            b=player("hired_gun"),
        )
        .resolves("a", "diplomatic_immunity+1")
        .answers("a", "distribute", "2:2")
    )
    assert (table.shields("a-rey"), table.shields("a-finn")) == (3, 2)


def test_d2_a_die_has_the_six_sides_of_its_own_card() -> None:
    for code, printed in CARDS.items():
        if printed.type == "support" and printed.has_die:
            table = position(a=player("rey", supports=code), b=player("finn")).activates("a", code)
            table.offers("chance", *(side.word for side in printed.sides))
    assert [side.word for side in CARDS["outpost"].sides] == ["1f", "1dr", "2dr", "1sh", "sp", "blank"]


def test_d3_no_second_copy_of_a_unique_card_is_played_not_even_in_its_place() -> None:
    laid = {"rey": "reys_staff"}
    assert ways(position(a=player("rey finn", upgrades=laid, hand="reys_staff", resources=9), b=player("finn"))) == []
    assert ways(position(a=player("rey", supports="bb_8", hand="bb_8", resources=9), b=player("finn"))) == []


def test_d4_every_player_may_have_one_and_equal_dice_are_no_matter() -> None:
    table = position(
        a=player("rey finn", hand="reys_staff", resources=2),
        b=player("rey finn", upgrades={"rey": "reys_staff"}),
    ).plays("a", "reys_staff:finn")  # fmt: skip
    assert table.upgrades("a-finn") == ["a-reys_staff"]
    table = position(a=player("finn", upgrades={"finn": "datapad datapad"}), b=player("rey")).activates("a", "finn")
    table.rolls("1rd", "1r", "1r")
    assert list(table.pool("a")) == ["a-finn+1", "a-datapad+1", "a-datapad-2+1"]


def test_d5_no_title_has_two_characters_in_this_set() -> None:
    """The rule about two versions of a character never applies to this set."""
    titles = [printed.name for printed in CARDS.values() if printed.type == "character"]
    assert len(titles) == len(set(titles)) == 24


def test_d6_who_controls_the_battlefield_takes_the_rounds_first_action() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim"), battlefield="starship_graveyard")
    table.passes("a").claims("b").passes("a")
    assert table.state["battlefield"] == {"card": "starship_graveyard", "owner": "a", "controller": "b"}
    table.answers("b", "upkeep").answers("a", "upkeep").asks("action", "b")


def test_d7_a_character_rolls_one_die_or_two() -> None:
    for dice, rolled in (("rey", ["a-rey+1"]), ("rey*2", ["a-rey+1", "a-rey+2"])):
        table = position(a=player(dice), b=player("finn")).activates("a", "rey").rolls(*["1r"] * len(rolled))
        assert list(table.asks("action", "b").pool("a")) == rolled


def test_d8_an_event_may_be_played_though_it_will_do_nothing() -> None:
    table = position(a=player("rey", hand="block", resources=2), b=player("finn")).plays("a", "block")
    assert (table.discard("a"), table.resources("a")) == (["block"], 0)


def test_d9_a_card_costs_its_resources_and_is_not_played_without_them() -> None:
    assert ways(position(a=player("rey", hand="block", resources=1), b=player("finn"))) == []
    assert (
        position(a=player("rey", hand="block", resources=3), b=player("finn")).plays("a", "block").resources("a") == 1
    )


def test_d10_supports_enter_play_ready_in_any_number_and_take_no_damage() -> None:
    hand = "outpost " * 5
    table = position(
        a=player("finn", hand=hand, resources=10), b=player("rey*2", pool="rey+1=1md rey+2=1md", hand="aim")
    )  # fmt: skip
    for _ in range(5):
        table.plays("a", "outpost").passes("b")
    assert table.supports("a") == ["a-outpost", *(f"a-outpost-{number}" for number in (2, 3, 4, 5))]
    assert not table.exhausted("a-outpost-5")
    table = position(a=player("finn", supports="outpost"), b=player("rey", pool="rey+1=1md"), turn="b")
    offered = [key for key in table.keys("b") if key.startswith("resolve")]
    assert offered == ["resolve:b-rey+1:a-finn", "resolve:b-rey+1:b-rey"]


def test_d10_a_supports_die_is_rolled_when_the_support_is_activated() -> None:
    table = position(a=player("finn", supports="outpost"), b=player("rey")).activates("a", "outpost").rolls("2dr")
    assert (table.exhausted("a-outpost"), table.exhausted("a-finn")) == (True, False)
    assert table.pool("a") == {"a-outpost+1": "2dr"}


def test_d11_subtypes_matter_only_to_cards_that_name_them() -> None:
    """No rule counts vehicles or weapons; Finn's text makes exceptions for weapons."""
    table = position(
        a=player("finn rey", upgrades={"finn": "dh_17_blaster_pistol gaffi_stick"}, supports="at_st", resources=9,
                 hand="speeder_bike_scout jetpack"),
        b=player("hired_gun"),
    )  # fmt: skip
    assert table.allows("a", "play:speeder_bike_scout")
    assert table.allows("a", "play:jetpack:a-finn")


def test_d12_upgrades_are_attached_to_own_characters() -> None:
    table = position(a=player("rey finn", hand="datapad", resources=1), b=player("hired_gun"))
    assert ways(table) == ["play:datapad:a-rey", "play:datapad:a-finn"]
    table.plays("a", "datapad:finn")
    assert table.upgrades("a-finn") == ["a-datapad"]


def test_d13_a_character_has_at_most_three_upgrades_of_any_kind() -> None:
    three = {"finn": "dh_17_blaster_pistol dh_17_blaster_pistol dh_17_blaster_pistol"}
    table = position(a=player("finn", upgrades=three, hand="dh_17_blaster_pistol", resources=1), b=player("rey"))
    copies = ("a-dh_17_blaster_pistol", "a-dh_17_blaster_pistol-2", "a-dh_17_blaster_pistol-3")
    assert ways(table) == [f"play:dh_17_blaster_pistol:a-finn:{copy}" for copy in copies]


def test_d14_an_exhausted_upgrades_die_is_rolled_and_only_its_bearer_exhausts() -> None:
    table = position(a=player("finn", upgrades={"finn": "datapad! comlink"}), b=player("rey")).activates("a", "finn")
    table.rolls("1rd", "1r", "1f")
    assert list(table.pool("a")) == ["a-finn+1", "a-datapad+1", "a-comlink+1"]
    assert (table.exhausted("a-finn"), table.exhausted("a-comlink")) == (True, False)
