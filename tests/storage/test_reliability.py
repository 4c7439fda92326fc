"""Tests of the reliability that is stored at the end of games with several people."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from storage import Database, Entry, Newcomer, Reliability, Vacancy
from storage.rows import Vacated
from storage.schedules import Schedule
from tests.storage.table import ANNA, BERT, CYRIL, DANA, NOON, SEED, minutes, new_game

PEOPLE = (ANNA, BERT, CYRIL)


async def table(db: Database, channel: int, people: tuple[int, ...] = PEOPLE) -> int:
    """Starts a game of these people, and a computer if there is only one; returns its number."""
    game = await db.tables.open(new_game(channel), SEED, [Newcomer(user, "Name", NOON) for user in people])
    if len(people) == 1:
        await db.seats.add_computer(game, "Computer")
    await db.tables.start(game, 1, NOON)
    return game


async def games_of(db: Database) -> dict[int, tuple[int, int]]:
    """Returns (counted games, games played to the end) for each user who has a counted game."""
    found = await db.reliability.shown([*PEOPLE, DANA])
    return {user: (one.games, one.finished) for user, one in found.items() if one is not None and one.games}


async def test_a_game_with_a_winner_counts_for_everyone_who_played_to_its_end(db: Database) -> None:
    game = await table(db, 500)
    await db.tables.finish(game, "over", None, NOON)
    assert await games_of(db) == dict.fromkeys(PEOPLE, (1, 1))


@pytest.mark.parametrize(("why", "counted"), [("left", (1, 0)), ("late", (1, 0)), ("voted", None), ("managed", None)])
async def test_leaving_counts_and_being_replaced_by_the_table_does_not(
    db: Database, why: Vacated, counted: tuple[int, int] | None
) -> None:
    game = await table(db, 500)
    await db.vacancies.vacate(game, Vacancy("b", (), left=NOON, why=why, free=True))
    await db.vacancies.replace(game, "b", DANA, "Dana", NOON)
    await db.tables.finish(game, "over", None, NOON)
    expected = {ANNA: (1, 1), CYRIL: (1, 1), DANA: (1, 1)}
    assert await games_of(db) == (expected if counted is None else {**expected, BERT: counted})


async def test_a_player_who_comes_back_has_not_left(db: Database) -> None:
    game = await table(db, 500)
    await db.vacancies.set_left(game, "b", NOON)
    await db.vacancies.set_left(game, "b", None, returned=NOON)
    await db.tables.finish(game, "over", None, NOON)
    assert await games_of(db) == dict.fromkeys(PEOPLE, (1, 1))


async def test_a_game_that_the_table_ends_counts_only_against_absent_players(db: Database) -> None:
    game = await table(db, 500)
    await db.vacancies.set_left(game, "a", NOON)
    await db.seats.set_absences(game, "b", 2)
    await db.tables.finish(game, "ended", None, NOON)
    assert await games_of(db) == {ANNA: (1, 0), BERT: (1, 0)}


async def test_a_game_against_computers_and_a_lobby_do_not_count(db: Database) -> None:
    await db.tables.finish(await table(db, 500, (ANNA,)), "over", None, NOON)
    lobby = await db.tables.open(new_game(501), SEED, [Newcomer(user, "Name", NOON) for user in PEOPLE])
    await db.tables.finish(lobby, "ended", None, NOON)
    assert await games_of(db) == {}


async def test_an_answer_time_is_the_median_of_the_seats_own_answers(db: Database) -> None:
    game, at = await table(db, 500), NOON
    answers = []
    for number, (seats, seconds) in enumerate([("b", 9), ("a", 10), ("b", 0.1), ("a", 30), ("ab", 99), ("a", 20)], 1):
        at += timedelta(seconds=seconds)
        answers += [Entry(number, seat, "turn", ("pass",), at) for seat in seats]
    await db.record.append(game, answers)
    await db.tables.finish(game, "over", None, NOON + minutes(9))
    assert (await db.reliability.of(ANNA)).evening == 20
    assert (await db.reliability.of(BERT)).evening is None
    assert (await db.reliability.of(ANNA)).by_day is None


async def test_only_the_latest_twenty_games_count_and_new_users_have_no_share(db: Database) -> None:
    for number in range(4):
        await db.tables.finish(await table(db, 500 + number, (ANNA, BERT)), "over", None, NOON)
    assert (await db.reliability.of(ANNA)).share is None
    for number in range(18):
        game = await table(db, 600 + number, (ANNA, BERT))
        if number < 9:
            await db.vacancies.set_left(game, "a", NOON)
        await db.tables.finish(game, "over", None, NOON)
    assert (await db.reliability.of(ANNA)).games == 20
    assert (await db.reliability.of(ANNA)).share == 55  # two of the first, nine of the others
    assert (await db.reliability.of(BERT)).share == 100


async def test_users_who_hide_from_rankings_hide_their_reliability_too(db: Database) -> None:
    await db.people.set_listed(ANNA, False)
    assert await db.reliability.shown([ANNA, BERT]) == {ANNA: None, BERT: Reliability()}


async def test_a_forgotten_users_reliability_is_deleted(db: Database) -> None:
    await db.tables.finish(await table(db, 500), "over", None, NOON)
    assert len((await db.privacy.export(ANNA))["reliability"]) == 1
    await db.privacy.forget(ANNA, NOON)
    assert (await db.reliability.of(ANNA)).games == 0


async def answered(db: Database, game: int, *seconds: float) -> None:
    """Stores an answer of seat b at NOON and then answers of seat a, each this number of seconds after the one before;
    then ends the game.
    """
    at, answers = NOON, [Entry(1, "b", "turn", ("pass",), NOON)]
    for number, time in enumerate(seconds, 2):
        at += timedelta(seconds=time)
        answers.append(Entry(number, "a", "turn", ("pass",), at))
    await db.record.append(game, answers)
    await db.tables.finish(game, "over", None, at)


async def timed(
    db: Database, turn_seconds: int | None, *, weekends_off: bool = False, bank_seconds: int | None = None
) -> int:
    """Starts a game with that time for a turn at NOON, which is on a Saturday; returns its number."""
    new = replace(
        new_game(500), turn_seconds=turn_seconds, window_seconds=None, weekends_off=weekends_off,
        bank_seconds=bank_seconds,
    )  # fmt: skip
    game = await db.tables.open(new, SEED, [Newcomer(user, "Name", NOON) for user in PEOPLE])
    await db.tables.start(game, 1, NOON)
    return game


async def test_an_answer_time_by_the_day_leaves_out_the_players_breaks(db: Database) -> None:
    night = f"{NOON + timedelta(hours=1):%H:%M}-{NOON + timedelta(hours=9):%H:%M}"
    await db.schedules.set(ANNA, Schedule("UTC", night))
    game = await timed(db, 86_400)
    await answered(db, game, 10 * 3_600)
    assert (await db.reliability.of(ANNA)).by_day == 2 * 3_600


async def test_an_answer_time_leaves_out_the_days_off_of_the_table(db: Database) -> None:
    sunday = NOON + timedelta(days=(6 - NOON.weekday()) % 7)
    begun = sunday.replace(hour=0, minute=0, second=0, microsecond=0)
    game = await timed(db, 86_400, weekends_off=True)
    await db.record.append(
        game, [Entry(1, "b", "turn", ("pass",), begun), Entry(2, "a", "turn", ("pass",), begun + timedelta(hours=27))]
    )
    await db.tables.finish(game, "over", None, begun + timedelta(hours=27))
    assert (await db.reliability.of(ANNA)).by_day == 3 * 3_600


async def test_an_answer_after_a_pause_counts_as_the_whole_time_of_a_turn(db: Database) -> None:
    game = await timed(db, 90)
    await answered(db, game, 3_600)
    assert (await db.reliability.of(ANNA)).evening == 90


async def test_an_answer_time_includes_what_the_player_took_from_the_time_bank(db: Database) -> None:
    game = await timed(db, 15, bank_seconds=300)
    await answered(db, game, 100, 100, 3_600, 3_600, 3_600)
    assert (await db.reliability.of(ANNA)).evening == 315
    other = await timed(db, 15, bank_seconds=300)
    await answered(db, other, 100)
    assert (await db.reliability.of(ANNA)).evening == (315 + 100) / 2


async def test_a_table_without_deadlines_has_no_answer_times(db: Database) -> None:
    game = await timed(db, None)
    await answered(db, game, 3_600)
    found = await db.reliability.of(ANNA)
    assert (found.games, found.evening, found.by_day) == (1, None, None)
