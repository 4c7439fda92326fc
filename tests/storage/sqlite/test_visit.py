"""A transaction goes to the database's thread once, and waits for nothing else there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from storage import Deadline, Store
from storage.connection import Connection
from tests.storage.table import NOON, begin, in_file
from tests.storage.test_record import DEAL


async def test_an_answer_with_all_that_goes_with_it_is_one_visit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game, visits = await begin(store), []
    genuine = in_file(store).db._execute

    async def counted(*args: Any) -> Any:
        visits.append(args[0])
        return await genuine(*args)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(in_file(store).db, "_execute", counted)
    await store.append(game, DEAL, told=5, deadline=Deadline(3, NOON))
    assert len(visits) == 1
    monkeypatch.undo()
    assert await store.entries(game) == DEAL


async def test_work_that_waits_for_anything_else_is_refused_and_leaves_nothing(store: Store) -> None:
    game = await begin(store)

    async def waiting(db: Connection) -> None:
        await db.execute("UPDATE games SET told = 9 WHERE id = ?", (game,))
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="its own statements"):
        await in_file(store).transaction(waiting)
    assert (await store.game(game)).told == 0
    await store.append(game, DEAL)


async def test_work_that_says_so_may_wait(store: Store) -> None:
    game = await begin(store)

    async def waiting(db: Connection) -> str:
        await db.execute("UPDATE games SET told = 9 WHERE id = ?", (game,))
        await asyncio.sleep(0)
        return "done"

    assert (await in_file(store).transaction(waiting, waits=True))[0] == "done"
    assert (await store.game(game)).told == 9
