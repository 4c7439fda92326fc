"""Tests errors of a server's database: reported before anything is played, and without the password."""

from __future__ import annotations

import asyncio
import shutil
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage import Database
from storage.__main__ import main
from storage.dsn import Dsn, place
from storage.errors import (
    AccessRefused,
    BadSetting,
    DatabaseError,
    DatabaseMissing,
    DatabaseTooNew,
    DatabaseUnreachable,
    MigrationFailed,
    NotADatabase,
)
from storage.migrations import SCHEMA, newest
from storage.postgres.migrations import migrate
from tests.postgres import Server, apart, asked
from tests.storage.table import NOON, begin, raw

SECRET = "s3cr3t-w0rd"


@contextmanager
def empty(server: Server) -> Iterator[Dsn]:
    dsn = server.fresh(template=None)
    yield dsn
    server.drop(dsn)


async def refused(dsn: Dsn, kind: type[DatabaseError], match: str) -> None:
    """Checks that `Database.open` and `Database.snapshot` both raise an error of this kind with a matching message, and
    that its traceback does not contain the password.
    """
    for opening in (Database.open(dsn), _snapshot(dsn)):
        with pytest.raises(kind, match=match) as error:
            await opening
        assert SECRET not in "".join(traceback.format_exception(error.value))


async def _snapshot(dsn: Dsn) -> None:
    async with Database.snapshot(dsn):
        pass


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        (f"postgresql://anna:{SECRET}@db.example:5432/games", "postgresql://anna@db.example:5432/games"),
        (f"postgres://anna:{SECRET}@/games?host=/run", "postgresql://anna@/games"),
        (f"postgresql://anna:{SECRET}/@?#:{SECRET}@db/games?password={SECRET}", "postgresql://anna@db/games"),
        (f"postgresql://db/games?user=anna&password={SECRET}", "postgresql://db/games"),
        (f" postgresql://anna:{SECRET}@one:1,two:2/games ", "postgresql://anna@one:1,two:2/games"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    dsn = place(url)
    assert isinstance(dsn, Dsn)
    assert (str(dsn), repr(dsn), f"{dsn}") == (shown, shown, shown)


def test_everything_else_is_a_file() -> None:
    assert place("games.sqlite3") == Path("games.sqlite3")
    assert place(Path("postgresql.sqlite3")) == Path("postgresql.sqlite3")


async def test_a_new_database_gets_its_schema_once_anyone_who_comes_first(server: Server) -> None:
    with empty(server) as dsn:
        stores = await asyncio.gather(*(Database.open(dsn) for _ in range(4)))
        games = [await begin(db, channel) for channel, db in enumerate(stores)]
        assert len(set(games)) == 4
        for db in stores:
            await db.close()
        with raw(dsn) as connection:
            assert connection.execute("SELECT version FROM krupier_schema").fetchall() == [(newest(),)]


async def test_a_server_that_does_not_answer_is_reported_with_advice(tmp_path: Path) -> None:
    await refused(Dsn(f"postgresql://anna:{SECRET}@127.0.0.1:9/games"), DatabaseUnreachable, "cannot be reached")
    await refused(Dsn(f"postgresql://anna:{SECRET}@/games?host={tmp_path}"), DatabaseUnreachable, "its server runs")


async def test_a_wrong_password_is_refused_with_advice(server: Server) -> None:
    url = server.url().replace("krupier@", f"guarded:{SECRET}@")
    await refused(Dsn(url), AccessRefused, "password authentication failed.*Correct the user")


async def test_a_user_who_may_not_create_tables_is_refused_without_the_password(server: Server) -> None:
    with empty(server) as dsn:
        guarded = Dsn(dsn.url.replace("krupier@", "guarded:open-sesame@"))
        with pytest.raises(AccessRefused, match=r"permission denied.*let that user create tables") as error:
            await Database.open(guarded)
        assert "open-sesame" not in str(error.value)


async def test_a_database_that_does_not_exist_is_reported_with_advice(server: Server) -> None:
    await refused(Dsn(server.url("nowhere")), DatabaseMissing, "nowhere does not exist: create it")


async def test_an_invalid_address_of_a_database_is_refused() -> None:
    await refused(Dsn(f"postgresql://anna:{SECRET}@db:port/games"), BadSetting, "is no address of a database")


async def test_another_programs_database_is_refused_untouched(server: Server) -> None:
    with empty(server) as dsn:
        with raw(dsn) as db:
            db.execute("CREATE TABLE recipes (name TEXT)")
        await refused(dsn, NotADatabase, "another program's PostgreSQL database")
        with raw(dsn) as db:
            assert db.execute("SELECT to_regclass('games') IS NULL").fetchone() == (True,)


async def test_a_newer_database_is_refused_untouched(path: Dsn) -> None:
    with raw(path) as db:
        db.execute("UPDATE krupier_schema SET version = 99")
    await refused(path, DatabaseTooNew, r"newer Krupier \(schema 99.*Update the program")
    with raw(path) as db:
        assert db.execute("SELECT version FROM krupier_schema").fetchone() == (99,)


async def test_an_encoding_that_cannot_keep_every_name_is_refused(server: Server) -> None:
    apart(asked(server.url(), "CREATE DATABASE narrow TEMPLATE template0 ENCODING 'LATIN1'"))
    dsn = Dsn(server.url("narrow"))
    await refused(dsn, NotADatabase, "kept in LATIN1")
    server.drop(dsn)


def test_a_look_makes_no_schema(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with empty(server) as dsn:
        for command in ("check", "rebuild-stats"):
            assert main([command, "--database", dsn.url]) == 2
            assert "has no games yet" in capsys.readouterr().err
        with raw(dsn) as db:
            assert db.execute("SELECT to_regclass('games') IS NULL").fetchone() == (True,)


def test_a_backup_is_made_by_the_servers_own_tools(
    path: Dsn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(tmp_path / "copy"), "--database", path.url]) == 2
    assert "pg_dump" in capsys.readouterr().err
    assert main(["backup", "--for-sharing", str(tmp_path / "copy"), "--database", path.url]) == 2
    assert "krupier-storage move FILE" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert not (tmp_path / "copy").exists()


async def test_a_start_upgrades_an_older_database(path: Dsn, tmp_path: Path) -> None:
    folder = tmp_path / "schema"
    shutil.copytree(SCHEMA, folder)
    later = f"{newest() + 1:03}.sql"
    (folder / later).write_text("CREATE TABLE dice (pips INTEGER); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(MigrationFailed, match=rf"{later} did not apply.*nowhere"):
        await migrated(path, folder)
    with raw(path) as db:
        assert db.execute("SELECT to_regclass('dice') IS NULL").fetchone() == (True,)
    (folder / later).write_text("CREATE TABLE dice (pips INTEGER);")
    await migrated(path, folder)
    with raw(path) as db:
        assert db.execute("SELECT version FROM krupier_schema").fetchall() == [(int(later[:3]),)]
    await refused(path, DatabaseTooNew, "newer Krupier")


async def migrated(dsn: Dsn, folder: Path) -> None:
    import asyncpg  # noqa: PLC0415 - only here

    db = await asyncpg.connect(dsn.url)
    try:
        await migrate(db, dsn, folder)
    finally:
        await db.close()


async def test_a_look_sees_one_moment_and_cannot_write(path: Dsn) -> None:
    async with Database.opened(path) as db:
        game = await begin(db)
        async with Database.snapshot(path) as look:
            await db.tables.finish(game, "ended", None, NOON)
            assert [row.id for row in await look.games.unfinished()] == [game]
            with pytest.raises(AccessRefused, match="read-only"):
                await look.deadlines.heartbeat(NOON)
        assert await db.games.unfinished() == []


@pytest.mark.parametrize("command", [["check"], ["rebuild-stats"], ["reseal"], ["record", "1"]])
def test_a_command_does_not_promise_to_go_on_by_itself(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A command whose server cannot be reached ends with exit code 2 and an error that does not promise to go on by
    itself, as the bot does.
    """
    assert main([*command, "--database", "postgresql://anna@127.0.0.1:9/games"]) == 2
    said = capsys.readouterr().err
    assert "cannot be reached" in said
    assert "goes on" not in said
