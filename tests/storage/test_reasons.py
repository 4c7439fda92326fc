"""Tests that reasons of computer players are stored with their answers and hidden until the game has finished."""

from __future__ import annotations

from typing import Literal

import pytest

from storage import AlreadyAnswered, ConflictError, Database, Outcome, Reasons, Weighed
from storage.dsn import Place
from tests.storage.table import NOON, REFUSED, answer, begin, raw

SEARCHED = Reasons(
    1, "a", "hard", "chance", (Weighed(("place:harbour",), 0.354, 13), Weighed(("place:prison",), 0.55, 3))
)
SET = Reasons(2, "b", "easy", "points", (Weighed((), 1.25), Weighed(("thief", "chief"), -0.5)))


async def answered(db: Database, *reasons: Reasons) -> int:
    game = await begin(db)
    for one in reasons:
        await db.record.append(game, [answer(one.number, one.seat, "x")], reasons=[one])
    return game


@pytest.mark.parametrize("phase", ["over", "ended"])
async def test_reasons_are_returned_unchanged_after_the_end(db: Database, phase: Literal["over", "ended"]) -> None:
    game = await answered(db, SEARCHED, SET)
    await db.tables.finish(game, phase, None, NOON)
    assert await db.record.reasons(game) == [SEARCHED, SET]


async def test_reasons_survive_a_restart(path: Place) -> None:
    async with Database.opened(path) as db:
        game = await answered(db, SEARCHED)
    async with Database.opened(path) as db:
        await db.record.append(game, [answer(2, "b", "y")], reasons=[SET], outcome=Outcome("ended", None, NOON))
    async with Database.opened(path) as db:
        assert await db.record.reasons(game) == [SEARCHED, SET]


async def test_no_reasons_are_returned_while_the_game_runs(db: Database) -> None:
    game = await answered(db, SEARCHED)
    assert await db.record.reasons(game) == []


async def test_reasons_of_an_answer_that_is_refused_are_not_stored(db: Database) -> None:
    game = await answered(db, SEARCHED)
    with pytest.raises(AlreadyAnswered):
        await db.record.append(game, [answer(1, "a", "y")], reasons=[SEARCHED])
    with pytest.raises(ConflictError):
        await db.record.append(game, [answer(2, "b", "y")], reasons=[SET], length=0)
    await db.tables.finish(game, "ended", None, NOON)
    assert await db.record.reasons(game) == [SEARCHED]


@pytest.mark.parametrize("sql", ["DELETE FROM reasons", "UPDATE reasons SET weighed = '[]'"])
async def test_another_program_cannot_change_them(db: Database, path: Place, sql: str) -> None:
    await answered(db, SEARCHED)
    with raw(path) as connection, pytest.raises(REFUSED):
        connection.execute(sql)


def test_reasons_name_no_cards_when_they_are_printed() -> None:
    assert "harbour" not in repr(SEARCHED)
