"""Tests of the clocks of tables by the day, which stand still during the breaks of the people who are asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.tables import day_clock
from bot.tables.consent import Consent
from bot.tables.hosting import GuestSettings, Hosting
from bot.tables.live import LiveTable
from bot.tables.wishes import Place, Wishes
from bot.texts import translator_for
from storage import Schedule, dsn
from tests import databases
from tests.bot.tables.backend import ANNA, BERT, CYRIL, NAMES, NOON, Backend

DAY = 86_400
HOUR = 3600
NIGHTS = Schedule("UTC", "22:00-07:00")
BY_DAY = Wishes(pace="correspondence")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.tier("test"))])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dsn.Place]:
    """Yields an empty database of each engine."""
    if request.param == "sqlite":
        yield databases.create(tmp_path / "krupier.sqlite3")
        return
    server = request.getfixturevalue("server")
    fresh = server.fresh()
    yield fresh
    server.drop(fresh)


@pytest.fixture
async def backend(place: dsn.Place) -> AsyncIterator[Backend]:
    async with Backend.opened(place) as opened:
        yield opened


async def asked(backend: Backend, table: int) -> int:
    """Returns the ID of the first user who must answer."""
    return (await backend.live(table)).waited_for[0]


async def left(backend: Backend, table: int) -> float:
    """Returns the hours until the deadline."""
    return await backend.seconds_left(table) / HOUR


async def next_turn(backend: Backend, table: int) -> LiveTable:
    """Keeps the first hand for the asked seat, so that the next seat is asked; returns the table."""
    game = await backend.game(table)
    seat = game.waiting[0]
    await backend.answers(table, seat, "keep")
    return await backend.live(table)


async def test_a_turn_by_the_day_counts_only_while_its_player_is_not_away(backend: Backend) -> None:
    for user in NAMES:
        await backend.db.schedules.set(user, NIGHTS)
    table = await backend.begin(BY_DAY)
    assert (await backend.live(table)).row.by_day
    assert await left(backend, table) == 33  # ten hours today, fourteen tomorrow from 7:00 on
    assert (await backend.live(table)).facts.away is None


async def test_the_board_says_when_the_clock_of_an_absent_player_runs(backend: Backend) -> None:
    for user in NAMES:
        await backend.db.schedules.set(user, NIGHTS)
    backend.moment = NOON + timedelta(hours=11)
    table = await backend.begin(BY_DAY)
    live = await backend.live(table)
    assert live.facts.away == datetime(2025, 3, 2, 7, tzinfo=UTC)
    assert live.facts.due == datetime(2025, 3, 3, 16, tzinfo=UTC)  # fifteen hours a day


@pytest.mark.parametrize("wishes", [Wishes(), Wishes(pace="relaxed"), Wishes(pace="bank", turn_seconds=DAY)])
async def test_other_tables_ignore_breaks(backend: Backend, wishes: Wishes) -> None:
    table = await backend.begin(wishes)
    before = await backend.seconds_left(table)
    for user in NAMES:
        await backend.db.schedules.set(user, Schedule("UTC", "12:00-20:00"))
    other = await backend.open(wishes, channel=501)
    await backend.referee.start(other, ANNA)
    await backend.background.settled()
    assert await backend.seconds_left(other) == before
    assert (await backend.live(other)).facts.away is None


async def test_a_change_applies_from_the_next_decision_on(backend: Backend) -> None:
    table = await backend.begin(BY_DAY)
    assert await left(backend, table) == 24
    for user in NAMES:
        await backend.db.schedules.set(user, NIGHTS)
    await backend.pass_time(HOUR)
    assert await left(backend, table) == 23
    await next_turn(backend, table)
    assert await left(backend, table) == 33


async def test_a_window_ends_when_the_last_person_who_can_react_has_had_its_time(backend: Backend) -> None:
    table = await backend.sit_down(BY_DAY)
    for user in (ANNA, BERT, CYRIL):
        await backend.db.schedules.set(user, Schedule("UTC", "13:00-20:00" if user == BERT else "13:00-23:00"))
    game = await backend.to_window(table)
    live = await backend.live(table)
    assert game.decision is not None
    users = {live.seat(seat).user for seat in game.decision.seats}
    assert users
    # Eight hours: one until 13:00, seven after the latest end of a break; two days have 14 and 17 hours.
    assert await left(backend, table) == (15 if users == {BERT} else 18)


async def test_computers_are_never_away(backend: Backend) -> None:
    table = await backend.begin(BY_DAY, people=2, computers=1)
    live = await backend.live(table)
    live.seats = [replace(seat, computer=True) for seat in live.seats]
    live.schedules = dict.fromkeys(NAMES, NIGHTS)
    assert day_clock.schedules(live) == []


async def test_weekends_off_stop_the_clocks_of_everyone(backend: Backend) -> None:
    hosting = Hosting(backend.db, backend.tables, backend.referee, backend.now, backend.bus)
    table = await backend.open(BY_DAY)
    await hosting.change_guests(table, ANNA, GuestSettings(True))
    await backend.referee.start(table, ANNA)
    await backend.background.settled()
    live = await backend.live(table)
    assert live.row.weekends_off
    assert live.facts.away == datetime(2025, 3, 3, tzinfo=UTC)  # NOON is on a Saturday
    assert live.facts.due == datetime(2025, 3, 4, tzinfo=UTC)


async def test_a_restart_keeps_the_deadline(place: dsn.Place, backend: Backend) -> None:
    for user in NAMES:
        await backend.db.schedules.set(user, NIGHTS)
    table = await backend.begin(BY_DAY)
    before = (await backend.live(table)).deadline
    for user in NAMES:
        await backend.db.schedules.set(user, Schedule())
    if isinstance(place, dsn.Dsn):
        async with Backend.opened(place) as other:
            assert (await other.live(table)).deadline == before
    backend.tables.drop(table)
    assert (await backend.live(table)).deadline == before


async def test_a_pause_keeps_the_time_that_counts(backend: Backend) -> None:
    for user in NAMES:
        await backend.db.schedules.set(user, NIGHTS)
    table = await backend.begin(BY_DAY)
    await backend.pass_time(9 * HOUR)  # until 21:00; fifteen hours are left
    await vote(backend.consent, table, "pause")
    assert (await backend.live(table)).row.remaining == 15 * HOUR
    backend.moment += timedelta(hours=2)
    await vote(backend.consent, table, "resume")
    live = await backend.live(table)
    assert live.facts.away == datetime(2025, 3, 2, 7, tzinfo=UTC)
    assert live.facts.due == datetime(2025, 3, 2, 22, tzinfo=UTC)


async def test_a_pause_after_removed_holidays_keeps_no_more_than_a_turn(backend: Backend) -> None:
    away = Schedule("UTC", holidays=frozenset(date(2025, 3, day) for day in range(2, 7)))
    for user in NAMES:
        await backend.db.schedules.set(user, away)
    table = await backend.begin(BY_DAY)
    assert await left(backend, table) == 6 * 24  # twelve hours today, twelve after five holidays
    for user in NAMES:
        await backend.db.schedules.set(user, Schedule())
    await vote(backend.consent, table, "pause")
    assert (await backend.live(table)).row.remaining == DAY
    await vote(backend.consent, table, "resume")
    assert await left(backend, table) == 24


async def vote(consent: Consent, table: int, what: str) -> None:
    for user in (ANNA, BERT):
        await consent.agree(table, user, what, translator_for("en"))


async def test_reminders_come_while_their_reader_is_not_away(backend: Backend) -> None:
    for user in NAMES:
        await backend.db.schedules.set(user, NIGHTS)
    table = await backend.begin(BY_DAY)  # until 21:00 tomorrow
    user = await asked(backend, table)
    await backend.pass_time(10 * HOUR)
    assert backend.words == []
    for _ in range(24):
        await backend.pass_time(HOUR)
        if backend.words:
            break
    assert backend.words == [(table, user)]
    assert 7 <= backend.moment.hour < 22
    assert await left(backend, table) == 8


async def test_a_reminder_waits_for_the_end_of_a_new_break(backend: Backend) -> None:
    table = await backend.begin(BY_DAY)  # until noon tomorrow
    user = await asked(backend, table)
    await backend.db.schedules.set(user, Schedule("UTC", "02:00-09:00"))
    await backend.pass_time(16.5 * HOUR)
    assert backend.words == []
    await backend.pass_time(4 * HOUR)
    await backend.pass_time(0.6 * HOUR)
    await backend.pass_time(1)
    assert backend.words == [(table, user)]


async def test_no_one_is_reminded_during_the_servers_quiet_hours(backend: Backend) -> None:
    place = Place(77, 502, ANNA, "Anna", "en")
    table = (await backend.lobby.open(place, Wishes(pace="relaxed"))).id
    await backend.lobby.join(table, BERT, "Bert")
    await backend.lobby.join(table, CYRIL, "Cyril")
    await backend.referee.start(table, ANNA)
    await backend.background.settled()
    await backend.db.servers.change(77, {"quiet": "11:00-12:09", "zone": "UTC"})
    await backend.pass_time(500)
    assert (backend.words, backend.pings) == ([], [])
    await backend.pass_time(41)
    await backend.pass_time(1)
    assert len(backend.pings) == 1
