"""The engine for PostgreSQL: a connection pool; transactions on the same game wait for each other across processes."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import asyncpg

from storage.connection import Connection, Engine, Query, Row, Work
from storage.dsn import Dsn
from storage.errors import StoreClosed
from storage.postgres.coordination import Coordination
from storage.postgres.dialect import translated
from storage.postgres.errors import FASTER, explained

T = TypeVar("T")

ATTEMPTS: Final = 5
"""The maximum number of attempts of a transaction that conflicts with others."""


_CHANGED: Final = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next, (
    SELECT json_agg(json_build_array(changes.game, games.guild))
    FROM changes JOIN games ON games.id = changes.game
    WHERE changes.by >= ?1::text::xid8 AND changes.worker <> current_setting('krupier.worker')
) AS tables
"""
"""The query for the tables that other processes have changed since a mark, and for the next mark.

The mark is the lowest number of a running transaction: those that end after the query have no lower number.
"""


@dataclass(frozen=True, slots=True)
class Changed:
    """The result of a statement: the number of changed rows."""

    rowcount: int


class PostgresConnection:
    """A connection inside a transaction, with the interface of `storage.connection`."""

    def __init__(self, genuine: Any) -> None:
        self._genuine = genuine

    async def execute(self, sql: str, parameters: Iterable[Any] = (), /) -> Changed:
        """Runs a statement and returns the number of changed rows (-1: the statement changes none)."""
        status: str = await self._genuine.execute(translated(sql), *parameters)
        count = status.rpartition(" ")[2]
        return Changed(int(count) if count.isdigit() else -1)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> None:
        """Runs a statement once for each tuple of parameters."""
        await self._genuine.executemany(translated(sql), [tuple(values) for values in parameters])

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[Row]:
        """Returns the rows of a query."""
        found: list[Row] = await self._genuine.fetch(translated(sql), *parameters)
        return found


class _Postgres(Engine):
    """The base class of the PostgreSQL engines: the one for writing, and the read-only snapshot."""

    place: Dsn

    def __init__(self, place: Dsn) -> None:
        self.place = place

    async def counter(self, table: str) -> int:
        """Returns the last number that the table's identity column gave, also to a row that was rolled back."""
        sql = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM {table}_id_seq"
        return int((await self.rows(sql, ()))[0]["last"])

    async def set_counter(self, db: Connection, table: str, last: int) -> None:
        """Sets the counter of the table's identity column inside a transaction."""
        sql = "SELECT setval(pg_get_serial_sequence(?, 'id'), GREATEST(?, 1), ?)"
        await db.execute_fetchall(sql, (table, last, last > 0))

    @contextlib.asynccontextmanager
    async def unguarded(self, db: Connection, table: str, guard: str) -> AsyncIterator[None]:
        """Disables a trigger of the table during the block, which only the table's owner may do."""
        await db.execute(f"ALTER TABLE {table} DISABLE TRIGGER {guard}")
        yield
        await db.execute(f"ALTER TABLE {table} ENABLE TRIGGER {guard}")


class PostgresEngine(_Postgres):
    """The engine for a database on a server, which any number of processes may use.

    Each statement sees what is committed (READ COMMITTED). A transaction first locks what it relies on
    (`storage.repository.LOCKED`), and is repeated if a key was taken in between.
    """

    def __init__(self, place: Dsn, pool: asyncpg.Pool, coordination: Coordination) -> None:
        super().__init__(place)
        self.pool = pool
        self._coordination = coordination
        self._closed = False

    async def close(self) -> None:
        """Closes the pool once its connections are idle; a second call does nothing."""
        if not self._closed:
            self._closed = True
            await self._coordination.close()
            with explained(self.place):
                await self.pool.close()

    async def rows(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Returns the rows of a query on any free connection."""
        self._must_be_open()
        with explained(self.place):
            return [*await self.pool.fetch(translated(sql), *values)]

    async def of_one_moment(self, queries: Sequence[Query]) -> list[list[Row]]:
        """Returns the rows of each query from one snapshot."""
        self._must_be_open()
        with explained(self.place):
            async with self.pool.acquire() as genuine, genuine.transaction(isolation="repeatable_read", readonly=True):
                return [[*await genuine.fetch(translated(sql), *values)] for sql, values in queries]

    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """Runs a transaction on any free connection; repeats it up to `ATTEMPTS` times if it conflicts with another.

        Returns the result of the work, and the duration of the last attempt in seconds.
        """
        self._must_be_open()
        with explained(self.place):
            for _ in range(ATTEMPTS - 1):
                with contextlib.suppress(*FASTER):
                    return await self._once(work)
            return await self._once(work)

    async def close_requests(self) -> list[int]:
        """Returns the numbers of the tables that operators have asked to be closed."""
        return [row["game"] for row in await self.rows("SELECT game FROM close_requests ORDER BY game", ())]

    async def end_close_request(self, game: int) -> None:
        """Deletes a request to close a table."""

        async def work(db: Connection) -> None:
            await db.execute("DELETE FROM close_requests WHERE game = ?", (game,))

        await self.transaction(work)

    def alone(self, game: int) -> contextlib.AbstractAsyncContextManager[None]:
        """Returns a context manager that locks a table by an advisory lock, which is released if the process dies."""
        return self._coordination.alone(game)

    async def notify_changed(self, game: int) -> None:
        """Notifies other processes by NOTIFY that this table has changed."""
        await self._coordination.notify(game)

    def listen(self, heard: Callable[[int], None]) -> None:
        """Registers a function that is called with the number of each table about which another process notifies."""
        self._coordination.listen(heard)

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """Returns the tables that other processes have changed since the mark, with their servers, and the next mark.

        Triggers record the changes. None as the mark: no tables.
        """
        (row,) = await self.rows(_CHANGED, (mark,))
        found = [] if mark is None else json.loads(row["tables"] or "[]")
        return {game: guild for game, guild in found}, row["next"]

    async def _once(self, work: Work[T]) -> tuple[T, float]:
        async with self.pool.acquire() as genuine:
            begun = time.monotonic()
            async with genuine.transaction():
                done = await work(PostgresConnection(genuine))
            return done, time.monotonic() - begun

    def _must_be_open(self) -> None:
        if self._closed:
            raise StoreClosed


class PostgresSnapshot(_Postgres):
    """The engine for a read-only snapshot of a database on a server."""

    def __init__(self, place: Dsn, genuine: asyncpg.Connection) -> None:
        super().__init__(place)
        self._genuine = genuine

    async def close(self) -> None:
        """Ends the transaction and the connection."""
        await self._genuine.close()

    async def rows(self, sql: str, values: Sequence[object]) -> list[Row]:
        """Returns the rows of a query, all from one snapshot of the database."""
        with explained(self.place):
            return [*await self._genuine.fetch(translated(sql), *values)]

    async def of_one_moment(self, queries: Sequence[Query]) -> list[list[Row]]:
        """Returns the rows of each query."""
        return [await self.rows(sql, values) for sql, values in queries]

    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """Runs the work, which must only read, in the snapshot; returns its result and 0.0 seconds."""
        with explained(self.place):
            return await work(PostgresConnection(self._genuine)), 0.0
