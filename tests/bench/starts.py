"""Measures the CPU time after which hundreds of unfinished games continue in a new process."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path
from random import Random

from rules import GAMES
from tests.bot.tables.backend import Backend
from tests.faults.backends import a_game
from tests.faults.judge import Ledger, goes_on
from tests.storage.table import raw, rechain

UNFINISHED = 500
ANSWERS = 25


async def _played(file: Path) -> None:
    async with Backend.opened(file) as backend:
        for at, kind in enumerate(GAMES):
            table = await a_game(backend, kind, channel=at)
            await goes_on(backend, table, Random(kind), Ledger(), ANSWERS)


def _copied(file: Path) -> None:
    """Adds copies of the played games to a database until it has `UNFINISHED` games; removes its triggers."""
    with raw(file) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("BEGIN")
        for number in range(len(GAMES) + 1, UNFINISHED + 1):
            _copy(db, 1 + number % len(GAMES), number)
        db.execute("COMMIT")
    rechain(file)


def _copy(db: sqlite3.Connection, of: int, number: int) -> None:
    for table, own in (
        ("games", "id"),
        ("seeds", "game"),
        ("seats", "game"),
        ("entries", "game"),
        ("deadlines", "game"),
    ):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        taken = ", ".join(f'"{column}"' for column in columns)
        given = ", ".join(
            str(number) if column == own else str(10_000 + number) if (table, column) == ("games", "channel")
            else f'"{column}"' for column in columns
        )  # fmt: skip
        db.execute(f"INSERT INTO {table} ({taken}) SELECT {given} FROM {table} WHERE {own} = {of}")


async def _started(file: Path) -> float:
    begun = time.process_time()
    async with Backend.opened(file) as backend:
        await backend.clocks.give_back()
        rows = await backend.db.games.unfinished()
        for row in rows:
            await backend.referee.settle(row.id)
        assert len(rows) == UNFINISHED
        return time.process_time() - begun


def figures() -> list[str]:
    """Returns one line: the CPU seconds until every table is rebuilt from its record and its clock runs again."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games"
        asyncio.run(_played(file))
        _copied(file)
        seconds = asyncio.run(_started(file))
    return [f"{UNFINISHED} unfinished games after a kill: {seconds:5.2f} s CPU  [5]"]


if __name__ == "__main__":
    print(*figures(), sep="\n")
