"""Measures the time to load a table again and its memory, by the game's length: `python -m tests.bench.reloads`."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path

from bot.tables.registry import Tables
from rules import GAMES
from storage import Database
from tests.bench.copies import Copies

LENGTHS = (25, 100, 400)
"""The number of answers in the measured games; a game that ends before is shorter."""
TIMES = 15


def figures() -> list[str]:
    """Measures the CPU time to load a table and the memory that it holds; returns a line for each length and game."""
    return asyncio.run(_all())


async def _all() -> list[str]:
    return [line async for line in _figures()]


async def _figures() -> AsyncIterator[str]:
    yield "a table that left memory:"
    for answers in LENGTHS:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.sqlite3"
            await Copies(file).played(answers)
            async with Database.opened(file) as db:
                for number, kind in enumerate(GAMES, 1):
                    yield await _figure(db, number, kind)


async def _figure(db: Database, number: int, kind: str) -> str:
    await Tables(db).get(number)
    taken = []
    for _ in range(TIMES):
        begun = time.process_time()
        await Tables(db).get(number)
        taken.append((time.process_time() - begun) * 1000)
    tracemalloc.start()
    kept = Tables(db)
    live = await kept.get(number)
    held = tracemalloc.get_traced_memory()[0] / 1024
    tracemalloc.stop()
    entries = 0 if live.game is None else len(live.game.entries)
    return f"  {kind:18} {entries:4} answers: back in {statistics.median(taken):5.1f} ms of CPU, holds {held:4.0f} KB"


if __name__ == "__main__":
    print(*figures(), sep="\n")
