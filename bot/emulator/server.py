"""The local Discord as one server on loopback: REST, gateway and files on one port."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable
from pathlib import Path
from socket import socket
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.emulator.gateway.gateway import Gateway
from bot.emulator.rest.api import LARGEST, PREFIX, Request, Rest
from bot.emulator.world import state_file
from bot.emulator.world.content import content_type
from bot.emulator.world.world import World


class LocalDiscord:
    """A running local Discord: `async with LocalDiscord(world) as discord:`.

    It serves the world at `api_url` and `gateway_url` for `token`. `host`: the address to bind. `port`: 0 takes a free
    port; a listening socket is used as it is, without `host`. `state`: the file in which the world is stored at the
    end. `also`: adds routes to the application (the page's). At the end of the block, raises Unfaithful if a response
    or an event differed from Discord's document.
    """

    def __init__(
        self,
        world: World,
        *,
        host: str = "127.0.0.1",
        port: int | socket = 0,
        state: Path | None = None,
        also: Callable[[web.Application], None] | None = None,
    ) -> None:
        self.world = world
        self.gateway = Gateway(world)
        self.rest = Rest(world, self.gateway.sessions)
        self.host = host
        self.port = port if isinstance(port, int) else 0
        self.state = state
        self._also = also
        self._listener = port if isinstance(port, socket) else None
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
        """The address of the REST API (DISCORD_API_URL)."""
        return f"{self.root}{PREFIX}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway (DISCORD_GATEWAY_URL)."""
        return f"ws://{self._place}/gateway"

    @property
    def requests(self) -> list[Request]:
        """Every request that the bot has made, or only the last ones after `remember`."""
        return list(self.rest.requests)

    def remember(self, count: int) -> None:
        """Keeps only the last requests in the log, for a server that runs for a long time."""
        self.rest.requests = deque(self.rest.requests, maxlen=count)

    @property
    def counted(self) -> list[Request]:
        """The requests that count for the global limit: all except interactions and their webhooks."""
        return [request for request in self.rest.requests if not request.exempt]

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=LARGEST)
        app.add_subapp(PREFIX, self.rest.application())
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        for room in ("attachments", "ephemeral-attachments"):
            app.router.add_get(f"/{room}/{{channel}}/{{number}}/{{name}}", self._file)
        app.router.add_get("/emojis/{number}.png", self._emoji)
        if self._also:
            self._also(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, handle_signals=False)
        await self._runner.setup()
        await self._listen(self._runner)
        state_file.rehome(self.world, self.root)
        self.gateway.sessions.url = self.gateway_url
        return self

    def _site(self, runner: web.AppRunner) -> web.BaseSite:
        if self._listener is None:
            return web.TCPSite(runner, self.host, self.port)
        return web.SockSite(runner, self._listener)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.close()
        if self._runner:
            await self._runner.cleanup()
        self._unlisten()
        self.save()
        self.rest.answers.settle()

    async def _listen(self, runner: web.AppRunner) -> None:
        site = self._site(runner)
        try:
            await site.start()
        except OSError:
            await runner.cleanup()
            raise
        self.port = runner.addresses[0][1]

    def save(self) -> None:
        """Saves the world to its file, if it has one."""
        if self.state:
            state_file.save(self.world, self.state)

    async def bot_is_ready(self, timeout: float = 30.0) -> None:  # noqa: ASYNC109 - the callers' clock
        """Waits until a bot is connected and has registered commands; raises TimeoutError after that many seconds."""
        await self.world.until(lambda: self.world.bot_is_up, timeout)

    async def _emoji(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        held = self.world.emojis.get(int(number)) if number.isascii() and number.isdigit() else None
        if held is None:
            return web.Response(status=404)
        headers = {"Content-Type": "image/png", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=held.image, headers={**headers, "Cache-Control": "max-age=86400, immutable"})

    async def _file(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        held = self.world.file(int(number)) if number.isascii() and number.isdigit() else None
        lawful = hmac.compare_digest(self.world.signed(request.path).encode(), request.path_qs.encode())
        if held is None or not lawful:
            return web.Response(status=404)
        headers = {"Content-Type": content_type(request.match_info["name"])}
        return web.Response(body=held, headers={**headers, "X-Content-Type-Options": "nosniff"})
