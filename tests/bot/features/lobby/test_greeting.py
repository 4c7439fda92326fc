"""Tests the greeting of a user who joins a lobby."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.emulator.limits import RESET
from tests.bot.table import Evening


async def test_a_lost_note_about_closed_messages_leaves_no_traceback(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna")
        evening.person("Bert").close_dms()
        evening.world.faults.demand(RESET, on="POST /webhooks", times=9)
        await evening.press_board("Bert", "join")
        assert evening.world.faults.coming[0].times < 9
        assert len(evening.live.seats) == 2
        assert [one.getMessage() for one in caplog.records if one.exc_info] == []
