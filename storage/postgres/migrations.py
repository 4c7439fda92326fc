"""The schema's way from any older version to this one: numbered SQL files, all in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg

from storage.dsn import Dsn
from storage.errors import DatabaseError, DatabaseTooNew, MigrationFailed, NotADatabase
from storage.migrations import scripts as numbered

SCHEMA: Final = Path(__file__).parent / "schema"
OLDEST: Final = 14
"""The PostgreSQL that we need, or a newer one."""
_ONE_AT_A_TIME: Final = "SELECT pg_advisory_xact_lock(0x4B525550)".replace("0x4B525550", str(0x4B525550))
_OURS: Final = "SELECT to_regclass('krupier_schema') IS NOT NULL"
_OTHERS: Final = """
SELECT EXISTS (
    SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
)
"""
_NOTE: Final = """
CREATE TABLE IF NOT EXISTS krupier_schema (version INTEGER NOT NULL);
DELETE FROM krupier_schema;
INSERT INTO krupier_schema (version) VALUES ({})
"""


@dataclass(frozen=True, slots=True)
class Known:
    """A database and the version that this program knows."""

    dsn: Dsn
    version: int

    def must_not_be_ahead(self, found: int) -> None:
        """DatabaseTooNew for a newer database."""
        if found > self.version:
            raise DatabaseTooNew(str(self.dsn), found, self.version)

    def must_be_present(self, found: int) -> None:
        """DatabaseError for one of another version, which only a start may bring up to date."""
        self.must_not_be_ahead(found)
        if found < self.version:
            raise DatabaseError(
                f"{self.dsn} has schema {found}, this program {self.version}. Look at a copy of it (`createdb` and "
                "`pg_dump | psql`), on which this program was started once; or stop every older program and start this."
            )


def scripts(folder: Path = SCHEMA) -> list[Path]:
    """The schema files in order."""
    return numbered(folder)


async def recognised(genuine: Any, known: Known) -> int:
    """The schema's version, 0 where nothing is there yet; NotADatabase where something else is, DatabaseTooNew."""
    if await genuine.fetchval(_OURS):
        version: int = await genuine.fetchval("SELECT version FROM krupier_schema")
        known.must_not_be_ahead(version)
        return version
    if await genuine.fetchval(_OTHERS):
        raise NotADatabase(str(known.dsn), "another program's PostgreSQL database")
    return 0


async def migrate(genuine: Any, dsn: Dsn, folder: Path = SCHEMA) -> None:
    """Bring the database to this program's version, whoever else wants the same at the same time."""
    files = scripts(folder)
    async with genuine.transaction():
        await genuine.execute(_ONE_AT_A_TIME)
        version = await recognised(genuine, Known(dsn, len(files)))
        for file in files[version:]:
            await _apply(genuine, dsn, file.name, file.read_text("utf-8"))
        if version < len(files):
            await genuine.execute(_NOTE.format(len(files)))


async def _apply(genuine: Any, dsn: Dsn, name: str, script: str) -> None:
    try:
        await genuine.execute(script)
    except (asyncpg.SyntaxOrAccessError, asyncpg.IntegrityConstraintViolationError) as error:
        if isinstance(error, asyncpg.InsufficientPrivilegeError):
            raise
        raise MigrationFailed(
            f"{dsn}: schema file {name} did not apply ({error.message}). The database is as it was before: "
            "go on with the version of the program that you had, and report this."
        ) from None
