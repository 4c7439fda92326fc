"""Tests the recovery from a backup after a disk failure, as docs/operations.md describes it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from storage.__main__ import main
from storage.backup import backup
from storage.check import check
from tests.bot.table import Evening
from tests.faults.judge import Ledger, goes_on, judged, shown

THREE = ("Anna", "Bert", "Cyril")


async def test_after_a_restore_the_table_goes_on_from_the_copy(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.answer(evening.game.waiting[0], "place:harbour")
        kept, asked = list(evening.game.entries), evening.game.waiting[0]
        await backup(database, copy)
        await evening.answer(asked, "place:prison")
        lost = evening.board().text
        await evening.stop()
        for file in database.parent.glob(f"{database.name}*"):
            file.rename(tmp_path / f"broken-{file.name}")
        copy.rename(database)
        assert [found.trouble async for found in check(database)] == [None]
        await evening.start()
        assert evening.game.entries == kept
        assert evening.board().text != lost
        await evening.answer(evening.game.waiting[0], "place:harbour")
        assert len(evening.game.entries) == len(kept) + 1
        evening.clean()


async def test_restored_by_the_operators_commands_a_table_with_a_computer_plays_to_its_end(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with Evening.of("Anna", "Bert", database=database, pictures=False) as evening:
        dice, ledger, lost = Random("restored"), Ledger(), Ledger()
        await evening.open("Anna", "Bert", game="kralovske_rosady")
        await evening.add_computer("Anna")
        await evening.press_board("Anna", "start")
        table = evening.table
        await goes_on(evening.bot.app, table, dice, ledger, 6)
        assert await asyncio.to_thread(main, ["backup", "--database", str(database), str(copy)]) == 0
        assert "checked copy" in capsys.readouterr().out
        kept = list(evening.game.entries)
        await goes_on(evening.bot.app, table, dice, lost, 6)
        await evening.stop()
        _broken(database)
        for file in database.parent.glob(f"{database.name}*"):
            file.rename(tmp_path / f"broken-{file.name}")
        copy.rename(database)
        assert await asyncio.to_thread(main, ["check", "--database", str(database)]) == 0
        assert f"game {table} (kralovske_rosady" in capsys.readouterr().out
        await evening.start()
        entries = evening.game.entries
        assert entries[: len(kept)] == kept
        # Whose turn it was plays again; a computer whose turn it was has played at once.
        assert {entry.seat for entry in entries[len(kept) :]} <= {_computer(evening), "chance"}
        await shown(evening, ledger)
        await goes_on(evening.bot.app, table, dice, ledger)
        assert (await judged(evening.bot.app.db, table, ledger)).over is not None
        evening.clean()


def _broken(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)


def _computer(evening: Evening) -> str:
    return next(seat.seat for seat in evening.live.seats if seat.computer)
