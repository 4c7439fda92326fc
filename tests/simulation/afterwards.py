"""Checks some time after the last fault: commands are answered, and no table waits for a computer or a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.emulator import Person
from bot.emulator.objects import Channel
from bot.tables.live import LiveTable
from tests.simulation import states
from tests.simulation.report import Wrong

LATE: Final = 20.0
"""Virtual seconds by which a computer or the clock may be late."""
QUICK: Final = ("live", "bank", "untimed")
"""The paces at which computers answer within seconds."""


async def must_answer(person: Person, channel: Channel) -> None:
    """Calls a command as this user; raises Wrong if the bot does not answer."""
    outcome = await (await person.slash(channel, "game hand")).done()
    if outcome.failed:
        raise Wrong(f"{person.name} gets no answer to a command")


async def must_not_wait(live: LiveTable, now: Callable[[], datetime], again: Callable[[], LiveTable | None]) -> None:
    """Raises Wrong if a table waits for a computer, or for a clock whose time is over, and still does after `LATE`
    seconds.
    """
    if not (why := _waits(live, now())):
        return
    number = live.running().number
    await asyncio.sleep(LATE)
    later = again()
    if later is not None and (why := _waits(later, now())) and later.running().number == number:
        raise Wrong(f"table {later.id} waits for {why}")


def _waits(live: LiveTable, now: datetime) -> str:
    if states.of(live) not in {"first hands", "turn", "window", "undo asked"} or live.in_trouble:
        return ""
    if live.deadline is not None and live.deadline.due < now - timedelta(seconds=1):
        return "a clock whose time is over"
    waiting = live.running().waiting
    computers = bool(waiting) and all(live.seat(seat).computer for seat in waiting)
    return "a computer" if computers and live.row.pace in QUICK else ""
