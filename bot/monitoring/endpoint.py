"""The port for operators: `/metrics`, `/healthz` (is the process alive?) and `/readyz` (does it serve?)."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.monitoring import metrics
from bot.monitoring.address import Address
from rules import RUNNING

log = logging.getLogger(__name__)

PLAIN: Final = "text/plain"
RULES: Final = RUNNING.partition(" ")[0]
"""The rules that run: `pure` (from source) or `compiled`."""


Trouble = Callable[[], str]
"""Returns a problem in a few words; empty if there is none."""
States = Callable[[], Awaitable[Mapping[str, int]]]
"""How many tables are in which state."""


class Endpoint:
    """Serves the figures and the state of health while it is open; says nothing of any game but numbers."""

    def __init__(self, address: Address, states: States, alive: Trouble, ready: Trouble) -> None:
        self._address = address
        self._states = states
        self._alive = alive
        self._ready = ready
        self._runner: web.AppRunner | None = None

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
        log.info("figures for operators: http://%s:%s/metrics", *self._address)

    async def close(self) -> None:
        """Listen no more; again does nothing."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    # Inside

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
            log.warning("the tables could not be counted (%s)", type(error).__name__)
            return {}

    async def _healthz(self, _request: web.Request) -> web.Response:
        trouble = self._alive()
        return _said(trouble, "" if trouble else f"rules: {RULES}\n")

    async def _readyz(self, _request: web.Request) -> web.Response:
        return _said(self._alive() or self._ready())


def _said(trouble: str, more: str = "") -> web.Response:
    return web.Response(status=503 if trouble else 200, text=f"{trouble or 'ok'}\n{more}", content_type=PLAIN)
