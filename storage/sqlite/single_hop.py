"""Runs a whole transaction in the thread of aiosqlite, because switching threads costs more than a statement."""

from __future__ import annotations

import sqlite3
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

import aiosqlite

from storage.connection import Work

T = TypeVar("T")


class Inside:
    """A connection for use inside aiosqlite's own thread: every statement runs at once, without a change of threads."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db = db

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._db.in_transaction

    async def execute(self, sql: str, parameters: Iterable[Any] = (), /) -> sqlite3.Cursor:
        """Runs a statement."""
        return self._db._conn.execute(sql, tuple(parameters))

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]], /) -> sqlite3.Cursor:
        """Runs a statement once for each tuple of parameters."""
        return self._db._conn.executemany(sql, [tuple(one) for one in parameters])

    async def execute_fetchall(self, sql: str, parameters: Iterable[Any] = (), /) -> list[sqlite3.Row]:
        """Returns the rows of a query."""
        return self._db._conn.execute(sql, tuple(parameters)).fetchall()


Statements = aiosqlite.Connection | Inside
"""A connection that knows whether a transaction is open."""


async def in_one_visit(db: aiosqlite.Connection, inside: Statements, work: Work[T]) -> T:
    """Runs the work in a transaction, completely in the connection's thread; it may await only its own statements."""
    # aiosqlite has no public way to run more than one statement at a time in its thread.
    done: T = await db._execute(_at_once, transacted(inside, work))  # type: ignore[no-untyped-call]
    return done


async def transacted(db: Statements, work: Work[T]) -> T:
    """Runs the work in a transaction, all or nothing."""
    await clean(db)
    await db.execute("BEGIN IMMEDIATE")
    try:
        done = await work(db)
        await db.execute("COMMIT")
    except BaseException:
        await clean(db)
        raise
    return done


async def clean(db: Statements) -> None:
    """Rolls back what is left of a failed transaction, for example after an error of the disk."""
    if db.in_transaction:
        await db.execute("ROLLBACK")


def _at_once(steps: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine that never has to wait and returns its result; raises RuntimeError if it waits."""
    try:
        steps.send(None)
    except StopIteration as end:
        done: T = end.value
        return done
    steps.throw(RuntimeError("A transaction may wait only for its own statements."))
    raise AssertionError("A transaction continued although it must end in one step.")
