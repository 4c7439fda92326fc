"""Tests heartbeats of shards: lost time is given back once, by any process that takes over."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

import pytest

from storage import Database
from storage.connection import Connection, Row
from storage.deadlines import Deadlines
from storage.repository import Transaction
from storage.shards import EVERYTHING, Served
from storage.timestamps import written
from tests.storage.table import NOON, SEED, minutes, new_game

SHARDS = 4


def guild(shard: int) -> int:
    """Returns the ID of a Discord server that belongs to this one of four shards."""
    return (8 + shard) << 22


def those(*shards: int) -> Served:
    return Served(SHARDS, frozenset(shards))


async def games(db: Database) -> dict[int | None, int]:
    """Starts a game in a Discord server of each shard and one outside of servers, all with a deadline at noon; returns
    their numbers by server.
    """
    found: dict[int | None, int] = {}
    for at, where in enumerate([*map(guild, range(SHARDS)), None]):
        row = dataclasses.replace(new_game(600 + at), guild=where)
        game = found[where] = await db.tables.open(row, SEED)
        for user in (1, 2, 3):
            await db.seats.add(game, user, f"someone {user}")
        await db.tables.start(game, 1, NOON)
        await db.deadlines.set(game, 1, NOON)
    return found


async def due(db: Database, game: int) -> datetime:
    found = (await db.tables.state(game)).deadline
    assert found is not None
    return found.due


async def later(db: Database, found: dict[int | None, int]) -> list[float]:
    """Returns by how many minutes the deadline of each of these games was moved: shards 0 to 3, then no server."""
    return [(await due(db, game) - NOON).total_seconds() / 60 for game in found.values()]


async def test_a_shard_that_is_taken_over_has_its_time_back_and_no_other_one(db: Database) -> None:
    found = await games(db)
    await db.deadlines.heartbeat(NOON, those(0, 1, 2, 3))
    await db.deadlines.heartbeat(NOON + minutes(9), those(0, 3))
    assert await db.deadlines.give_back_downtime(NOON + minutes(10), those(1)) == minutes(10)
    assert await later(db, found) == [0, 10, 0, 0, 0]
    assert await db.deadlines.give_back_downtime(NOON + minutes(10), those(0, 2)) == minutes(10)
    assert await later(db, found) == [1, 10, 10, 0, 1]


async def test_however_many_take_a_shard_over_its_time_is_given_back_once(db: Database) -> None:
    found = await games(db)
    await db.deadlines.heartbeat(NOON, those(0, 1, 2, 3))
    taking = (db.deadlines.give_back_downtime(NOON + minutes(5), those(1, 2)) for _ in range(4))
    assert sorted(await asyncio.gather(*taking)) == [minutes(0)] * 3 + [minutes(5)]
    assert await later(db, found) == [0, 5, 5, 0, 0]


async def test_an_outage_is_given_back_to_who_had_it(db: Database) -> None:
    found = await games(db)
    await db.deadlines.heartbeat(NOON, those(0, 1, 2, 3))
    await db.deadlines.shift(minutes(2), NOON + minutes(2), those(2))
    assert await later(db, found) == [0, 0, 2, 0, 0]
    assert await db.deadlines.give_back_downtime(NOON + minutes(2), those(2)) == minutes(0)
    assert await db.deadlines.give_back_downtime(NOON + minutes(2), those(3)) == minutes(2)
    assert await later(db, found) == [0, 0, 2, 2, 0]


@pytest.mark.parametrize("before", [EVERYTHING, Served(2, frozenset({0, 1}))], ids=["one", "two"])
async def test_another_number_of_shards_loses_no_time_and_gives_none_twice(db: Database, before: Served) -> None:
    found = await games(db)
    await db.deadlines.heartbeat(NOON, before)
    assert await db.deadlines.give_back_downtime(NOON + minutes(3), those(0)) == minutes(3)
    assert await later(db, found) == [3] * 5
    # No process has taken the others until now.
    assert await db.deadlines.give_back_downtime(NOON + minutes(4), those(1, 2, 3)) == minutes(1)
    assert await later(db, found) == [3, 4, 4, 4, 3]
    await db.deadlines.heartbeat(NOON + minutes(6), those(0, 1, 2, 3))
    assert await db.deadlines.give_back_downtime(NOON + minutes(7), EVERYTHING) == minutes(1)
    assert await later(db, found) == [4, 5, 5, 5, 4]


async def test_a_clock_that_was_set_back_takes_each_deadline_along_once(db: Database) -> None:
    found = await games(db)
    await db.deadlines.heartbeat(NOON, EVERYTHING)
    assert await db.deadlines.give_back_downtime(NOON - minutes(5), those(1)) == -minutes(5)
    assert await db.deadlines.give_back_downtime(NOON - minutes(5), those(0, 2, 3)) == minutes(0)
    assert await later(db, found) == [-5] * 5


class Raced:
    """Wraps a connection, and sets a new deadline for one game right after each query, as another process could."""

    def __init__(self, genuine: Connection, game: int) -> None:
        self._genuine = genuine
        self._game = game
        self.execute = genuine.execute
        self.executemany = genuine.executemany

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[Row]:
        rows = [*await self._genuine.execute_fetchall(sql, parameters)]
        new = (written(NOON + minutes(60)), self._game)
        await self._genuine.execute("UPDATE deadlines SET number = 2, due = ? WHERE game = ?", new)
        return rows


async def test_a_deadline_that_is_set_in_the_meantime_stays_as_it_is(db: Database) -> None:
    found = await games(db)

    async def work(connection: Connection) -> None:
        raced = cast("Connection", Raced(connection, found[guild(1)]))
        await Deadlines(Transaction(db.session.engine, raced))._shift(SHARDS, {0: minutes(5), 1: minutes(5)})

    await db.session.engine.transaction(work)
    assert await later(db, found) == [5, 60, 0, 0, 5]
