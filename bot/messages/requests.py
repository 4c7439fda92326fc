"""Prevents useless retries by discord.py: lost requests, and requests that can never succeed."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from cachetools import TTLCache

OLD_EDITS: Final = 30046
"""The error code of a message older than an hour that was edited too often and cannot be edited for a long time."""
EXPIRED: Final = frozenset({10015, 50027})
"""The error codes of an interaction token that is no longer valid."""
LOST: Final = (TimeoutError, OSError, aiohttp.ClientError)
"""Errors of a request without an answer: it is unknown whether it was executed."""
REQUEST_TIMEOUT: Final = 30.0
"""The seconds after which a request counts as lost; discord.py would wait for five minutes."""
REMEMBERED: Final = 4_000
REFUSAL_TTL: Final = 3600.0
"""The seconds for which a permanent refusal is remembered."""

GAVE_UP: Final = 408
"""The status by which a proxy reports a timeout: it is unknown whether the request was executed."""
BY_PROXY: Final = "generated-by-proxy"
"""A header of nirn-proxy's own 429 responses (one of its nodes is down), which discord.py would take for a ban."""

_TOKEN: Final = re.compile(r"/webhooks/[0-9]+/[^/]+")
_OWN_TOKEN: Final = re.compile(r"^(?:/api)?/v[0-9]+/(?!webhooks/|interactions/)")
_JSON: Final = "application/json"


class Waited(aiohttp.ServerTimeoutError):
    """The error of a request that was never sent, because its turn did not come in time."""

    def __init__(self) -> None:
        super().__init__("too many requests wait for their turn")


class Refusal(NamedTuple):
    """A permanent refusal by Discord, stored without the response object, which would keep its request in memory."""

    status: int
    reason: str | None
    told: dict[str, Any]

    def error(self) -> discord.HTTPException:
        """Returns the exception that discord.py raises for this refusal."""
        kind = discord.NotFound if self.status == 404 else discord.HTTPException
        return kind(self, self.told)  # type: ignore[arg-type]  # Only these two attributes of a response are read.


class RefusedRequests:
    """A cache of permanent refusals (edits of old messages, expired tokens), which are not sent again."""

    def __init__(self) -> None:
        self.revoked = asyncio.Event()
        """An event that is set as soon as Discord rejects the bot's token."""
        self._refused: TTLCache[str, Refusal] = TTLCache(REMEMBERED, REFUSAL_TTL)

    def watch(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Makes sessions with this trace raise a permanent refusal at once, and the next time without a request.

        Also makes them raise a timeout if a proxy gave up, and set `revoked`. Returns the trace.
        """
        # This handler must be first, so that a request that is not sent waits for nothing.
        trace.on_request_start.insert(0, self._before)
        trace.on_request_end.append(self._after)
        return trace

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
            # discord.py would wait and retry up to five times, and the message would not be updated during that time.
            known = self._refused[f"{end.method} {path}"] = Refusal(answer.status, answer.reason, told)
            raise known.error()
        if code in EXPIRED and (token := _token_in(path)):
            self._refused[token] = Refusal(answer.status, answer.reason, told)


def hurry(session: aiohttp.ClientSession) -> None:
    """Sets the timeout of a session to `REQUEST_TIMEOUT`; discord.py has no setting for it."""
    setattr(session, "_timeout", aiohttp.ClientTimeout(total=REQUEST_TIMEOUT))  # noqa: B010


def _token_in(path: str) -> str:
    found = _TOKEN.search(path)
    return found[0] if found else ""
