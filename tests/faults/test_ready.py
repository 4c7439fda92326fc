"""Killed with hundreds of unfinished games: ready again in five seconds, and each of them stands as it was answered."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from rules import GAMES
from storage import Store
from storage.replay import record_of, replay
from tests.bench.scale import Town
from tests.faults.judge import judged
from tests.faults.scale import FULL, often

TABLES = often(15, 500)
KILLS = often(1, 5)
ANSWERS = 25
READY_WITHIN = 5.0


def entries(file: Path) -> set[tuple[object, ...]]:
    """Every answer that stands, with its hash."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        return set(db.execute("SELECT game, number, seat, keys, link FROM entries"))


async def test_ready_again_within_five_seconds_of_a_kill() -> None:
    async with Town.of(TABLES) as town:
        await town.settle(ANSWERS)
        await town.life()
        for _ in range(KILLS):
            await town.bot.kill()
            stood = entries(town.file)
            served = await town.life()
            print(f"{TABLES} unfinished games: ready after {served.ready:.2f} s")
            assert not FULL or served.ready <= READY_WITHIN, "beside all other tests nobody knows how long it takes"
            assert entries(town.file) >= stood, "an answer that stood before the kill is gone"
        await town.bot.kill()
        async with Store.opened(town.file) as store:
            unfinished = {row.id for row in await store.unfinished()}
            assert len(unfinished) > 0.9 * TABLES
            for table in range(1, TABLES + 1):
                if table <= len(GAMES):
                    await judged(store, table)
                else:  # A copy has the seed of the game that it is copied from: its draws fit only that one.
                    row, seats, seed = await store.game(table), await store.seats(table), await store.seed(table)
                    replay(record_of(row, seats, await store.entries(table), seed), seed)
