"""Tests that a transaction which dies at any of its statements changes nothing in the file."""

from __future__ import annotations

import pytest

from storage import Database, Deadline
from storage.sqlite.single_hop import Inside
from tests.storage.table import NOON, begin
from tests.storage.test_record import DEAL


@pytest.mark.parametrize("statement", range(6))
async def test_a_step_that_dies_at_any_statement_leaves_nothing(
    db: Database, monkeypatch: pytest.MonkeyPatch, statement: int
) -> None:
    """If any of the six statements before the commit fails (begin, phase, answered, insert, told, deadline), nothing is
    stored, and the same answers can be stored again.
    """
    game = await begin(db)
    died = dying_at(statement, monkeypatch)
    with pytest.raises(Died):
        await db.record.append(game, DEAL, told=5, deadline=Deadline(3, NOON))
    monkeypatch.undo()
    assert died == [statement]
    assert await db.record.entries(game) == []
    assert (await db.games.get(game)).told == 0
    assert (await db.tables.state(game)).deadline is None
    await db.record.append(game, DEAL)
    assert await db.record.entries(game) == DEAL


async def test_a_step_that_dies_at_its_commit_leaves_nothing(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await begin(db)
    died = dying_at(6, monkeypatch)
    with pytest.raises(Died):
        await db.record.append(game, DEAL, told=5, deadline=Deadline(3, NOON))
    monkeypatch.undo()
    assert died == [6]
    assert (await db.record.entries(game), (await db.games.get(game)).told, (await db.tables.state(game)).deadline) == (
        [],
        0,
        None,
    )


class Died(Exception):
    pass


def dying_at(statement: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Patches the storage so that the statement at this position (from 0 on) raises Died; returns a list that gets the
    position when it fails.
    """
    places = iter(range(100))
    died: list[int] = []

    def dying(name: str) -> None:
        genuine = getattr(Inside, name)

        def run(self: Inside, sql: str, *values: object) -> object:
            if sql != "ROLLBACK" and next(places) == statement:
                died.append(statement)
                raise Died
            return genuine(self, sql, *values)

        monkeypatch.setattr(Inside, name, run)

    for name in ("execute", "executemany", "execute_fetchall"):
        dying(name)
    return died
