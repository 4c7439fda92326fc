"""Tests upgrades of databases of schema 20 and 23: all rows reach the new schema; older databases are refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import asyncpg
import pytest

from storage import Database, MessageRow, PostSlot
from storage.check import check
from storage.dsn import Dsn, Place
from storage.errors import DatabaseTooOld
from storage.migrations import BASELINE, newest
from tests.storage import schema_20, schema_23
from tests.storage.table import raw

WITHDRAWN = "offers"
"""The table whose rows migration 023 deletes, because it is not known who decided them."""


MOVED = {
    "boards": """SELECT subject AS game, channel, message, posted_at AS posted, fingerprint AS shows, about AS mark
        FROM messages WHERE kind = 'board' AND old = 0""",
    "old_boards": "SELECT subject AS game, channel, message FROM messages WHERE kind = 'board' AND old = message",
    "hand_messages": """SELECT subject AS game, user, channel, message, fingerprint AS shows
        FROM messages WHERE kind = 'hand'""",
    "calls": """SELECT subject AS game, CAST(substr(about, 1, length(about) - 2) AS INTEGER) AS number,
        substr(about, length(about)) AS seat, kind, channel, message FROM messages WHERE kind IN ('ping', 'word')""",
    "pending_posts": "SELECT kind, subject, user, nonce FROM messages WHERE nonce IS NOT NULL",
}
"""Old table -> the query for its rows, which migration 024 moved to the table `messages`."""
MESSAGES = {
    "watchers": "SELECT subject AS game, user, channel, message FROM messages WHERE kind = 'watcher'",
    "tournaments": "SELECT subject AS id, channel, message FROM messages WHERE kind = 'tournament'",
}
"""Table that stays -> the query for its messages, which migration 024 moved to the table `messages`."""


@pytest.fixture(params=[schema_20, schema_23], ids=["schema 20", "schema 23"])
def dump(request: pytest.FixtureRequest) -> ModuleType:
    """Returns the package that creates a database of an older schema: `schema_20` or `schema_23`."""
    module: ModuleType = request.param
    return module


@pytest.fixture
def old(request: pytest.FixtureRequest, path: Place, dump: ModuleType) -> Iterator[Place]:
    """Creates a database of an older schema on this engine, yields its place, and removes it from the server."""
    if isinstance(path, Path):
        dump.create(path)
        yield path
        return
    server = request.getfixturevalue("server")
    dsn = server.fresh(template=None)
    dump.create(dsn)
    yield dsn
    server.drop(dsn)


async def opened_once(place: Place) -> None:
    async with Database.opened(place):
        pass


async def test_every_row_is_still_there(old: Place, dump: ModuleType) -> None:
    await opened_once(old)
    for table, before in schema_20.rows(dump.FOLDER).items():
        # Of schema 23, offers name who decided them, and stay.
        expected = [] if table == WITHDRAWN and dump is schema_20 else before
        if table in MOVED:
            assert found(old, MOVED[table], expected) == comparable(expected), table
            continue
        if table in MESSAGES:
            of_messages = [{name: row[name] for name in columns(MESSAGES[table])} for row in expected if row["message"]]
            assert found(old, MESSAGES[table], of_messages) == comparable(of_messages), table
            expected = [{name: row[name] for name in row if not is_moved(table, name)} for row in expected]
        if expected:
            assert found(old, f"SELECT {', '.join(expected[0])} FROM {table}", expected) == comparable(expected), table
        else:
            assert found(old, f"SELECT * FROM {table}", expected) == [], table


def is_moved(table: str, column: str) -> bool:
    return column == "message" or (column == "channel" and table == "watchers")


def columns(sql: str) -> list[str]:
    """Returns the names of a query's columns."""
    listed = sql.partition(" FROM ")[0].removeprefix("SELECT ").split(",")
    return [column.rpartition(" AS ")[2].strip() for column in listed]


def found(place: Place, sql: str, expected: list[dict[str, Any]]) -> list[str]:
    """Returns the rows of a query in the form of `comparable`, with the column names of the expected rows."""
    names = list(expected[0]) if expected else []
    with raw(place) as db:
        rows = db.execute(sql).fetchall()
    return comparable([dict(zip(names, row, strict=bool(names))) for row in rows])


def comparable(rows: list[dict[str, Any]]) -> list[str]:
    """Returns the rows as sorted texts, so that their order does not depend on the engine."""
    return sorted(repr(row) for row in rows)


async def test_every_game_replays(old: Place, dump: ModuleType) -> None:
    await opened_once(old)
    findings = [finding async for finding in check(old)]
    assert {finding.game.id: finding.trouble for finding in findings} == dict.fromkeys(unfinished(dump))
    entries = Counter(row["game"] for row in schema_20.rows(dump.FOLDER)["entries"])
    assert {finding.game.id: finding.entries for finding in findings} == {
        game: entries[game] for game in unfinished(dump)
    }


def unfinished(dump: ModuleType) -> set[int]:
    return {row["id"] for row in schema_20.rows(dump.FOLDER)["games"] if row["phase"] in {"lobby", "running"}}


