"""Tests how uses of limited actions are counted: by all processes together, for an hour, also after a restart."""

from __future__ import annotations

import asyncio
from datetime import datetime

import pytest

from storage import Database
from storage.dsn import Dsn, Place
from storage.limited_uses import Use
from tests.storage.table import ANNA, BERT, NOON, minutes, raw

MOST = 3
HOUR = 60


async def take(db: Database, user: int = ANNA, at: datetime = NOON, kind: str = "call") -> Use | datetime:
    assert kind in ("call", "notice")
    return await db.limited_uses.take("call" if kind == "call" else "notice", user, MOST, at - minutes(HOUR), at)


async def test_uses_are_counted_until_the_first_has_ended(db: Database) -> None:
    for at in range(MOST):
        assert isinstance(await take(db, at=NOON + minutes(at)), Use)
    assert await take(db, at=NOON + minutes(HOUR - 1)) == NOON
    assert isinstance(await take(db, BERT), Use)
    assert isinstance(await take(db, kind="notice"), Use)
    assert isinstance(await take(db, at=NOON + minutes(HOUR)), Use)
    assert await take(db, at=NOON + minutes(HOUR)) == NOON + minutes(1)


async def test_a_use_that_came_to_nothing_is_given_back(db: Database) -> None:
    uses = [await take(db) for _ in range(MOST)]
    assert isinstance(uses[1], Use)
    await db.limited_uses.give_back(uses[1])
    assert await take(db) == uses[1]
    await db.limited_uses.give_back(uses[1]._replace(at=NOON + minutes(1)))
    assert await take(db) == NOON


async def test_expired_uses_of_all_users_are_deleted(db: Database, path: Place) -> None:
    await take(db, BERT)
    await take(db, kind="notice")
    await take(db, at=NOON + minutes(HOUR))
    with raw(path) as other:
        rows = other.execute('SELECT kind, "user" FROM limited_uses ORDER BY kind').fetchall()
    assert [tuple(row) for row in rows] == [("call", ANNA), ("notice", ANNA)]


@pytest.mark.parametrize("wrong", ["x", "", "2099-01-01T00:00:00.000000+00:00"])
async def test_a_wrong_time_stops_no_one(db: Database, path: Place, wrong: str) -> None:
    for _ in range(MOST):
        await take(db)
    with raw(path) as other:
        other.execute(f"UPDATE limited_uses SET at = '{wrong}'")
    assert isinstance(await take(db), Use)


async def test_a_lower_limit_counts_all_uses(db: Database) -> None:
    for at in range(MOST):
        await take(db, at=NOON + minutes(at))
    assert await db.limited_uses.take("call", ANNA, 1, NOON - minutes(1), NOON + minutes(5)) == NOON + minutes(2)


async def test_uses_outlive_the_process(path: Place) -> None:
    async with Database.opened(path) as db:
        for _ in range(MOST):
            await take(db)
    async with Database.opened(path) as db:
        assert await take(db) == NOON


async def test_uses_outlive_the_oblivion_of_their_user_without_the_id(db: Database, path: Place) -> None:
    await take(db)
    await db.privacy.forget(ANNA, NOON)
    with raw(path) as other:
        assert ANNA not in [row[0] for row in other.execute('SELECT "user" FROM limited_uses').fetchall()]
    await take(db, at=NOON + minutes(1))
    await db.privacy.forget(ANNA, NOON)
    await take(db, at=NOON + minutes(2))
    assert await take(db, at=NOON + minutes(3)) == NOON
    assert isinstance(await take(db, at=NOON + minutes(HOUR)), Use)
    assert isinstance(await take(db, BERT), Use)


async def test_two_processes_at_once_never_allow_more(path: Place) -> None:
    if not isinstance(path, Dsn):
        pytest.skip("only one process at a time opens a file")
    async with Database.opened(path) as one, Database.opened(path) as two:
        for user in range(1, 9):
            taken = await asyncio.gather(*(take(db, user) for db in (one, two) * MOST))
            assert sum(isinstance(use, Use) for use in taken) == MOST
            assert [use for use in taken if not isinstance(use, Use)] == [NOON] * MOST
