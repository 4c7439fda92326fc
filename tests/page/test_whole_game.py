"""Tests that every game can be played with only what the page offers, on a desktop and on a phone.

One of the games is the page's smoke test in `make test`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import GAMES
from tests.page.scenes import dealt
from tests.page.whole_game import SEATS, play
from tests.wire.tables import decisions

pytestmark = pytest.mark.browser

DECISIONS = 8
"""The number of decisions of each game that are played here; `make presses` plays whole games."""
PRESSES = 5
"""The maximum number of presses per decision: random choices need more than people's."""


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("mafia_city", "phone"),
        pytest.param("kralovske_rosady", "desk", marks=pytest.mark.tier("all")),
        pytest.param("star_wars_destiny", "phone", marks=pytest.mark.tier("all")),
    ],
)
async def test_a_game_is_played_with_only_the_buttons_of_the_page(tmp_path: Path, game: str, size: str) -> None:
    async with dealt(tmp_path, 16) as at:
        tally, played = await play(at, game, size, seed=16, most=DECISIONS)
    made = decisions(played.record().lines())
    assert made >= DECISIONS
    assert tally.presses <= PRESSES * made, tally.names


def test_the_robot_knows_how_many_play_each_game() -> None:
    assert set(SEATS) == set(GAMES)
