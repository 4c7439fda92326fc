"""The one connection that writes: whole transactions, and reads that see only what is committed."""

from __future__ import annotations

import asyncio
import functools
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from aiosqlite import Connection

from storage.errors import StoreClosed, UnknownGame, WrongPhase, explained
from storage.lock import ProcessLock

# aiosqlite logs the values of every statement at DEBUG: hands, decks and seeds would stand in the log.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="Core")
Work = Callable[[Connection], Awaitable[T]]


class Core:
    """A connection, its order of use, and the lock that keeps other processes out."""

    def __init__(self, path: Path | str, db: Connection, lock: ProcessLock | None) -> None:
        self.path = path
        self._db = db
        self._process_lock = lock
        self._turn = asyncio.Lock()
        self._writes: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.observe: Callable[[float], None] | None = None
        """Told of every committed transaction how many seconds it took."""

    async def close(self) -> None:
        """Finish what is being written, close the file, let other processes in; again does nothing."""
        while self._writes:
            await asyncio.wait(self._writes)
        async with self._turn:
            if self._closed:
                return
            self._closed = True
            try:
                with explained(self.path):
                    await self._db.close()
            finally:
                if self._process_lock is not None:
                    self._process_lock.release()

    async def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        async with self._turn:
            self._must_be_open()
            with explained(self.path):
                await self._clean()
                return list(await self._db.execute_fetchall(sql, values))

    async def _of_one_moment(self, *queries: tuple[str, tuple[object, ...]]) -> list[list[sqlite3.Row]]:
        """The rows of each query, nothing written in between."""
        async with self._turn:
            self._must_be_open()
            with explained(self.path):
                await self._clean()
                return [list(await self._db.execute_fetchall(sql, values)) for sql, values in queries]

    async def _row(self, sql: str, *values: object) -> sqlite3.Row | None:
        return next(iter(await self._rows(sql, *values)), None)

    async def _write(self, work: Work[T]) -> T:
        """Run the work in one transaction that is finished even where its caller is cancelled meanwhile."""
        task = asyncio.ensure_future(self._transaction(work))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        return await asyncio.shield(task)

    async def _transaction(self, work: Work[T]) -> T:
        async with self._turn:
            self._must_be_open()
            begun = time.monotonic()
            with explained(self.path):
                await self._clean()
                await self._db.execute("BEGIN IMMEDIATE")
                try:
                    done = await work(self._db)
                    await self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        await self._db.execute("ROLLBACK")
                    raise
            if self.observe is not None:
                self.observe(time.monotonic() - begun)
            return done

    async def _clean(self) -> None:
        """Half a step that even its ROLLBACK could not take back, on a failing disk, is taken back now."""
        if self._db.in_transaction:
            await self._db.execute("ROLLBACK")

    def _must_be_open(self) -> None:
        if self._closed:
            raise StoreClosed


def transaction(
    method: Callable[Concatenate[S, Connection, P], Awaitable[T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Make a method one transaction; it is given the connection, its callers leave that out."""

    async def whole(self: S, /, *args: P.args, **named: P.kwargs) -> T:
        return await self._write(lambda db: method(self, db, *args, **named))

    functools.update_wrapper(whole, method)
    return whole


async def first(db: Connection, sql: str, values: Iterable[object]) -> sqlite3.Row | None:
    """The first row of a query, inside a transaction."""
    return next(iter(await db.execute_fetchall(sql, values)), None)


async def changed(db: Connection, sql: str, values: Iterable[object]) -> int:
    """How many rows a statement changed, inside a transaction."""
    cursor = await db.execute(sql, values)
    return cursor.rowcount


async def require(db: Connection, game: int, *phases: str) -> str:
    """The game's phase, which must be one of these (any, where none is named); UnknownGame or WrongPhase."""
    row = await first(db, "SELECT phase FROM games WHERE id = ?", (game,))
    if row is None:
        raise UnknownGame(game)
    phase: str = row["phase"]
    if phases and phase not in phases:
        raise WrongPhase(game, phase, " or ".join(phases))
    return phase
