"""Tests what the fitted evaluation of Mafia City considers, and in which direction each feature counts."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAME_AIS
from rules.description import SEATS
from rules.mafia_city import MAFIA_CITY
from rules.mafia_city.evaluation import features


def test_points_reserves_and_the_cell_count_more_near_the_end() -> None:
    """With 8 of 10 points, two are left: 8 / 3 points, 5 / 1.5 mobsters in reserve and 2 / 1.5 in the cell."""
    players = {
        "a": {"points": 8, "reserve": 5, "hand": ["x", "y"]},
        "b": {"points": 3, "reserve": 0, "hand": []},
    }
    found = features({"goal": 10, "cell": ["a", "a"], "players": players})
    assert found["a"] == pytest.approx((8 / 3, 5, 5 / 1.5, 2 / 1.5, 2))
    assert found["b"] == pytest.approx((1, 0, 0, 0, 0))


@pytest.mark.parametrize("seats", MAFIA_CITY.seats)
def test_points_and_cards_are_good_and_reserves_and_jail_bad(seats: int) -> None:
    """Also early in the game, a point or a card more, or a mobster fewer in reserve, increases the chance to win."""
    evaluate = GAME_AIS[MAFIA_CITY.name].evaluate
    assert evaluate
    for points in range(9):
        equal = {"points": points, "reserve": 5, "hand": ["x", "y"]}
        for better in ({"points": points + 1}, {"reserve": 4}, {"hand": ["x", "y", "z"]}):
            players: dict[str, Any] = dict.fromkeys(SEATS[:seats], equal)
            table = {"goal": 10, "cell": [], "players": {**players, "a": {**equal, **better}}}
            assert evaluate(table, "a") > 1 / seats, (points, better)
        assert evaluate({"goal": 10, "cell": ["a"], "players": players}, "a") < 1 / seats
