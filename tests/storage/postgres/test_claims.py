"""Shards and identify buckets are claimed by one worker at a time, for as long as it lives."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from storage.dsn import Dsn
from storage.errors import ClaimsLost, DatabaseError, OtherCount
from storage.postgres import claims as room
from storage.postgres.claims import LEASE, PULSE, SETTINGS, Claims
from tests.postgres import Server, asked

SOON = 10.0


@pytest.fixture
def dsn(server: Server) -> Iterator[Dsn]:
    fresh = server.fresh(None)
    yield fresh
    server.drop(fresh)


@asynccontextmanager
async def workers(dsn: Dsn, count: int) -> AsyncIterator[list[Claims]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Claims.opened(dsn)) for _ in range(count)]


async def end_all(dsn: Dsn) -> None:
    """The server ends every connection for claims."""
    await asked(dsn.url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name='{room.NAME}'")


async def test_a_shard_belongs_to_one_worker(dsn: Dsn) -> None:
    async with workers(dsn, 2) as (here, there):
        assert await here.claim(3)
        assert await here.claim(3)
        assert not await there.claim(3)
        assert here.holds(3)
        assert not there.holds(3)
        assert await there.claim(0)


async def test_workers_share_the_shards_out(dsn: Dsn) -> None:
    async with workers(dsn, 3) as (first, second, third):
        assert await first.claim_some(4, most=2) == [0, 1]
        assert await second.claim_some(4, most=3) == [2, 3]
        assert await third.claim_some(4, most=3) == []
        assert await first.claim_some(4, most=2) == []


async def test_many_that_start_at_once_share_out_without_a_gap(dsn: Dsn) -> None:
    async with workers(dsn, 5) as crowd:
        taken = await asyncio.gather(*(one.claim_some(16, most=4) for one in crowd))
        # Who met another one on its way round looks again a little later.
        again = await asyncio.gather(*(one.claim_some(16, most=4) for one in crowd))
        assert sorted(shard for shards in (*taken, *again) for shard in shards) == list(range(16))
        assert all(len(one.shards) <= 4 for one in crowd)


async def test_what_a_worker_leaves_is_free_for_others(dsn: Dsn) -> None:
    async with workers(dsn, 1) as (there,):
        async with Claims.opened(dsn) as here:
            assert await here.claim_some(2, most=2) == [0, 1]
            assert await there.claim_some(2, most=2) == []
        assert here.lost.is_set()
        assert not here.holds(0)
        assert await there.claim_some(2, most=2) == [0, 1]


async def test_whose_connection_ends_holds_nothing_from_that_moment_on(dsn: Dsn) -> None:
    async with Claims.opened(dsn) as here:
        assert await here.claim(0)
        await end_all(dsn)
        await asyncio.wait_for(here.lost.wait(), SOON)
        assert not here.holds(0)
        with pytest.raises(ClaimsLost):
            await here.claim(1)
        async with Claims.opened(dsn) as there:
            assert await there.claim(0)


async def test_who_has_not_heard_of_the_server_for_too_long_relies_on_nothing(
    dsn: Dsn, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Claims.opened(dsn) as here:
        assert await here.claim(0)
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + LEASE + 0.1)
        assert not here.holds(0)


async def test_the_server_ends_who_stands_still_and_only_after_the_lease(dsn: Dsn) -> None:
    async with Claims.opened(dsn) as here:
        ((told,),) = await here._ask("SHOW idle_session_timeout")
        assert told == SETTINGS["idle_session_timeout"] == "10s"
        assert PULSE < LEASE < 10


async def test_one_identifies_at_a_time_in_a_bucket(dsn: Dsn) -> None:
    async with workers(dsn, 2) as (here, there):
        assert await here.begin_turn(0)
        assert not await there.begin_turn(0)
        assert await there.begin_turn(1)
        await here.end_turn(0)
        assert await there.begin_turn(0)


async def test_buckets_and_shards_are_not_mixed_up(dsn: Dsn) -> None:
    async with workers(dsn, 2) as (here, there):
        assert await here.begin_turn(1)
        await here.agree(1)
        assert await there.claim(1)


async def test_the_number_of_shards_is_fixed_while_any_worker_runs(dsn: Dsn) -> None:
    async with Claims.opened(dsn) as here:
        await here.agree(4)
        async with Claims.opened(dsn) as there:
            await there.agree(4)
            assert await there.counts() == [4]
        async with Claims.opened(dsn) as other:
            with pytest.raises(OtherCount) as wrong:
                await other.agree(8)
        assert "KRUPIER_SHARDS: 8 shards are wanted, but workers run with 4." in str(wrong.value)
        assert await here.counts() == [4]
    async with Claims.opened(dsn) as other:
        assert await other.counts() == []
        await other.agree(8)


async def test_databases_of_one_server_do_not_meet(server: Server, dsn: Dsn) -> None:
    another = server.fresh(None)
    try:
        async with Claims.opened(dsn) as here, Claims.opened(another) as there:
            await here.agree(4)
            await there.agree(8)
            assert await here.claim(0)
            assert await there.claim(0)
    finally:
        server.drop(another)


async def test_a_server_that_is_not_there_is_said(server: Server) -> None:
    nobody = Dsn("postgresql://krupier@/games?host=/tmp/krupier-nobody-listens-here")
    with pytest.raises(DatabaseError, match="cannot be reached"):
        async with Claims.opened(nobody):
            pass
