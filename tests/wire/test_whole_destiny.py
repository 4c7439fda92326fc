"""Tests Star Wars: Destiny with real processes: tables of two, three and four users, through two restarts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire import whole

GAME = "star_wars_destiny"
AT_MOST = 600.0
"""Seconds for all games together, far more than they take."""


async def test_tables_of_two_three_and_four_are_played_to_their_winners_through_two_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        evening = await whole.played(tmp_path, GAME, (2, 3, 4), AT_MOST)
    assert whole.asked_in(evening.records) >= {"mulligan", "battlefield", "distribute", "action", "resolve", "upkeep"}
    assert sum(robot.done.opened for robot in evening.robots) > 0, "no private panel has opened by itself"
