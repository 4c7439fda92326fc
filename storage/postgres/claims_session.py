"""The session of a worker's claims. It runs in a thread of its own, so that a busy worker does not lose its claims."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from storage.dsn import Dsn
from storage.errors import ClaimsLost
from storage.postgres.own_thread import OwnThread, Pulse, Runner
from storage.postgres.session import Lock, Session, Times

T = TypeVar("T")

TIMES: Final = Times(heartbeat=0.5, query=2.0, idle=3.5, lease=2.5)
"""The times of the claims. The lease ends a second before the server releases the claims of a silent process. A query
and the heartbeat before it take no longer than the lease."""
thread: Callable[[str], Runner] = OwnThread
"""Starts the thread of a session with that name; the simulation has no threads and replaces it."""


class ClaimsSession:
    """A session for the event loop that creates it, although its queries and its heartbeat run in another thread.

    It ends with its connection. It also ends if that event loop does not answer any more, because a process that hangs
    must not keep its claims.
    """

    def __init__(self, place: Dsn, name: str, connect_timeout: float) -> None:
        self.lost = asyncio.Event()
        """An event that is set when the session is over."""
        self._place = place
        self._loop = asyncio.get_running_loop()
        self._thread: Runner | None = thread(name)
        self.inner = Session(place, name, self._ended, connect_timeout, TIMES, Pulse(self._loop).beats)

    async def open(self) -> None:
        """Connects now and starts the heartbeat; raises DatabaseError."""
        await self._run(self.inner.open())

    async def close(self) -> None:
        """Ends the session, which releases all locks, and its thread; a second call does nothing."""
        self.lost.set()
        running, self._thread = self._thread, None
        if running is not None:
            await running.run_last(self.inner.close())

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """Returns the rows of a query; raises ClaimsLost."""
        return await self._run(self.inner.fetch(sql, *values))

    async def try_lock(self, *key: int) -> Lock | None:
        """Takes an advisory lock if it is free and returns it, otherwise None; raises ClaimsLost.

        If the caller is cancelled, the lock is released again.
        """
        return await self._run(self.inner.try_lock(*key))

    async def unlock(self, lock: Lock) -> None:
        """Releases a lock; raises ClaimsLost."""
        await self._run(self.inner.unlock(lock))

    def valid(self) -> bool:
        """Returns whether no other process can have the locks of this session, without waiting for its thread."""
        if not self.inner.valid():
            self.lost.set()
        return not self.lost.is_set()

    # Internal methods

    async def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._thread is None or self.lost.is_set():
            work.close()
            raise ClaimsLost(self._place)
        return await self._thread.run(work)

    def _ended(self) -> None:
        with contextlib.suppress(RuntimeError):  # The loop may be closed.
            self._loop.call_soon_threadsafe(self.lost.set)
