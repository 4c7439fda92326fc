"""A process's own share of what Discord lets one token ask: an even pace."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from bot.messages.requests import REQUEST_TIMEOUT

REQUESTS_PER_SECOND: Final = 40.0
"""Requests per second that count, if nothing shares the token's limits out (no DISCORD_API_URL); Discord allows 50."""
BURST: Final = 8
"""The number of requests that may be sent together; with the even pace after them, never more than 50 in any second."""


class Pace:
    """Decides when the next request that counts may be sent."""

    def __init__(self, a_second: float | None = REQUESTS_PER_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._now = now
        self._next = float("-inf")

    @classmethod
    def at(cls, api_url: str) -> Pace:
        """Returns the pace for that DISCORD_API_URL: a proxy shares the token's limits among all processes."""
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