def structure_of_file(path: Path) -> dict[str, Any]:
    """Returns the definitions of all tables, indexes and triggers of a file by name, in a form without comments, white
    space and the order of columns.
    """
    with raw(path) as db:
        rows = db.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {f"{kind} {name}": normal(sql) if kind == "table" else flat(sql) for kind, name, sql in rows}


def flat(sql: str) -> str:
    return re.sub(r"\s*([(),])\s*", r"\1", " ".join(re.sub(r"--[^\n]*|/\*.*?\*/", "", sql, flags=re.DOTALL).split()))


def normal(sql: str) -> tuple[str, list[str], str]:
    """Returns the head of a CREATE TABLE, its columns and constraints in any order, and its tail."""
    text = flat(sql)
    start, end = text.index("("), text.rindex(")")
    parts, depth = [""], 0
    for sign in text[start + 1 : end]:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return text[:start].strip().replace('"', ""), sorted(parts), text[end + 1 :].strip()


STRUCTURE = {
    "columns": """SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity,
        identity_generation FROM information_schema.columns WHERE table_schema = 'public'""",
    "constraints": """SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "functions": "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
}


async def structure_on_server(dsn: Dsn) -> dict[str, list[str]]:
    db = await asyncpg.connect(dsn.url)
    try:
        return {name: sorted(repr(row) for row in await db.fetch(sql)) for name, sql in STRUCTURE.items()}
    finally:
        await db.close()


async def structure(place: Place) -> dict[str, Any]:
    return await structure_on_server(place) if isinstance(place, Dsn) else structure_of_file(place)


async def test_an_upgraded_database_has_the_schema_of_a_new_one(old: Place, path: Place, tmp_path: Path) -> None:
    new = tmp_path / "new" if isinstance(path, Path) else path
    await opened_once(old)
    await opened_once(new)
    upgraded, created = await structure(old), await structure(new)
    assert upgraded.keys() == created.keys()
    for name, one in created.items():
        assert upgraded[name] == one
    assert len(created) > 4
    assert all(created.values())


async def test_a_database_that_0_1_upgraded_on_postgresql_counts_on(old: Place, dump: ModuleType) -> None:
    """A PostgreSQL database whose schema is counted from 1, as Krupier 0.1 did (its 4 was SQLite's 23), opens with all
    its unfinished games.
    """
    await opened_once(old)
    if isinstance(old, Dsn):
        with raw(old) as connection:
            assert connection.execute("SELECT version FROM krupier_schema").fetchall() == [(newest(),)]
            connection.execute(f"UPDATE krupier_schema SET version = {newest() - BASELINE + 1}")
    await opened_once(old)
    async with Database.snapshot(old) as db:
        assert {row.id for row in await db.games.unfinished()} == unfinished(dump)


@pytest.mark.parametrize("version", [1, BASELINE - 1])
async def test_an_older_file_is_refused_untouched(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.sqlite3"
    schema_20.create(path)
    with raw(path) as db:
        db.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    for opening in (Database.open(path), opened_snapshot(path)):
        with pytest.raises(DatabaseTooOld, match=rf"schema {version}.*newest Krupier 0\.1 on it once"):
            await opening
    assert path.read_bytes() == before
    assert not path.with_name(path.name + "-wal").exists()


async def opened_snapshot(path: Path) -> None:
    async with Database.snapshot(path):
        pass


async def test_calls_keep_what_they_are_about_and_their_order(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    schema_23.create(path)
    with raw(path) as db:
        (word,) = db.execute("SELECT game, seat, channel, message FROM calls WHERE kind = 'word'").fetchall()
        game, seat, channel, message = word
        (user,) = db.execute("SELECT user FROM seats WHERE game = ? AND seat = ?", (game, seat)).fetchone()
        db.execute("INSERT INTO calls VALUES (?, 9, ?, 'late', ?, ?)", (game, seat, channel, message - 1))
        db.execute("INSERT INTO hand_messages VALUES (?, 99, 0, 0, '')", (game,))
        db.execute("INSERT INTO pending_posts VALUES ('board', ?, 0, 'abc'), ('ping', ?, 7, 'def')", (game, game))
    async with Database.opened(path) as db:
        slot = PostSlot("word", game, user)
        assert await db.messages.of("word", game, old=None) == [
            MessageRow(slot, channel, message - 1, about=f"late 9 {seat}", old=True),
            MessageRow(slot, channel, message, about=f"18 {seat}"),
        ]
        assert MessageRow(PostSlot("hand", game, 99)) in await db.messages.of("hand", game)
        board = await db.messages.get(PostSlot("board", game))
        assert board is not None
        assert (bool(board.message), board.pending) == (True, True)
        assert await db.messages.nonce(PostSlot("ping", game, 7)) == "def"


async def test_a_removed_player_of_a_tournament_stays_removed(old: Place) -> None:
    at = "2026-02-02T20:00:00.000000+00:00"
    with raw(old) as db:
        db.execute(f"UPDATE tournament_players SET dropped = '{at} removed' WHERE position = 0")
        db.execute(f"UPDATE tournament_players SET dropped = '{at}' WHERE position = 1")
    await opened_once(old)
    with raw(old) as db:
        rows = db.execute("SELECT dropped, removed FROM tournament_players ORDER BY tournament, position").fetchall()
    assert [tuple(row) for row in rows][:3] == [(at, 1), (at, 0), (None, 0)]
