"""The HTTP server for operators: `/metrics`, `/healthz` (is the process alive?) and `/readyz` (does it serve?)."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.monitoring import metrics
from rules import RUNNING

log = logging.getLogger(__name__)

PLAIN: Final = "text/plain"
RULES: Final = RUNNING.partition(" ")[0]
"""The kind of the rules: `pure` (from source) or `compiled`."""


Trouble = Callable[[], str]
"""A function that returns a problem in a few words; empty if there is none."""
States = Callable[[], Awaitable[Mapping[str, int]]]
"""A function that returns the number of tables by state."""


@dataclass(eq=False, repr=False)
class Endpoint:
    """An HTTP server of metrics and health checks. It reveals only numbers about games."""

    _address: tuple[str, int]
    """The host name or IP address, and the port."""
    _states: States
    _alive: Trouble
    _ready: Trouble
    _runner: web.AppRunner | None = field(default=None, init=False)

    async def open(self) -> None:
        """Starts to listen; raises OSError if the address is not available."""
        app = web.Application()
        app.add_routes([
            web.get("/metrics", self._metrics),
            web.get("/healthz", self._healthz),
            web.get("/readyz", self._readyz),
        ])  # fmt: skip
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, *self._address).start()
        except OSError:
            await self.close()
            raise
        log.info("metrics: http://%s:%s/metrics", *self._address)

    async def close(self) -> None:
        """Stops the server; a second call does nothing."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _metrics(self, _request: web.Request) -> web.Response:
        metrics.READY.set(not (self._alive() or self._ready()))
        body = metrics.text(await self._known_states())
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _known_states(self) -> Mapping[str, int]:
        """Returns the number of tables by state; empty if the database fails, so that the other metrics are still
        served."""
        try:
            return await self._states()
        except Exception as error:
            log.warning("cannot count the tables for the metrics (%s)", type(error).__name__)
            return {}

    async def _healthz(self, _request: web.Request) -> web.Response:
        trouble = self._alive()
        return _said(trouble, "" if trouble else f"rules: {RULES}\n")

    async def _readyz(self, _request: web.Request) -> web.Response:
        return _said(self._alive() or self._ready())


def _said(trouble: str, more: str = "") -> web.Response:
    return web.Response(status=503 if trouble else 200, text=f"{trouble or 'ok'}\n{more}", content_type=PLAIN)
