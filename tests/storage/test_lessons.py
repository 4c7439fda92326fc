"""Tests progress in lessons: each user has their own, and only the present step can be ended."""

from __future__ import annotations

import pytest

from storage import Database
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, REFUSED, raw

FIRST = ("some_game", "first")


async def test_a_user_continues_where_they_stopped_and_others_are_unaffected(db: Database) -> None:
    await db.lessons.begin(ANNA, *FIRST)
    await db.lessons.begin(BERT, *FIRST)
    await db.lessons.begin(ANNA, "some_game", "second")
    assert await db.lessons.advance(ANNA, *FIRST, 0)
    assert await db.lessons.of(ANNA) == {FIRST: 1, ("some_game", "second"): 0}
    assert await db.lessons.of(BERT) == {FIRST: 0}


async def test_of_two_answers_to_one_step_only_the_first_one_counts(db: Database) -> None:
    await db.lessons.begin(ANNA, *FIRST)
    assert [await db.lessons.advance(ANNA, *FIRST, 0) for _ in range(2)] == [True, False]
    assert not await db.lessons.advance(ANNA, *FIRST, 5)
    assert await db.lessons.of(ANNA) == {FIRST: 1}


async def test_a_lesson_that_was_not_begun_has_no_steps_to_end(db: Database) -> None:
    assert not await db.lessons.advance(ANNA, *FIRST, 0)
    assert await db.lessons.of(ANNA) == {}


async def test_a_lesson_that_is_begun_again_starts_at_the_first_step(db: Database) -> None:
    await db.lessons.begin(ANNA, *FIRST)
    await db.lessons.advance(ANNA, *FIRST, 0)
    await db.lessons.begin(ANNA, *FIRST)
    assert await db.lessons.of(ANNA) == {FIRST: 0}


async def test_no_step_is_before_the_first_one(db: Database, path: Place) -> None:
    with raw(path) as other, pytest.raises(REFUSED):
        other.execute("INSERT INTO lessons (\"user\", kind, lesson, step) VALUES (5, 'some_game', 'first', -1)")
