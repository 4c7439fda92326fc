"""Failpoints around every statement of the storage: a test stops the process there as SIGKILL would.

What SQLite has only in memory is lost, and what it has given to the system is kept. This is a copy of the files at that
moment: another session opens the copy, and no one uses the old files again.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

from storage import Database
from storage.sqlite.single_hop import Statements
from tests.storage.table import in_file

Point = tuple[str, str]
"""`before` or `after`, and the statement."""


class Killed(BaseException):
    """The exception that a failpoint raises in place of the death of the process."""


class Gate:
    """A recorder of failpoints, which can end the process at one: `die` decides."""

    def __init__(self, die: Callable[[Point], bool] = lambda _point: False) -> None:
        self.die = die
        self.passed: list[Point] = []
        self.left: Path | None = None
        """The files that the dead process has left on the disk."""
        self._one_at_a_time = threading.Lock()
        """The store writes in a thread of its own, while others send."""

    def watch(self, db: Database) -> None:
        """Adds failpoints before and after every statement of a database session."""
        self._file = in_file(db).place
        in_file(db).inside = cast("Statements", _Watched(in_file(db).inside, self))

    def at(self, point: Point) -> None:
        """Records a point; if the process dies there, copies the files and raises Killed.

        All later points raise Killed, too.
        """
        with self._one_at_a_time:
            if self.left is not None:
                raise Killed
            self.passed.append(point)
            if self.die(point):
                self.left = taken_away(self._file)
                raise Killed


class _Watched:
    """A connection with failpoints before and after every statement of a transaction."""

    def __init__(self, db: Statements, gate: Gate) -> None:
        self._db = db
        self._gate = gate

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    async def execute(self, sql: str, values: Iterable[Any] = ()) -> Any:
        self._gate.at(("before", sql))
        cursor = await self._db.execute(sql, values)
        self._gate.at(("after", sql))
        return cursor

    async def executemany(self, sql: str, values: Iterable[Iterable[Any]]) -> Any:
        self._gate.at(("before", sql))
        cursor = await self._db.executemany(sql, values)
        self._gate.at(("after", sql))
        return cursor

    async def execute_fetchall(self, sql: str, values: Iterable[Any] = ()) -> Any:
        if not sql.lstrip().startswith("INSERT"):
            return await self._db.execute_fetchall(sql, values)
        self._gate.at(("before", sql))
        rows = await self._db.execute_fetchall(sql, values)
        self._gate.at(("after", sql))
        return rows


def taken_away(file: Path) -> Path:
    """Copies the database and its log as a killed process leaves them; returns the path of the copy."""
    stem, _, number = file.name.partition("~")
    copy = file.with_name(f"{stem}~{int(number or 0) + 1}")
    for beside in ("", "-wal"):
        if (source := file.with_name(file.name + beside)).exists():
            shutil.copy(source, copy.with_name(copy.name + beside))
    return copy
