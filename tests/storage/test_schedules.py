"""Tests of users' schedules, and of the end of a break that is stored with a deadline."""

from __future__ import annotations

from datetime import date

import pytest

from storage import Database, Deadline, Schedule
from storage.dsn import Place
from tests.storage.table import ANNA, BERT, CYRIL, NOON, begin, minutes, raw

NIGHTS = Schedule("Europe/Prague", "22:00-07:00", frozenset({5, 6}), frozenset({date(2026, 12, 24)}))


async def test_a_schedule_is_stored_changed_and_read_for_several_users(db: Database) -> None:
    assert await db.schedules.get(ANNA) == Schedule()
    await db.schedules.set(ANNA, NIGHTS)
    await db.schedules.set(BERT, Schedule("UTC"))
    await db.schedules.set(BERT, Schedule("Asia/Tokyo", days_off=frozenset({0})))
    found = await db.schedules.of([ANNA, BERT, CYRIL])
    assert found == {ANNA: NIGHTS, BERT: Schedule("Asia/Tokyo", days_off=frozenset({0}))}
    assert await db.schedules.of([]) == {}


@pytest.mark.parametrize(("column", "value"), [("days_off", "x"), ("holidays", "["), ("holidays", '["2026-99-99"]')])
async def test_an_altered_schedule_counts_as_none(db: Database, path: Place, column: str, value: str) -> None:
    await db.schedules.set(ANNA, NIGHTS)
    with raw(path) as other:
        other.execute(f"UPDATE schedules SET {column} = ?", (value,))
    assert await db.schedules.get(ANNA) == Schedule()


async def test_the_end_of_a_break_is_stored_with_its_deadline(db: Database) -> None:
    game = await begin(db)
    later = NOON + minutes(600)
    await db.deadlines.set(game, 1, later, away=NOON + minutes(60))
    assert (await db.tables.state(game)).deadline == Deadline(1, later, 0, NOON + minutes(60))
    ((found, deadline, _),) = await db.deadlines.running()
    assert (found, deadline) == (game, Deadline(1, later, 0, NOON + minutes(60)))
    await db.deadlines.set(game, 2, later)
    assert (await db.tables.state(game)).deadline == Deadline(2, later)


async def test_a_paused_game_resumes_with_a_given_deadline(db: Database) -> None:
    game = await begin(db)
    await db.deadlines.set(game, 1, NOON + minutes(60))
    await db.deadlines.pause(game, NOON, 3600)
    await db.deadlines.resume(game, NOON + minutes(5), Deadline(1, NOON + minutes(500), 1, NOON + minutes(440)))
    assert (await db.tables.state(game)).deadline == Deadline(1, NOON + minutes(500), 1, NOON + minutes(440))


async def test_a_forgotten_users_schedule_is_deleted(db: Database) -> None:
    await db.schedules.set(ANNA, NIGHTS)
    assert (await db.privacy.export(ANNA))["schedules"] == [
        {"zone": "Europe/Prague", "quiet": "22:00-07:00", "days_off": "56", "holidays": '["2026-12-24"]'}
    ]
    await db.privacy.forget(ANNA, NOON)
    assert await db.schedules.get(ANNA) == Schedule()
