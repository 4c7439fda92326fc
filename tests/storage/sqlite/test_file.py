"""Tests the file: its settings, its schema, and everything that may be wrong with it."""

# ruff: noqa: ASYNC240 - nothing else runs in these loops

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import aiosqlite
import pytest

from storage import Database, StorageError
from storage.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseMissing,
    DatabaseTooNew,
    DatabaseUnreadable,
    MigrationFailed,
    NotADatabase,
)
from storage.migrations import BASELINE, migrate, newest, pragma
from storage.opening import for_reading, wal_may_reset_wrongly
from storage.sqlite.single_hop import Inside
from tests.storage.table import NOON, answer, begin, file_of, minutes, raw

TABLES = {
    "banks", "blocks", "deadlines", "decks", "departures", "entries", "explained", "games", "graces", "heartbeats",
    "identifies", "lasting_orders", "lessons", "limited_uses", "memberships", "messages", "notices", "offers",
    "pairings", "people", "proposals", "puzzle_answers", "reasons", "reliability", "resealed", "resting",
    "reviews", "rounds", "rulings", "schedules", "sealed_seeds", "sealed_tournament_seeds", "seasons",
    "seat_changes", "seats", "seeds", "servers", "set_aside", "standing_orders", "standings", "staying_out",
    "subscriptions", "substitutions", "tournament_games", "tournament_players", "tournament_seeds", "tournaments",
    "troubles", "undos", "unlisted", "untold_ends", "votes", "watchers",
}  # fmt: skip


async def test_a_new_file_has_the_schema_and_is_for_its_owner_only(path: Path) -> None:
    async with Database.opened(path):
        pass
    assert path.stat().st_mode & 0o077 == 0
    with raw(path) as db:
        names = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert names - {"sqlite_sequence"} == TABLES
        assert db.execute("PRAGMA user_version").fetchone() == (newest(),)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_the_writing_connection_is_durable_and_strict(db: Database) -> None:
    for setting, value in (("synchronous", 2), ("foreign_keys", 1), ("journal_mode", "wal")):
        assert await pragma(file_of(db), setting) == value


@pytest.mark.parametrize(
    ("version", "has_it"),
    [
        ((3, 40, 1), True), ((3, 44, 5), True), ((3, 44, 6), False), ((3, 45, 0), True), ((3, 50, 6), True),
        ((3, 50, 7), False), ((3, 51, 2), True), ((3, 51, 3), False), ((3, 52, 0), False), ((4, 0, 0), False),
    ],
)  # fmt: skip
def test_an_sqlite_with_the_wal_reset_fault_is_known(version: tuple[int, int, int], has_it: bool) -> None:
    assert wal_may_reset_wrongly(version) is has_it


