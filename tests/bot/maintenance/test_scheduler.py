"""Tests periodic jobs: they never delay deadlines, and a job never runs twice at a time."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.background import Background
from bot.maintenance import scheduler
from bot.maintenance.scheduler import HOUR, SECOND, Scheduler
from storage.sqlite.requests import ask
from tests.bot.table import PATIENCE, Evening

FOUR = ("Anna", "Bert", "Cyril", "Dora")
DAY = 86_400.0
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


async def test_a_request_that_discord_never_answers_holds_no_clock_up(database: Path) -> None:
    """While the check of an idle table waits for an answer of Discord, the deadline of another table is enforced and
    other jobs run.
    """
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(pace="untimed")
        await evening.pass_time(0.98 * DAY)
        other = evening.world.channel("table-2")
        await evening.slash("Anna", "game new", other, game="mafia_city")
        for name in FOUR[1:]:
            await evening.slash(name, "game join", other)
        await evening.slash("Anna", "game start", other)
        game = evening.game
        number, asked, may_answer = game.number, asyncio.Event(), asyncio.Event()
        get_member = evening.bot.http.get_member

        async def slow(*args: Any) -> Any:
            asked.set()
            await may_answer.wait()
            return await get_member(*args)

        evening.bot.http.get_member = slow  # type: ignore[assignment]
        evening.clock.advance(3_700)
        async with asyncio.timeout(PATIENCE):
            await evening.bot.app.clocks.tick()
            await asked.wait()
        assert game.number == number + 1
        assert game.entries[-1].seat == "clock"
        request = ask(database, evening.table)
        evening.clock.advance(1)
        await evening.bot.app.clocks.tick()
        await evening.noticed(lambda: not request.exists())
        may_answer.set()
        await evening.settled()


class Watched:
    """A periodic check of tables that records each run, which ends only when the test allows it."""

    def __init__(self) -> None:
        self.begun: list[datetime] = []
        self.may_end = asyncio.Event()

    async def look(self, now: datetime) -> None:
        self.begun.append(now)
        await self.may_end.wait()


async def test_one_look_of_a_kind_at_a_time_and_quiet_tables_by_the_hour() -> None:
    background, quiet = Background(), Watched()
    rounds = Scheduler(background, {"idle tables": (quiet.look, HOUR)})
    for minutes in (0, 1, 61, 62):
        rounds.begin(NOON + timedelta(minutes=minutes))
        await asyncio.sleep(0)
    assert quiet.begun == [NOON]
    quiet.may_end.set()
    await background.settled()
    for minutes in (63, 64, 122):
        rounds.begin(NOON + timedelta(minutes=minutes))
        await background.settled()
    assert quiet.begun == [NOON, NOON + timedelta(minutes=63)]


async def test_a_look_that_fails_or_takes_too_long_is_done_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "JOB_TIMEOUT", 0.01)
    background, endless, asked = Background(), Watched(), 0

    async def fails(_now: datetime) -> None:
        nonlocal asked
        asked += 1
        raise RuntimeError("the disk is gone")

    beside = Scheduler(background, {"requests": (fails, SECOND), "idle tables": (endless.look, HOUR)})
    for hours in (0, 2):
        beside.begin(NOON + timedelta(hours=hours))
        await background.settled()
    assert (asked, len(endless.begun)) == (2, 2)
    assert "took too long" in caplog.text
    assert "failed" in caplog.text


async def test_an_interrupted_look_goes_on_behind_the_table_at_which_it_stood(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Evening.of(*FOUR, database=database) as evening:
        await evening.sit_down(pace="untimed")
        other = evening.world.channel("table-2")
        await evening.slash("Anna", "game new", other, game="mafia_city")
        idle, first, second = evening.bot.app.idle, evening.table - 1, evening.table
        looked: list[int] = []

        async def look_at(row: Any, *_moments: datetime) -> None:
            looked.append(row.id)
            if len(looked) == 1:
                await asyncio.Event().wait()

        monkeypatch.setattr(idle, "_look_at", look_at)
        look = asyncio.create_task(idle.look(evening.now()))
        await evening.noticed(lambda: looked)
        look.cancel()
        with pytest.raises(asyncio.CancelledError):
            await look
        await idle.look(evening.now())
        assert looked == [first, second, first]


async def test_the_shell_is_heard_once_a_second_however_often_the_clocks_tick() -> None:
    background, requests = Background(), Watched()
    requests.may_end.set()
    rounds = Scheduler(background, {"requests": (requests.look, SECOND)})
    for tenths in (0, 1, 9, 10, 11, 30):
        rounds.begin(NOON + timedelta(seconds=tenths / 10))
        await background.settled()
    assert requests.begun == [NOON + timedelta(seconds=seconds) for seconds in (0, 1, 3)]
