"""A process's own share of what Discord lets one token ask: an even pace, and a brake where too much is refused."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import aiohttp

from bot.messages.requests import BY_PROXY, LONGEST_REQUEST

log = logging.getLogger(__name__)

A_SECOND: Final = 40.0
"""Requests that count, where nobody shares the token's limits out (no DISCORD_API_URL); Discord lets 50 through."""
AT_ONCE: Final = 8
"""So many may come together; with an even pace behind them they are never more than 50 in any second."""
MOST_INVALID: Final = 100
"""Refusals that one process may meet in ten minutes at full speed; 10,000 and Discord bans the address."""
REMEMBERED: Final = 600.0
BRAKED: Final = 2.0
"""Requests a second beyond that: if each of them were refused, seven processes would still not be banned."""
_EXEMPT: Final = re.compile(r"^(?:/api)?/v[0-9]+/(?:webhooks|interactions)/")


class Pace:
    """When the next request may go out. Answers to presses never wait: they count against no common limit."""

    def __init__(self, a_second: float | None = A_SECOND, now: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_second
        self._now = now
        self._next = float("-inf")
        self._refused: deque[float] = deque()
        self._told = False

    @classmethod
    def at(cls, api_url: str) -> Pace:
        """As fits that DISCORD_API_URL: whatever stands there shares the token's limits out among all processes."""
        return cls(None if api_url else A_SECOND)

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Sessions with this trace keep the pace, with every single try of the library's."""
        trace.on_request_start.append(self._before)
        trace.on_request_end.append(self._after)
        return trace

    def wait(self) -> float:
        """Take the next moment: the seconds until then; one that is too far away stays free."""
        now, rate = self._now(), self._rate()
        if rate is None:
            return 0.0
        burst = 1 if rate == BRAKED else AT_ONCE
        moment = max(self._next, now - (burst - 1) / rate)
        if moment - now <= LONGEST_REQUEST:
            self._next = moment + 1 / rate
        return max(0.0, moment - now)

    def refused(self) -> None:
        """A refusal that Discord counts."""
        self._refused.append(self._now())

    @property
    def braked(self) -> bool:
        """Whether too much has been refused lately."""
        while self._refused and self._now() - self._refused[0] > REMEMBERED:
            self._refused.popleft()
        return len(self._refused) >= MOST_INVALID

    # Inside

    def _rate(self) -> float | None:
        braked = self.braked
        if braked and not self._told:
            log.warning("Discord has refused %s requests within ten minutes: others go out slowly", len(self._refused))
        self._told = braked
        return BRAKED if braked else self._a_second

    async def _before(self, _session: Any, _context: Any, start: aiohttp.TraceRequestStartParams) -> None:
        if _EXEMPT.match(start.url.path):
            return
        seconds = self.wait()
        if seconds > LONGEST_REQUEST:
            raise aiohttp.ServerTimeoutError("too many requests wait for their turn")
        if seconds > 0:
            await asyncio.sleep(seconds)

    async def _after(self, _session: Any, _context: Any, end: aiohttp.TraceRequestEndParams) -> None:
        answer = end.response
        uncounted = answer.headers.get("X-RateLimit-Scope") == "shared" or BY_PROXY in answer.headers
        if answer.status in {401, 403} or (answer.status == 429 and not uncounted):
            self.refused()
