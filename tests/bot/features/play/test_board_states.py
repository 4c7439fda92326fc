"""Tests the cache of board states: it keeps the most recently used boards and those that are being changed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.background import Background
from bot.features.play import board_states
from bot.features.play.board_states import MessageStates
from storage import Database


async def test_of_too_many_boards_those_that_were_used_last_are_kept(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_states, "KEPT", 3)
    async with Database.opened(database) as db:
        kept = MessageStates(db, lambda: datetime.now(UTC), Background())
        first = kept.of(1)
        for game in (2, 3):
            kept.of(game)
        assert kept.of(1) is first
        kept.of(4)
        assert list(kept) == [3, 1, 4]
        kept.of(3).wanted = True
        for game in (5, 6, 7):
            kept.of(game)
        assert set(kept) == {3, 5, 6, 7}, "one more than asked for, for it is at work"
        kept.of(3).wanted = False
        kept.of(5).later = asyncio.get_running_loop().call_later(60.0, lambda: None)
        for game in (8, 9, 10):
            kept.of(game)
        assert set(kept) == {5, 8, 9, 10}, "it is tried again later"
