"""The schema's way from any older version to this one: numbered SQL files, each applied whole or not."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from aiosqlite import Connection

from storage import chain
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
        await _whole(db, _script(file), number)
    except (sqlite3.OperationalError, sqlite3.IntegrityError) as error:
        if getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT):
            raise MigrationFailed(
                f"{path}: schema file {file.name} did not apply ({error}). The database is as it was before: "
                "go on with the version of the program that you had, and report this."
            ) from error
        raise


def _script(file: Path) -> str:
    return file.read_text("utf-8")


async def _whole(db: Connection, script: str, number: int) -> None:
    """The statements of a file, then the steps that it names and SQL cannot take: one transaction."""
    try:
        await db.executescript(f"BEGIN IMMEDIATE;\n{script}")
        for name in _THEN.findall(script):
            await STEPS[name](db)
        await db.execute(f"PRAGMA user_version = {number}")
        await db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            await db.execute("ROLLBACK")
        raise


async def _chain(db: Connection) -> None:
    """Every game's record is chained as it stands."""
    for game in list(await db.execute_fetchall("SELECT id FROM games")):
        await _chain_game(db, game[0])


async def _chain_game(db: Connection, game: int) -> None:
    row = (await _named(db, chain.GAME, game))[0]
    seed = (await _named(db, "SELECT seed FROM seeds WHERE game = ?", game))[0]["seed"]
    entries = await _named(db, chain.ENTRIES, game)
    each, latest = chain.links(row, seed, await _named(db, chain.SEATS, game), entries)
    linked = [(link, game, entry["number"], entry["seat"]) for link, entry in zip(each, entries, strict=True)]
    await db.executemany("UPDATE entries SET link = ? WHERE game = ? AND number = ? AND seat = ?", linked)
    await db.execute("UPDATE games SET link = ? WHERE id = ?", (latest, game))


async def _named(db: Connection, sql: str, game: int) -> list[dict[str, Any]]:
    cursor = await db.execute(sql, (game,))
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]


STEPS: Final[Mapping[str, Callable[[Connection], Awaitable[None]]]] = {"chain": _chain}
"""What a schema file may name in a line of its own, `-- then: NAME`: done after its statements."""
_THEN: Final = re.compile(r"^-- then: (\w+)$", re.MULTILINE)
