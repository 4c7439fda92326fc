"""A circuit breaker: after many refused requests, only channels that have worked lately are used freely."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
from cachetools import LRUCache

from bot.messages.pace import Pace
from bot.messages.requests import BY_PROXY, GAVE_UP, REQUEST_TIMEOUT, Waited
from bot.monitoring.requests import route_of

log = logging.getLogger(__name__)

FREELY: Final = 40
"""The refusals within ten minutes below which nothing is limited. After 10,000 Discord bans the IP address."""
CAREFULLY: Final = 70
"""The number of refusals within ten minutes from which on the pauses are long."""
MAX_INVALID: Final = 100
"""The maximum number of refusals that are remembered.

No more can occur within ten minutes: 40 at once, 30 every five seconds, 23 every twenty until the first ones are ten
minutes old.
"""
QUIET_AGAIN: Final = FREELY // 2
"""The refusals below which the breaker closes and logs that; the distance to `FREELY` avoids repeated logs."""
REMEMBERED: Final = 600.0
PAUSE: Final = 5.0
LONG_PAUSE: Final = 20.0
TRUSTED_FOR: Final = 3600.0
MAX_PLACES: Final = 10_000
"""The maximum number of channels and servers whose history is remembered; the least recently used are dropped."""
MAX_WAIT: Final = REQUEST_TIMEOUT - 5.0
"""The maximum seconds that a request waits; the rest of `REQUEST_TIMEOUT` is for its answer."""

_NEVER: Final = float("-inf")
_EXEMPT: Final = re.compile(r"^(?:/api)?/v[0-9]+/(?:webhooks|interactions)/")
_OF_THE_API: Final = re.compile(r"/v[0-9]+/")
"""The version in a path of Discord's API; other addresses (the gateway) belong to other servers."""
_MAJOR: Final = re.compile(r"/(?:channels|guilds)/[0-9]+(?=/|$)")


@dataclass(slots=True)
class Place:
    """The history of one channel or server: the times at which Discord last accepted and last refused a request."""

    served: float = _NEVER
    """`_NEVER`: only refusals are known of it."""
    refused: float = _NEVER


@dataclass(slots=True)
class Asked:
    """A request in progress, with its channel or server and whether that was trusted when the request began."""

    place: str
    trusted: bool = False
    in_turn: bool = False
    """Whether this is the single request that is sent while others wait."""