@pytest.mark.parametrize("has_it", [True, False])
async def test_at_the_start_the_wal_reset_fault_is_reported(
    path: Path, has_it: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setattr("storage.opening.wal_may_reset_wrongly", lambda: has_it)
    async with Database.opened(path):
        assert ("let no other program write there" in caplog.text) is has_it


async def test_anyone_who_only_reads_can_never_clear_the_log(db: Database, path: Path) -> None:
    """A connection for reading cannot clear the write-ahead log, because SQLite has a defect that damages files if more
    than one connection does.
    """
    await begin(db)
    reader = await for_reading(path)
    try:
        before = path.with_name(path.name + "-wal").stat().st_size
        with pytest.raises(aiosqlite.OperationalError, match=r"readonly|locked|disk I/O error"):
            await reader.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        await reader.close()
    assert path.with_name(path.name + "-wal").stat().st_size == before > 0


async def test_everything_is_there_after_a_restart(path: Path) -> None:
    async with Database.opened(path) as db:
        game = await begin(db)
        await db.record.append(game, [answer(1, "a", "x")])
        before = await db.games.get(game)
    async with Database.opened(path) as db:
        assert await db.games.get(game) == before
        assert await db.record.entries(game) == [answer(1, "a", "x")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Writes a schema folder that defines one table, to use in place of Krupier's, and returns its path."""
    schema = tmp_path / "schema"
    (schema / "sqlite").mkdir(parents=True)
    (schema / "schema.sql").write_text("CREATE TABLE cards (name TEXT);")
    return schema


async def test_migrations_lead_from_any_version_to_the_newest(folder: Path, path: Path) -> None:
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await migrate(db, "the file", folder)
        await db.execute("INSERT INTO cards VALUES ('ace')")
        (folder / "021.sql").write_text("ALTER TABLE cards ADD COLUMN suit TEXT DEFAULT 'spades';")
        (folder / "022.sql").write_text("-- Each engine does this itself.")
        (folder / "sqlite" / "022.sql").write_text("UPDATE cards SET name = 'the ' || name;")
        await migrate(db, "the file", folder)
        await migrate(db, "the file", folder)
        assert await pragma(db, "user_version") == BASELINE + 2
        assert [tuple(row) for row in await db.execute_fetchall("SELECT * FROM cards")] == [("the ace", "spades")]


async def test_a_migration_that_fails_midway_leaves_the_file_as_it_was(folder: Path, path: Path) -> None:
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await migrate(db, "the file", folder)
        (folder / "021.sql").write_text("CREATE TABLE dice (pips INTEGER); INSERT INTO nowhere VALUES (1);")
        with pytest.raises(MigrationFailed, match=r"021\.sql.*nowhere"):
            await migrate(db, "the file", folder)
        assert await pragma(db, "user_version") == BASELINE
        assert [row[0] for row in await db.execute_fetchall("SELECT name FROM sqlite_master")] == ["cards"]
        (folder / "021.sql").write_text("CREATE TABLE dice (pips INTEGER);")
        await migrate(db, "the file", folder)
        assert await pragma(db, "user_version") == BASELINE + 1


async def test_a_gap_in_the_schema_files_is_named(folder: Path, path: Path) -> None:
    (folder / "022.sql").write_text("SELECT 1;")
    async with aiosqlite.connect(path) as db:
        with pytest.raises(MigrationFailed, match="without a gap"):
            await migrate(db, "the file", folder)


async def test_a_newer_database_is_refused_untouched(path: Path) -> None:
    async with Database.opened(path):
        pass
    with raw(path) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(DatabaseTooNew, match=r"newer Krupier \(schema 99.*Update the program"):
        await Database.open(path)
    assert path.read_bytes() == before


async def test_some_other_file_is_refused_untouched(path: Path) -> None:
    path.write_text("Dear diary, today I lost at cards again.\n" * 100)
    with pytest.raises(NotADatabase, match="KRUPIER_DATABASE"):
        await Database.open(path)
    assert path.read_text().startswith("Dear diary")


async def test_another_programs_database_is_refused_untouched(path: Path) -> None:
    with raw(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(NotADatabase, match="another program's"):
        await Database.open(path)
    assert path.read_bytes() == before


def letter(path: Path) -> None:
    """Writes a text file in place of a database."""
    path.write_text("Dear diary, today I lost at cards again.\n" * 100)


def recipes(path: Path) -> None:
    """Writes another program's database."""
    with raw(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")


def recipes_with_a_log(path: Path) -> None:
    """Writes another program's database with a write-ahead log, closed in the regular way."""
    with raw(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE recipes (name TEXT)")


def recipes_in_a_log(path: Path) -> None:
    """Writes the database of another program that was killed, so that all its data is in the log."""
    elsewhere = path.with_name("elsewhere")
    with raw(elsewhere) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE recipes (name TEXT)")
        for ending in ("", "-wal"):
            shutil.copy(f"{elsewhere}{ending}", f"{path}{ending}")
    elsewhere.unlink()


def everything_about(folder: Path) -> dict[str, tuple[int, int, int, bytes]]:
    """Returns each file with its permissions, owner, time of change and content."""
    return {
        file.name: ((state := file.stat()).st_mode, state.st_uid, state.st_mtime_ns, file.read_bytes())
        for file in folder.iterdir()
    }


@pytest.mark.parametrize("made", [letter, recipes, recipes_with_a_log, recipes_in_a_log])
async def test_nothing_changes_about_or_next_to_a_file_that_is_not_ours(
    path: Path, caplog: pytest.LogCaptureFixture, made: Callable[[Path], None]
) -> None:
    made(path)
    path.chmod(0o664)
    before = everything_about(path.parent)
    with pytest.raises(NotADatabase):
        await Database.open(path)
    with pytest.raises(NotADatabase):
        async with Database.snapshot(path):
            pass
    assert everything_about(path.parent) == before
    assert caplog.text == ""


async def test_an_empty_file_becomes_the_database(path: Path) -> None:
    path.touch()
    async with Database.opened(path) as db:
        await begin(db)


async def test_a_database_whose_content_is_only_in_its_log_is_ours(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    async with Database.opened(path) as db:
        game = await begin(db)
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    assert copy.read_bytes()[68:72] == bytes(4), "the file itself names no application yet"
    async with Database.opened(copy) as db:
        assert (await db.games.get(game)).id == game


async def test_a_device_is_no_database() -> None:
    with pytest.raises(NotADatabase, match="a device"):
        await Database.open(os.devnull)


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(NotADatabase, match="a folder"):
        await Database.open(tmp_path)


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseMissing, match="nowhere does not exist: create it"):
        await Database.open(tmp_path / "nowhere" / "krupier.sqlite3")


async def test_a_database_that_another_program_holds_is_refused(path: Path) -> None:
    async with Database.opened(path):
        pass
    with raw(path) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseBusy, match="Close that program"):
            await Database.open(path, patience=0.05)
    async with Database.opened(path) as db:
        await db.deadlines.heartbeat(NOON)


async def test_a_write_while_another_program_writes_is_refused_and_can_be_repeated(path: Path) -> None:
    db = await Database.open(path, patience=0.05)
    with raw(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusy):
            await db.deadlines.heartbeat(NOON)
    await db.deadlines.heartbeat(NOON)
    assert await db.deadlines.give_back_downtime(NOON + minutes(3)) == minutes(3)
    await db.close()


async def test_a_damaged_file_points_to_the_backup(path: Path) -> None:
    async with Database.opened(path) as db:
        game = await begin(db)
        for number in range(1, 400):
            await db.record.append(game, [answer(number, "a", "x" * 60)])
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096 * 2)
        file.write(os.urandom(size - 4096 * 2))
    with pytest.raises(DatabaseDamaged, match="krupier-storage backup"):
        await read_everything(path, game)


async def read_everything(path: Path, game: int) -> None:
    async with Database.opened(path) as db:
        await db.record.entries(game)
        await db.games.unfinished()
        await db.seats.of(game)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Yields a folder that another user of the system can reach (pytest's own is private), and deletes it later."""
    folder = Path(tempfile.mkdtemp(prefix="krupier-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def as_no_one(open_folder: Path) -> Iterator[None]:
    """Gives up root's rights during a test, because root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


async def test_a_read_only_folder_says_what_to_mend(open_folder: Path, as_no_one: None) -> None:
    path = open_folder / "krupier.sqlite3"
    if os.geteuid() == open_folder.stat().st_uid:
        open_folder.chmod(0o555)
    with pytest.raises(DatabaseUnreadable, match="correct the owner or the permissions"):
        await Database.open(path)
    assert list(open_folder.iterdir()) == []
    if os.geteuid() == open_folder.stat().st_uid:
        open_folder.chmod(0o755)


async def test_an_unreadable_file_says_what_to_mend(open_folder: Path, as_no_one: None) -> None:
    path = open_folder / "krupier.sqlite3"
    owner = os.geteuid()
    with as_owner_of(open_folder):
        path.touch()
        path.chmod(0o000)
        open_folder.chmod(0o777)
    assert os.geteuid() == owner
    with pytest.raises(DatabaseUnreadable, match=r"Permission denied.*correct the owner"):
        await Database.open(path)
    with pytest.raises(DatabaseUnreadable):
        async with Database.snapshot(path):
            pass


class as_owner_of:  # noqa: N801 - reads as a phrase
    """Acts as the user who owns the folder, inside a block."""

    def __init__(self, folder: Path) -> None:
        self.owner, self.former = folder.stat().st_uid, os.geteuid()

    def __enter__(self) -> None:
        os.seteuid(self.owner)

    def __exit__(self, *_: object) -> None:
        os.seteuid(self.former)


@pytest.mark.parametrize(
    ("code", "word"),
    [
        (sqlite3.SQLITE_FULL, "free some disk space"),
        (sqlite3.SQLITE_IOERR_WRITE, "free some disk space"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "permissions"),
        (sqlite3.SQLITE_CORRUPT, "backup"),
        (sqlite3.SQLITE_ERROR, "storage check"),
    ],
)
async def test_every_error_of_sqlite_gives_advice_and_the_database_goes_on(
    db: Database, monkeypatch: pytest.MonkeyPatch, code: int, word: str
) -> None:
    error = sqlite3.OperationalError("as SQLite put it")
    error.sqlite_errorcode = code

    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(Inside, "execute", refuse)
    with pytest.raises(StorageError, match=f"as SQLite put it.*{word}"):
        await db.deadlines.heartbeat(NOON)
    monkeypatch.undo()
    await db.deadlines.heartbeat(NOON)
    assert await db.deadlines.give_back_downtime(NOON + minutes(3)) == minutes(3)
