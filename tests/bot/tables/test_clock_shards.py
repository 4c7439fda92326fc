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
from tests.bot.tables.backend import Backend
from tests.storage.table import NOON, SEED, minutes, new_game

OURS, THEIRS = 4 << 22, 5 << 22
"""IDs of servers that belong to shard 0 and to shard 1 of two."""


@pytest.fixture
async def backend(tmp_path: Path) -> AsyncIterator[Backend]:
    async with Backend.opened(tmp_path / "games") as opened:
        opened.shards.share(2, [0])
        yield opened


async def a_deadline(db: Database, guild: int, channel: int) -> int:
    """Stores a started game in that server with a deadline at noon, and returns its number."""
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


async def test_a_shard_that_is_taken_has_its_time_until_it_is_connected(backend: Backend) -> None:
    ours, theirs = await a_deadline(backend.db, OURS, 600), await a_deadline(backend.db, THEIRS, 601)
    await backend.db.deadlines.heartbeat(backend.now(), Served(2, frozenset({0, 1})))
    backend.moment += minutes(1)
    await backend.clocks.tick()
    assert await backend.clocks.take(1) == minutes(1)
    backend.shards.gain(1)
    assert backend.clocks.cut_off
    assert (await due(backend.db, ours), await due(backend.db, theirs)) == (NOON, NOON + minutes(1))
    backend.moment += minutes(2)
    await backend.clocks.found(1)
    assert not backend.clocks.cut_off
    assert (await due(backend.db, ours), await due(backend.db, theirs)) == (NOON + minutes(2), NOON + minutes(3))


async def test_a_shard_that_comes_into_an_outage_has_no_part_in_what_was_before(backend: Backend) -> None:
    ours, theirs = await a_deadline(backend.db, OURS, 600), await a_deadline(backend.db, THEIRS, 601)
    await backend.db.deadlines.heartbeat(backend.now(), Served(2, frozenset({0, 1})))
    backend.clocks.lost(0)
    backend.moment += minutes(5)
    assert await backend.clocks.take(1) == minutes(5)
    backend.shards.gain(1)
    backend.moment += minutes(1)
    await backend.clocks.found(1)
    assert backend.clocks.cut_off
    backend.moment += minutes(1)
    await backend.clocks.found(0)
    assert (await due(backend.db, ours), await due(backend.db, theirs)) == (NOON + minutes(7), NOON + minutes(7))


async def test_only_what_is_served_beats(backend: Backend) -> None:
    theirs = await a_deadline(backend.db, THEIRS, 601)
    await backend.db.deadlines.heartbeat(backend.now(), Served(2, frozenset({0, 1})))
    backend.moment += minutes(3)
    await backend.clocks.tick()
    assert await backend.db.deadlines.give_back_downtime(backend.now(), Served(2, frozenset({1}))) == minutes(3)
    assert await due(backend.db, theirs) == NOON + minutes(3)


async def test_a_process_with_doubtful_claims_writes_no_heartbeat(backend: Backend) -> None:
    ours = await a_deadline(backend.db, OURS, 600)
    await backend.db.deadlines.heartbeat(backend.now(), backend.shards.served)
    backend.shards.lease = lambda: False
    backend.clocks._stood(backend.now() - minutes(4))  # it was stopped for so long
    backend.moment += minutes(4)
    await backend.clocks.tick()
    assert await due(backend.db, ours) == NOON
    assert await backend.db.deadlines.give_back_downtime(backend.now(), Served(2, frozenset({0}))) == minutes(4)
    assert await due(backend.db, ours) == NOON + minutes(4)


async def test_a_process_with_doubtful_claims_plays_no_silences(backend: Backend) -> None:
    backend.shards.share(2, [0, 1])
    table = await backend.begin()
    live = await backend.tables.get(table)
    assert live.game is not None
    number = live.game.number
    backend.shards.lease = lambda: False
    await backend.pass_time(10_000)
    assert (await backend.tables.get(table)).game is live.game
    assert live.game.number == number
    backend.shards.lease = lambda: True
    await backend.pass_time(1)
    assert live.game.number > number or backend.prolonged


async def test_clocks_that_may_not_act_let_others_run(backend: Backend) -> None:
    """The clocks of a process that was suspended and has lost its claims sleep, although they cannot give back the
    lost time, and so do not keep the event loop busy.
    """
    backend.shards.lease = lambda: False
    backend.clocks._stood(backend.now() - minutes(4))
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.Event().wait()

    backend.clocks.wait = wait
    running = asyncio.create_task(backend.clocks.run())
    await asyncio.sleep(0)
    assert waits
    running.cancel()


async def test_waiting_for_a_claim_does_not_extend_deadlines(backend: Backend) -> None:
    ours = await a_deadline(backend.db, OURS, 600)
    backend.clocks.lost(-1)  # it begins, and waits for its turn
    backend.moment += minutes(180)
    await backend.db.deadlines.heartbeat(backend.now(), backend.shards.served)  # another process serves until now
    backend.moment += minutes(1)
    assert await backend.clocks.give_back() == minutes(1)
    backend.moment += minutes(2)
    await backend.clocks.found(-1)
    assert await due(backend.db, ours) == NOON + minutes(3)


async def test_an_outage_that_the_database_does_not_take_is_given_back_later(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = await a_deadline(backend.db, OURS, 600)

    async def away(*_values: object) -> None:
        raise DatabaseUnreachable("a server", "it is started anew")

    backend.clocks.lost(0)
    backend.moment += minutes(2)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(backend.db.deadlines, "shift", away)
        await backend.clocks.found(0)
    assert not backend.clocks.cut_off, "no later event says that the shard is there"
    await backend.clocks.tick()
    await backend.clocks.tick()
    assert await due(backend.db, ours) == NOON + minutes(2)
