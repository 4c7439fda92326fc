"""PostgreSQL: a small pool; transactions on one game wait for each other, whichever process they come from."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import asyncpg

from storage.connection import Connection, Row, Work
from storage.dsn import Dsn
from storage.errors import StoreClosed
from storage.postgres.between import Between
from storage.postgres.dialect import translated
from storage.postgres.errors import FASTER, explained

T = TypeVar("T")

ATTEMPTS: Final = 5
"""So many times a transaction is begun while others are faster."""


_CHANGED: Final = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS next, (
    SELECT json_agg(json_build_array(changes.game, games.guild))
    FROM changes JOIN games ON games.id = changes.game
    WHERE changes.by >= ?1::text::xid8 AND changes.worker <> current_setting('krupier.worker')
) AS tables
"""
"""Whoever comes to the end after that look has a number that is not below the lowest one that was still at work."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A statement that was carried out, and how many rows it changed."""

    rowcount: int


class PostgresConnection:
    """A connection inside a transaction, as the store's rooms know one."""

    def __init__(self, genuine: Any) -> None:
        self._genuine = genuine

    async def execute(self, sql: str, parameters: Iterable[Any] = (), /) -> Changed:
        """Carry a statement out."""
        status: str = await self._genuine.execute(translated(sql), *parameters)
        count = status.rpartition(" ")[2]
        return Changed(int(count) if count.isdigit() else -1)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> None:
        """Carry a statement out for each of these."""
        await self._genuine.executemany(translated(sql), [tuple(values) for values in parameters])

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[Row]:
        """The rows of a query."""
        found: list[Row] = await self._genuine.fetch(translated(sql), *parameters)
        return found


class PostgresEngine:
    """A server's database, for as many processes as there are.

    Each statement sees what is committed (READ COMMITTED); what a transaction relies on it locks first (`LOCKED`), and
    where a key was taken meanwhile it is begun anew.
    """

    def __init__(self, place: Dsn, pool: asyncpg.Pool, between: Between) -> None:
        self.place = place
        self.pool = pool
        self._between = between
        self._closed = False

    async def close(self) -> None:
        """Give the connections back once they are idle; again does nothing."""
        if not self._closed:
            self._closed = True
            await self._between.close()
            with explained(self.place):
                await self.pool.close()

    async def rows(self, sql: str, values: Sequence[object]) -> list[Row]:
        """The rows of a query, on any free connection."""
        self._must_be_open()
        with explained(self.place):
            return [*await self.pool.fetch(translated(sql), *values)]

    async def of_one_moment(self, queries: Sequence[tuple[str, tuple[object, ...]]]) -> list[list[Row]]:
        """The rows of each query, all as of the first one's moment."""
        self._must_be_open()
        with explained(self.place):
            async with (
                self.pool.acquire() as genuine,
                genuine.transaction(isolation="repeatable_read", readonly=True),
            ):
                return [[*await genuine.fetch(translated(sql), *values)] for sql, values in queries]

    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """One transaction on any free connection, begun anew where another one was faster."""
        self._must_be_open()
        with explained(self.place):
            for _ in range(ATTEMPTS - 1):
                with contextlib.suppress(*FASTER):
                    return await self._once(work)
            return await self._once(work)

    async def asked_to_close(self) -> list[int]:
        """The tables for which there is a row."""
        return [row["game"] for row in await self.rows("SELECT game FROM close_requests ORDER BY game", ())]

    async def carried_out(self, game: int) -> None:
        """Takes the row away."""

        async def work(db: Connection) -> None:
            await db.execute("DELETE FROM close_requests WHERE game = ?", (game,))

        await self.transaction(work)

    def alone(self, game: int) -> contextlib.AbstractAsyncContextManager[None]:
        """By a lock that dies with the process."""
        return self._between.alone(game)

    async def hint(self, game: int) -> None:
        """By NOTIFY."""
        await self._between.tell(game)

    def listen(self, heard: Callable[[int], None]) -> None:
        """By LISTEN."""
        self._between.listen(heard)

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """What stands in `changes`, whose rows triggers write, by the transactions that were not over then."""
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

    async def counter(self, table: str) -> int:
        """As the server keeps it for identities."""
        return await counter(self, table)

    async def set_counter(self, db: Connection, table: str, last: int) -> None:
        """The same, inside a transaction."""
        sql = "SELECT setval(pg_get_serial_sequence(?, 'id'), GREATEST(?, 1), ?)"
        await db.execute_fetchall(sql, (table, last, last > 0))

    @contextlib.asynccontextmanager
    async def unguarded(self, db: Connection, table: str, guard: str) -> AsyncIterator[None]:
        """Asleep, for the tables' owner alone may do that."""
        await db.execute(f"ALTER TABLE {table} DISABLE TRIGGER {guard}")
        yield
        await db.execute(f"ALTER TABLE {table} ENABLE TRIGGER {guard}")


class PostgresSnapshot:
    """The database as of one moment, to be read alone."""

    def __init__(self, place: Dsn, genuine: asyncpg.Connection) -> None:
        self.place = place
        self._genuine = genuine

    async def close(self) -> None:
        """Let the moment and the connection go."""
        await self._genuine.close()

    async def rows(self, sql: str, values: Sequence[object]) -> list[Row]:
        """The rows of a query, all as of that moment."""
        with explained(self.place):
            return [*await self._genuine.fetch(translated(sql), *values)]

    async def of_one_moment(self, queries: Sequence[tuple[str, tuple[object, ...]]]) -> list[list[Row]]:
        """The rows of each query: there is but one moment."""
        return [await self.rows(sql, values) for sql, values in queries]

    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """What the work reads; nothing can be written."""
        with explained(self.place):
            return await work(PostgresConnection(self._genuine)), 0.0

    def alone(self, game: int) -> contextlib.AbstractAsyncContextManager[None]:
        """Nothing can be changed."""
        return contextlib.nullcontext()

    async def hint(self, game: int) -> None:
        """Nothing has changed."""

    def listen(self, heard: Callable[[int], None]) -> None:
        """Nothing is heard of."""

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """Whoever only looks follows nothing."""
        return {}, ""

    async def asked_to_close(self) -> list[int]:
        """Nobody asks who only looks."""
        return []

    async def carried_out(self, game: int) -> None:
        """Nothing is asked for."""

    async def counter(self, table: str) -> int:
        """As the server keeps it for identities; no transaction holds it back."""
        return await counter(self, table)

    async def set_counter(self, db: Connection, table: str, last: int) -> None:
        """Nothing can be written."""

    def unguarded(self, db: Connection, table: str, guard: str) -> contextlib.AbstractAsyncContextManager[None]:
        """Nothing can be changed."""
        return contextlib.nullcontext()


async def counter(engine: PostgresEngine | PostgresSnapshot, table: str) -> int:
    """The last number that a row of this table was given."""
    sql = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM {table}_id_seq"  # noqa: S608 - our own
    found = await engine.rows(sql, ())
    return int(found[0]["last"])