class Breaker:
    """A circuit breaker that delays requests by the history of their channel and by the request rate."""

    def __init__(self, pace: Pace, now: Callable[[], float] = time.monotonic) -> None:
        self._pace = pace
        self._now = now
        self._places: LRUCache[str, Place] = LRUCache(MAX_PLACES)
        self._refused: deque[float] = deque(maxlen=MAX_INVALID)
        self._strangers = 0
        """The number of requests in progress in untrusted channels; each may be refused."""
        self._distrusted = _NEVER
        """The time before which all trust is void."""
        self._next = _NEVER
        """The earliest time of the next request to an untrusted channel."""
        self._in_turn = False
        self._queue = asyncio.Lock()
        self._back = asyncio.Event()
        """An event that is set when a request to an untrusted channel ends."""
        self._told = False

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Makes requests of sessions with this trace wait for their turn, including the retries by discord.py.

        Also notes how Discord answers them, and returns the trace. Requests of interactions and webhooks do not wait,
        but their refusals count.
        """
        trace.on_request_start.append(self._before)
        # This handler must be first, because others may raise on the response.
        trace.on_request_end.insert(0, self._after)
        trace.on_request_exception.append(self._unanswered)
        return trace

    async def ask(self, place: str) -> Asked:
        """Waits until a request to that channel or server may be sent; raises Waited if that would take too long."""
        until = self._now() + MAX_WAIT
        trusted = self._is_trusted(place)
        asked = Asked(place, trusted=True) if trusted else await self._as_stranger(place, until)
        try:
            await self._keep_pace(until)
        except BaseException:
            self.lost(asked)
            raise
        return asked

    def served(self, asked: Asked) -> None:
        """Notes that Discord has accepted the request."""
        self.lost(asked)
        place, now = self._places.setdefault(asked.place, Place()), self._now()
        # After a refusal, the place is not trusted for ten minutes.
        if now - place.refused >= REMEMBERED:
            place.served = now

    def refused(self, asked: Asked, status: int = 403) -> None:
        """Notes that Discord has refused the request with a status that it counts as an invalid request.

        The place is no longer trusted. If it was not trusted before, the next request to an untrusted place must wait.
        A 429 after `CAREFULLY` refusals ends the trust in all places.
        """
        self.lost(asked)
        self.count()
        now = self._now()
        self._places[asked.place] = Place(refused=now)
        if not asked.trusted:
            self._next = now + (PAUSE if self._risk() < CAREFULLY else LONG_PAUSE)
        if status == 429 and self._count() >= CAREFULLY:
            self._distrusted = now

    def lost(self, asked: Asked) -> None:
        """Ends a request whose outcome is unknown; if its channel was not trusted, wakes the next one that waits."""
        if not asked.trusted:
            self._strangers -= 1
            self._in_turn &= not asked.in_turn
            self._back.set()

    def count(self) -> None:
        """Counts a refusal, no matter in which channel; logs one warning when there are `FREELY` within ten minutes."""
        self._refused.append(self._now())
        if not self._told and self._count() >= FREELY:
            self._told = True
            log.warning(
                "Discord has refused %s requests within ten minutes: channels and servers that have accepted none in "
                "the last hour get one request at a time",
                len(self._refused),
            )

    def _is_trusted(self, name: str) -> bool:
        place = self._places.get(name)
        now = self._now()
        return place is not None and place.served > self._distrusted and now - place.served <= TRUSTED_FOR

    def _count(self) -> int:
        """Returns the number of refusals within the last ten minutes, and logs when it has become low again."""
        while self._refused and self._now() - self._refused[0] > REMEMBERED:
            self._refused.popleft()
        if self._told and len(self._refused) < QUIET_AGAIN:
            self._told = False
            log.info("Discord refused fewer than %s requests in ten minutes: sending everything again", QUIET_AGAIN)
        return len(self._refused)

    def _risk(self) -> int:
        """Returns the refusals within ten minutes if all requests in progress to untrusted channels were refused."""
        return self._count() + self._strangers

    async def _as_stranger(self, place: str, until: float) -> Asked:
        """Queues a request to an untrusted channel; only the first in the queue checks whether it may be sent."""
        try:
            async with asyncio.timeout(until - self._now()), self._queue:
                asked = await self._first(place, until)
                self._strangers += not asked.trusted
                self._in_turn |= asked.in_turn
                return asked
        except TimeoutError:
            raise Waited from None

    async def _first(self, place: str, until: float) -> Asked:
        """Waits until a request to an untrusted channel may be sent; raises TimeoutError if that would be too late.

        That is when fewer than `FREELY` refusals are possible, when the channel is trusted again, or when no other such
        request is in progress and the pause is over.
        """
        while True:
            if self._is_trusted(place):
                return Asked(place, trusted=True)
            if self._risk() < FREELY:
                return Asked(place)
            if not self._in_turn:
                break
            self._back.clear()
            await self._back.wait()
        if self._next > until:
            raise TimeoutError
        await _sleep(self._next - self._now())
        return Asked(place, in_turn=True)

    async def _keep_pace(self, until: float) -> None:
        left = until - self._now()
        seconds = self._pace.wait(left)
        if seconds > left:
            raise Waited
        await _sleep(seconds)

    async def _before(self, _session: Any, context: Any, start: aiohttp.TraceRequestStartParams) -> None:
        path = start.url.path
        if _EXEMPT.match(path):
            return
        if _OF_THE_API.search(path):
            context.asked = await self.ask(place_of(path))
        else:
            await self._keep_pace(self._now() + MAX_WAIT)

    async def _after(self, _session: Any, context: Any, end: aiohttp.TraceRequestEndParams) -> None:
        asked, answer = _taken_from(context), end.response
        if _counts(answer):
            self.count() if asked is None else self.refused(asked, answer.status)
        elif asked is not None and _serves(answer):
            self.served(asked)
        elif asked is not None:
            self.lost(asked)

    async def _unanswered(self, _session: Any, context: Any, _end: aiohttp.TraceRequestExceptionParams) -> None:
        asked = _taken_from(context)
        if asked is not None:
            self.lost(asked)


def place_of(path: str) -> str:
    """Returns the channel or server in a request's path, otherwise the path without its numbers."""
    major = _MAJOR.search(path)
    return major[0] if major else route_of(path)


def _counts(answer: aiohttp.ClientResponse) -> bool:
    """Returns whether Discord counts the response as an invalid request."""
    uncounted = answer.headers.get("X-RateLimit-Scope") == "shared" or BY_PROXY in answer.headers
    return answer.status in {401, 403} or (answer.status == 429 and not uncounted)


def _serves(answer: aiohttp.ClientResponse) -> bool:
    """Returns whether the response shows that requests there are allowed, unlike rate limits and server errors."""
    return answer.status < 500 and answer.status not in {GAVE_UP, 429}


def _taken_from(context: Any) -> Asked | None:
    """Returns the request of a response, only once: if a handler raises, aiohttp also reports the request as failed."""
    asked: Asked | None = context.__dict__.pop("asked", None)
    return asked


async def _sleep(seconds: float) -> None:
    if seconds > 0:
        await asyncio.sleep(seconds)
