"""Creates or upgrades the schema on PostgreSQL, all in one transaction."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import asyncpg

from storage.dsn import Dsn
from storage.errors import DatabaseError, NotADatabase
from storage.migrations import BASELINE, SCHEMA, Step, must_be_upgradable, newest, not_applied, steps
from storage.postgres.dialect import translated_schema

OLDEST: Final = 14
"""The oldest supported version of PostgreSQL."""
_ONE_AT_A_TIME: Final = "SELECT pg_advisory_xact_lock(0x4B525550)".replace("0x4B525550", str(0x4B525550))
_OURS: Final = "SELECT to_regclass('krupier_schema') IS NOT NULL"
_OTHERS: Final = """
SELECT EXISTS (
    SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
)
"""
_TRIGGER_FUNCTIONS: Final = """
SELECT oid::regprocedure::text AS name FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace AND EXISTS (SELECT 1 FROM pg_trigger WHERE tgfoid = pg_proc.oid)
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""
_NOTE: Final = """
CREATE TABLE IF NOT EXISTS krupier_schema (version INTEGER NOT NULL);
DELETE FROM krupier_schema;
INSERT INTO krupier_schema (version) VALUES ({})
"""


def must_be_current(dsn: Dsn, found: int) -> None:
    """Raises DatabaseError if the schema version is not this program's; only the start of a bot may upgrade it."""
    must_be_upgradable(dsn, found)
    if found < newest():
        raise DatabaseError(
            f"{dsn} has schema {found}, this program {newest()}. Check a copy on which this program was started once "
            "(docs/operations.md, *Upgrade on PostgreSQL*), or stop every older program and start this one."
        )


async def recognised(genuine: Any, dsn: Dsn) -> int:
    """Returns the schema's version, 0 for an empty database; raises NotADatabase for a foreign one."""
    if await genuine.fetchval(_OURS):
        version: int = await genuine.fetchval("SELECT version FROM krupier_schema")
        return _numbered_anew(version)
    if await genuine.fetchval(_OTHERS):
        raise NotADatabase(str(dsn), "another program's PostgreSQL database")
    return 0


async def migrate(genuine: Any, dsn: Dsn, folder: Path = SCHEMA) -> None:
    """Creates the schema in an empty database, or upgrades it to this program's version, in one transaction.

    Waits for other processes that do so at the same time.
    """
    async with genuine.transaction():
        await genuine.execute(_ONE_AT_A_TIME)
        version = await recognised(genuine, dsn)
        must_be_upgradable(dsn, version, folder)
        for step in steps("postgres", version, folder):
            await _apply(genuine, dsn, step)


def _numbered_anew(version: int) -> int:
    """Returns the version in SQLite's numbering: Krupier 0.1 counted 1, 2, 3, 4 on PostgreSQL for 20, 21, 22, 23."""
    return version + BASELINE - 1 if 0 < version < BASELINE else version


async def _apply(genuine: Any, dsn: Dsn, step: Step) -> None:
    try:
        gone = await genuine.fetch(_TRIGGER_FUNCTIONS) if step.triggers else []
        parts = (
            translated_schema(step.common), step.additions,
            *(f"DROP FUNCTION {row['name']} CASCADE;" for row in gone),  # and all triggers that call it
            step.own_triggers, translated_schema(step.triggers), _NOTE.format(step.version),
        )  # fmt: skip
        await genuine.execute("\n".join(parts))
    except (asyncpg.SyntaxOrAccessError, asyncpg.IntegrityConstraintViolationError) as error:
        if isinstance(error, asyncpg.InsufficientPrivilegeError):
            raise
        raise not_applied(dsn, step, error.message) from None
