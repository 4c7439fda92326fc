"""Whole transactions, and reads that see only what is committed, on whichever engine keeps the rows."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from storage.connection import Connection, Engine, Row, Work
from storage.dsn import Dsn, Place
from storage.errors import StorageError, UnknownGame, WrongPhase

MOST: Final = 2**62
"""More than there are of anything: a bound that bounds nothing."""

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="Core")

LOCKED = "/*! FOR UPDATE */"
"""Behind a query inside a transaction: what it found stays so until the end. (Where one process writes, all does.)"""


class Core:
    """The engine, and what is being written."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writes: set[asyncio.Task[Any]] = set()
        self._forsaken: set[asyncio.Task[Any]] = set()
        """Those whose callers have gone away: what is read afterwards sees them done, on any engine."""
        self.observe: Callable[[float], None] | None = None
        """Told of every committed transaction how many seconds it took."""

    @property
    def place(self) -> Place:
        """Which database this is."""
        return self._engine.place

    @property
    def shared(self) -> bool:
        """Whether other processes may write meanwhile: whatever is remembered must be looked at again."""
        return isinstance(self.place, Dsn)

    async def asked_to_close(self) -> list[int]:
        """The tables that the operator's shell asks to be closed."""
        return await self._engine.asked_to_close()

    async def carried_out(self, game: int) -> None:
        """What was asked about that table is done, or cannot be."""
        await self._engine.carried_out(game)

    async def close(self) -> None:
        """Finish what is being written and let the database go; again does nothing."""
        while self._writes:
            await asyncio.wait(self._writes)
        await self._engine.close()

    async def _rows(self, sql: str, *values: object) -> list[Row]:
        if self._forsaken:
            await asyncio.wait(self._forsaken)
        return await self._engine.rows(sql, values)

    async def _of_one_moment(self, *queries: tuple[str, tuple[object, ...]]) -> list[list[Row]]:
        """The rows of each query, nothing written in between."""
        if self._forsaken:
            await asyncio.wait(self._forsaken)
        return await self._engine.of_one_moment(queries)

    async def _row(self, sql: str, *values: object) -> Row | None:
        return next(iter(await self._rows(sql, *values)), None)

    async def _write(self, work: Work[T]) -> T:
        """Run the work in one transaction that is finished even where its caller is cancelled meanwhile."""
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
        """Nobody but the log hears how it ended."""
        self._forsaken.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StorageError):
            log.warning("a transaction whose caller has gone away failed: %s", error)
        elif error is not None:
            log.error("a transaction whose caller has gone away failed", exc_info=error)

    async def _transaction(self, work: Work[T]) -> T:
        done, seconds = await self._engine.transaction(work)
        if self.observe is not None:
            self.observe(seconds)
        return done


def transaction(
    method: Callable[Concatenate[S, Connection, P], Awaitable[T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a method one transaction; it is given the connection, its callers leave that out."""

    async def whole(self: S, /, *args: P.args, **named: P.kwargs) -> T:
        return await self._write(lambda db: method(self, db, *args, **named))

    functools.update_wrapper(whole, method)
    return whole


async def first(db: Connection, sql: str, values: Iterable[object]) -> Row | None:
    """The first row of a query, inside a transaction."""
    return next(iter(await db.execute_fetchall(sql, values)), None)


async def changed(db: Connection, sql: str, values: Iterable[object]) -> int:
    """How many rows a statement changed, inside a transaction."""
    return (await db.execute(sql, values)).rowcount


async def inserted(db: Connection, sql: str, values: Iterable[object]) -> int:
    """The number that a new row was given, inside a transaction."""
    (row,) = await db.execute_fetchall(f"{sql} RETURNING id", values)
    number: int = row["id"]
    return number


async def require(db: Connection, game: int, *phases: str) -> str:
    """The game's phase, which must be one of these (any, where none is named); UnknownGame or WrongPhase.

    From here on no other transaction that requires anything of this game comes in between.
    """
    phase: str = (await required(db, game, *phases))["phase"]
    return phase


async def required(db: Connection, game: int, *phases: str) -> Row:
    """The same, with the latest link of the game's chain."""
    row = await first(db, f"SELECT phase, link FROM games WHERE id = ? {LOCKED}", (game,))  # noqa: S608 - our own lock
    if row is None:
        raise UnknownGame(game)
    if phases and row["phase"] not in phases:
        raise WrongPhase(game, row["phase"], " or ".join(phases))
    return row
