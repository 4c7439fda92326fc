"""Tests that deadlines are found by the next one due: nothing scans all of them, and a start loads no table early."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.tables import alarms
from bot.tables.alarm_actions import HEARTBEAT
from bot.tables.alarms import Alarm, Alarms
from bot.tables.times import PING, WORD
from storage import Database, Deadline, TableState
from storage.errors import DatabaseBusy
from storage.tables import Tables
from tests.bot.tables.backend import NOON, Backend

MINUTE = timedelta(minutes=1)


def alarm(minutes: float, *, word: float | None = None, reminded: int = 0) -> Alarm:
    return Alarm(Deadline(1, NOON + minutes * MINUTE, reminded), None if word is None else NOON + word * MINUTE)


def test_due_alarms_stay_until_they_are_set_again_or_dropped() -> None:
    armed = Alarms()
    for game, minutes in ((3, 1), (1, 2), (2, 9)):
        armed.put(game, alarm(minutes))
    for _ in range(2):
        assert [game for game, _ in armed.due(NOON + 2 * MINUTE)] == [1, 3]
    armed.put(3, alarm(5))
    armed.drop(1)
    assert armed.due(NOON + 2 * MINUTE) == []
    assert armed.soonest() == NOON + 5 * MINUTE
    assert sorted(armed) == [2, 3]


def test_a_word_comes_before_the_end_and_once() -> None:
    armed = Alarms()
    armed.put(1, alarm(3, word=2))
    assert armed.soonest() == NOON + 2 * MINUTE
    armed.put(1, alarm(3, word=2, reminded=WORD))
    assert armed.soonest() == NOON + 3 * MINUTE


def test_any_course_of_arming_gives_what_a_walk_through_all_would() -> None:
    dice, armed, plain = Random("alarms"), Alarms(), dict[int, Alarm]()
    for step in range(3_000):
        game, moment = dice.randrange(20), NOON + step * MINUTE / 10
        if dice.random() < 0.2:
            armed.drop(game)
            plain.pop(game, None)
        else:
            plain[game] = alarm(step / 10 + dice.randrange(30))
            armed.put(game, plain[game])
        assert armed.soonest() == min((each.next_step() for each in plain.values()), default=None)
        assert dict(armed.due(moment)) == {game: each for game, each in plain.items() if each.next_step() <= moment}
    assert len(armed._queue) <= 2 * 20 + alarms.MIN_COMPACTION + 20, "what no longer counts is thrown away"


async def test_a_start_reads_deadlines_and_no_table_before_its_time(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        live = await backend.live(table)
        assert live.deadline is not None
        left = live.deadline.due - backend.moment
    async with Backend.opened(database) as backend:
        await backend.clocks.give_back()
        await backend.clocks.load({table})
        await backend.pass_time(left.total_seconds() / 2)
        assert table not in backend.tables, "there is nothing to be said yet"
        assert backend.words == []
        await backend.pass_time(left.total_seconds() * 0.2)
        assert table in backend.tables
        await backend.pass_time(left.total_seconds() * 0.31)
        assert len((await backend.game(table)).silences) == 1


async def test_time_that_is_given_back_is_given_to_tables_that_no_one_has_looked_at(database: Path) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        left = (await backend.db.deadlines.running())[0][1].due - backend.moment
    async with Backend.opened(database) as backend:
        await backend.clocks.give_back()
        await backend.clocks.load({table})
        backend.clocks.lost(0)
        backend.moment += timedelta(seconds=20)
        await backend.clocks.found(0)
        assert table not in backend.tables
        await backend.pass_time(left.total_seconds() - 1)
        assert (await backend.game(table)).silences == []
        await backend.pass_time(1)
        assert len((await backend.game(table)).silences) == 1


@pytest.mark.parametrize("reminded", [0, PING])
async def test_deadlines_are_read_with_the_longest_that_may_be_waited(database: Path, reminded: int) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        live = await backend.live(table)
        assert live.deadline is not None
        await backend.db.deadlines.set(table, live.deadline.number, live.deadline.due, reminded)
        found = await backend.db.deadlines.running()
        assert found == [(table, Deadline(live.deadline.number, live.deadline.due, reminded), live.row.turn_seconds)]
        await backend.db.deadlines.pause(table, backend.moment, 5.0)
        assert await backend.db.deadlines.running() == []


async def test_a_table_that_the_database_does_not_give_is_looked_at_a_little_later(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin()
        left = (await backend.db.deadlines.running())[0][1].due - backend.moment
    async with Backend.opened(database) as backend:
        await backend.clocks.give_back()
        await backend.clocks.load({table})
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(Tables, "state", _busy)
            await backend.pass_time(left.total_seconds() * 0.7)
        assert list(backend.clocks._armed) == [table]
        await backend.pass_time(HEARTBEAT)
        await backend.pass_time(0)
        assert backend.words != []
        await backend.pass_time(left.total_seconds() * 0.3)
        assert len((await backend.game(table)).silences) == 1


async def test_lost_time_is_given_back_once_though_the_database_fails_in_the_middle(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Backend.opened(database) as backend:
        tables = [await backend.begin(), (await backend.open(channel=501))]
        await backend.referee.start(tables[1], 1001)
        before = {table: deadline.due for table, deadline, _ in await backend.db.deadlines.running()}
        backend.clocks.lost(0)
        backend.moment += timedelta(seconds=20)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(Tables, "state", _busy)
            await backend.clocks.found(0)
        assert not backend.clocks.cut_off
        await backend.pass_time(HEARTBEAT)
        after = {table: deadline.due for table, deadline, _ in await backend.db.deadlines.running()}
        assert after == {table: due + timedelta(seconds=20) for table, due in before.items()}
        assert sorted(backend.clocks._armed) == tables
        for table in tables:
            alarm = backend.clocks._armed.get(table)
            assert alarm is not None
            assert alarm.deadline == (await backend.live(table)).deadline


async def _busy(_db: Database, _game: int) -> TableState:
    raise DatabaseBusy("the file")
