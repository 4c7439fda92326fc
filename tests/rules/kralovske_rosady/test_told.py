"""Tests the events of Královské rošády: their audience, and facts that make sense without the board."""

from __future__ import annotations

from typing import Any

from .oracle import POINTS, Json
from .table import Table, counted, opened, position

HANDS = {"a": "queen", "b": "julia"}


def said(table: Table, event: str) -> list[Json]:
    """Returns the facts of the public events of that name since the last answer."""
    found = table.heard(event)
    assert all(told["to"] == "all" for told in found)
    return [{name: fact for name, fact in told.items() if name not in ("to", "event")} for told in found]


def turned(card: str, *further: str, **how: Any) -> Table:
    """Returns a table at which b's Julia has turned a's card in the first column."""
    return position(f"art-5 a:{card}?", *(further or ("trade-5",)), turn="b", hands=HANDS, **how).plays("b", "julia:1")


def test_k1_the_first_player_and_the_first_point_cards_are_told() -> None:
    """K1: the first player is drawn by chance; each round shows one point card a player, the first ones of the draw."""
    table = opened(3).chance("b")
    assert said(table, "starts") == [{"seat": "b"}]
    points = list(POINTS)[:18]
    table.chance(*points)
    while table.kind == "deck":
        table.chance(*table.keys("chance"))
    assert said(table, "round_begins") == [{"round": 1, "seat": "b", "points": points[:3]}]


def test_a_round_that_begins_is_told_with_its_number_and_who_begins() -> None:
    """The player who ended a round does not begin the next one: the neighbour does."""
    columns = ("art-3 a:king b:mage a:queen?", "trade-2 b:dragon?")
    decks = {"a": "romeo", "b": "prince hermit storm"}
    table = position(*columns, hands={"a": "witch julia", "b": "squire"}, decks=decks).plays("a", "julia:2")
    while table.kind == "reshuffle":
        table.chance(*table.keys("chance"))
    assert table.now == (2, "play", "b")
    (begun,) = said(table, "round_begins")
    assert (begun["round"], begun["seat"]) == (2, "b")
    assert begun["points"] == [column["point"] for column in table.state["columns"]]


def test_k13_a_renewed_pile_is_told_with_its_owner_and_its_size() -> None:
    hands = {"a": "king queen", "b": "witch mage romeo"}
    table = position("art-5", "trade-5", hands=hands, decks={"a": ""}, discards={"a": "storm dragon beggar"})
    table.plays("a", "king:1").chance("beggar", "storm", "dragon")
    assert said(table, "reshuffles") == [{"seat": "a", "cards": 3}]
    assert said(table, "draws") == [{"seat": "a", "count": 2}]
    assert table.heard("drew") == [{"to": "a", "event": "drew", "seat": "a", "cards": ["beggar", "storm"]}]


def test_k13_what_was_left_in_the_pile_is_told_with_what_was_drawn_after_it() -> None:
    hands = {"a": "king queen", "b": "witch mage romeo"}
    table = position("art-5", "trade-5", hands=hands, decks={"a": "prince"}, discards={"a": "storm dragon"})
    table.plays("a", "king:1").chance("dragon", "storm")
    assert said(table, "draws") == [{"seat": "a", "count": 2}]
    assert table.heard("drew") == [{"to": "a", "event": "drew", "seat": "a", "cards": ["prince", "dragon"]}]


def test_k4_anyone_who_turns_a_card_is_named() -> None:
    table = turned("king")
    assert said(table, "plays") == [{"seat": "b", "column": 1}]
    assert said(table, "turned") == [{"seat": "a", "column": 1, "card": "king", "by": "b"}]
    assert table.heard("played") == [{"to": "b", "event": "played", "seat": "b", "column": 1, "card": "julia"}]


def test_k6_the_explorer_goes_on() -> None:
    assert said(turned("explorer"), "explores") == [{"seat": "a", "column": 1, "target": 2}]


def test_k6_an_explorer_stays_if_all_other_columns_are_closed() -> None:
    table = turned("explorer", "trade-5 a:storm b:squire? closed")
    assert said(table, "explorer_stays") == [{"seat": "a", "column": 1, "tired": False}]
    assert said(table, "explores") == []


def test_k6_an_explorer_that_has_moved_often_enough_stays_because_it_is_tired() -> None:
    columns = ("art-5 a:explorer?", "trade-5 b:explorer?", "farming-5 b:storm b:king? closed")
    table = position(*columns, turn="c", hands={"a": "king", "b": "queen", "c": "explorer"}).plays("c", "explorer:1")
    assert said(table, "explorer_stays") == [{"seat": "a", "column": 1, "tired": True}]


