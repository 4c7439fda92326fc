"""The clocks tick when somebody beside the deadlines asks for it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.tables.clock import HEARTBEAT, Clocks


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
