"""Tests which positions are accepted, and that a refusal names the error."""

from __future__ import annotations

from typing import Any

import pytest

from rules.protocol import Session

from .oracle import Json
from .table import column, layout, position


def refusal(table: Json, **more: Any) -> str:
    reply = Session().say({"cmd": "position", "table": table, "chance": "ask", **more})
    assert (reply["ok"], reply.get("error")) == (False, "bad-request"), reply
    return str(reply["message"])


def changed(**members: Any) -> Json:
    return layout("art-3 a:king b:queen?", "trade-2", hands={"a": "dragon", "b": "squire"}) | members


def columns(*words: str, phase: str = "play") -> Json:
    return layout(*words, phase=phase, hands={"a": "dragon", "b": "squire"})


@pytest.mark.parametrize(
    "member", ["edition", "round", "phase", "turn", "columns", "points_deck", "removed_points", "players"]
)
def test_every_member_is_needed(member: str) -> None:
    """A missing member is named in the refusal."""
    table = changed()
    del table[member]
    assert member in refusal(table)


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"edition": 2}, "'edition'"),
        ({"edition": True}, "'edition'"),
        ({"round": 0}, "'round' must be a whole number from 1 to 6"),
        ({"round": 7}, "'round' must be a whole number from 1 to 6"),
        ({"round": 2}, "later rounds show 8"),
        ({"phase": "setup"}, "'phase' must be one of play, evaluate"),
        ({"turn": "c"}, "'turn' must be one of a, b"),
        ({"turn": None}, "'turn' must be one of a, b"),
        ({"columns": [column("art-3")]}, "1 columns for 2 players"),
        ({"columns": [column("art-3")] * 3}, "3 columns for 2 players"),
        ({"columns": "art-3"}, "'columns'"),
        ({"columns": ["art-3", "art-4"]}, "'columns'"),
        ({"points_deck": []}, "later rounds show 10"),
        ({"points_deck": ["art-5"] * 10}, "10 point cards art-5"),
        ({"points_deck": ["art-6"] * 10}, "'art-6'"),
        ({"removed_points": ["king"]}, "'removed_points'"),
        ({"removed_points": ["art-3", "art-3"]}, "3 point cards art-3"),
        ({"players": {}}, "2 to 6 seats"),
        ({"players": {"a": {}, "c": {}}}, "the seats a, b"),
        ({"players": {"a": {}, "b": []}}, "player b must be an object"),
        ({"players": {"a": {}, "b": {}}}, "'hand'"),
    ],
)
def test_a_table_that_cannot_be_is_refused(members: Json, words: str) -> None:
    """The message names the member that is wrong."""
    assert words in refusal(changed(**members))


@pytest.mark.parametrize(
    ("member", "value", "words"),
    [
        ("hand", ["king"], "player a has 2 cards king"),
        ("deck", ["dragon"], "player a has 2 cards dragon"),
        ("discard", ["witch", "witch"], "player a has 2 cards witch"),
        ("hand", ["witch", "mage", "storm", "romeo"], "no one ever has more than 3"),
        ("hand", ["joker"], "'joker'"),
        ("hand", [["king"]], "'hand'"),
        ("hand", 3, "'hand' must be a list"),
        ("points", ["art-5", "art-5"], "2 point cards art-5"),
        ("points", ["art"], "'art'"),
    ],
)
def test_a_player_that_cannot_be_is_refused(member: str, value: Any, words: str) -> None:
    """A position is refused if a player has a card twice, more than three cards in hand, or something that is no card
    or no list.
    """
    low = [f"{symbol}-{value}" for symbol in ("alchemy", "warfare", "farming", "trade", "religion") for value in (1, 3)]
    table = changed(points_deck=low)
    table["players"]["a"][member] = value
    assert words in refusal(table)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("art-3 a:king? b:queen", "trade-2"), "column 1 has a face-down card (king) above another card"),
        (("art-3 a:king? b:queen?", "trade-2"), "column 1 has a face-down card (king) above another card"),
        (("art-3", "trade-2 a:king closed"), "column 2 is closed without a face-up storm"),
        (("art-3", "trade-2 a:storm? closed"), "column 2 is closed without a face-up storm"),
        (("art-3", "trade-2 a:storm b:king?"), "column 2 has a face-up storm, so it is closed"),
        (("art-3", "trade-2 a:storm b:king b:queen? closed"), "only the card that turned it"),
        (("art-3 a:storm a:king? closed", "trade-2 b:storm b:king? closed"), "all columns are closed"),
        (("art-3 a:king^", "trade-2"), "below the disguise of its owner"),
        (("art-3 a:disguise b:king^", "trade-2"), "below the disguise of its owner"),
        (("art-3 a:disguise? a:king^", "trade-2"), "column 1 has a face-down card (disguise) above another card"),
        (("art-3 a:disguise b:king a:queen^", "trade-2"), "below the disguise of its owner"),
        (("art-3 a:king", "trade-2 a:king"), "player a has 2 cards king"),
        (("art-3 c:king", "trade-2"), "'owner' must be one of a, b"),
        (("art-3 a:joker", "trade-2"), "'card' must be one of king"),
        (("art-9", "trade-2"), "'point' must be one of alchemy-1"),
    ],
)
def test_columns_that_cannot_be_are_refused(words: tuple[str, ...], message: str) -> None:
    """The refusal names the column and the reason."""
    table = layout("art-3", "trade-2", hands={"a": "dragon", "b": "squire"})
    table["columns"] = [column(word) for word in words]
    assert message in refusal(table)


