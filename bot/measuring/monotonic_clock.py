"""The monotonic time of the process: it runs evenly, no matter how the system clock is set."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

OFF: Final = timedelta(seconds=2)
"""A clock that differs by less was not set."""


def wall_clock() -> datetime:
    """Returns the time of the system clock."""
    return datetime.now(UTC)


class MonotonicClock:
    """Moments in UTC as the clock showed them at the start, and since then by how much time has really gone by."""

    def __init__(
        self, shown: Callable[[], datetime] = wall_clock, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        self._shown = shown
        self._elapsed = elapsed
        self._start = shown() - timedelta(seconds=elapsed())

    def __call__(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed())

    def clock_jump(self) -> timedelta:
        """Returns how far the system clock was set forward since the start; zero for small differences."""
        gone = self._shown() - self()
        return gone if abs(gone) >= OFF else timedelta(0)
