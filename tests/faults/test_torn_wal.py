"""Tests a write-ahead log that ends in the middle: a complete prefix of the answers is left, and play goes on."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from rules import GAMES
from storage import Database, Entry
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.failpoints import taken_away
from tests.faults.judge import Ledger, goes_on, judged
from tests.faults.scale import often
from tests.storage.table import in_file

HEADER, FRAME = 32, 24
"""Bytes of the log's header and of each frame's header."""
ANSWERS = often(4, 40)
PLAYED_ON = often(10, 1)
"""The game continues after one of this many cuts."""


@dataclass(frozen=True)
class Left:
    """A database with a long write-ahead log, as a killed process leaves it."""

    file: Path
    log: bytes
    entries: list[Entry]
    steps: list[int]
    """The length of the log after each acknowledged answer."""

    def cut(self, length: int) -> Path:
        """Copies the database with only the first `length` bytes of the log; returns the path of the copy."""
        copy = self.file.with_name("cut")
        for old in copy.parent.glob("cut*"):
            old.unlink()
        shutil.copy(self.file, copy)
        copy.with_name("cut-wal").write_bytes(self.log[:length])
        return copy


def wal_of(file: Path) -> Path:
    return file.with_name(file.name + "-wal")


async def left(database: Path, kind: str) -> Left:
    """Plays some answers of a game, all of which are only in the log; returns the files as a killed process leaves
    them.
    """
    async with Backend.opened(database) as backend:
        table, steps = await a_game(backend, kind), []
        for pragma in ("wal_checkpoint(TRUNCATE)", "wal_autocheckpoint = 0"):
            await in_file(backend.db).db.execute_fetchall(f"PRAGMA {pragma}")
        for _ in range(ANSWERS):
            await goes_on(backend, table, Random(1), Ledger(), 1)
            steps.append(wal_of(database).stat().st_size)
        copy = taken_away(database)
        return Left(copy, wal_of(copy).read_bytes(), await backend.db.record.entries(table), steps)


def cuts(log: bytes) -> list[int]:
    """Returns the offsets at which the log is cut: in its header, and in the header, in the page and at the end of each
    frame.
    """
    page = int.from_bytes(log[8:12])
    ends = range(HEADER, len(log) + 1, FRAME + page)
    return sorted({0, 7, HEADER - 1, *ends, *(end + 11 for end in ends), *(end + page // 2 for end in ends)})


async def came_back(file: Path, expected: list[Entry], *, on: bool) -> int:
    """Checks that the file has the first of the expected answers and returns their number; with `on`, continues the
    game.
    """
    async with Database.opened(file) as db:
        backend, (row,) = Backend(db), await db.games.unfinished()
        entries = await db.record.entries(row.id)
        assert entries == expected[: len(entries)]
        await judged(db, row.id)
        if on:
            ledger = Ledger()
            await goes_on(backend, row.id, Random(2), ledger, 3)
            await judged(db, row.id, ledger)
        await backend.background.close()
        backend.referee.computers.thinkers.close()
        return len(entries)


@pytest.mark.parametrize("kind", GAMES)
def test_a_log_that_is_torn_anywhere_keeps_all_entries_before_it(kind: str, database: Path) -> None:
    whole = asyncio.run(left(database, kind))
    stood, tried = 0, cuts(whole.log)
    for at, length in enumerate(tried):
        found = asyncio.run(came_back(whole.cut(length), whole.entries, on=at % PLAYED_ON == 0))
        assert found >= stood
        stood = found
    assert stood == len(whole.entries)
    print(kind, len(tried), "cuts")
    assert len(tried) > 3 * ANSWERS


@pytest.mark.parametrize("kind", GAMES)
def test_every_acknowledged_answer_is_in_the_log(kind: str, database: Path) -> None:
    """If the log is cut right behind an acknowledged answer, the answer is still in the database."""
    whole = asyncio.run(left(database, kind))
    before = 0
    for length in whole.steps:
        found = asyncio.run(came_back(whole.cut(length), whole.entries, on=False))
        assert found > before
        before = found
    assert before == len(whole.entries)


def test_a_log_with_a_spoilt_frame_ends_before_it(database: Path) -> None:
    whole = asyncio.run(left(database, "mafia_city"))
    spoilt = bytearray(whole.log)
    page = int.from_bytes(whole.log[8:12])
    spoilt[HEADER + (FRAME + page) * 2 + FRAME + 100] ^= 1
    copy = whole.cut(0)
    wal_of(copy).write_bytes(bytes(spoilt))
    assert asyncio.run(came_back(copy, whole.entries, on=True)) < len(whole.entries)