def test_the_murderer_removes_who_turned_it() -> None:
    assert said(turned("murderer"), "murdered") == [{"seat": "b", "column": 1, "card": "julia", "by": "a"}]


def test_k15_a_storm_closes() -> None:
    assert said(turned("storm"), "closed") == [{"seat": "a", "column": 1}]


def test_k5_under_the_disguise_a_card_is_tucked_or_not() -> None:
    table = turned("disguise").plays("a", "queen")
    assert said(table, "tucks") == [{"seat": "a", "column": 1}]
    assert table.heard("tucked") == [{"to": "a", "event": "tucked", "seat": "a", "column": 1, "card": "queen"}]
    table = turned("disguise").plays("a", "pass")
    assert said(table, "tucks_nothing") == [{"seat": "a", "column": 1}]
    assert said(table, "tucks") == []


def test_the_traitor_names_the_point_cards_where_they_lie_now() -> None:
    table = turned("traitor").plays("a", "2")
    assert said(table, "betrays") == [
        {"seat": "a", "column": 1, "point": "trade-5", "other": 2, "other_point": "art-5"}
    ]
    table = turned("traitor").plays("a", "stay")
    assert said(table, "stays_loyal") == [{"seat": "a", "column": 1}]


def test_k12_the_last_card_ends_the_round_and_fills_the_columns() -> None:
    hands = {"a": "king", "b": "queen"}
    table = position("art-1 a:witch b:squire?", "trade-1 b:mage?", turn="a", hands=hands).plays("a", "king:2")
    assert said(table, "round_ends") == [{"round": 1, "seat": "a", "filled": True}]


def test_k13_a_round_ends_unfilled_when_no_one_has_a_card() -> None:
    table = position("art-1", "trade-1", turn="a", hands={"a": "king"}, round_number=6).plays("a", "king:1")
    assert [(told["seat"], told["filled"]) for told in said(table, "round_ends")] == [("a", False)]


def test_k13_who_has_no_card_is_skipped() -> None:
    hands = {"a": "king queen", "c": "julia"}
    table = position("art-1", "trade-1", "farming-1", turn="a", hands=hands).plays("a", "king:1").asks("play", "c")
    assert said(table, "skipped") == [{"seat": "b"}]


def test_face_down_cards_are_revealed_in_order() -> None:
    told = said(counted("a:disguise a:queen^ c:squire?"), "revealed")
    assert told == [{"column": 1, "cards": [{"owner": "a", "card": "queen"}, {"owner": "c", "card": "squire"}]}]


def test_musketeers_are_told_with_their_seats() -> None:
    assert said(counted("a:musketeers b:mage c:musketeers"), "musketeers") == [{"column": 1, "seats": ["a", "c"]}]


def test_k3_the_mage_tells_what_it_removes_also_when_that_is_nothing() -> None:
    told = said(counted("a:king b:mage c:squire"), "removes")
    assert told == [{"seat": "b", "column": 1, "card": "mage", "cards": [{"owner": "a", "card": "king"}]}]
    assert said(counted("a:beggar b:mage"), "removes")[0]["cards"] == []


def test_k4_two_mages_cancel_each_other() -> None:
    table = counted("a:mage b:king c:mage")
    assert said(table, "cancel_each_other") == [{"column": 1, "card": "mage", "seats": ["a", "c"]}]
    assert said(table, "removes") == []


def test_k9_prince_and_squire_are_told_with_the_column() -> None:
    cards = [{"owner": "a", "card": "prince"}, {"owner": "b", "card": "king"}, {"owner": "a", "card": "squire"}]
    assert said(counted("a:prince b:king a:squire"), "prince_and_squire") == [
        {"column": 1, "cards": cards, "seats": ["a"]}
    ]


def test_k14_what_counts_is_told_before_and_after_the_dragons() -> None:
    """A king of 20 under another player's dragon counts 18; the dragon of 11 is not its own enemy."""
    [told] = [told for told in said(counted("a:king b:dragon"), "counts") if told["cards"]]
    assert (told["column"], told["full"][0], told["cards"][0]["value"], told["sums"]["a"]) == (1, 20, 18, 18)
    assert told["full"][1] == told["cards"][1]["value"] == told["sums"]["b"]
    assert told["lowest"] is False
    [told] = [told for told in said(counted("a:king b:beggar"), "counts") if told["cards"]]
    assert told["lowest"] is True, "with a beggar the lowest sum wins"


def test_k7_a_point_card_that_no_one_takes_is_told() -> None:
    takes = said(counted("a:king"), "takes")
    assert takes[0] == {"seat": "a", "column": 1, "point": "art-1"}
    assert takes[1:] == [
        {"seat": None, "column": 2, "point": "trade-1"}, {"seat": None, "column": 3, "point": "trade-2"}
    ]  # fmt: skip
