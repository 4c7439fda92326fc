"""Tests the triggers of SQLite that protect the record and the seeds of games and tournaments against changes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from storage import Database
from tests.storage.table import SEED, begin, raw
from tests.storage.test_record import DEAL
from tests.storage.test_tournaments import begun


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT OR REPLACE INTO entries SELECT * FROM entries",
        "INSERT OR REPLACE INTO entries SELECT game, number + 5, seat, sequence, kind, keys, at, link FROM entries",
        "INSERT INTO entries SELECT * FROM entries WHERE true ON CONFLICT DO UPDATE SET keys = 'other'",
    ],
)
async def test_the_record_is_not_replaced(db: Database, path: Path, sql: str) -> None:
    game = await begin(db)
    await db.record.append(game, DEAL)
    with raw(path) as connection, pytest.raises(sqlite3.IntegrityError, match="the record is only ever added to"):
        connection.execute(sql)
    assert await db.record.entries(game) == DEAL


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE seeds SET seed = zeroblob(32)",
        "INSERT OR REPLACE INTO seeds (game, seed) SELECT game, zeroblob(32) FROM seeds",
    ],
)
async def test_a_seed_is_not_replaced(db: Database, path: Path, sql: str) -> None:
    game = await begin(db)
    with (
        raw(path) as connection,
        pytest.raises(sqlite3.IntegrityError, match=r"seeds never change|what was committed"),
    ):
        connection.execute(sql)
    assert await db.seeds.get(game) == SEED


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tournament_seeds SET seed = zeroblob(32)",
        "INSERT OR REPLACE INTO tournament_seeds VALUES (1, zeroblob(32))",
    ],
)
async def test_a_tournaments_seed_is_not_replaced(db: Database, path: Path, sql: str) -> None:
    await begun(db)
    with raw(path) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute(sql)
