"""What the storage tests talk about: Anna, Bert and Cyril in channel 500, at noon."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage import Entry, NewGame, Store, chain
from storage.migrations import SCHEMA

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


def rechain(path: Path) -> None:
    """The records are chained as they stand: what was changed by hand passes for what was written."""
    with raw(path) as db:
        db.row_factory = sqlite3.Row
        db.execute("DROP TRIGGER IF EXISTS entries_never_change")
        for game in db.execute("SELECT id FROM games").fetchall():
            ours = (game["id"],)
            row, seats = db.execute(chain.GAME, ours).fetchone(), db.execute(chain.SEATS, ours).fetchall()
            seed = db.execute("SELECT seed FROM seeds WHERE game = ?", ours).fetchone()["seed"]
            entries = db.execute(chain.ENTRIES, ours).fetchall()
            each, latest = chain.links(row, seed, seats, entries)
            linked = [(link, *ours, entry["number"], entry["seat"]) for link, entry in zip(each, entries, strict=True)]
            db.executemany("UPDATE entries SET link = ? WHERE game = ? AND number = ? AND seat = ?", linked)
            db.execute("UPDATE games SET link = ? WHERE id = ?", (latest, *ours))


def unchained(path: Path) -> None:
    """Back to the schema before the chain, as far as later files add to what was there."""
    with raw(path) as db:
        db.execute("ALTER TABLE games DROP COLUMN hints")
        db.execute("DROP TABLE IF EXISTS identifies")
        db.execute("DROP TABLE IF EXISTS sealed_seeds")
        db.execute("DROP TRIGGER entries_are_chained")
        db.execute("DROP TRIGGER entries_never_change")
        db.execute("DROP TABLE IF EXISTS set_aside")
        for table in ("games", "entries"):
            db.execute(f"ALTER TABLE {table} DROP COLUMN link")
        db.execute(
            "CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries "
            "BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END"
        )
        db.execute(f"PRAGMA user_version = {chained_by() - 1}")


def chained_by() -> int:
    """The schema file that brought the chain."""
    found = [file for file in SCHEMA.glob("*.sql") if "-- then: chain" in file.read_text("utf-8")]
    assert len(found) == 1
    return int(found[0].stem)


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as any other program sees it."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0.1)) as db:
        yield db
