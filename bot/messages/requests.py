"""Requests that get lost, and those that can never succeed: the library would repeat them, the bot does not."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from cachetools import TTLCache

OLD_EDITS: Final = 30046
"""A message older than an hour was edited too often: for long it cannot be edited any more."""
EXPIRED: Final = frozenset({10015, 50027})
"""An interaction's token no longer serves."""
LOST: Final = (TimeoutError, OSError, aiohttp.ClientError)
"""Errors of a request that was lost on the way: it is unknown whether it was carried out."""
REQUEST_TIMEOUT: Final = 30.0
"""Seconds after which an answer is taken for lost; the library would wait for five minutes."""
REMEMBERED: Final = 4_000
REFUSAL_TTL: Final = 3600.0
"""Seconds for which a refusal is remembered: until then nothing else would be answered."""

GAVE_UP: Final = 408
"""The status of a proxy for a request that took too long: it is unknown whether it was carried out."""
BY_PROXY: Final = "generated-by-proxy"
"""A header of nirn-proxy's own 429, for which the library would hold itself banned: one of its nodes is gone."""

_TOKEN: Final = re.compile(r"/webhooks/[0-9]+/[^/]+")
_OWN_TOKEN: Final = re.compile(r"^(?:/api)?/v[0-9]+/(?!webhooks/|interactions/)")
_JSON: Final = "application/json"


class Waited(aiohttp.ServerTimeoutError):
    """Raised for a request that waited for its turn too long; it was never sent."""

    def __init__(self) -> None:
        super().__init__("too many requests wait for their turn")


class Refusal(NamedTuple):
    """A refusal to be repeated, without the answer that brought it: that would keep its whole request in memory."""

    status: int
    reason: str | None
    told: dict[str, Any]

    @classmethod
    def of(cls, answer: aiohttp.ClientResponse, told: dict[str, Any]) -> Refusal:
        """Returns Discord's answer."""
        return cls(answer.status, answer.reason, told)

    def error(self) -> discord.HTTPException:
        """As the library raises it."""
        kind = discord.NotFound if self.status == 404 else discord.HTTPException
        return kind(self, self.told)  # type: ignore[arg-type]  # Of an answer it reads these two alone.


class RefusedRequests:
    """Remembers permanent refusals, so that they are not asked again: edits of old messages, and expired tokens."""

    def __init__(self) -> None:
        self.revoked = asyncio.Event()
        """Set as soon as Discord does not know the bot's own token any more."""
        self._refused: TTLCache[str, Refusal] = TTLCache(REMEMBERED, REFUSAL_TTL)

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Sessions with this trace raise such a refusal at once, and the next time without asking."""
        # First of all: a request that is not sent waits for nothing, and takes no turn.
        trace.on_request_start.insert(0, self._before)
        trace.on_request_end.append(self._after)
        return trace

    # Inside

    async def _before(self, _session: Any, _context: Any, start: aiohttp.TraceRequestStartParams) -> None:
        if not self._refused:
            return
        path = start.url.path
        if (known := self._refused.get(_token_in(path))) or (known := self._refused.get(f"{start.method} {path}")):
            raise known.error()

    async def _after(self, _session: Any, _context: Any, end: aiohttp.TraceRequestEndParams) -> None:
        answer, path = end.response, end.url.path
        if answer.status == 401 and _OWN_TOKEN.match(path):
            self.revoked.set()
        if answer.status == GAVE_UP or BY_PROXY in answer.headers:
            await answer.read()
            raise aiohttp.ServerTimeoutError("the proxy gave up")
        if answer.status not in {401, 404, 429} or answer.content_type != _JSON:
            return
        told = await answer.json()
        code = told.get("code") if isinstance(told, dict) else None
        if code == OLD_EDITS:
            # The library would wait and ask again up to five times, and the message would not change during that time.
            known = self._refused[f"{end.method} {path}"] = Refusal.of(answer, told)
            raise known.error()
        if code in EXPIRED and (token := _token_in(path)):
            self._refused[token] = Refusal.of(answer, told)


def hurry(session: aiohttp.ClientSession) -> None:
    """No request of this session may take longer than half a minute; the library offers no setting for it."""
    setattr(session, "_timeout", aiohttp.ClientTimeout(total=REQUEST_TIMEOUT))  # noqa: B010


def _token_in(path: str) -> str:
    found = _TOKEN.search(path)
    return found[0] if found else ""
