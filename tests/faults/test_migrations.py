"""Tests upgrades from every supported schema, killed before every statement; a newer database is refused."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import aiosqlite
import pytest

from storage import Database, Entry
from storage.errors import DatabaseTooNew
from storage.migrations import BASELINE, migrate, newest
from storage.move import TABLES
from storage.timestamps import written
from tests.bot.tables.backend import Backend
from tests.faults.judge import Ledger, goes_on, judged, played_to_the_end
from tests.faults.scale import FULL, often
from tests.storage import schema_20
from tests.storage.table import NOON, in_file, minutes, raw

LATEST = newest()
VERSIONS = range(BASELINE, LATEST + 1) if FULL else (BASELINE, LATEST - 1, LATEST)
KILLS = often(8, 10_000)
WITHDRAWN = "offers"
"""A table whose rows migration 023 deletes."""
FEW, TO_THE_END, ENDED = 3, 10**6, 0.1
"""Answers in each game after a kill, answers of a whole game, and the share of kills after which one is played."""


def rows(file: Path) -> dict[str, int]:
    """Returns the number of rows of each of Krupier's tables that the file has."""
    with closing(sqlite3.connect(file)) as db:
        there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES if name in there}


async def as_of(version: int, folder: Path) -> tuple[Path, dict[int, list[Entry]]]:
    """Creates a database as that version of the schema left it; returns its path and the records of its running
    games.
    """
    schema, old = schema_20.schema_files(version, folder / "schema"), folder / "old"
    schema_20.create(old)
    async with aiosqlite.connect(old, isolation_level=None) as connection:
        await migrate(connection, "the old file", schema)
    newest_copy = shutil.copy(old, folder / "new")
    async with Database.opened(newest_copy) as db:
        return old, {game: await db.record.entries(game) for game in schema_20.RUNNING}


async def goes_on_all(file: Path, entries: dict[int, list[Entry]], *, answers: int = FEW) -> None:
    """Checks that every game is unchanged and can continue by that many answers; sometimes plays one to its end."""
    async with Backend.opened(file) as backend:
        ledger, dice = Ledger(), Random(len(file.name))
        last = dice.choice(list(entries))
        for table, expected in entries.items():
            assert await backend.db.record.entries(table) == expected
            await goes_on(backend, table, dice, ledger, answers)
            await judged(backend.db, table, ledger)
        if answers < TO_THE_END and dice.random() < ENDED:
            await played_to_the_end(backend, last, dice, ledger)


@pytest.mark.parametrize("version", VERSIONS)
async def test_games_of_every_schema_are_played_to_their_ends(version: int, tmp_path: Path) -> None:
    old, entries = await as_of(version, tmp_path)
    before = rows(old)
    async with Database.opened(old):
        after = rows(old)
        assert {name: after[name] for name in before if name != WITHDRAWN} == {
            name: count for name, count in before.items() if name != WITHDRAWN
        }
    await goes_on_all(old, entries, answers=TO_THE_END)
    async with Database.opened(old) as db:
        assert not [row.id for row in await db.games.unfinished() if row.phase == "running"]


async def test_the_time_before_a_migration_is_given_back_after_it(tmp_path: Path) -> None:
    old, _ = await as_of(BASELINE, tmp_path)
    with closing(sqlite3.connect(old, isolation_level=None)) as connection:
        connection.execute("UPDATE heartbeats SET at = ?", (written(NOON),))
    async with Database.opened(old) as db:
        assert await db.deadlines.give_back_downtime(NOON + minutes(3)) == minutes(3)
        assert await db.deadlines.give_back_downtime(NOON + minutes(3)) == minutes(0)


async def copies_on_the_way(old: Path) -> list[Path]:
    """Migrates a database; returns copies of its files from before each statement, as a killed process would leave
    them.
    """
    found: list[Path] = []

    def traced(_sql: str) -> None:
        copy = old.with_name(f"copy{len(found)}")
        for beside in ("", "-wal"):
            if (source := old.with_name(old.name + beside)).exists():
                shutil.copy(source, copy.with_name(copy.name + beside))
        found.append(copy)

    genuine = aiosqlite.connect

    def watched(*args: Any, **named: Any) -> Any:
        connecting = genuine(*args, **named)
        connector = connecting._connector

        def connected() -> sqlite3.Connection:
            connection: sqlite3.Connection = connector()
            connection.set_trace_callback(traced)
            return connection

        connecting._connector = connected
        return connecting

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("storage.opening.aiosqlite.connect", watched)
        db = await Database.open(old)
    await in_file(db).db.set_trace_callback(None)  # type: ignore[arg-type]
    await db.close()
    return found


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_killed_before_every_statement_it_begins_again(version: int, tmp_path: Path) -> None:
    async def tried() -> int:
        old, entries = await as_of(version, tmp_path)
        copies = await copies_on_the_way(old)
        assert len(copies) > 8
        chosen = copies if len(copies) <= KILLS else Random(version).sample(copies, KILLS)
        for copy in chosen:
            await goes_on_all(copy, entries)
        return len(chosen)

    print(asyncio.run(tried()), "kills from schema", version)


def test_a_newer_database_is_refused_untouched(database: Path) -> None:
    with raw(database) as db:
        db.execute(f"PRAGMA user_version = {LATEST + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = database.read_bytes()
    with pytest.raises(DatabaseTooNew, match="Update the program"):
        asyncio.run(Database.open(database))
    assert database.read_bytes() == before
