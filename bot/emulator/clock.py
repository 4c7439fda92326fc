"""The local Discord's clock, in seconds since 1970 (UTC): the real time, or one that tests control."""

from __future__ import annotations

import asyncio
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
