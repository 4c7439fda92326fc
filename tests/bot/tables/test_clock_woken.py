"""Tests what wakes the clocks before the next deadline that they know: a request, a new deadline, a new connection; and
their heartbeats.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.background import Background
from bot.services import Services
from bot.tables.alarm_actions import HEARTBEAT
from bot.tables.bus import Bus
from bot.tables.clock import Clocks
from bot.tables.events import ClockTicked
from storage import Deadline
from tests.bot.tables.backend import NOON


def hearing(listener: Callable[[Any], None]) -> Bus:
    """Returns a bus with one listener to the ticks of the clocks."""
    return Bus({ClockTicked: [listener]}, Services(), Background())


async def test_anyone_who_wants_a_tick_gets_it_long_before_the_next_heartbeat() -> None:
    """A tick that a listener requests in 20 milliseconds comes long before the next heartbeat."""
    ticks, again = 0, asyncio.Event()

    def rounds(_event: object) -> None:
        nonlocal ticks
        ticks += 1
        if ticks == 1:
            clocks.wakeups.request(datetime.now(UTC) + timedelta(milliseconds=20))
        if ticks == 2:
            again.set()

    class Beats:
        async def heartbeat(self, _at: datetime, _served: object) -> None:
            """Records no heartbeat in the database."""

    neighbours: Any = SimpleNamespace(deadlines=Beats())
    clocks = Clocks(
        neighbours, neighbours, neighbours, neighbours, lambda: datetime.now(UTC), neighbours, hearing(rounds)
    )
    running = asyncio.create_task(clocks.run())
    try:
        await asyncio.wait_for(again.wait(), HEARTBEAT / 2)
    finally:
        running.cancel()


async def test_the_heart_beats_every_ten_seconds_no_matter_what_is_due_between() -> None:
    """Heartbeats come every ten seconds although other ticks come in between: a crash gives back the time since the
    last one.
    """
    gone, beats = 0.0, list[float]()

    class Beats:
        async def heartbeat(self, at: datetime, _served: object) -> None:
            beats.append((at - NOON).total_seconds())

    async def wait(seconds: float) -> None:
        nonlocal gone
        gone += seconds
        if gone > 60:
            raise asyncio.CancelledError
        if gone in {9.0, 25.0, 38.0}:
            clocks.wakeups.request(NOON + timedelta(seconds=gone))

    neighbours: Any = SimpleNamespace(deadlines=Beats())
    clocks = Clocks(
        neighbours, neighbours, neighbours, neighbours, lambda: NOON + timedelta(seconds=gone), neighbours,
        hearing(lambda _event: None),
    )  # fmt: skip
    clocks.wait = wait
    with contextlib.suppress(asyncio.CancelledError):
        await clocks.run()
    assert beats == [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]


class Asleep:
    """Clocks of tables that sleep until the test lets them go on, with a deadline after `due` seconds.

    `ticks` has the seconds at which they ticked.
    """

    def __init__(self, due: float) -> None:
        self.at, self.ticks = 0.0, list[float]()
        self.sleeps, self.goes_on = asyncio.Event(), asyncio.Event()
        self.stored = list[tuple[int, Deadline, None]]()
        deadlines = SimpleNamespace(heartbeat=self._beat, shift=self._beat, running=self._running_deadlines)
        neighbours: Any = SimpleNamespace(deadlines=deadlines)
        self.clocks = Clocks(
            neighbours, neighbours, neighbours, neighbours, self.now, neighbours,
            hearing(lambda event: self.ticks.append((event.now - NOON).total_seconds())),
        )  # fmt: skip
        self.clocks.wait = self._wait
        self.arm(1, due)

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.at)

    def arm(self, table: int, due: float) -> None:
        live: Any = SimpleNamespace(
            id=table, game=None, ours=True, reminds=False, row=SimpleNamespace(phase="running", paused_at=None),
            deadline=Deadline(1, NOON + timedelta(seconds=due)),
        )  # fmt: skip
        self.clocks.arm(live)

    async def until_asleep(self) -> None:
        self.sleeps.clear()
        self.goes_on.set()
        await asyncio.wait_for(self.sleeps.wait(), HEARTBEAT)

    async def _wait(self, seconds: float) -> None:
        self.at += seconds
        self.sleeps.set()
        self.goes_on.clear()
        await self.goes_on.wait()

    async def _beat(self, *_: object) -> None:
        """Does nothing, in place of writing a heartbeat or shifted deadlines to the database."""

    async def _running_deadlines(self) -> list[tuple[int, Deadline, None]]:
        return self.stored


@pytest.mark.parametrize(("due", "ticks"), [(60.0, [0.0]), (5.0, [0.0, 1.0])])
async def test_only_a_deadline_before_their_next_look_wakes_the_clocks(due: float, ticks: list[float]) -> None:
    """A new deadline wakes the sleeping clocks if it is before the end of their sleep, and otherwise does not."""
    asleep = Asleep(30.0)
    running = asyncio.create_task(asleep.clocks.run())
    try:
        await asyncio.wait_for(asleep.sleeps.wait(), HEARTBEAT)
        asleep.arm(2, due)
        await asleep.until_asleep()
        assert asleep.ticks == ticks
    finally:
        running.cancel()


@pytest.mark.parametrize(("due", "ticks"), [(60.0, [0.0]), (5.0, [0.0, 1.0])])
async def test_deadlines_that_are_read_while_the_clocks_sleep_wake_them_in_time(due: float, ticks: list[float]) -> None:
    """Deadlines that are read from the database (when a process takes over a shard) wake the sleeping clocks if they
    are before the end of their sleep.
    """
    asleep = Asleep(30.0)
    running = asyncio.create_task(asleep.clocks.run())
    try:
        await asyncio.wait_for(asleep.sleeps.wait(), HEARTBEAT)
        asleep.stored = [(2, Deadline(1, NOON + timedelta(seconds=due)), None)]
        await asleep.clocks.load({2})
        await asleep.until_asleep()
        assert asleep.ticks == ticks
    finally:
        running.cancel()


async def test_after_the_shortest_cut_the_clocks_look_at_once_what_is_due_next() -> None:
    """When a lost shard is connected again, the clocks look at once for the next deadline; they had planned to sleep
    until the next heartbeat.
    """
    asleep = Asleep(3.0)
    asleep.clocks.lost(0)
    running = asyncio.create_task(asleep.clocks.run())
    try:
        await asyncio.wait_for(asleep.sleeps.wait(), HEARTBEAT)
        await asleep.clocks.found(0)
        await asleep.until_asleep()
        assert asleep.ticks == [0.0, 1.0]
    finally:
        running.cancel()
