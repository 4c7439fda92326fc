"""The local Discord's clock, in seconds since 1970 (UTC): the real time, or one that tests control."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

MAX_DELAY: Final = 0.5
"""Seconds by which a call may be late; if it is later, this process was stopped, and so perhaps was the bot."""


class Clock(Protocol):
    """A clock that returns the time and can call a function later."""

    def __call__(self) -> float: ...

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Calls `act` once when that many seconds have passed."""


class WallClock:
    """A clock that shows the real time."""

    def __call__(self) -> float:
        return time.time()

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Calls `act` once when that many real seconds have passed.

        Seconds in which this process was stopped do not count.
        """
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds

        def call() -> None:
            late = loop.time() - due
            if late > MAX_DELAY:
                self.later(min(late, seconds), act)
            else:
                act()

        loop.call_at(due, call)
