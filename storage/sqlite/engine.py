"""SQLite: one connection that writes, one transaction after another."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import TypeVar

import aiosqlite

from storage import opening
from storage.connection import Connection, Row, Work
from storage.errors import DatabaseDamaged, StoreClosed, explained
from storage.lock import ProcessLock
from storage.sqlite import requests
from storage.sqlite.visit import Inside, Statements, clean, in_one_visit, transacted

# aiosqlite logs the values of every statement at DEBUG: hands, decks and seeds would stand in the log.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

T = TypeVar("T")


class SqliteEngine:
    """A file (or a copy of one in memory), and the lock that keeps other processes out."""

    def __init__(self, place: Path, db: aiosqlite.Connection, lock: ProcessLock | None) -> None:
        self.place = place
        self.db = db
        self.inside: Statements = Inside(db)
        self._process_lock = lock
        self._turn = asyncio.Lock()
        self._closed = False

    async def close(self) -> None:
        """Close the file, let other processes in; again does nothing."""
        async with self._turn:
            if self._closed:
                return
            self._closed = True
            try:
                with explained(self.place):
                    await self.db.close()
            finally:
                if self._process_lock is not None:
                    self._process_lock.release()

    async def rows(self, sql: str, values: Sequence[object]) -> list[Row]:
        """The rows of a query, when it is its turn."""
        async with self._turn:
            self._must_be_open()
            with explained(self.place):
                await clean(self.db)
                return list(await self.db.execute_fetchall(sql, values))

    async def of_one_moment(self, queries: Sequence[tuple[str, tuple[object, ...]]]) -> list[list[Row]]:
        """The rows of each query, all in one turn."""
        async with self._turn:
            self._must_be_open()
            with explained(self.place):
                await clean(self.db)
                return [list(await self.db.execute_fetchall(sql, values)) for sql, values in queries]

    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """One transaction, when it is its turn; the seconds are counted from there."""
        async with self._turn:
            self._must_be_open()
            begun = time.monotonic()
            with explained(self.place):
                if waits:
                    done = await transacted(self.db, work)
                else:
                    done = await in_one_visit(self.db, self.inside, work)
            return done, time.monotonic() - begun

    async def counter(self, table: str) -> int:
        """As SQLite keeps it for AUTOINCREMENT."""
        found = await self.rows("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        return found[0]["seq"] if found else 0

    async def set_counter(self, db: Connection, table: str, last: int) -> None:
        """The same, inside a transaction."""
        await db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        await db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    async def asked_to_close(self) -> list[int]:
        """The tables for which a file lies beside the database."""
        return await asyncio.to_thread(requests.asked, self.place)

    async def carried_out(self, game: int) -> None:
        """Takes the file away."""
        await asyncio.to_thread(requests.request(self.place, game).unlink, missing_ok=True)

    def alone(self, game: int) -> AbstractAsyncContextManager[None]:
        """The file is this process's alone."""
        return nullcontext()

    async def hint(self, game: int) -> None:
        """There is nobody to be told."""

    def listen(self, heard: Callable[[int], None]) -> None:
        """There is nobody to be heard."""

    async def changed_since(self, mark: str | None) -> tuple[Mapping[int, int | None], str]:
        """Nobody else changes anything."""
        return {}, ""

    def _must_be_open(self) -> None:
        if self._closed:
            raise StoreClosed


async def serving(path: Path, patience: float) -> SqliteEngine:
    """The file, created or migrated where needed, for this process alone (DatabaseInUse)."""
    file = opening.real(path)
    lock = ProcessLock(file)
    lock.acquire()
    try:
        return SqliteEngine(file, await opening.for_writing(file, patience), lock)
    except BaseException:
        lock.release()
        raise


async def looking(path: Path, told: Callable[[DatabaseDamaged], None] | None) -> SqliteEngine:
    """A copy in memory, brought to this program's schema: the file may be served meanwhile."""
    file = opening.real(path)
    return SqliteEngine(file, await opening.in_memory(file, told), None)
