"""The clocks tick when somebody beside the deadlines asks for it."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.tables.clock import HEARTBEAT, Clocks
from tests.bot.tables.room import NOON


async def test_whoever_wants_a_tick_gets_it_long_before_the_next_heartbeat() -> None:
    """What is shown step by step asks for the moment of its next part."""
    ticks, again = 0, asyncio.Event()

    def rounds(_now: datetime) -> None:
        nonlocal ticks
        ticks += 1
        if ticks == 1:
            clocks.wake(datetime.now(UTC) + timedelta(milliseconds=20))
        if ticks == 2:
            again.set()

    class Beats:
        async def heartbeat(self, _at: datetime, _served: object) -> None:
            """Nothing to note."""

    neighbours: Any = Beats()
    clocks = Clocks(neighbours, neighbours, neighbours, neighbours, lambda: datetime.now(UTC), neighbours, rounds)
    running = asyncio.create_task(clocks.run())
    try:
        await asyncio.wait_for(again.wait(), HEARTBEAT / 2)
    finally:
        running.cancel()


async def test_the_heart_beats_every_ten_seconds_whatever_is_due_between() -> None:
    """What goes by after the last beat is given back after a crash; a tick in between put the next one off."""
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
            clocks.wake(NOON + timedelta(seconds=gone))

    neighbours: Any = Beats()
    clocks = Clocks(
        neighbours, neighbours, neighbours, neighbours, lambda: NOON + timedelta(seconds=gone), neighbours,
        lambda _now: None,
    )  # fmt: skip
    clocks.wait = wait
    with contextlib.suppress(asyncio.CancelledError):
        await clocks.run()
    assert beats == [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]
