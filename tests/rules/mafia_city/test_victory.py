"""Tests M26: who wins, and how all players are ranked."""

from __future__ import annotations

from typing import Any

import pytest

from .table import FISTS, evaluating

BOTH_FISTS = "fists:hitman-fist+complicity-fist"
NO_CARDS: dict[str, Any] = {"deck": "", "discard": ""}


# M26


def standing(**how: Any) -> list[tuple[str, int, str | None]]:
    """Returns the ranking of a game that ends after the location phase of an empty city: seat, points and tie break."""
    table = evaluating(**how)
    assert table.reply["asked"] is None
    assert table.state["phase"] == "over"
    ranking = table.over["ranking"]
    assert table.over["winners"] == [ranking[0]["seat"]]
    return [(entry["seat"], entry["points"], entry["tie_break"]) for entry in ranking]


def test_m26_the_goal_must_be_reached() -> None:
    """M26: with one point less than the goal the game continues."""
    evaluating(points={"a": 9}).asked("turn", "b")
    assert standing(points={"a": 10}) == [("a", 10, None), ("b", 0, "order"), ("c", 0, None)]


def test_m26_is_checked_only_when_all_seven_are_marked() -> None:
    """M26: a player who reaches the goal first may still be overtaken in the same phase."""
    table = evaluating(points={"a": 9, "b": 9}, prison="a", police_station="b", fight_club="b", **NO_CARDS)
    table.answers("a", "decline")
    assert [entry["points"] for entry in table.over["ranking"]] == [11, 10, 0]
    assert table.over["winners"] == ["b"]


def test_m26_most_points_win() -> None:
    """M26: of several players at the goal, the one with the most points wins."""
    assert standing(points={"a": 10, "b": 12, "c": 11})[0] == ("b", 12, None)


def test_m26_after_points_fewer_mobsters_in_reserve_win() -> None:
    """M26: of players with equal points, the one with the fewest mobsters in the reserve wins, before any other
    criterion.
    """
    how = {"reserve": {"a": 4, "b": 2, "c": 3}, "hands": {"a": FISTS}, "mayor": None}
    ranking = standing(points={"a": 10, "b": 10, "c": 10}, **how)
    assert ranking == [("b", 10, "reserve"), ("c", 10, "reserve"), ("a", 10, None)]


def test_m26_after_the_reserve_more_cards_in_hand_win() -> None:
    """M26: with equal reserves, the larger hand wins."""
    ranking = standing(points={"a": 10, "b": 10, "c": 10}, hands={"b": "thief-hat", "c": FISTS})
    assert ranking == [("c", 10, "cards"), ("b", 10, "cards"), ("a", 10, None)]


def test_m26_after_the_cards_the_mayor_wins() -> None:
    """M26: with equal hands, the mayor's holder wins."""
    table = evaluating(points={"a": 10, "b": 9, "c": 1}, town_hall="b", reserve={"a": 4, "b": 4}, **NO_CARDS)
    entries = [(entry["seat"], entry["tie_break"]) for entry in table.over["ranking"]]
    assert entries == [("b", "mayor"), ("a", None), ("c", None)]


@pytest.mark.parametrize(("start", "order"), [("a", "abc"), ("b", "bca"), ("c", "cab")])
def test_m26_after_the_mayor_the_nearest_to_the_starting_player_wins(start: str, order: str) -> None:
    """M26: the last criterion is the distance clockwise from the starting player of that round."""
    ranking = standing(points={"a": 10, "b": 10, "c": 10}, start=start)
    assert [entry[0] for entry in ranking] == list(order)
    assert [entry[2] for entry in ranking] == ["order", "order", None]


def test_m26_everyone_is_ranked_with_exactly_one_winner() -> None:
    """M26: players below the goal are ranked by the same criteria."""
    how = {"points": {"a": 7, "b": 3, "c": 3, "d": 3, "e": 5}, "hands": {"d": "thief-hat"}}
    ranking = standing(seats=5, **how)
    assert ranking == [("a", 7, None), ("e", 5, None), ("d", 3, "cards"), ("b", 3, "order"), ("c", 3, None)]
