"""Tests that a transaction goes to the database's thread once, and waits for nothing else there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from storage import Database, Deadline
from storage.connection import Connection
from tests.storage.table import NOON, begin, in_file
from tests.storage.test_record import DEAL


async def test_an_answer_with_all_that_goes_with_it_is_one_visit(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    game, visits = await begin(db), []
    genuine = in_file(db).db._execute

    async def counted(*args: Any) -> Any:
        visits.append(args[0])
        return await genuine(*args)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(in_file(db).db, "_execute", counted)
    await db.record.append(game, DEAL, told=5, deadline=Deadline(3, NOON))
    assert len(visits) == 1
    monkeypatch.undo()
    assert await db.record.entries(game) == DEAL


async def test_work_that_waits_for_anything_else_is_refused_and_leaves_nothing(db: Database) -> None:
    game = await begin(db)

    async def waiting(connection: Connection) -> None:
        await connection.execute("UPDATE games SET told = 9 WHERE id = ?", (game,))
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="its own statements"):
        await in_file(db).transaction(waiting)
    assert (await db.games.get(game)).told == 0
    await db.record.append(game, DEAL)


async def test_work_that_says_so_may_wait(db: Database) -> None:
    game = await begin(db)

    async def waiting(connection: Connection) -> str:
        await connection.execute("UPDATE games SET told = 9 WHERE id = ?", (game,))
        await asyncio.sleep(0)
        return "done"

    assert (await in_file(db).transaction(waiting, waits=True))[0] == "done"
    assert (await db.games.get(game)).told == 9
