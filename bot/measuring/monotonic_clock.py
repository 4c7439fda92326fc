"""The monotonic clock of the process, which is not affected by changes of the system clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

OFF: Final = timedelta(seconds=2)
"""The minimum difference that counts as a change of the system clock."""


def wall_clock() -> datetime:
    """Returns the time of the system clock."""
    return datetime.now(UTC)


class MonotonicClock:
    """A clock that returns the UTC time of the start plus the time that has passed since then."""

    def __init__(
        self, shown: Callable[[], datetime] = wall_clock, elapsed: Callable[[], float] = time.monotonic
    ) -> None:
        self._shown = shown
        self._elapsed = elapsed
        self._start = shown() - timedelta(seconds=elapsed())

    def __call__(self) -> datetime:
        return self._start + timedelta(seconds=self._elapsed())

    def clock_jump(self) -> timedelta:
        """Returns how far the system clock was set forward (negative: back) since the start.

        Zero for a difference below OFF.
        """
        gone = self._shown() - self()
        return gone if abs(gone) >= OFF else timedelta(0)
