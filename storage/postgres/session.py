"""A PostgreSQL session with a heartbeat, for advisory locks and notifications.

The locks belong to the session: the server releases them when the process or its machine dies or stops answering.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, NamedTuple, TypeVar

import asyncpg

from storage.dsn import Dsn
from storage.errors import ClaimsLost, StorageError, StoreClosed
from storage.postgres.errors import DRIVERS, explained

log = logging.getLogger(__name__)

T = TypeVar("T")

HEARTBEAT: Final = 2.0
"""Seconds between two queries that check whether the connection still answers."""
QUERY_TIMEOUT: Final = 5.0
"""Seconds until a server that does not answer counts as unreachable."""


class Times(NamedTuple):
    """The times of a session, in seconds."""

    heartbeat: float = HEARTBEAT
    query: float = QUERY_TIMEOUT
    """The maximum duration of a query."""
    idle: float = 10.0
    """The silence after which the server ends the session, which releases its locks."""
    lease: float = math.inf
    """The time after the last answer during which the locks are relied on, shorter than `idle`; infinity: as long as
    the connection is open."""


SETTINGS: Final = {
    # The server notices a machine that has disappeared, and releases its locks.
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
_CLOCK: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class Lock(NamedTuple):
    """An advisory lock, and the connection that holds it."""

    connection: Any
    key: tuple[int, ...]


class Session:
    """A connection for locks and notifications, opened when it is first needed.

    `on_lost`: called in any thread when the session is over; from then on, every query raises ClaimsLost. With None, it
    is never over: the next query opens a new connection, which has none of the former locks. `may_go_on`: called before
    each heartbeat; the session ends if it returns False.
    """

    def __init__(
        self, place: Dsn, name: str, on_lost: Callable[[], None] | None, connect_timeout: float, times: Times,
        may_go_on: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        self.lost = False
        """Whether the session is over."""
        self._place = place
        self._name = name
        self._on_lost = on_lost
        self._reopens = on_lost is None
        self._connect_timeout = connect_timeout
        self._times = times
        self._may_go_on = may_go_on
        self._connection: Any = None
        self._answered = now()
        self._one_at_a_time = asyncio.Lock()
        self._channels: dict[str, Callable[[str], None]] = {}
        self._heartbeat: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        """Queries that are running, even if their caller was cancelled."""
        self._closed = False

    async def open(self) -> None:
        """Connects now and starts the heartbeat; raises DatabaseError."""
        async with self._one_at_a_time:
            await self._open()

    async def close(self) -> None:
        """Ends the session, which releases all locks; a second call does nothing."""
        self._closed = True
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        self._ended()
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*DRIVERS):
                await connection.close(timeout=self._times.heartbeat)
            connection.terminate()

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """Returns the rows of a query; raises DatabaseError."""
        return await self._finish(self._query(sql, *values))

    async def try_lock(self, *key: int) -> Lock | None:
        """Takes an advisory lock if it is free and returns it, otherwise None; raises DatabaseError.

        The key is one number or two. If the caller is cancelled, the lock is released again.
        """
        return await self._finish(self._try_lock(key))

    async def unlock(self, lock: Lock) -> None:
        """Releases a lock; does nothing if its connection was lost, which has released it."""
        async with self._one_at_a_time:
            if lock.connection is self._connection and not lock.connection.is_closed():
                await self._fetch(lock.connection, f"SELECT pg_advisory_unlock({_places(lock.key)})", *lock.key)

    def unlock_soon(self, lock: Lock) -> None:
        """Releases a lock in the background, before the next query of this session."""
        self._start(self._without_errors(self.unlock(lock)))

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Registers a function that is called with each payload that another session sends on the channel.

        Must be called before the first query.
        """
        self._channels[channel] = heard

    def start_heartbeat(self) -> None:
        """Starts a background task that queries the server at every heartbeat, which also opens the connection."""
        if self._heartbeat is None:
            self._heartbeat = asyncio.create_task(self._beat(), name=f"heartbeat of {self._name}")

    def valid(self) -> bool:
        """Returns whether the session is not over, so that its locks are still held; may be called from any thread.

        It is over if the server has not answered for longer than the lease. Without `on_lost`, it is never over.
        """
        if not self._reopens and now() - self._answered > self._times.lease:
            self._ended()
        return not self.lost

    async def _finish(self, query: Coroutine[Any, Any, T]) -> T:
        """Runs a query to its end, because cancelling it would cost the connection and all locks."""
        task = self._start(query)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._start(self._without_errors(self._discard(task)))
            raise

    async def _discard(self, task: asyncio.Task[Any]) -> None:
        """Releases a lock whose caller was cancelled while it was being taken."""
        result = await task
        if isinstance(result, Lock):
            await self.unlock(result)

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name=f"query of {self._name}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _without_errors(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs work for which no caller waits; a failure has closed the connection, which released the locks."""
        with contextlib.suppress(StorageError):
            await work

    async def _try_lock(self, key: tuple[int, ...]) -> Lock | None:
        async with self._one_at_a_time:
            connection = await self._open()
            sql = f"SELECT pg_try_advisory_lock({_places(key)})"
            ((taken,),) = await self._fetch(connection, sql, *key)
            return Lock(connection, key) if taken else None

    async def _query(self, sql: str, *values: object) -> list[Any]:
        async with self._one_at_a_time:
            return await self._fetch(await self._open(), sql, *values)

    async def _fetch(self, connection: Any, sql: str, *values: object) -> list[Any]:
        """Runs a query; closes the connection, which releases all locks, if the query fails or is cancelled."""
        answered, began = False, now()
        try:
            with self._explained():
                rows: list[Any] = await connection.fetch(sql, *values, timeout=self._times.query)
            answered = True
        finally:
            if not answered:
                connection.terminate()
                self._ended()
        self._must_be_valid()
        self._answered = began
        return rows

    async def _open(self) -> Any:
        """Returns the open connection, or a new one; raises ClaimsLost or StoreClosed if the session is over."""
        self._must_be_valid()
        if self._closed:
            raise StoreClosed
        if self._connection is None or (self._reopens and self._connection.is_closed()):
            with explained(self._place):
                connection = await self._connect()
            if self._closed:
                connection.terminate()
                raise StoreClosed
            self._connection, self._answered = connection, now()
            self.start_heartbeat()
        return self._connection

    async def _connect(self) -> Any:
        """Returns a connection that listens to all channels."""
        idle = f"{int(1000 * self._times.idle)}ms"  # a stopped process counts as dead as well
        settings = {**SETTINGS, "idle_session_timeout": idle, "application_name": self._name}
        connection: Any = await asyncpg.connect(
            self._place.url, timeout=self._connect_timeout, server_settings=settings
        )
        listens = False
        try:
            connection.add_termination_listener(self._ended)
            for channel, heard in self._channels.items():
                # The process ID is read now, because an ended connection may still deliver notifications.
                pass_on = functools.partial(_pass_on, heard, connection.get_server_pid())
                await asyncio.wait_for(connection.add_listener(channel, pass_on), self._times.query)
            listens = True
        finally:
            if not listens:
                connection.terminate()
        return connection

    def _ended(self, _connection: object = None) -> None:
        if self._on_lost is not None and not self.lost:
            self.lost = True
            self._on_lost()

    def _must_be_valid(self) -> None:
        if not self.valid():
            raise ClaimsLost(self._place)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Translates the driver's errors in the block: to ClaimsLost if the session ends with its connection, otherwise
        to errors of the storage package."""
        try:
            with explained(self._place):
                yield
        except StorageError:
            if self._reopens:
                raise
            raise ClaimsLost(self._place) from None

    async def _beat(self) -> None:
        while not self.lost:
            if not self._may_go_on():
                log.error("%s: the session ends, because this process does not go on", self._name)
                self._ended()
                self._connection.terminate()
                return
            try:
                await self.fetch("SELECT 1")
            except StorageError as away:
                log.info("%s: the database does not answer: %s", self._name, away)
            except Exception:
                log.exception("the heartbeat of %s failed; it continues", self._name)
            await asyncio.sleep(self._times.heartbeat)


def now() -> float:
    """Returns the seconds of a clock that also runs while the machine sleeps, if the system has one."""
    return time.clock_gettime(_CLOCK)


def _places(key: tuple[int, ...]) -> str:
    return ", ".join(f"${number}" for number in range(1, len(key) + 1))


def _pass_on(heard: Callable[[str], None], own: int, _connection: Any, pid: int, _channel: str, payload: str) -> None:
    if pid != own:
        heard(payload)