def test_a_tucked_card_lies_face_down_while_the_round_goes_on() -> None:
    """K5: a position with a face-up tucked card is refused in the phase `play` and accepted in the phase `evaluate`."""
    for phase, accepted in (("play", False), ("evaluate", True)):
        table = columns("art-3 a:disguise a:king^", "trade-2", phase=phase)
        table["columns"][0]["cards"][1]["up"] = True
        reply = Session().say({"cmd": "position", "table": table, "chance": "ask"})
        assert reply["ok"] is accepted
        assert accepted or "column 1: a tucked card lies face down" in str(reply)


@pytest.mark.parametrize("member", ["closed", "cards", "point"])
def test_a_columns_members_are_needed(member: str) -> None:
    """Each member that docs/protocol.md lists for a column is compulsory."""
    table = columns("art-3", "trade-2")
    del table["columns"][1][member]
    assert member in refusal(table)


@pytest.mark.parametrize("member", ["owner", "card", "up", "tucked"])
def test_a_cards_members_are_needed_and_typed(member: str) -> None:
    """Each member that docs/protocol.md lists for a card is compulsory and has a type."""
    table = columns("art-3 a:king", "trade-2")
    table["columns"][0]["cards"][0][member] = 1
    assert member in refusal(table)
    del table["columns"][0]["cards"][0][member]
    assert member in refusal(table)


def test_names_must_fit_the_seats() -> None:
    """There must be one name for each player."""
    assert "3 names for 2 seats" in refusal(changed(), seats=["Anna", "Bert", "Cyril"])


def test_play_begins_with_the_turn_and_cards_may_be_missing() -> None:
    """A position in the phase `play` is accepted with few cards, and the seat of `turn` is asked first."""
    table = position("art-3 a:king", "trade-2", turn="b", points={"a": "art-4"}, hands={"a": "dragon", "b": "squire"})
    table.asks("play", "b").offers("b", "squire:1", "squire:2")
    assert table.now == (1, "play", "b")


def test_evaluate_reveals_evaluates_and_goes_on_with_the_left_neighbour() -> None:
    """K13: columns need not be filled, and everyone draws back to three cards."""
    decks = {"a": "storm dragon hermit", "b": "romeo squire beggar", "c": "mage witch double"}
    columns = ("art-5 a:king b:queen?", "trade-4 c:queen?", "farming-3")
    table = position(*columns, phase="evaluate", turn="b", hands={"a": "explorer"}, decks=decks).asks("play", "c")
    assert table.now == (2, "play", "c")
    assert (table.points("a"), table.points("c"), table.removed) == ("art-5", "trade-4", "farming-3")
    assert [table.hand(seat) for seat in "abc"] == ["explorer storm dragon", "romeo squire beggar", "mage witch double"]
    assert [told["seat"] for told in table.heard("draws")] == ["b", "c", "a"]
    assert [told["column"] for told in table.heard("revealed")] == [1, 2]


def test_a_refused_position_leaves_the_old_game() -> None:
    """The game before the refused position continues."""
    table = position("art-3", "trade-2", hands={"a": "dragon", "b": "squire"})
    assert not table.session.say({"cmd": "position", "table": changed(round=9), "chance": "ask"})["ok"]
    table.plays("a", "dragon:1").asks("play", "b")


def test_a_column_filled_at_the_beginning_of_a_turn_does_not_end_the_round_before_it() -> None:
    """K12: a position with all columns filled still asks for the turn; only after it, the round ends."""
    table = position("art-1 a:king?", "trade-1 b:queen?", hands={"a": "dragon"}).asks("play", "a")
    table.plays("a", "dragon:1").goes_on()
    assert table.now[0] == 2
