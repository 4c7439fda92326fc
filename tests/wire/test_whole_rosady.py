"""Tests Královské rošády with real processes: tables of two, four and six users, through two restarts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.wire import whole
from tests.wire.test_whole_games import AT_MOST

GAME = "kralovske_rosady"
HIDDEN = re.compile(r"\b(musketeers|landowner|troubadour|tom_thumb|swordsman|alchemist)\b")
"""Names of cards in the rules that must not be in the log, because some of these cards are always hidden."""


async def test_tables_of_two_four_and_six_are_played_to_their_winners_through_two_kills(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with capsys.disabled():
        evening = await whole.played(tmp_path, GAME, (2, 4, 6), AT_MOST)
    assert whole.asked_in(evening.records) >= {"play", "disguise", "betray", "reshuffle"}
    assert HIDDEN.search(evening.bot.log) is None
