"""Opens the file of an SQLite database: for writing (created and migrated if necessary), for reading, or as a copy in
memory.

Refuses files of other programs and unknown schemas. Only the copy is also checked for damaged content; call
`must_be_sound` for the others.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

import aiosqlite
from aiosqlite import Connection

from storage.application_id import must_not_be_anothers
from storage.dsn import IN_THE_BROWSER
from storage.errors import DatabaseDamaged, DatabaseError, DatabaseMissing, DatabaseUnreadable, NotADatabase
from storage.file_permissions import keep_private
from storage.migrations import migrate, must_be_upgradable, pragma, recognised
from storage.sqlite.errors import explained
from storage.wal import TORN, commits_dropped

log = logging.getLogger(__name__)

LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for another program's lock."""

MAX_FINDINGS: Final = 1_000_000
_NULL: Final = re.compile(r"NULL value in (?P<table>[a-z_]+)\.(?P<column>[a-z_]+)")
_COLUMNS: Final = """
SELECT tables.name AS of, columns.name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
WHERE tables.type = 'table'
"""
_SETTINGS: Final = (
    "synchronous = FULL",
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "trusted_schema = OFF",
    "secure_delete = ON",  # SQLite overwrites deleted data in the file, for example a seed that is now encrypted.
)


def real(path: Path | str) -> Path:
    """Returns the resolved path, so that one file has one lock.

    Raises DatabaseMissing if its folder does not exist, NotADatabase if it is a folder, a device or a pipe.
    """
    file = Path(path).resolve()
    if not file.parent.is_dir():
        raise DatabaseMissing(f"The folder {file.parent} does not exist: create it, or correct KRUPIER_DATABASE.")
    if file.is_dir():
        raise NotADatabase(file, "a folder")
    if file.exists() and not file.is_file():
        raise NotADatabase(file, "a device or a pipe")
    return file


