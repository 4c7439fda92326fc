"""Sessions and the base class of all repositories.

A repository's method takes part in its session: inside a transaction it uses that transaction, otherwise each call is
a read of what is committed, or a transaction of its own.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import fields
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from storage.connection import Connection, Done, Engine, Query, Row
from storage.errors import StorageError
from storage.table_errors import UnknownGame, WrongPhase

NO_LIMIT: Final = 2**62
"""The default of limits: no limit."""
LOCKED: Final = "/*! FOR UPDATE */"
"""A suffix of queries inside a transaction that locks the rows on PostgreSQL. SQLite has only one writer at a time."""

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R", bound="Repository")


def insertion(table: str, kind: type) -> str:
    """Returns the statement that inserts all fields of a dataclass, in their order, into the columns of their names."""
    columns = [one.name for one in fields(kind)]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"


def upsertion(table: str, key: str, values: str) -> str:
    """Returns the statement that inserts a row or, if there is one with the same key, changes its values.

    `key`, `values`: names of columns with commas between them. The parameters have the same order.
    """
    columns = f"{key}, {values}".split(", ")
    places = ", ".join("?" for _ in columns)
    changes = ", ".join(f"{name} = excluded.{name}" for name in values.split(", "))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places}) ON CONFLICT ({key}) DO UPDATE SET {changes}"


def row_values(row: Any, **written: object) -> tuple[object, ...]:
    """Returns the fields of a dataclass in their order for `insertion`; `written`: the stored form of some of them."""
    return tuple(written.get(one.name, getattr(row, one.name)) for one in fields(row))


class Transaction:
    """A session inside a transaction that the engine opened and will commit; `transaction` joins that one."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        self.engine = engine
        self.execute = connection.execute
        self.executemany = connection.executemany
        self.execute_fetchall = connection.execute_fetchall

    async def of_one_moment(self, queries: Sequence[Query]) -> list[list[Row]]:
        """Returns the rows of each query."""
        return [list(await self.execute_fetchall(sql, values)) for sql, values in queries]

    async def transaction(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Runs the work in this transaction."""
        return await work(self)


class Autocommit:
    """A session outside of transactions: reads see committed data, and each `transaction` is a separate one."""

    def __init__(self, engine: Engine, observe: Callable[[float], None] | None = None) -> None:
        self.engine = engine
        self._observe = observe
        self._writes: set[asyncio.Task[Any]] = set()
        self._forsaken: set[asyncio.Task[Any]] = set()
        """Running transactions whose callers were cancelled. Later reads wait for them."""

    async def close(self) -> None:
        """Waits for running transactions and closes the engine; a second call does nothing."""
        while self._writes:
            await asyncio.wait(self._writes)
        await self.engine.close()

    async def execute(self, sql: str, parameters: Iterable[Any] = (), /) -> Done:
        """Raises RuntimeError, because a method without `@transaction` was called outside of a transaction."""
        raise RuntimeError("This write is part of a transaction: call it in `Database.transaction`.")

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> object:
        """Raises RuntimeError, because writes are possible only in a transaction."""
        return await self.execute(sql)

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[Row]:
        """Returns the rows of a query, after running transactions of cancelled callers have ended."""
        if self._forsaken:
            await asyncio.wait(self._forsaken)
        return await self.engine.rows(sql, tuple(parameters))

    async def of_one_moment(self, queries: Sequence[Query]) -> list[list[Row]]:
        """Returns the rows of each query; nothing is written in between."""
        if self._forsaken:
            await asyncio.wait(self._forsaken)
        return await self.engine.of_one_moment(queries)

    async def transaction(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Runs the work in a transaction that is finished even if its caller is cancelled."""
        task = asyncio.ensure_future(self._transaction(work))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self._forsaken.add(task)
            task.add_done_callback(self._forsaken_ended)
            raise

    def _forsaken_ended(self, task: asyncio.Task[Any]) -> None:
        """Logs the error of a transaction that has ended after its caller was cancelled."""
        self._forsaken.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StorageError):
            log.warning("a transaction failed after its caller was cancelled: %s", error)
        elif error is not None:
            log.error("a transaction failed after its caller was cancelled", exc_info=error)

    async def _transaction(self, work: Callable[[Session], Awaitable[T]]) -> T:
        done, seconds = await self.engine.transaction(lambda connection: work(Transaction(self.engine, connection)))
        if self._observe is not None:
            self._observe(seconds)
        return done


Session = Transaction | Autocommit
"""A session on which repositories run their statements: inside an open transaction, or outside of one."""


class Repository:
    """The base class of repositories, which contain the statements about one aggregate.

    Methods with `@transaction` may be called anywhere. A write without it is a step for other repositories, which they
    run inside their transaction: `Games(self.session).set(...)`.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    async def _rows(self, sql: str, *values: object) -> list[Row]:
        return list(await self.session.execute_fetchall(sql, values))

    async def _row(self, sql: str, *values: object) -> Row | None:
        return next(iter(await self.session.execute_fetchall(sql, values)), None)

    async def _column(self, sql: str, *values: object) -> list[Any]:
        """Returns the values of a query for one column."""
        return [value for row in await self.session.execute_fetchall(sql, values) for value in dict(row).values()]

    async def _value(self, sql: str, *values: object) -> Any | None:
        """Returns the value of a query for one column of one row; None if there is no row."""
        return next(iter(await self._column(sql, *values)), None)

    async def _execute(self, sql: str, *values: object) -> int:
        """Runs a statement and returns the number of changed rows."""
        return (await self.session.execute(sql, values)).rowcount

    async def _insert(self, sql: str, *values: object) -> int:
        """Inserts a row and returns its number."""
        (number,) = await self._column(f"{sql} RETURNING id", *values)
        return int(number)

    async def _require(self, game: int, *phases: str) -> Row:
        """Locks a game until the end of the transaction and returns its phase and the latest link of its chain.

        Raises UnknownGame, and WrongPhase if the game is in none of the phases (if any are named).
        """
        row = await self._row(f"SELECT phase, link FROM games WHERE id = ? {LOCKED}", game)
        if row is None:
            raise UnknownGame(game)
        if phases and row["phase"] not in phases:
            raise WrongPhase(game, row["phase"], " or ".join(phases))
        return row


def transaction(
    method: Callable[Concatenate[R, P], Awaitable[T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Decorates a repository's method: each call runs in the open transaction, or in a new one if none is open."""

    @functools.wraps(method)
    async def whole(self: R, /, *args: P.args, **named: P.kwargs) -> T:
        return await self.session.transaction(lambda session: method(type(self)(session), *args, **named))

    return whole
