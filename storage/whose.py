"""Whose a file is: asked before anything is done to it, without a lock, a change, or a file left beside it."""

from __future__ import annotations

import errno
import os
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.errors import DatabaseUnreadable, NotADatabase, explained
from storage.log import first_page
from storage.migrations import APPLICATION

_HEADER: Final = 100
_APPLICATION_AT: Final = 68
"""Where the first page names the application."""


def must_be_readable(file: Path) -> None:
    """DatabaseUnreadable where the system does not let this user read it."""
    # Asked, not tried: closing a trial would drop the locks that this process holds on the file.
    if not os.access(file, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise DatabaseUnreadable(file, os.strerror(errno.EACCES))


def must_not_be_anothers(file: Path) -> None:
    """NotADatabase where another program made it; one that is empty or not there yet is anybody's."""
    if not file.exists():
        return
    must_be_readable(file)
    if _anothers(file):
        raise NotADatabase(file, "another program's SQLite database")


def _anothers(file: Path) -> bool:
    # Immutable: SQLite neither locks it nor looks for its log, which it would have to leave files for.
    with explained(file), closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        ((application,),) = db.execute("PRAGMA application_id")
        if application == APPLICATION:
            return False
        ((version,),) = db.execute("PRAGMA user_version")
        if application or version or db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            return True
    return _by_its_log(file) not in (None, APPLICATION)


def _by_its_log(file: Path) -> int | None:
    """The application that a database names whose content stands in the write-ahead log alone."""
    page = first_page(file)
    if len(page) < _HEADER:
        return None
    (application,) = struct.unpack_from(">i", page, _APPLICATION_AT)
    return int(application)
