"""A full or failing disk for SQLite: a system limit on file sizes, or errors at chosen statements."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.failpoints import Gate, Point

FULL, FAILING = sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE
WORDS = {FULL: "database or disk is full", FAILING: "disk I/O error"}


@contextmanager
def full(database: Path) -> Iterator[None]:
    """Makes the disk full for this process: in the block, no file can grow beyond the size of the database's log."""
    log = database.with_name(database.name + "-wal")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class Failing(Gate):
    """A failpoint gate that raises SQLite's error for a full or failing disk at each chosen point."""

    def __init__(self, meant: Callable[[Point], bool], code: int = FULL) -> None:
        super().__init__()
        self.meant, self.code, self.failed = meant, code, 0

    def at(self, point: Point) -> None:
        self.passed.append(point)
        if self.meant(point):
            self.failed += 1
            error = sqlite3.OperationalError(WORDS[self.code])
            error.sqlite_errorcode = self.code
            raise error
