"""Tests that each shard and identify bucket is claimed by one worker at a time, until that worker ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from storage.dsn import Dsn
from storage.errors import ClaimsLost, DatabaseError, OtherCount
from storage.postgres import claims_session, own_thread
from storage.postgres import session as session_module
from storage.postgres.claims import NAME, Claims
from storage.postgres.claims_session import TIMES
from storage.postgres.session import Lock
from tests.postgres import Server, asked
from tests.simulation.postgres.driver import SameLoop

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
    """Makes the server end every connection for claims."""
    await asked(dsn.url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name='{NAME}'")


async def test_a_shard_belongs_to_one_worker(dsn: Dsn) -> None:
    async with workers(dsn, 2) as (here, there):
        assert await here.claim(3)
        assert await here.claim(3)
        assert not await there.claim(3)
        assert (here.shards, there.shards) == ({3}, set())
        assert await there.claim(0)


async def test_shards_that_a_worker_leaves_are_free_for_others(dsn: Dsn) -> None:
    async with workers(dsn, 1) as (there,):
        async with Claims.opened(dsn) as here:
            await here.claim_all(2)
            waiting = asyncio.create_task(there.claim_all(2))
            assert not await there.claim(1)
            assert not waiting.done()
        assert here.lost.is_set()
        assert here.shards == set()
        await asyncio.wait_for(waiting, SOON)
        assert there.shards == {0, 1}


async def test_a_process_whose_connection_ends_holds_no_table(dsn: Dsn) -> None:
    async with Claims.opened(dsn) as here:
        assert await here.claim(0)
        await end_all(dsn)
        await asyncio.wait_for(here.lost.wait(), SOON)
        assert here.shards == set()
        with pytest.raises(ClaimsLost):
            await here.claim(1)
        async with Claims.opened(dsn) as there:
            assert await there.claim(0)


async def test_a_worker_takes_no_more_than_it_wants_and_only_what_is_free(dsn: Dsn) -> None:
    async with workers(dsn, 3) as (first, second, third):
        assert await first.claim_some(4, 2) == [0, 1]
        assert await first.claim_some(4, 2) == []
        assert await second.claim_some(4, 3) == [2, 3]
        assert await third.claim_some(4, 2) == []
        await first.close()
        assert await third.claim_some(4, 1) == [0]
        assert await second.claim_some(4, 3) == [1]
        assert (second.shards, third.shards) == ({1, 2, 3}, {0})


async def test_to_look_for_what_is_free_is_one_question_however_many_shards_there_are(
    dsn: Dsn, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with workers(dsn, 2) as (first, second):
        assert len(await first.claim_some(40, 39)) == 39
        queries, fetch = list[str](), second.session.inner._fetch

        async def counted(connection: object, sql: str, *values: object) -> list[Any]:
            queries.append(sql)
            return await fetch(connection, sql, *values)

        monkeypatch.setattr(second.session.inner, "_fetch", counted)
        assert await second.claim_some(40, 2) == [39]
        assert await second.claim_some(40, 2) == []
        assert len([sql for sql in queries if sql != "SELECT 1"]) == 3, (
            "two looks, one claim; the heartbeat does not count"
        )


async def test_a_bucket_of_identifies_is_one_workers_at_a_time_and_once(dsn: Dsn) -> None:
    async with workers(dsn, 2) as (here, there):
        assert await here.claim_bucket(0)
        assert not await here.claim_bucket(0)
        assert not await there.claim_bucket(0)
        assert await there.claim_bucket(1)
        await here.release_bucket(0)
        assert await there.claim_bucket(0)
        # A process that dies in its turn delays no one.
        await there.close()
        assert await here.claim_bucket(0)
        assert await here.claim_bucket(1)


async def test_a_turn_that_no_one_waits_for_any_more_is_given_back(dsn: Dsn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_session, "thread", SameLoop)
    async with workers(dsn, 2) as (here, there):
        async with here.session.inner._one_at_a_time:
            waiting = asyncio.create_task(here.claim_bucket(0))
            await asyncio.sleep(0)
            waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.wait_for(asyncio.gather(*here.session.inner._tasks), SOON)
        assert await here.claim_bucket(0)
        await here.release_bucket(0)
        assert await there.claim_bucket(0)


async def test_a_turn_that_was_taken_before_its_caller_was_cancelled_is_given_back(dsn: Dsn) -> None:
    """The thread takes the lock while the event loop has no time to hear of it."""
    taken = threading.Event()
    async with workers(dsn, 2) as (here, there):
        try_lock = here.session.inner._try_lock

        async def told(key: tuple[int, ...]) -> Lock | None:
            lock = await try_lock(key)
            taken.set()
            return lock

        here.session.inner._try_lock = told  # type: ignore[method-assign]
        waiting = asyncio.create_task(here.claim_bucket(0))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert taken.wait(SOON)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        async with asyncio.timeout(SOON):
            while not await there.claim_bucket(0):  # noqa: ASYNC110
                await asyncio.sleep(0)


async def test_a_process_that_was_stopped_does_not_rely_on_its_claims(
    dsn: Dsn, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert TIMES.idle >= TIMES.lease + 1.0
    assert TIMES.heartbeat + TIMES.query <= TIMES.lease  # one slow answer
    async with Claims.opened(dsn) as here:
        assert await here.claim(0)
        assert here.valid()
        now = session_module.now()
        monkeypatch.setattr(session_module, "now", lambda: now + TIMES.lease + 0.1)
        assert not here.valid()
        assert here.lost.is_set()
        assert here.shards == set()
        with pytest.raises(ClaimsLost):
            await here.claim(1)


class Beats:
    """Counts the heartbeats of a session, and sets `enough` after `COUNT` of them."""

    COUNT = 5

    def __init__(self, claims: Claims) -> None:
        self.enough, self.times = threading.Event(), 0
        self._fetch = claims.session.inner._fetch
        claims.session.inner._fetch = self._counted  # type: ignore[method-assign]

    async def _counted(self, connection: object, sql: str, *values: object) -> list[Any]:
        rows = await self._fetch(connection, sql, *values)
        self.times += 1
        if self.times == self.COUNT:
            self.enough.set()
        return rows


async def test_a_worker_whose_event_loop_is_busy_keeps_its_claims(dsn: Dsn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_session, "TIMES", TIMES._replace(heartbeat=0.01))
    async with Claims.opened(dsn) as here, Claims.opened(dsn) as there:
        assert await here.claim(0)
        assert Beats(here).enough.wait(SOON), "no heartbeat while this event loop is blocked"
        assert here.valid()
        assert not await there.claim(0)


async def test_a_worker_whose_event_loop_hangs_loses_its_claims(dsn: Dsn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_session, "TIMES", TIMES._replace(heartbeat=0.01))
    async with Claims.opened(dsn) as here:
        assert await here.claim(0)
        ended, hangs_since = threading.Event(), session_module.now()
        monkeypatch.setattr(here.session.inner, "_on_lost", ended.set)
        with monkeypatch.context() as later:
            later.setattr(own_thread, "now", lambda: hangs_since + own_thread.HANG + 1.0)
            assert ended.wait(SOON), "the heartbeat goes on although this event loop does not answer"
        assert not here.valid()
        async with Claims.opened(dsn) as there, asyncio.timeout(SOON):
            await there.claim_all(1)


async def test_an_event_loop_that_answers_again_has_a_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    time = 100.0
    monkeypatch.setattr(own_thread, "now", lambda: time)
    pulse = own_thread.Pulse(asyncio.get_running_loop())
    time += own_thread.HANG - 0.1
    assert pulse.beats()
    time += 0.2
    assert not pulse.beats()
    await asyncio.sleep(0)
    assert pulse.beats()


async def test_the_server_takes_who_stands_still_for_dead(dsn: Dsn) -> None:
    async with Claims.opened(dsn) as here:
        ((told,),) = await here.session.fetch("SHOW idle_session_timeout")
        assert told == "3500ms"
        assert TIMES.heartbeat * 4 < 3.5


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
