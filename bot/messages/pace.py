"""A request rate limit for one process, so that all processes together keep within the bot token's limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from bot.messages.requests import REQUEST_TIMEOUT

REQUESTS_PER_SECOND: Final = 40.0
"""Requests per second, if no proxy distributes the token's limit (DISCORD_API_URL is not set); Discord allows 50."""
BURST: Final = 8
"""The number of requests that may be sent at once; with the rate above, never more than 50 in one second."""


class Pace:
    """A rate limiter that assigns each request the next free time."""

    def __init__(self, a_second: float | None = REQUESTS_PER_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._now = now
        self._next = float("-inf")

    @classmethod
    def at(cls, api_url: str) -> Pace:
        """Returns the rate limiter for DISCORD_API_URL; if that is set, a proxy shares the limits instead."""
        return cls(None if api_url else REQUESTS_PER_SECOND)

    def wait(self, patience: float = REQUEST_TIMEOUT) -> float:
        """Reserves the next free time, unless that is after `patience` seconds; returns the seconds until then."""
        if self._a_second is None:
            return 0.0
        now = self._now()
        moment = max(self._next, now - (BURST - 1) / self._a_second)
        if moment - now <= patience:
            self._next = moment + 1 / self._a_second
        return max(0.0, moment - now)
