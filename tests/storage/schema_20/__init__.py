"""Databases of Krupier 0.1 at schema 20, the oldest one that can be upgraded, with unfinished tables of each game.

`sqlite.dump` is a whole file with its rows, `postgres.dump` the schema that belongs to it on PostgreSQL.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from storage.dsn import Dsn, Place
from storage.migrations import SCHEMA, newest
from tests.postgres import apart

FOLDER = Path(__file__).parent
Tables = dict[str, list[dict[str, Any]]]
"""Rows by table."""
RUNNING = frozenset({1, 2, 3, 5})
"""The IDs of the unfinished games in the dump, at least one of each kind."""


def create(place: Place) -> None:
    """Writes the database of schema 20 to a file that does not exist, or into an empty PostgreSQL database."""
    if isinstance(place, Dsn):
        create_on_server(place, rows())
        return
    with closing(sqlite3.connect(place, isolation_level=None)) as db:
        db.executescript((FOLDER / "sqlite.dump").read_text("utf-8"))


def schema_files(version: int, folder: Path) -> Path:
    """Copies the files of the schema up to a version into a new folder and returns it.

    The triggers stay out, because they are those of the newest version: a database keeps the ones that it has.
    """
    shutil.copytree(SCHEMA, folder, ignore=shutil.ignore_patterns("triggers.sql"))
    for number in range(version + 1, newest() + 1):
        (folder / f"{number:03}.sql").unlink()
    return folder


def rows(folder: Path = FOLDER) -> Tables:
    """Returns all rows of a folder's `sqlite.dump` by table."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.executescript((folder / "sqlite.dump").read_text("utf-8"))
        db.row_factory = sqlite3.Row
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return {name: [dict(row) for row in db.execute(f"SELECT * FROM {name}")] for (name,) in names.fetchall()}


def create_on_server(dsn: Dsn, tables: Tables) -> None:
    """Creates schema 20 in an empty PostgreSQL database and inserts these rows."""
    apart(_create_on_server(dsn, tables))


async def _create_on_server(dsn: Dsn, tables: Tables) -> None:
    db = await asyncpg.connect(dsn.url)
    try:
        await db.execute((FOLDER / "postgres.dump").read_text("utf-8"))
        await db.execute("CREATE TABLE krupier_schema (version INTEGER NOT NULL)")
        await db.execute("INSERT INTO krupier_schema (version) VALUES (1)")  # the first one on PostgreSQL
        await insert(db, tables)
    finally:
        await db.close()


async def insert(db: Any, tables: Tables) -> None:
    """Inserts rows into a PostgreSQL database, with triggers and foreign keys off in this session, and raises the
    counters of new IDs above the inserted ones.
    """
    await db.execute("SET session_replication_role = replica")  # the tables come in any order
    for table, found in tables.items():
        if found:
            await _insert(db, table, found)


async def _insert(db: Any, table: str, found: list[dict[str, Any]]) -> None:
    columns = ", ".join(f'"{column}"' for column in found[0])
    values = ", ".join(f"${number}" for number in range(1, len(found[0]) + 1))
    await db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({values})", [tuple(row.values()) for row in found])
    if "id" in found[0]:
        await db.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")
