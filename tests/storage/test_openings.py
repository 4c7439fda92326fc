"""Tests that limits of open tables hold in the transaction that opens one, also if several processes open at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import pytest

from storage import ChannelFull, Database, Newcomer, NewGame, OpenedOften, Room, TooManyOpen
from storage.dsn import Dsn, Place
from tests.storage.table import ANNA, NOON, SEED, minutes, new_game

WIDE = Room(lobbies=100, in_channel=100, opened=100, since=NOON - minutes(10))
HERE, THERE = 500, 900


def game(channel: int, parent: int | None = None, host: int = ANNA) -> NewGame:
    return replace(new_game(channel), parent=parent, host=host)


@asynccontextmanager
async def two(db: Database, path: Place) -> AsyncIterator[tuple[Database, Database]]:
    """Yields two connections to the database, as of two processes; a file may have only one, which is yielded twice."""
    if isinstance(path, Dsn):
        async with Database.opened(path) as other:
            yield db, other
    else:
        yield db, db


async def opened(db: Database, new: NewGame, room: Room) -> int:
    return await db.tables.open(new, SEED, [Newcomer(new.host, "Anna")], room=room)


LIMITS: Final[dict[type[Exception], Room]] = {
    TooManyOpen: replace(WIDE, lobbies=2),
    OpenedOften: replace(WIDE, opened=2),
    ChannelFull: replace(WIDE, in_channel=2),
}


@pytest.mark.parametrize("error", LIMITS)
async def test_tables_opened_at_once_in_two_processes_stop_at_each_limit(
    db: Database, path: Place, error: type[Exception]
) -> None:
    room = LIMITS[error]
    alone = error is ChannelFull  # the limit of a channel is about many hosts, the others about one
    async with two(db, path) as workers:
        openings = [
            opened(db, game(THERE + at, HERE, 2000 + at if alone else ANNA), room) for at, db in enumerate(workers * 6)
        ]
        done = await asyncio.gather(*openings, return_exceptions=True)
    assert sum(isinstance(one, int) for one in done) == 2
    assert sum(isinstance(one, error) for one in done) == 10


async def test_a_practice_game_keeps_the_limits_too(db: Database) -> None:
    await opened(db, game(HERE), WIDE)
    with pytest.raises(TooManyOpen):
        await db.tables.practise(game(THERE), SEED, [Newcomer(ANNA, "Anna")], [], 0, replace(WIDE, lobbies=1))
    assert await db.games.in_channel(THERE) is None


async def test_a_channel_counts_its_threads_and_no_other_channel(db: Database) -> None:
    one = replace(WIDE, in_channel=1)
    await opened(db, game(THERE, HERE), WIDE)
    await opened(db, game(THERE + 1), one)
    for late in (game(HERE), game(THERE + 2, HERE)):
        with pytest.raises(ChannelFull) as full:
            await opened(db, late, one)
        assert full.value.count == 1


async def test_a_started_and_a_closed_lobby_leave_room(db: Database) -> None:
    one = replace(WIDE, in_channel=1, lobbies=1)
    first = await opened(db, game(HERE), one)
    await db.tables.start(first, 1, NOON)
    second = await opened(db, game(THERE, HERE), one)
    await db.tables.end_lobby(second, ANNA, NOON)
    assert await opened(db, game(THERE + 1, HERE), one)


async def test_forgetting_does_not_reset_how_many_tables_were_opened(db: Database) -> None:
    room = replace(WIDE, opened=2)
    for at in range(2):
        await opened(db, game(HERE + at), room)
        await db.privacy.forget(ANNA, NOON + minutes(1))
    with pytest.raises(OpenedOften):
        await opened(db, game(THERE), room)
    await opened(db, game(THERE), replace(room, since=NOON + minutes(1)))


async def test_forgetting_twice_keeps_the_latest_opening(db: Database) -> None:
    for at, channel in ((0, HERE), (50, THERE)):
        await db.tables.open(replace(game(channel), created=NOON + minutes(at)), SEED, [Newcomer(ANNA, "Anna")])
    await db.privacy.forget(ANNA, NOON + minutes(55))
    await db.tables.open(replace(game(THERE + 1), created=NOON + minutes(65)), SEED, [Newcomer(ANNA, "Anna")])
    await db.privacy.forget(ANNA, NOON + minutes(70))
    assert await db.limited_uses.openings(ANNA, NOON + minutes(60)) == [NOON + minutes(65)]
