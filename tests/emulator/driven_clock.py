"""The local Discord's clock that only tests move."""

from __future__ import annotations

import heapq
from collections.abc import Callable


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
