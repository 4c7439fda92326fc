"""The part of asyncpg's interface that the storage uses, connected to a simulated server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import asyncpg
import pytest

from storage.postgres import claims_session
from tests.simulation.postgres.server import SimulatedServer
from tests.simulation.postgres.session import Result, ServerSession

T = TypeVar("T")

VERSION: Final = SimpleNamespace(major=15)


class Connection:
    """A client's connection to the simulated server, with the methods of asyncpg's."""

    def __init__(self, session: ServerSession, patience: float | None) -> None:
        self._session = session
        self._patience = patience
        self._listeners: list[Callable[[Any], object]] = []
        self._closed = False
        session.ends = self._lost

    async def fetch(self, sql: str, *values: Any, timeout: float | None = None) -> list[Any]:  # noqa: ASYNC109
        """Runs a statement and returns its rows."""
        return (await self._ask(sql, values, timeout)).rows

    async def fetchval(self, sql: str, *values: Any) -> Any:
        """Runs a statement and returns the first column of the first row; None without rows."""
        rows = await self.fetch(sql, *values)
        return rows[0][0] if rows else None

    async def execute(self, sql: str, *values: Any) -> str:
        """Runs a statement and returns a status with the number of changed rows."""
        return f"DONE {max((await self._ask(sql, values)).changed, 0)}"

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        """Runs a statement for each tuple of parameters."""
        for values in parameters:
            await self._ask(sql, tuple(values))

    async def prepare(self, sql: str) -> Statement:
        """Returns a prepared statement, which runs when its rows are fetched."""
        return Statement(self, sql)

    @contextlib.asynccontextmanager
    async def transaction(self, *, isolation: str = "", readonly: bool = False) -> AsyncIterator[None]:
        """Runs the block in a transaction: commits it at the end, or rolls it back if the block raises."""
        await self._ask(f"BEGIN {isolation.replace('_', ' ').upper()}{' READ ONLY' if readonly else ''}", ())
        try:
            yield
        except BaseException:
            if not self._closed and not self._session.ended:
                await self._ask("ROLLBACK", ())
            raise
        await self._ask("COMMIT", ())

    async def add_listener(self, channel: str, heard: Callable[[Any, int, str, str], None]) -> None:
        """Starts to listen to a channel, and calls `heard` with each of its notifications."""
        self._session.heard[channel] = lambda pid, payload: heard(self, pid, channel, payload)
        await self._ask(f"LISTEN {channel}", ())

    def add_termination_listener(self, ended: Callable[[Any], object]) -> None:
        """Adds a function that is called when the connection is gone."""
        self._listeners.append(ended)

    def get_server_pid(self) -> int:
        """Returns the process id of the session at the server."""
        return self._session.pid

    def get_server_version(self) -> Any:
        """Returns the version of PostgreSQL that is simulated."""
        return VERSION

    def is_closed(self) -> bool:
        """Returns whether the client knows that the connection is gone."""
        return self._closed

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Ends the session at once, as `terminate` does, and lets other tasks run."""
        self.terminate()
        await asyncio.sleep(0)

    def terminate(self) -> None:
        """Ends the session at the server at once; its transaction is rolled back."""
        self._session.end()
        self._lost()

    def _lost(self) -> None:
        if not self._closed:
            self._closed = True
            for ended in self._listeners:
                ended(self)

    async def _ask(self, sql: str, values: tuple[Any, ...], timeout: float | None = None) -> Result:  # noqa: ASYNC109
        if self._closed:
            raise asyncpg.InterfaceError("connection is closed")
        session, loop = self._session, asyncio.get_running_loop()
        # The server works on while the client is stopped.
        work = loop.create_task(session.answer(sql, values), context=session.server.context.copy())
        work.add_done_callback(_noticed)
        await asyncio.wait((work,), timeout=timeout or self._patience)
        if not work.done():
            raise TimeoutError
        return work.result()


class Statement:
    """A prepared statement of a simulated connection."""

    def __init__(self, connection: Connection, sql: str) -> None:
        self._connection, self._sql = connection, sql
        self._done = Result([])

    async def fetch(self, *values: Any) -> list[Any]:
        """Runs the statement with these values and returns its rows."""
        self._done = await self._connection._ask(self._sql, values)
        return self._done.rows

    def get_statusmsg(self) -> str:
        """Returns the status of the last run, with the number of changed rows."""
        return f"DONE {max(self._done.changed, 0)}"


class Pool:
    """A pool of simulated connections; closed ones are replaced."""

    def __init__(self, connects: Callable[[], Any], size: int) -> None:
        self._connects = connects
        self._free: list[Connection] = []
        self._turns = asyncio.Semaphore(size)
        self._used: set[asyncio.Future[None]] = set()

    @contextlib.asynccontextmanager
    async def acquire(self) -> AsyncIterator[Connection]:
        """Lends a connection to the block; waits if all are in use."""
        used = asyncio.get_running_loop().create_future()
        async with self._turns:
            connection = await self._one()
            self._used.add(used)
            try:
                yield connection
            finally:
                self._used.discard(used)
                used.set_result(None)
                if not connection.is_closed():
                    self._free.append(connection)

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        """Runs a query on any connection of the pool and returns its rows."""
        async with self.acquire() as connection:
            return await connection.fetch(sql, *values)

    async def fetchval(self, sql: str, *values: Any) -> Any:
        """Runs a query on any connection of the pool; returns the first column of the first row, None without rows."""
        async with self.acquire() as connection:
            return await connection.fetchval(sql, *values)

    async def close(self) -> None:
        """Waits until no connection is in use, then closes all."""
        while self._used:
            await asyncio.wait(self._used)
        for connection in self._free:
            await connection.close()

    async def _one(self) -> Connection:
        while self._free:
            if not (connection := self._free.pop()).is_closed():
                return connection
        made: Connection = await self._connects()
        return made


class SameLoop:
    """A thread of a simulated process: its work runs as further tasks of the process, which SIGSTOP stops as well."""

    def __init__(self, _name: str) -> None: ...

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine to its end and returns its result."""
        return await work

    async def run_last(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine to its end."""
        await work


@contextlib.contextmanager
def installed(server: SimulatedServer) -> Iterator[None]:
    """Replaces `asyncpg.connect` and `create_pool` for the block: addresses of the server's databases lead to the
    simulation.
    """
    genuine: Any = asyncpg.connect

    async def connect(
        url: str,
        *,
        timeout: float = 60.0,  # noqa: ASYNC109
        server_settings: dict[str, str] | None = None,
        patience: float | None = None,
    ) -> Any:
        if not server.owns(url):
            return await genuine(url, timeout=timeout, server_settings=server_settings)
        async with asyncio.timeout(timeout):
            work = server.connect(url, dict(server_settings or {}), copy_context())
            return Connection(await work, patience)

    async def create_pool(url: str, **options: Any) -> Pool:
        def connects() -> Any:
            return connect(
                url, timeout=options["timeout"], server_settings=options["server_settings"],
                patience=options["command_timeout"],
            )  # fmt: skip

        return Pool(connects, options["max_size"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncpg, "connect", connect)
        patch.setattr(asyncpg, "create_pool", create_pool)
        patch.setattr(claims_session, "thread", SameLoop)
        yield


def _noticed(work: asyncio.Task[Result]) -> None:
    """Reads the error of a task that no client awaits any more, so that asyncio does not log it."""
    if not work.cancelled():
        work.exception()
