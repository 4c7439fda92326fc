"""The schema's way from any older version to this one: numbered SQL files, each applied whole or not."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from aiosqlite import Connection

from storage.errors import DatabaseTooNew, MigrationFailed, NotADatabase

SCHEMA: Final = Path(__file__).parent / "schema"
APPLICATION: Final = 0x4B525550
"""'KRUP', which marks a SQLite file as Krupier's."""


def scripts(folder: Path = SCHEMA) -> list[Path]:
    """The schema files in order; they must be numbered 001, 002 … without a gap."""
    found = sorted(folder.glob("*.sql"))
    wanted = [f"{number:03}.sql" for number in range(1, len(found) + 1)]
    if not found or [file.name for file in found] != wanted:
        raise MigrationFailed(f"{folder} does not hold 001.sql, 002.sql … without a gap: install the program afresh.")
    return found


async def pragma(db: Connection, name: str) -> int | str:
    """The value of one of SQLite's settings."""
    rows = list(await db.execute_fetchall(f"PRAGMA {name}"))
    value: int | str = rows[0][0]
    return value


async def recognised(db: Connection, path: str) -> int:
    """The schema version of a database that is empty or Krupier's; NotADatabase for any other."""
    version = int(await pragma(db, "user_version"))
    application = int(await pragma(db, "application_id"))
    tables = list(await db.execute_fetchall("SELECT 1 FROM sqlite_master LIMIT 1"))
    if application != APPLICATION and (version or application or tables):
        raise NotADatabase(path, "another program's SQLite database")
    return version


async def migrate(db: Connection, path: str, folder: Path = SCHEMA) -> None:
    """Bring the database to this program's version; DatabaseTooNew where it is ahead already."""
    files = scripts(folder)
    version = await recognised(db, path)
    if version > len(files):
        raise DatabaseTooNew(path, version, len(files))
    for number, file in enumerate(files[version:], start=version + 1):
        await _apply(db, path, file, number)


async def _apply(db: Connection, path: str, file: Path, number: int) -> None:
    try:
        await db.executescript(_whole(file, number))
    except (sqlite3.OperationalError, sqlite3.IntegrityError) as error:
        if db.in_transaction:
            await db.execute("ROLLBACK")
        if getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT):
            raise MigrationFailed(
                f"{path}: schema file {file.name} did not apply ({error}). The database is as it was before: "
                "go on with the version of the program that you had, and report this."
            ) from error
        raise


def _whole(file: Path, number: int) -> str:
    script = file.read_text("utf-8")
    return f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
