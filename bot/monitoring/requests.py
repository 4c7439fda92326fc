"""Counts requests to Discord by route and outcome."""

from __future__ import annotations

import re
from typing import Any, Final

import aiohttp

from bot.monitoring.metrics import REQUESTS

_VERSION: Final = re.compile(r"^(?:/api)?/v[0-9]+")
_DIGITS: Final = frozenset("0123456789")
_SHORTEST: Final = 5
"""The minimum number of digits of an ID; shorter numbers are part of the route, as in `/emojis/1`."""
_BEARERS: Final = frozenset({"webhooks", "interactions"})
"""The path segments after which an ID and a token follow."""


def route_of(path: str) -> str:
    """Returns a request's route: its path without IDs and tokens, so that there are few different ones."""
    parts, bearer = _VERSION.sub("", path).split("/"), False
    for at, part in enumerate(parts):
        if bearer and part and parts[at - 1] == ":id":
            parts[at], bearer = ":token", False
        elif len(part) >= _SHORTEST and _DIGITS.issuperset(part):
            parts[at], bearer = ":id", bearer or parts[at - 1] in _BEARERS
    return "/".join(parts)


def tracing() -> aiohttp.TraceConfig:
    """Returns an aiohttp trace that counts every request of a session, including callbacks and webhooks."""
    trace = aiohttp.TraceConfig()

    async def answered(_session: Any, context: Any, end: aiohttp.TraceRequestEndParams) -> None:
        context.answered = True
        _count(end.method, end.url.path, str(end.response.status))

    async def failed(_session: Any, context: Any, end: aiohttp.TraceRequestExceptionParams) -> None:
        if not getattr(context, "answered", False):
            _count(end.method, end.url.path, type(end.exception).__name__)

    trace.on_request_end.append(answered)
    trace.on_request_exception.append(failed)
    return trace


def _count(method: str, path: str, outcome: str) -> None:
    REQUESTS.labels(method, route_of(path), outcome).inc()
