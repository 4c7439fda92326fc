"""Tests the clocks of processes that share shards: no time is lost or given back twice, and no deadline is missed."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from storage import Database
from storage.errors import DatabaseUnreachable
from storage.shards import Served
from tests.bot.tables.room import Room
from tests.storage.table import NOON, SEED, minutes, new_game

OURS, THEIRS = 4 << 22, 5 << 22
"""Servers of shards 0 and 1, of two."""


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with Room.opened(tmp_path / "games") as opened:
        opened.shards.share(2, [0])
        yield opened


async def a_deadline(db: Database, guild: int, channel: int) -> int:
    """Starts a game in that server with a deadline at noon."""
    game = await db.tables.open(dataclasses.replace(new_game(channel), guild=guild), SEED)
    for user in (1, 2, 3):
        await db.seats.add(game, user, f"someone {user}")
    await db.tables.start(game, 1, NOON)
    await db.deadlines.set(game, 1, NOON)
    return game


async def due(db: Database, game: int) -> datetime:
    found = (await db.tables.state(game)).deadline
    assert found is not None
    return found.due


async def test_a_shard_that_is_taken_has_its_time_until_it_is_connected(room: Room) -> None:
    ours, theirs = await a_deadline(room.db, OURS, 600), await a_deadline(room.db, THEIRS, 601)
    await room.db.deadlines.heartbeat(room.now(), Served(2, frozenset({0, 1})))
    room.moment += minutes(1)
    await room.clocks.tick()
    assert await room.clocks.take(1) == minutes(1)
    room.shards.gain(1)
    assert room.clocks.cut_off
    assert (await due(room.db, ours), await due(room.db, theirs)) == (NOON, NOON + minutes(1))
    room.moment += minutes(2)
    await room.clocks.found(1)
    assert not room.clocks.cut_off
    assert (await due(room.db, ours), await due(room.db, theirs)) == (NOON + minutes(2), NOON + minutes(3))


async def test_a_shard_that_comes_into_an_outage_has_no_part_in_what_was_before(room: Room) -> None:
    ours, theirs = await a_deadline(room.db, OURS, 600), await a_deadline(room.db, THEIRS, 601)
    await room.db.deadlines.heartbeat(room.now(), Served(2, frozenset({0, 1})))
    room.clocks.lost(0)
    room.moment += minutes(5)
    assert await room.clocks.take(1) == minutes(5)
    room.shards.gain(1)
    room.moment += minutes(1)
    await room.clocks.found(1)
    assert room.clocks.cut_off
    room.moment += minutes(1)
    await room.clocks.found(0)
    assert (await due(room.db, ours), await due(room.db, theirs)) == (NOON + minutes(7), NOON + minutes(7))


async def test_only_what_is_served_beats(room: Room) -> None:
    theirs = await a_deadline(room.db, THEIRS, 601)
    await room.db.deadlines.heartbeat(room.now(), Served(2, frozenset({0, 1})))
    room.moment += minutes(3)
    await room.clocks.tick()
    assert await room.db.deadlines.give_back_downtime(room.now(), Served(2, frozenset({1}))) == minutes(3)
    assert await due(room.db, theirs) == NOON + minutes(3)


async def test_a_process_with_doubtful_claims_writes_no_heartbeat(room: Room) -> None:
    ours = await a_deadline(room.db, OURS, 600)
    await room.db.deadlines.heartbeat(room.now(), room.shards.served)
    room.shards.lease = lambda: False
    room.clocks._stood(room.now() - minutes(4))  # it was stopped for so long
    room.moment += minutes(4)
    await room.clocks.tick()
    assert await due(room.db, ours) == NOON
    assert await room.db.deadlines.give_back_downtime(room.now(), Served(2, frozenset({0}))) == minutes(4)
    assert await due(room.db, ours) == NOON + minutes(4)


async def test_a_process_with_doubtful_claims_plays_no_silences(room: Room) -> None:
    room.shards.share(2, [0, 1])
    table = await room.begin()
    live = await room.tables.get(table)
    assert live.game is not None
    number = live.game.number
    room.shards.lease = lambda: False
    await room.pass_time(10_000)
    assert (await room.tables.get(table)).game is live.game
    assert live.game.number == number
    room.shards.lease = lambda: True
    await room.pass_time(1)
    assert live.game.number > number or room.prolonged


async def test_clocks_that_may_not_act_let_others_run(room: Room) -> None:
    """A process that wakes up without its claims cannot give back the lost time, so it must end."""
    room.shards.lease = lambda: False
    room.clocks._stood(room.now() - minutes(4))
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.Event().wait()

    room.clocks.wait = wait
    running = asyncio.create_task(room.clocks.run())
    await asyncio.sleep(0)
    assert waits
    running.cancel()


async def test_waiting_for_a_claim_does_not_extend_deadlines(room: Room) -> None:
    ours = await a_deadline(room.db, OURS, 600)
    room.clocks.lost(-1)  # it begins, and waits for its turn
    room.moment += minutes(180)
    await room.db.deadlines.heartbeat(room.now(), room.shards.served)  # another process serves until now
    room.moment += minutes(1)
    assert await room.clocks.give_back() == minutes(1)
    room.moment += minutes(2)
    await room.clocks.found(-1)
    assert await due(room.db, ours) == NOON + minutes(3)


async def test_an_outage_that_the_database_does_not_take_is_given_back_later(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = await a_deadline(room.db, OURS, 600)

    async def away(*_values: object) -> None:
        raise DatabaseUnreachable("a server", "it is started anew")

    room.clocks.lost(0)
    room.moment += minutes(2)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(room.db.deadlines, "shift", away)
        await room.clocks.found(0)
    assert not room.clocks.cut_off, "no later event says that the shard is there"
    await room.clocks.tick()
    await room.clocks.tick()
    assert await due(room.db, ours) == NOON + minutes(2)
