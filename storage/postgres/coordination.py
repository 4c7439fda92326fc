"""Coordination of processes: locks on tables, and notifications of their changes.

All of it uses one session. A notification may be lost; the query of `changed_since` finds what was missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator, Callable
from typing import Final

from storage.dsn import Dsn
from storage.errors import DatabaseUnreachable, StorageError
from storage.postgres.session import Lock, Session, Times

log = logging.getLogger(__name__)

CHANNEL: Final = "krupier_tables"
"""The notification channel. A payload is the number of a table and nothing else."""
NAME: Final = "krupier between"
"""The name of the session, by which processes of all versions find each other."""
TIMES: Final = Times()
MIN_POLL, MAX_POLL = 0.001, 0.05
"""Seconds between two attempts to lock a table that another process has locked."""
MAX_HOLD: Final = 15.0
"""Seconds: a process that holds a lock for longer stands still, and the server has released the lock by then."""
STALE_LOOK: Final = 1.0
"""Seconds between two checks for processes that stand still."""
_END_STALE: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = $1 AND datname = current_database() AND state = 'idle'
    AND state_change < clock_timestamp() - interval '10 seconds'
"""
"""Ends the sessions of processes that stand still: a live process has a heartbeat every two seconds.

The server's own idle timeout is not enough, because notifications restart it.
"""


class Coordination:
    """One process's locks on tables and notifications about their changes, all in one session."""

    def __init__(self, place: Dsn, connect_timeout: float) -> None:
        self._place = place
        self._session = Session(place, NAME, None, connect_timeout, TIMES)
        self._session.listen(CHANNEL, self._notified)
        self._heard: Callable[[int], None] | None = None
        self.close = self._session.close

    @contextlib.asynccontextmanager
    async def alone(self, game: int) -> AsyncIterator[None]:
        """Locks a table for the block; raises DatabaseUnreachable if another process does not release it.

        While it waits, it ends the sessions of processes that stand still, which releases their locks.
        """
        lock = await self._lock(game)
        try:
            yield
        finally:
            self._session.unlock_soon(lock)

    async def notify(self, game: int) -> None:
        """Notifies the processes that listen that this table has changed; never fails, but it may be lost."""
        try:
            await self._session.fetch("SELECT pg_notify($1, $2)", CHANNEL, str(game))
        except StorageError as away:
            log.info("a notification was lost: %s", away)

    def listen(self, heard: Callable[[int], None]) -> None:
        """Registers a function that is called with the number of each table that another process notifies about.

        Starts the heartbeat, which opens the connection.
        """
        self._heard = heard
        self._session.start_heartbeat()

    async def _lock(self, game: int) -> Lock:
        loop, pause = asyncio.get_running_loop(), MIN_POLL
        until, look = loop.time() + MAX_HOLD, loop.time() + STALE_LOOK
        while (lock := await self._session.try_lock(game)) is None:
            if loop.time() > until:
                raise DatabaseUnreachable(self._place, f"another process does not release table {game}")
            if loop.time() > look:
                look = loop.time() + STALE_LOOK
                await self._session.fetch(_END_STALE, NAME)
            await asyncio.sleep(pause * (0.5 + random.random()))  # noqa: S311 - two processes must not poll in step
            pause = min(pause * 2, MAX_POLL)
        return lock

    def _notified(self, payload: str) -> None:
        """Passes the number in a notification on; ignores other payloads, because anyone may write to the channel."""
        if self._heard is not None and payload.isascii() and payload.isdecimal():
            self._heard(int(payload))
