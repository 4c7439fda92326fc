"""What is sound passes for sound, and what is not does not, whatever SQLite's own check says of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage import Store
from storage.errors import DatabaseDamaged
from tests.storage.table import NOON, begin, raw


async def test_a_board_that_has_been_replaced_does_not_pass_for_damage(store: Store, path: Path) -> None:
    """SQLite 3.40 says of such a row that its channel is missing: whatever looks at the file would refuse it."""
    game = await begin(store)
    for message in (11, 12, 13):
        await store.set_board(game, 5, message, NOON)
    assert len(await store.old_boards(game)) == 2
    async with Store.snapshot(path) as looked_at:
        assert len(await looked_at.old_boards(game)) == 2


async def test_a_value_that_is_really_missing_is_damage_also_beside_such_rows(store: Store, path: Path) -> None:
    game = await begin(store)
    for message in (11, 12):
        await store.set_board(game, 5, message, NOON)
    await store.close()
    strict, lax = "phase          TEXT    NOT NULL", "phase          TEXT"
    rewritten = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = 'games'"
    with raw(path) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(rewritten, (strict, lax))
    with raw(path) as db:
        db.execute("UPDATE games SET phase = NULL")
        db.execute("PRAGMA writable_schema = ON")
        db.execute(rewritten, (lax, strict))
    with pytest.raises(DatabaseDamaged, match=r"games\.phase"):
        async with Store.snapshot(path):
            pass
