"""The schema of the previous version for an evening's database, as an upgrade in mid-game finds it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from storage.migrations import APPLICATION, newest, sqlite_script, steps
from tests.simulation.power import log_of
from tests.storage import schema_20

CARRIED: Final = ("games", "seats", "tournament_players", "deadlines")
"""Tables whose new columns are part of the record: a row that uses one cannot be of the previous schema."""


def downgrade(file: Path) -> bool:
    """Turns a database into one of the previous schema with the same rows, as the previous version left it.

    Returns False, and changes nothing, if its rows use what only the present schema has.
    """
    older = file.with_name(f"{file.name}.older")
    with closing(_previous(older)) as db, closing(sqlite3.connect(file)) as present:
        if _uses_what_is_new(present, db):
            older.unlink()
            return False
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("BEGIN")
        try:
            for table in _tables(db):
                shared = ", ".join(column for column in _columns(db, table) if column in _columns(present, table))
                rows = present.execute(f"SELECT {shared} FROM {table}").fetchall()
                places = ", ".join("?" * len(shared.split(", ")))
                db.executemany(f"INSERT INTO {table} ({shared}) VALUES ({places})", rows)
        except sqlite3.IntegrityError:
            db.execute("ROLLBACK")
            older.unlink()
            return False
        for table, last in present.execute("SELECT name, seq FROM sqlite_sequence"):
            db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (last, table))
        db.execute("COMMIT")
        for _, sql in triggers:
            db.execute(sql)
    log_of(file).unlink(missing_ok=True)
    shutil.move(older, file)
    return True


def _previous(file: Path) -> sqlite3.Connection:
    """Creates an empty database of the previous schema and returns a connection."""
    file.write_bytes(empty_database())
    return sqlite3.connect(file, isolation_level=None)


@cache
def empty_database() -> bytes:
    """Returns the file of an empty database of the previous schema, made by migrations from the oldest supported
    one.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "previous.sqlite3"
        schema_20.create(file)
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            _migrate(db)
        return file.read_bytes()


def _migrate(db: sqlite3.Connection) -> None:
    """Empties a database of the oldest supported schema and brings it to the previous one."""
    for table in _tables(db):
        _empty(db, table)
    for step in steps("sqlite", 20):
        if step.version < newest():
            db.executescript(f"BEGIN;\n{sqlite_script(step)}\nCOMMIT;")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {newest() - 1}")


def _empty(db: sqlite3.Connection, table: str) -> None:
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", (table,))
    kept = triggers.fetchall()
    for name, _ in kept:
        db.execute(f"DROP TRIGGER {name}")
    db.execute(f"DELETE FROM {table}")
    for _, sql in kept:
        db.execute(sql)


def _uses_what_is_new(present: sqlite3.Connection, previous: sqlite3.Connection) -> bool:
    for table in CARRIED:
        old = _columns(previous, table)
        for _, name, _, needed, default, _ in present.execute(f"PRAGMA table_info({table})"):
            if name not in old:
                usual = default if needed else "NULL"
                if present.execute(f"SELECT 1 FROM {table} WHERE {name} IS NOT {usual} LIMIT 1").fetchone():
                    return True
    return False


def _tables(db: sqlite3.Connection) -> list[str]:
    found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [name for (name,) in found.fetchall()]


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
