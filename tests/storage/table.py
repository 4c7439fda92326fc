"""What the storage tests talk about: Anna, Bert and Cyril in channel 500, at noon."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage import Entry, NewGame, Store

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


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as any other program sees it."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0.1)) as db:
        yield db
