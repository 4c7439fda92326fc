"""The lobby: opened, joined, left, filled with computers, started."""

from __future__ import annotations

from pathlib import Path

from tests.bot.table import Evening


async def test_a_table_is_opened_joined_and_started(tmp_path: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=tmp_path / "k.sqlite3") as evening:
        lobby = await evening.open("Anna", "Bert")
        before = lobby.text
        await evening.press_board("Cyril", "join")
        assert evening.board().text != before
        await evening.press_board("Anna", "start")
        evening.clean()
        assert evening.live.row.phase == "running"
