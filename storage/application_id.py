"""Checks that a database file belongs to Krupier before it is opened. Read-only: takes no lock and creates no files."""

from __future__ import annotations

import errno
import os
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.errors import DatabaseDamaged, DatabaseUnreadable, NotADatabase
from storage.migrations import APPLICATION
from storage.sqlite.errors import explained
from storage.wal import first_page

_HEADER: Final = 100
_APPLICATION_AT: Final = 68
"""The offset of the application ID in the first page, in bytes."""


def must_not_be_anothers(file: Path) -> None:
    """Raises NotADatabase if another program made the file, DatabaseUnreadable if it may not be read.

    An empty or missing file is accepted.
    """
    if not file.exists():
        return
    # The permission is queried and not tried, because closing a trial would drop this process's locks on the file.
    if not os.access(file, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise DatabaseUnreadable(file, os.strerror(errno.EACCES))
    if _anothers(file):
        raise NotADatabase(file, "another program's SQLite database")


def _anothers(file: Path) -> bool:
    try:
        return _another_made(file)
    except DatabaseDamaged:
        # Without its log, a file with an interrupted checkpoint looks broken; it is valid together with its log.
        return _by_its_header(file) not in (0, APPLICATION)


def _another_made(file: Path) -> bool:
    # In immutable mode SQLite neither locks the file nor creates files for its log.
    with explained(file), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        ((application,),) = db.execute("PRAGMA application_id")
        if application == APPLICATION:
            return False
        ((version,),) = db.execute("PRAGMA user_version")
        if application or version or db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            return True
    return _by_its_log(file) not in (None, APPLICATION)


def _by_its_log(file: Path) -> int | None:
    """Returns the application ID in the write-ahead log, where a new database's content may be; None if it has none."""
    page = first_page(file)
    return _named(page) if len(page) >= _HEADER else None


def _by_its_header(file: Path) -> int:
    with file.open("rb") as content:
        page = content.read(_HEADER)
    return _named(page) if len(page) == _HEADER else 0


def _named(page: bytes) -> int:
    """Returns the application ID in a database's first page."""
    (application,) = struct.unpack_from(">i", page, _APPLICATION_AT)
    return int(application)
