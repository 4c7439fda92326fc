"""Creates a database from the newest schema, or upgrades it by numbered SQL files, each in one transaction.

New databases get `schema/schema.sql`. Older ones get `schema/021.sql`, `schema/022.sql` … from their version on. Both
then get all triggers of `schema/triggers.sql`; older ones first lose those that they have. These files are written once
for both engines; what only one engine needs is in `schema/<engine>`: `additions.sql` (tables of new databases),
`triggers.sql`, and files with a migration's number.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from aiosqlite import Connection

from storage.errors import DatabaseTooNew, DatabaseTooOld, MigrationFailed, NotADatabase

SCHEMA: Final = Path(__file__).parent / "schema"
BASELINE: Final = 20
"""The oldest schema version that is upgraded; the same number on both engines."""
APPLICATION: Final = 0x4B525550
"""'KRUP', which marks a SQLite file as Krupier's."""
EngineName = Literal["sqlite", "postgres"]
FOLLOWED: Final = (
    "seats", "standing_orders", "lasting_orders", "staying_out", "votes", "proposals", "offers", "undos", "troubles",
    "departures", "graces",
)  # fmt: skip
"""The tables whose changes may change what messages show."""
KEPT: Final = (
    "seeds", "substitutions", "seat_changes", "entries", "reasons", "seasons", "memberships", "tournaments",
    "tournament_seeds", "rounds", "pairings", "tournament_games", "rulings",
)  # fmt: skip
"""The tables whose rows are never deleted."""
CONSTANT: Final = ("seeds", "reasons", "tournament_seeds", "tournament_games")
"""The tables whose rows never change."""
_LISTS: Final = {"{followed}": FOLLOWED, "{kept}": KEPT, "{constant}": CONSTANT}
"""Placeholders of SQL -> the tables for each of which a line with that placeholder is repeated."""
_NUMBER: Final = re.compile(r"[0-9]{3}")


@dataclass(frozen=True, slots=True)
class Step:
    """One transaction that creates or upgrades a database: its SQL scripts in order, and the resulting version."""

    version: int
    name: str
    common: str
    additions: str
    """The SQL that only this engine needs."""
    triggers: str = ""
    own_triggers: str = ""
    """The triggers of this engine only, with the functions that `triggers` need."""


def newest(folder: Path = SCHEMA) -> int:
    """Returns the schema version of this program; raises MigrationFailed if a schema file is missing."""
    found = sorted(int(file.stem) for file in folder.glob("*.sql") if _NUMBER.fullmatch(file.stem))
    if found != list(range(BASELINE + 1, BASELINE + 1 + len(found))) or not (folder / "schema.sql").is_file():
        raise MigrationFailed(
            f"{folder} does not hold schema.sql and {BASELINE + 1:03}.sql, {BASELINE + 2:03}.sql … without a gap: "
            "install the program again."
        )
    return found[-1] if found else BASELINE


def steps(engine: EngineName, version: int, folder: Path = SCHEMA) -> list[Step]:
    """Returns the steps from a schema version (0: an empty database) to the newest one."""
    latest, own = newest(folder), folder / engine
    triggers = [_for_each_table(_text(place / "triggers.sql")) for place in (folder, own)]
    if not version:
        return [Step(latest, "schema.sql", _text(folder / "schema.sql"), _text(own / "additions.sql"), *triggers)]
    names = {number: f"{number:03}.sql" for number in range(version + 1, latest + 1)}
    return [
        Step(number, name, _text(folder / name), _text(own / name), *(triggers if number == latest else ()))
        for number, name in names.items()
    ]


def _for_each_table(script: str) -> str:
    """Returns the script with its lines about one of `_LISTS` repeated for each table of that list."""
    lines: list[str] = []
    for line in script.splitlines():
        name = next((name for name in _LISTS if name in line), None)
        lines += [line] if name is None else [line.replace(name, table) for table in _LISTS[name]]
    return "\n".join(lines)


def must_be_upgradable(path: object, version: int, folder: Path = SCHEMA) -> None:
    """Raises DatabaseTooNew or DatabaseTooOld if this program cannot use a database of that schema version."""
    latest = newest(folder)
    if version > latest:
        raise DatabaseTooNew(str(path), version, latest)
    if 0 < version < BASELINE:
        raise DatabaseTooOld(str(path), version, BASELINE)


def _text(file: Path) -> str:
    """Returns the content of a schema file; empty if it does not exist, because some steps exist for one engine
    only.
    """
    return file.read_text("utf-8") if file.is_file() else ""


# SQLite


async def pragma(db: Connection, name: str) -> int | str:
    """Returns the value of one of SQLite's pragmas."""
    rows = list(await db.execute_fetchall(f"PRAGMA {name}"))
    value: int | str = rows[0][0]
    return value


async def recognised(db: Connection, path: str) -> int:
    """Returns the schema version of Krupier's database, 0 for an empty one; raises NotADatabase for a foreign one."""
    version = int(await pragma(db, "user_version"))
    application = int(await pragma(db, "application_id"))
    tables = list(await db.execute_fetchall("SELECT 1 FROM sqlite_master LIMIT 1"))
    if application != APPLICATION and (version or application or tables):
        raise NotADatabase(path, "another program's SQLite database")
    return version


async def migrate(db: Connection, path: str, folder: Path = SCHEMA) -> None:
    """Creates the schema in an empty database, or upgrades it to this program's version.

    Raises NotADatabase, DatabaseTooNew or DatabaseTooOld before any change, and MigrationFailed.
    """
    version = await recognised(db, path)
    must_be_upgradable(path, version, folder)
    for step in steps("sqlite", version, folder):
        await _apply(db, path, step)


async def _apply(db: Connection, path: str, step: Step) -> None:
    try:
        await _whole(db, step)
    except (sqlite3.OperationalError, sqlite3.IntegrityError) as error:
        if getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT):
            raise not_applied(path, step, error) from error
        raise


def sqlite_script(step: Step, triggers: Iterable[str] = ()) -> str:
    """Returns the SQL of a step for SQLite; its triggers replace the present ones (`triggers`: their names)."""
    gone = [f"DROP TRIGGER IF EXISTS {name};" for name in triggers] if step.triggers else []
    common = step.common.replace("BIGINT", "INTEGER")
    return "\n".join((common, step.additions, *gone, step.triggers, step.own_triggers))


async def _whole(db: Connection, step: Step) -> None:
    triggers = await db.execute_fetchall("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    script = sqlite_script(step, [row[0] for row in triggers])
    try:
        await db.executescript(f"BEGIN IMMEDIATE;\n{script}")
        await db.execute(f"PRAGMA application_id = {APPLICATION}")
        await db.execute(f"PRAGMA user_version = {step.version}")
        await db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            await db.execute("ROLLBACK")
        raise


def not_applied(path: object, step: Step, why: object) -> MigrationFailed:
    """Returns the MigrationFailed error for a schema file that could not be applied, for the reason `why`."""
    return MigrationFailed(
        f"{path}: schema file {step.name} did not apply ({why}). The database is as it was before: "
        "go on with the version of the program that you had, and report this."
    )