def wal_may_reset_wrongly(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> bool:
    """Returns whether this SQLite has the WAL-reset defect (sqlite.org/wal.html): two checkpoints at once may lose
    commits.

    It came with 3.7.0 and is fixed in 3.51.3, and in 3.50.7 and 3.44.6 for those lines.
    """
    mended = {(3, 44): 6, (3, 50): 7}.get(version[:2])
    return version < (3, 51, 3) if mended is None else version[2] < mended


def _warn_of_the_wal(file: Path) -> None:
    if wal_may_reset_wrongly():
        log.info(
            "SQLite %s can lose commits if two programs write to a database or clear its log at once. For %s, Krupier "
            "locks out other Krupier processes; let no other program write there (an sqlite3 shell, Litestream), or "
            "use SQLite 3.51.3 or newer.",
            sqlite3.sqlite_version, file,
        )  # fmt: skip


def _tell_what_is_dropped(file: Path) -> None:
    if (dropped := commits_dropped(file)) > TORN:
        log.error(
            "The log of %s is damaged in the middle: SQLite drops the %s commits after that place, including answers. "
            "Their players must play those moves again, or restore the last copy (docs/operations.md).", file, dropped,
        )  # fmt: skip


async def for_writing(file: Path, patience: float = LOCK_TIMEOUT) -> Connection:
    """Returns the writing connection to a file, which is created or migrated if necessary (`patience` with locks in
    seconds).

    Once it is open it does not wait for locks: a waiting statement would block everyone else who uses the connection.
    """
    _create_privately(file)
    keep_private(file)
    _warn_of_the_wal(file)
    _tell_what_is_dropped(file)
    with explained(file):
        db = await aiosqlite.connect(file, isolation_level=None, timeout=patience)
        try:
            await _prepare(db, str(file))
            await db.execute("PRAGMA busy_timeout = 0")
        except BaseException:
            await db.close()
            raise
    return db


async def for_reading(file: Path) -> Connection:
    """Returns a connection that can only read, even while another process writes.

    Raises DatabaseMissing, or NotADatabase for an empty or foreign file.
    """
    _must_be_readable(file)
    with explained(file):
        db = await aiosqlite.connect(f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=LOCK_TIMEOUT)
        try:
            await _must_be_ours(db, file)
        except BaseException:
            await db.close()
            raise
    return db


async def in_memory(file: Path, told: Callable[[DatabaseDamaged], None] | None = None) -> Connection:
    """Returns a migrated copy of the database in memory; the file and its bot are not affected.

    Broken content raises DatabaseDamaged; with `told`, that function gets the error and the copy is returned as it is.
    """
    source = await for_reading(file)
    try:
        with explained(file):
            db = await aiosqlite.connect(":memory:", isolation_level=None)
            try:
                await source.backup(db)
                await _sound_or_told(db, file, told)
                await _settle(db, str(file))
            except BaseException:
                await db.close()
                raise
    finally:
        await source.close()
    return db


async def _prepare(db: Connection, path: str) -> None:
    must_be_upgradable(path, await recognised(db, path))
    mode = await pragma(db, "journal_mode = WAL")
    if mode != "wal":
        raise DatabaseError(
            f"{path} is in a folder in which SQLite cannot keep a write-ahead log (a network folder?). "
            "Put it on a local disk."
        )
    await _settle(db, path)


async def _settle(db: Connection, path: str) -> None:
    db.row_factory = sqlite3.Row
    for setting in _SETTINGS:
        await db.execute(f"PRAGMA {setting}")
    await migrate(db, path)
    await _must_have_our_columns(db, path)


async def _must_have_our_columns(db: Connection, path: str) -> None:
    """Raises DatabaseDamaged if a table of ours, or a column of one, is missing or added.

    One flipped bit in the schema's text renames a column, and SQLite reads the rows as before.
    """
    found, wanted = await _columns(db), await _our_columns()
    for table in sorted(wanted):
        if odd := sorted(found.get(table, set()) ^ wanted[table]):
            raise DatabaseDamaged(path, f"its table {table} has other columns: {', '.join(odd)!a}")


async def _columns(db: Connection) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table, column in await db.execute_fetchall(_COLUMNS):
        found.setdefault(table, set()).add(column)
    return found


async def _our_columns() -> dict[str, set[str]]:
    """Returns the columns of a new database, computed once per process."""
    if not _wanted:
        async with aiosqlite.connect(":memory:", isolation_level=None) as db:
            await migrate(db, "a new database")
            _wanted.update(await _columns(db))
    return _wanted


_wanted: Final[dict[str, set[str]]] = {}


def _create_privately(file: Path) -> None:
    """Creates the file with permissions for its owner only, because it contains hands and seeds."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise DatabaseUnreadable(file, error.strerror or "no access") from None


def _must_be_readable(file: Path) -> None:
    if not file.exists():
        hint = f" The table in the browser has its games in {IN_THE_BROWSER}." if IN_THE_BROWSER.exists() else ""
        raise DatabaseMissing(f"{file} does not exist: correct KRUPIER_DATABASE or --database.{hint}")
    must_not_be_anothers(file)


async def _must_be_ours(db: Connection, file: Path) -> None:
    if not await recognised(db, str(file)):
        raise NotADatabase(file, "an empty file")


async def _flaw(db: Connection) -> str | None:
    """Returns a description of the damage in the content; None if it is intact."""
    async with db.execute(f"PRAGMA integrity_check({MAX_FINDINGS})") as findings:
        async for (finding,) in findings:
            if finding != "ok" and not await _false_alarm(db, str(finding)):
                return str(finding)
    astray = list(await db.execute_fetchall("PRAGMA foreign_key_check"))
    return "a row refers to something that is not there" if astray else None


async def _false_alarm(db: Connection, finding: str) -> bool:
    """Returns whether a finding is a false alarm: SQLite 3.40 reports NULL in tables without rowid by mistake."""
    missing = _NULL.fullmatch(finding)
    if missing is None:
        return False
    # SQLite would answer `IS NULL` from the schema, which says that there is none.
    sql = f"SELECT 1 FROM {missing['table']} WHERE typeof({missing['column']}) = 'null' LIMIT 1"
    return not list(await db.execute_fetchall(sql))


async def _sound_or_told(db: Connection, file: Path, told: Callable[[DatabaseDamaged], None] | None) -> None:
    try:
        with explained(file):  # a check may itself fail on broken content
            await must_be_sound(db, file)
    except DatabaseDamaged as damaged:
        if told is None:
            raise
        told(damaged)


async def must_be_sound(db: Connection, file: Path) -> None:
    """Raises DatabaseDamaged if the content is broken."""
    broken = await _flaw(db)
    if broken is not None:
        raise DatabaseDamaged(file, broken)
