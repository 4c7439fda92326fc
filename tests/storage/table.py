"""What the storage tests talk about: Anna, Bert and Cyril in channel 500, at noon."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiosqlite
import asyncpg

from storage import Entry, NewGame, Store
from storage.dsn import Dsn, Place
from storage.sqlite.engine import SqliteEngine
from tests.postgres import apart, asked

REFUSED = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError)
"""What another program is told by a database that does not accept something."""
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


async def open_lobby(store: Store, channel: int = CHANNEL) -> int:
    game = await store.create_game(new_game(channel), SEED)
    for user, name in ((ANNA, "Anna"), (BERT, "Bert"), (CYRIL, "Cyril")):
        await store.seat(game, user, name)
    return game


async def begin(store: Store, channel: int = CHANNEL) -> int:
    game = await open_lobby(store, channel)
    await store.start_game(game, 1, NOON)
    return game


def answer(number: int, seat: str, *keys: str, kind: str = "turn") -> Entry:
    return Entry(number, seat, kind, keys, NOON + minutes(number))


def named(place: Place) -> str:
    """The database as one writes it on the command line."""
    return place.url if isinstance(place, Dsn) else str(place)


def file_of(store: Store) -> aiosqlite.Connection:
    """The connection of a store in a file."""
    assert isinstance(store._engine, SqliteEngine)
    return store._engine.db


class Answer:
    """What a server has answered to another program."""

    def __init__(self, rows: Sequence[Any], status: str) -> None:
        self._rows = [tuple(row) for row in rows]
        self.rowcount = int(status.rpartition(" ")[2]) if status[-1].isdigit() else -1

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self._rows

    def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows[0] if self._rows else None


class OtherProgram:
    """Another program on the same server."""

    def __init__(self, dsn: Dsn) -> None:
        self._dsn = dsn

    def execute(self, sql: str, values: Sequence[object] = ()) -> Answer:
        return Answer(*apart(asked(self._dsn.url, sql, *values)))


@contextmanager
def raw(place: Place) -> Iterator[Any]:
    """The database as any other program sees it."""
    if isinstance(place, Dsn):
        yield OtherProgram(place)
        return
    with closing(sqlite3.connect(place, isolation_level=None, timeout=0.1)) as db:
        db.execute("PRAGMA recursive_triggers = ON")
        yield db
