"""Tests the check of a file: correct files pass and broken ones do not, independently of SQLite's own check."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage import Database
from storage.errors import DatabaseDamaged
from tests.storage.table import NOON, begin, board, raw


async def test_a_board_that_has_been_replaced_does_not_pass_for_damage(db: Database, path: Path) -> None:
    """A file with replaced boards opens, although SQLite 3.40's own check reports their channels as missing."""
    game = await begin(db)
    for message in (11, 12, 13):
        await db.messages.put(board(game, 5, message, NOON), posted=True)
    assert len(await db.messages.of("board", game, old=True)) == 2
    async with Database.snapshot(path) as looked_at:
        assert len(await looked_at.messages.of("board", game, old=True)) == 2


async def test_a_value_that_is_really_missing_is_damage_also_next_to_such_rows(db: Database, path: Path) -> None:
    game = await begin(db)
    for message in (11, 12):
        await db.messages.put(board(game, 5, message, NOON), posted=True)
    await db.close()
    strict, lax = "phase          TEXT    NOT NULL", "phase          TEXT"
    rewritten = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'games'"
    with raw(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(rewritten, (strict, lax))
    with raw(path) as connection:
        connection.execute("UPDATE games SET phase = NULL")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(rewritten, (lax, strict))
    with pytest.raises(DatabaseDamaged, match=r"games\.phase"):
        async with Database.snapshot(path):
            pass
