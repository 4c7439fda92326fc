"""The engine for SQLite: one connection that writes, one transaction after another."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite

from storage import opening
from storage.application_id import must_not_be_anothers
from storage.connection import Connection, Engine, Query, Row, Work
from storage.errors import DatabaseBusy, DatabaseDamaged, StoreClosed
from storage.lock import ProcessLock
from storage.sqlite import requests
from storage.sqlite.errors import explained
from storage.sqlite.single_hop import Inside, Statements, clean, in_one_visit, transacted

# aiosqlite logs the values of every statement at DEBUG, which include hands, decks and seeds.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)

T = TypeVar("T")

AGAIN: Final = 0.02
"""The seconds between two attempts while another program's lock blocks a statement."""


class SqliteEngine(Engine):
    """The engine for a file that only this process serves, or for a copy of one in memory."""

    place: Path

    def __init__(
        self, place: Path, db: aiosqlite.Connection, lock: ProcessLock | None, patience: float = opening.LOCK_TIMEOUT
    ) -> None:
        self.place = place
        self.db = db
        self.inside: Statements = Inside(db)
        self._process_lock = lock
        self._patience = patience
        self._turn = asyncio.Lock()
        self._writing = asyncio.Lock()
        """The lock of writers, which wait for other programs in the order of their requests; readers do not wait."""
        self._in_vain = False
        """Whether a writer has waited for another program's lock without success: until a write succeeds, no writer
        waits."""
        self._closed = False

    async def close(self) -> None:
        """Closes the file and releases its lock; a second call does nothing."""
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
        """Returns the rows of a query; waits for another program's lock for at most the patience of the engine."""
        (found,) = await self.of_one_moment([(sql, tuple(values))])
        return found

    async def of_one_moment(self, queries: Sequence[Query]) -> list[list[Row]]:
        """Returns the rows of each query; no write comes in between."""

        async def asked() -> list[list[Row]]:
            await clean(self.db)
            return [list(await self.db.execute_fetchall(sql, values)) for sql, values in queries]

        return await self._patiently(asked, time.monotonic() + self._patience, lambda: True)

    async def transaction(self, work: Work[T], *, waits: bool = False) -> tuple[T, float]:
        """Runs one transaction after the earlier ones, and returns its result and its duration in seconds.

        It waits for another program's lock for some seconds (patience), including the time in the queue; readers do not
        wait for it. A transaction that has begun is never repeated.
        """
        until, begun = time.monotonic() + (0 if self._in_vain else self._patience), False

        async def noted(db: Connection) -> T:
            nonlocal begun
            begun = True
            return await work(db)

        async def carried_out() -> tuple[T, float]:
            since = time.monotonic()
            if waits:
                done = await transacted(self.db, noted)
            else:
                done = await in_one_visit(self.db, self.inside, noted)
            return done, time.monotonic() - since

        async with self._writing:
            try:
                done = await self._patiently(carried_out, until, lambda: not begun)
            except DatabaseBusy:
                self._in_vain = True
                raise
            self._in_vain = False
            return done

    async def _patiently(self, step: Callable[[], Awaitable[T]], until: float, again: Callable[[], bool]) -> T:
        """Runs a step, and repeats it until the time `until` while another program's lock blocks it."""
        while True:
            try:
                async with self._turn:
                    self._must_be_open()
                    with explained(self.place):
                        return await step()
            except DatabaseBusy:
                if time.monotonic() >= until or not again():
                    raise
            await asyncio.sleep(AGAIN)

    async def counter(self, table: str) -> int:
        """Returns the last number that AUTOINCREMENT gave to a row of this table; 0 if there never was one."""
        found = await self.rows("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        return found[0]["seq"] if found else 0

    async def set_counter(self, db: Connection, table: str, last: int) -> None:
        """Sets the last number that AUTOINCREMENT gave in this table, inside a transaction."""
        await db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        await db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    @asynccontextmanager
    async def unguarded(self, db: Connection, table: str, guard: str) -> AsyncIterator[None]:
        """Drops a trigger of a table while the `async with` block runs, and creates it again afterwards."""
        sql = "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? AND name = ?"
        guards = list(await db.execute_fetchall(sql, (table, guard)))
        for _ in guards:
            await db.execute(f"DROP TRIGGER {guard}")
        yield
        for row in guards:
            await db.execute(row["sql"])

    async def close_requests(self) -> list[int]:
        """Returns the numbers of the tables that operators have asked to be closed, from files next to the database."""
        return await asyncio.to_thread(requests.asked, self.place)

    async def end_close_request(self, game: int) -> None:
        """Deletes the file that asks to close this table; does nothing if there is none."""
        await asyncio.to_thread(requests.request(self.place, game).unlink, missing_ok=True)

    def _must_be_open(self) -> None:
        if self._closed:
            raise StoreClosed


async def serving(path: Path, patience: float) -> SqliteEngine:
    """Opens the file, created or migrated if necessary, for this process only; raises DatabaseInUse."""
    file = opening.real(path)
    must_not_be_anothers(file)
    lock = ProcessLock(file)
    lock.acquire()
    try:
        return SqliteEngine(file, await opening.for_writing(file, patience), lock, patience)
    except BaseException:
        lock.release()
        raise


async def looking(path: Path, told: Callable[[DatabaseDamaged], None] | None) -> SqliteEngine:
    """Copies the file into memory, upgraded to this program's schema, and opens the copy; a bot may serve the file.

    Broken content raises DatabaseDamaged, or is reported to `told`.
    """
    file = opening.real(path)
    return SqliteEngine(file, await opening.in_memory(file, told), None)
