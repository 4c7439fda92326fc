"""Tests that a crash loop takes fifty identifies a day at most, and that a working bot can start as often as needed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.maintenance.identifies import FREE_PER_DAY, WAITS_CONNECTED, Identifies, TooOften
from storage import Database
from tests.bot.table import Evening
from tests.faults.scale import often, schedule

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
MOST = 50


class Loop:
    """A process that dies some seconds after each start, on a clock that advances while it waits."""

    def __init__(self, db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.db, self.moments = NOON, db, list[datetime]()

        async def sleep(delay: float, result: Any = None) -> Any:
            self.now += timedelta(seconds=delay)
            return result

        monkeypatch.setattr(asyncio, "sleep", sleep)

    async def one_life(self, seconds: float, shards: int = 1) -> Identifies:
        it = Identifies(self.db, lambda: self.now)
        await it.before_connecting()
        for shard in range(shards):
            await it.note(shard)
        self.moments.append(self.now)
        self.now += timedelta(seconds=seconds)
        return it

    @property
    def most_in_a_day(self) -> int:
        ends = [moment + timedelta(days=1) for moment in self.moments]
        return max(sum(end - timedelta(days=1) <= one < end for one in self.moments) for end in ends)


async def test_a_crash_loop_takes_fifty_identifies_a_day(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for round_ in range(often(2, 20)):
        with schedule("loop", round_) as dice:
            async with Database.opened(database.with_name(f"{round_}.sqlite3")) as db:
                loop = Loop(db, monkeypatch)
                longest = dice.choice((1.0, 5.0, 60.0, 900.0))
                while loop.now < NOON + timedelta(days=often(2, 4)):
                    await loop.one_life(dice.uniform(0.1, longest), shards=dice.randint(1, 3))
                assert FREE_PER_DAY < loop.most_in_a_day <= MOST


async def test_a_bot_that_has_served_a_user_does_not_wait_at_its_start(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database.opened(database) as db:
        loop = Loop(db, monkeypatch)
        for _ in range(200):
            await (await loop.one_life(1.0)).served()
        assert loop.now == NOON + timedelta(seconds=200)


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(hours=23)])
async def test_a_start_after_the_clock_was_set_back_waits_for_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch, back: timedelta
) -> None:
    async with Database.opened(database) as db:
        loop = Loop(db, monkeypatch)
        for _ in range(3):
            await loop.one_life(60.0)
        loop.now -= back
        begun = loop.now
        await loop.one_life(1.0)
        assert loop.moments[-1] == begun


async def test_a_crash_loop_goes_on_waiting_after_the_clock_was_set_back(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database.opened(database) as db:
        loop = Loop(db, monkeypatch)
        for _ in range(FREE_PER_DAY):
            await loop.one_life(1.0)
        loop.now -= timedelta(hours=1)
        begun = loop.now
        for _ in range(5):
            await loop.one_life(1.0)
        assert loop.moments[-1] - begun > timedelta(minutes=30)


async def test_sessions_that_are_lost_again_and_again_end_the_process(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database.opened(database) as db:
        loop, lost = Loop(db, monkeypatch), 0
        it = await loop.one_life(1.0)

        async def again() -> None:
            nonlocal lost
            while lost < MOST:
                await it.again()
                await it.note(0)
                lost += 1

        with pytest.raises(TooOften):
            await again()
        assert loop.now < NOON + timedelta(seconds=3 * WAITS_CONNECTED)


async def test_the_bot_notes_its_identifies_and_forgets_them_when_someone_plays(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:

        async def noted() -> int:
            found = await evening.bot.app.db.identifies.since(evening.now() - timedelta(days=1))
            return sum(map(len, found.values()))

        assert await noted() == 1
        await evening.restart()
        assert await noted() == 2
        await evening.slash("Anna", "learn rules")
        assert await noted() == 0


async def test_each_shard_of_a_start_has_waited_already_and_only_then_waits_again(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shard that identifies for the first time does not wait again; one that identifies again does.

    The wait may end the process, and during a start discord.py would catch that error and retry without end.
    """
    async with Evening.of("Anna", database=database) as evening:
        again = list[int]()

        class Turns:
            async def wait_for(self, shard: int) -> None:
                """Returns immediately, without waiting for the shard's turn."""

        async def waits() -> None:
            again.append(1)

        monkeypatch.setattr(evening.bot, "turns", Turns())
        monkeypatch.setattr(evening.bot.identifies, "again", waits)
        for shard in (1, 2):
            await evening.bot.before_identify_hook(shard, initial=False)
        assert again == []
        # A session that ended before it stood was one all the same.
        await evening.bot.before_identify_hook(2, initial=False)
        await evening.bot.before_identify_hook(0, initial=False)
        assert again == [1, 1]
