"""Tests several processes with shards and one database: whichever of them dies, no game is lost."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.dsn import Dsn
from tests import postgres
from tests.faults.scale import often
from tests.workers.deleted_boards import posted_again
from tests.workers.proof import RIGHT_WITHIN, proof

SHARDS = 4
GUILDS, TABLES = often(4, 12), often(6, 30)
HOW = (signal.SIGINT, signal.SIGQUIT)[often(1, 0) :]
LOAD = often(8, 150)
"""Presses before something is stopped."""
FURTHER = often(25, 100_000)
"""Presses afterwards; at full size every game is played to its end."""
AT_MOST = often(200, 1500)

DURABLE = ("fsync=off", "full_page_writes=off")
"""Settings of the database server with which its commits survive its own end, but not the machine's."""


@pytest.fixture(scope="module")
def own() -> Iterator[postgres.Server]:
    """Starts a PostgreSQL server that only this test uses and may stop."""
    programs = postgres.programs()
    if programs is None:
        pytest.skip(postgres.MISSING)
    with postgres.running(programs, DURABLE) as running:
        yield running


@pytest.fixture
def dsn(own: postgres.Server) -> Iterator[Dsn]:
    fresh = own.fresh()
    yield fresh
    own.drop(fresh)


async def restarted(server: postgres.Server, how: signal.Signals) -> None:
    """Stops the database server with this signal and starts it again after a second."""
    await asyncio.to_thread(server.stop, how)
    await asyncio.sleep(1.0)
    server.start()  # not in a thread, with which it would end


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_one_process_goes_on_after_a_restart_of_its_database(
    how: signal.Signals, own: postgres.Server, dsn: Dsn, tmp_path: Path
) -> None:
    async with proof(dsn, tmp_path, shards=1, guilds=1, tables=2, at_most=120.0) as them:
        await them.worker().start()
        await them.open()
        await them.struck(lambda: restarted(own, how), None, LOAD)
        async with them.playing():
            await them.pressed(LOAD)
        await them.boards_are_right(5.0)
        await them.judge()


async def test_games_survive_the_death_of_any_process(own: postgres.Server, dsn: Dsn, tmp_path: Path) -> None:
    """During play, one worker is killed, one is added, one is paused and later woken, and the database is restarted:
    each time all boards are soon right. Then all boards are deleted, and are posted again. In the end no acknowledged
    answer is lost or stored twice.
    """
    async with proof(dsn, tmp_path, shards=SHARDS, guilds=GUILDS, tables=TABLES, at_most=AT_MOST) as them:
        for _ in range(3):
            await them.worker().spawn()
        await them.served()
        await them.open()

        killed = them.holder(0)
        await them.struck(killed.kill, killed, LOAD)

        joining = them.worker()
        await joining.spawn()
        await them.says(joining, "waiting for")
        stopped = them.holder(SHARDS - 1)
        await them.struck(lambda: them.frozen(stopped), stopped, LOAD)
        async with them.playing():
            them.signal(stopped, signal.SIGCONT)
            await them.says(stopped, "Starting over")
            await them.pressed(LOAD)
        await them.served()
        assert them.of(stopped) == []

        for how in HOW:
            await them.struck(lambda how=how: restarted(own, how), None, LOAD)  # type: ignore[misc]

        async with them.playing():
            await them.pressed(LOAD)
            deleted = await posted_again(them)
            await them.pressed(LOAD)
        await them.boards_are_right(RIGHT_WITHIN)

        async with them.playing(silent=2):
            await them.pressed(FURTHER)
        await them.boards_are_right(5.0)
        silences = await them.judge()
        print(f"{len(them.ledger.answers)} acknowledged answers, {silences} silences, {deleted} deleted boards")
        done = [robot.done for table in them.tables for robot in table.robots]
        failed = sum(one.failed for one in done)
        print(f"{them.presses} presses, {failed} of them not acknowledged ({failed / them.presses:.2%})")
        assert silences > 0
        assert deleted > 0
        assert len(them.ledger.answers) >= TABLES
