"""A simulated machine whose clock can be set and whose processes can be stopped, and a backend that runs on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from bot.measuring.monotonic_clock import MonotonicClock
from storage import Database
from tests.bot.tables.backend import NOON, Backend


class Enough(Exception):
    """The exception that ends a run of the clocks when the given time has passed."""


@dataclass
class Machine:
    """A simulated machine: its system clock, and the time that has really passed."""

    elapsed: float = 1_000.0
    set_by: timedelta = field(default_factory=timedelta)
    """The difference by which its system clock was set."""
    stopped: float = 0.0
    """Seconds for which it has been stopped so far."""
    stops: list[float] = field(default_factory=list)
    """Seconds for which the process is stopped in its next sleeps."""

    def shown(self) -> datetime:
        return NOON + timedelta(seconds=self.elapsed) + self.set_by

    def really(self) -> float:
        return self.elapsed


class ByTheClock(Backend):
    """A backend on a simulated machine, whose time passes step by step through the loop of its alarms."""

    machine: Machine
    steady: MonotonicClock

    def now(self) -> datetime:
        return self.steady()

    async def goes_by(self, seconds: float, look: Callable[[], None]) -> None:
        """Lets that many seconds pass; calls `look` after each step."""
        left = seconds

        async def wait(moment: float) -> None:
            nonlocal left
            await asyncio.sleep(0)
            await self.background.settled()
            look()
            if left <= 0:
                raise Enough
            left -= moment
            stop = self.machine.stops.pop() if self.machine.stops else 0.0
            self.machine.elapsed += moment + stop
            self.machine.stopped += stop

        self.clocks.wait = wait
        with suppress(Enough):
            await self.clocks.run()


@asynccontextmanager
async def running(database: Path, machine: Machine) -> AsyncIterator[ByTheClock]:
    """Starts a process for a block: gives back the time since the last heartbeat and continues unfinished games."""
    async with Database.opened(database) as db:
        ByTheClock.machine, ByTheClock.steady = machine, MonotonicClock(machine.shown, machine.really)
        backend = ByTheClock(db)
        try:
            await backend.clocks.give_back()
            for row in await db.games.unfinished():
                await backend.referee.settle(row.id)
                backend.clocks.arm(await backend.live(row.id))
            yield backend
        finally:
            await backend.background.close()
            backend.referee.computers.thinkers.close()
