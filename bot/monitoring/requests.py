"""Every request to Discord, counted by route and outcome."""

from __future__ import annotations

import re
from typing import Any, Final

import aiohttp

from bot.monitoring.metrics import REQUESTS

_NUMBER: Final = re.compile(r"/[0-9]{5,}(?=/|$)")
_TOKEN: Final = re.compile(r"^(.*?/(?:webhooks|interactions)/:id)/[^/]+")
_VERSION: Final = re.compile(r"^(?:/api)?/v[0-9]+")


def route_of(path: str) -> str:
    """A request's path without the numbers and tokens in it: few different ones, and no secret."""
    return _TOKEN.sub(r"\1/:token", _NUMBER.sub("/:id", _VERSION.sub("", path)))


def tracing() -> aiohttp.TraceConfig:
    """Counts every request of a session to which it is given, callbacks and webhooks included."""
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
