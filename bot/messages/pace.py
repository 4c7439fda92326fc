"""A process's own share of what Discord lets one token ask: an even pace."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from bot.messages.requests import REQUEST_TIMEOUT

REQUESTS_PER_SECOND: Final = 40.0
"""Requests that count, where nobody shares the token's limits out (no DISCORD_API_URL); Discord lets 50 through."""
BURST: Final = 8
"""So many may come together; with an even pace behind them they are never more than 50 in any second."""


class Pace:
    """When the next request that counts may go out."""

    def __init__(self, a_second: float | None = REQUESTS_PER_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._now = now
        self._next = float("-inf")

    @classmethod
    def at(cls, api_url: str) -> Pace:
        """As fits that DISCORD_API_URL: whatever stands there shares the token's limits out among all processes."""
        return cls(None if api_url else REQUESTS_PER_SECOND)

    def wait(self, patience: float = REQUEST_TIMEOUT) -> float:
        """Take the next moment: the seconds until then; one that is further away than `patience` stays free."""
        if self._a_second is None:
            return 0.0
        now = self._now()
        moment = max(self._next, now - (BURST - 1) / self._a_second)
        if moment - now <= patience:
            self._next = moment + 1 / self._a_second
        return max(0.0, moment - now)
