"""Tests answers to puzzles and explained concepts: each user has their own, and the first answer of a day counts."""

from __future__ import annotations

from datetime import date

import pytest

from storage import Database, PuzzleAnswer
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, REFUSED, raw

KIND = "some_game"
DAY, NEXT = date(2026, 11, 27), date(2026, 11, 28)
RIGHT = PuzzleAnswer(DAY, 3, "place:prison", True)
WRONG = PuzzleAnswer(DAY, 3, "pass", False)


async def test_only_the_first_answer_of_a_day_counts(db: Database) -> None:
    assert await db.puzzles.add(ANNA, KIND, WRONG)
    assert not await db.puzzles.add(ANNA, KIND, RIGHT)
    assert await db.puzzles.of(ANNA, KIND) == [WRONG]


async def test_answers_are_separate_by_user_game_and_day(db: Database) -> None:
    later = RIGHT._replace(day=NEXT, puzzle=8)
    for user, kind, given in ((ANNA, KIND, later), (ANNA, KIND, RIGHT), (BERT, KIND, WRONG), (ANNA, "other", WRONG)):
        assert await db.puzzles.add(user, kind, given)
    assert await db.puzzles.of(ANNA, KIND) == [RIGHT, later]
    assert await db.puzzles.of(BERT, KIND) == [WRONG]


async def test_the_database_refuses_an_answer_without_a_key(db: Database, path: Place) -> None:
    with raw(path) as other, pytest.raises(REFUSED):
        other.execute(
            'INSERT INTO puzzle_answers ("user", kind, day, puzzle, answer, solved)'
            " VALUES (5, 'some_game', '2026-11-27', 1, '', 1)"
        )


async def test_a_concept_is_explained_to_each_user_separately(db: Database) -> None:
    for user, concept in ((ANNA, "window"), (ANNA, "window"), (ANNA, "turn"), (BERT, "deal")):
        await db.explanations.add(user, KIND, concept)
    assert await db.explanations.of(ANNA, KIND) == {"window", "turn"}
    assert await db.explanations.of(BERT, KIND) == {"deal"}
    assert await db.explanations.of(ANNA, "other") == frozenset()


async def test_the_puzzle_of_a_day_is_claimed_once_on_each_server(db: Database) -> None:
    await db.servers.change(7, {"puzzle_channel": 70})
    await db.servers.change(8, {"puzzle_channel": 80})
    await db.servers.change(9, {"lobbies": 2})
    assert list(await db.servers.awaiting_puzzle(DAY)) == [7, 8]
    assert [await db.servers.claim_puzzle(7, DAY) for _ in range(2)] == [True, False]
    assert not await db.servers.claim_puzzle(9, DAY)
    assert list(await db.servers.awaiting_puzzle(DAY)) == [8]
    assert (await db.servers.awaiting_puzzle(NEXT))[7].puzzle_channel == 70
    assert await db.servers.claim_puzzle(7, NEXT)
    assert not await db.servers.claim_puzzle(7, DAY)
