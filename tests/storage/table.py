"""Helpers of the storage tests: an example table (Anna, Bert and Cyril in channel 500, at noon), and access to the
database as another program has it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiosqlite
import asyncpg

from storage import Database, DrawnTable, Entry, MessageRow, NewGame, PostSlot, chain
from storage.dsn import Dsn, Place
from storage.sqlite.engine import SqliteEngine
from tests.postgres import apart, asked

REFUSED = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError)
"""The errors of a database that refuses another program's change."""
NOON = datetime(2025, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
ANNA, BERT, CYRIL, DANA = 1001, 1002, 1003, 1004
CHANNEL = 500
SEED = bytes(range(100, 132))


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def new_game(channel: int = CHANNEL) -> NewGame:
    return NewGame(
        guild=7,
        channel=channel,
        kind="some_game",
        edition=1,
        language="cs",
        options={"goal": "beginners"},
        turn_seconds=90,
        window_seconds=20,
        pace="live",
        created=NOON,
        host=ANNA,
    )


async def open_lobby(db: Database, channel: int = CHANNEL, drawn: DrawnTable | None = None) -> int:
    game = await db.tables.open(new_game(channel), SEED, (), drawn)
    for user, name in ((ANNA, "Anna"), (BERT, "Bert"), (CYRIL, "Cyril")) if drawn is None else ():
        await db.seats.add(game, user, name)
    return game


async def begin(db: Database, channel: int = CHANNEL, drawn: DrawnTable | None = None) -> int:
    game = await open_lobby(db, channel, drawn)
    await db.tables.start(game, 1, NOON)
    return game


def answer(number: int, seat: str, *keys: str, kind: str = "turn") -> Entry:
    return Entry(number, seat, kind, keys, NOON + minutes(number))


def board(
    game: int, channel: int, message: int, posted: datetime | None = None, fingerprint: str = "", about: str = ""
) -> MessageRow:
    return MessageRow(PostSlot("board", game), channel, message, posted, fingerprint, about)


def old_board(game: int, channel: int, message: int) -> MessageRow:
    return MessageRow(PostSlot("board", game), channel, message, old=True)


def hand(game: int, user: int, channel: int, message: int, fingerprint: str = "") -> MessageRow:
    return MessageRow(PostSlot("hand", game, user), channel, message, fingerprint=fingerprint)


def named(place: Place) -> str:
    """Returns a database's name as an operator types it on the command line."""
    return place.url if isinstance(place, Dsn) else str(place)


def in_file(db: Database) -> SqliteEngine:
    """Returns the engine of a database in a file."""
    assert isinstance(db.session.engine, SqliteEngine)
    return db.session.engine


def file_of(db: Database) -> aiosqlite.Connection:
    """Returns the connection of a database in a file."""
    return in_file(db).db


class Answer:
    """The result of a statement on a PostgreSQL server, with the methods of a cursor of sqlite3."""

    def __init__(self, rows: Sequence[Any], status: str) -> None:
        self._rows = [tuple(row) for row in rows]
        self.rowcount = int(status.rpartition(" ")[2]) if status[-1].isdigit() else -1

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self._rows

    def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows[0] if self._rows else None


class OtherProgram:
    """Executes SQL on a PostgreSQL server as another program does, in the manner of a connection of sqlite3."""

    def __init__(self, dsn: Dsn) -> None:
        self._dsn = dsn

    def execute(self, sql: str, values: Sequence[object] = ()) -> Answer:
        return Answer(*apart(asked(self._dsn.url, sql, *values)))


def rechain(path: Place) -> None:
    """Computes the hash chains of all records again, so that changes by hand are not noticed. Also deletes the trigger
    that forbids changes of entries.
    """
    with raw(path) as db:
        db.execute(f"DROP TRIGGER IF EXISTS entries_never_change{' ON entries' if isinstance(path, Dsn) else ''}")
        for (game,) in db.execute("SELECT id FROM games").fetchall():
            row = _by_name(db, chain.GAME, game)[0]
            seed = _by_name(db, "SELECT seed FROM seeds WHERE game = ?", game)[0]["seed"]
            entries = _by_name(db, chain.ENTRIES, game)
            each, latest = chain.links(row, seed, _by_name(db, chain.SEATS, game), entries)
            for link, entry in zip(each, entries, strict=True):
                values = (link, game, entry["number"], entry["seat"])
                db.execute("UPDATE entries SET link = ? WHERE game = ? AND number = ? AND seat = ?", values)
            db.execute("UPDATE games SET link = ? WHERE id = ?", (latest, game))


def _by_name(db: Any, sql: str, game: int) -> list[dict[str, Any]]:
    columns = [column.strip() for column in sql.partition(" FROM ")[0].removeprefix("SELECT ").split(",")]
    return [dict(zip(columns, row, strict=True)) for row in db.execute(sql, (game,)).fetchall()]


@contextmanager
def raw(place: Place) -> Iterator[Any]:
    """Opens the database as another program does, past the storage; yields a connection with `execute`."""
    if isinstance(place, Dsn):
        yield OtherProgram(place)
        return
    with closing(sqlite3.connect(place, isolation_level=None, timeout=0.1)) as db:
        db.execute("PRAGMA recursive_triggers = ON")
        yield db
