"""The local Discord as one loopback server: REST, gateway and files on one port."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.emulator.gateway.gateway import Gateway
from bot.emulator.rest.api import LARGEST, PREFIX, Request, Rest
from bot.emulator.world import state_file
from bot.emulator.world.world import World


class LocalDiscord:
    """`async with LocalDiscord(world) as discord:` serves the world at `api_url` and `gateway_url` for `token`.

    `host` other than loopback only on purpose; `port` 0 takes a free one; `state` names a file in which the
    world is kept at the end; `also` may add routes of its own to the application (the browser's page).
    """

    def __init__(
        self,
        world: World,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        heartbeat: float = 41.25,
        state: Path | None = None,
        also: Callable[[web.Application], None] | None = None,
    ) -> None:
        self.world = world
        self.gateway = Gateway(world, heartbeat)
        self.rest = Rest(world, self.gateway.sessions)
        self.host = host
        self.port = port
        self.state = state
        self._also = also
        self._runner: web.AppRunner | None = None
        self._unlisten = world.listen(self.rest.answers.told)

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.world.token

    @property
    def root(self) -> str:
        """The server's address without a path."""
        return f"http://{self._place}"

    @property
    def _place(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def api_url(self) -> str:
        """Where the REST API is; DISCORD_API_URL."""
        return f"{self.root}{PREFIX}"

    @property
    def gateway_url(self) -> str:
        """Where the gateway is; DISCORD_GATEWAY_URL."""
        return f"ws://{self._place}/gateway"

    @property
    def requests(self) -> list[Request]:
        """Every request the bot has made, or as many of the last as are remembered."""
        return list(self.rest.requests)

    def remember(self, count: int) -> None:
        """Keep only the last requests in the log, for a server that runs long."""
        self.rest.requests = deque(self.rest.requests, maxlen=count)

    @property
    def counted(self) -> list[Request]:
        """The requests that count against the global limit: all but interactions and their webhooks."""
        return [request for request in self.rest.requests if not request.exempt]

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=LARGEST)
        app.add_subapp(PREFIX, self.rest.application())
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        for room in ("attachments", "ephemeral-attachments"):
            app.router.add_get(f"/{room}/{{channel}}/{{number}}/{{name}}", self._file)
        if self._also:
            self._also(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, handle_signals=False)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.port = self._runner.addresses[0][1]
        state_file.rehome(self.world, self.root)
        self.gateway.sessions.url = self.gateway_url
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()
        self._unlisten()
        self.save()
        self.rest.answers.settle()

    def save(self) -> None:
        """Keep the world in its file, if it has one."""
        if self.state:
            state_file.save(self.world, self.state)

    async def bot_is_ready(self, timeout: float = 30.0) -> None:  # noqa: ASYNC109 - the callers' clock
        """Wait until a bot has identified and its first commands can be called."""
        await self.world.until(lambda: self.world.bot_is_up, timeout)

    async def _file(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        held = self.world.files.get(int(number)) if number.isascii() and number.isdigit() else None
        lawful = hmac.compare_digest(self.world.signed(request.path).encode(), request.path_qs.encode())
        if held is None or not lawful:
            return web.Response(status=404)
        kind = state_file.content_type(request.match_info["name"])
        return web.Response(body=held, headers={"Content-Type": kind, "X-Content-Type-Options": "nosniff"})
