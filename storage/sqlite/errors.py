"""Translates SQLite's errors into Krupier's own, without the values of any row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.errors import (
    BadRow,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseError,
    DatabaseUnreadable,
    DiskTrouble,
    NotADatabase,
    StorageError,
)
from storage.table_errors import UnknownGame


@contextmanager
def explained(path: Path | str) -> Iterator[None]:
    """Translates SQLite's errors in the block into errors of the storage package, which say what to do."""
    try:
        yield
    except UnicodeDecodeError:
        raise DatabaseDamaged(path, "a text in it is not valid UTF-8") from None
    except sqlite3.Error as error:
        if "Could not decode" in str(error):
            # SQLite's own message contains the invalid text, which may be a player's cards.
            raise DatabaseDamaged(path, "a text in it is not valid UTF-8") from None
        raise _explanation(path, error) from error


def _explanation(path: Path | str, error: sqlite3.Error) -> StorageError:
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return UnknownGame()
    match code & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return NotADatabase(path, "some other file")
        case sqlite3.SQLITE_CORRUPT:
            return DatabaseDamaged(path, str(error))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseBusy(path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return DatabaseUnreadable(path, str(error))
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return DiskTrouble(path, str(error))
        case sqlite3.SQLITE_CONSTRAINT:
            return BadRow(f"{path} does not accept that: {error}. Nothing was written.")
    return DatabaseError(f"{path}: {error}. Check it with `krupier-storage check`.")
