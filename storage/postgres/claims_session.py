"""The session of a worker's claims. It runs in a thread of its own, so that a busy worker does not lose its claims."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from storage.dsn import Dsn
from storage.errors import ClaimsLost, StorageError
from storage.postgres.own_thread import OwnThread, Pulse, Runner
from storage.postgres.session import Lock, Session, Times

T = TypeVar("T")

TIMES: Final = Times(heartbeat=0.5, query=2.0, idle=3.5, lease=2.5)
"""The times of the claims. The lease ends a second before the server releases the claims of a silent process. It counts
from the beginning of the last query that was answered: two queries in a row and the heartbeat between them must be
answered within it, so a server that takes longer than a second for each of them costs the claims."""
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
        self._releasing: set[asyncio.Task[None]] = set()
        """Locks that are being released because their callers were cancelled."""
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
        taking = asyncio.ensure_future(self._run(self.inner.try_lock(*key)))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(self._not_wanted)  # the other thread may have taken it already
            raise

    async def unlock(self, lock: Lock) -> None:
        """Releases a lock; raises ClaimsLost."""
        await self._run(self.inner.unlock(lock))

    def valid(self) -> bool:
        """Returns whether no other process can have the locks of this session, without waiting for its thread."""
        if not self.inner.valid():
            self.lost.set()
        return not self.lost.is_set()

    async def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._thread is None or self.lost.is_set():
            work.close()
            raise ClaimsLost(self._place)
        return await self._thread.run(work)

    def _not_wanted(self, taking: asyncio.Future[Lock | None]) -> None:
        """Releases a lock whose caller was cancelled while it was being taken."""
        lock = None if taking.cancelled() or taking.exception() is not None else taking.result()
        if lock is not None and self._thread is not None and not self.lost.is_set():
            releasing = asyncio.ensure_future(self._release(lock))
            self._releasing.add(releasing)
            releasing.add_done_callback(self._releasing.discard)

    async def _release(self, lock: Lock) -> None:
        with contextlib.suppress(StorageError):  # a failure has closed the connection, which released the lock
            await self.unlock(lock)

    def _ended(self) -> None:
        with contextlib.suppress(RuntimeError):  # The loop may be closed.
            self._loop.call_soon_threadsafe(self.lost.set)
