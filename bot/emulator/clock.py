"""The local Discord's clock, in seconds since 1970 (UTC): the real time, or one that a test controls."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from typing import Protocol


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
        """Calls `act` once when that many real seconds have passed."""
        asyncio.get_running_loop().call_later(seconds, act)


class DrivenClock:
    """A clock that stands still until `advance` is called."""

    def __init__(self, start: float = 1_770_000_000.0) -> None:
        self.now = start
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Calls `act` once when the clock has been advanced by that many seconds."""
        self._number += 1
        heapq.heappush(self._due, (self.now + seconds, self._number, act))

    def advance(self, seconds: float) -> None:
        """Advances the time and calls, in order, all functions that become due."""
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            self.now, _, act = heapq.heappop(self._due)
            act()
        self.now = end
