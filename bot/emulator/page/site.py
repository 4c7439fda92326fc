"""The page in the browser: its files, access to it, and updates to every open page."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import mimetypes
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import segno
from aiohttp import web

from bot.emulator.errors import Json
from bot.emulator.page import scene
from bot.emulator.page.doors import Doors
from bot.emulator.page.socket import Audience, Viewer
from bot.emulator.world.events import Event
from bot.emulator.world.world import World

PAGE: Final = Path(__file__).with_name("static")
MESSAGES: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
STRANGER: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Krupier</title>
<p>This table is by invitation: open your own link. The person who started the program has it.</p>
<p lang="cs">K tomuto stolu se chodí na pozvání: otevři svůj odkaz; vypsal se tomu, kdo program spustil.</p></html>"""

Cover = Callable[[str, str], bytes | None]
"""A function that returns the picture of a game (its value in the command, and a language) as a PNG."""


class Site:
    """The website of a local Discord: its files and routes, and the updates of all open pages."""

    def __init__(
        self, world: World, *, everybody: bool = True, demo: float = 0, address: str = "", cover: Cover | None = None
    ) -> None:
        """Reads the page's files. `address`: where other machines find the page, a part of the links that people pass
        on."""
        self.world = world
        self.cover = cover
        self.address = address
        self.doors = Doors(world, everybody=everybody)
        self.files = {file.name: file.read_bytes() for file in sorted(PAGE.iterdir()) if file.is_file()}
        everything = b"".join(name.encode() + held for name, held in self.files.items())
        self.audience = Audience(self.doors, hashlib.sha256(everything).hexdigest()[:12], demo=demo)

    def add_routes(self, app: web.Application) -> None:
        """Adds the page's routes to an application."""
        app.router.add_get("/", self._index)
        app.router.add_get("/as/{name}", self._index)
        app.router.add_get("/as/{name}/{key}", self._index)
        app.router.add_get("/as/{name}/{key}/qr.svg", self._code)
        app.router.add_get("/live", self._live)
        app.router.add_get("/favicon.ico", self._no_icon)
        app.router.add_get("/page/{version}/{file}", self._file)
        app.router.add_get("/cover/{language}/{game}.png", self._cover)
        app.cleanup_ctx.append(self._running)
        app.on_shutdown.append(self._closing)

    async def _running(self, _app: web.Application) -> AsyncIterator[None]:
        end = self.world.listen(self._told)
        watch = asyncio.create_task(self._watch())
        yield
        watch.cancel()
        end()

    async def _closing(self, _app: web.Application) -> None:
        for viewer in list(self.audience.viewers):
            await viewer.ws.close(code=1001)

    # --- telling --------------------------------------------------------------------------------------------

    def _told(self, event: Event) -> None:
        self.audience.changed.set()
        if not self.audience.viewers:
            return
        if event.name in MESSAGES:
            self._told_of_message(event)
        elif event.name.startswith(("CHANNEL_", "THREAD_", "GUILD_")):
            for viewer in self.audience.viewers:
                if viewer.person:
                    rooms, near = scene.channels(self.world, viewer.person), scene.people(self.world, viewer.person)
                    viewer.tell({"t": "places", "channels": rooms, "people": near})

    def _told_of_message(self, event: Event) -> None:
        text = ""
        for viewer in self.audience.viewers:
            if viewer.person is not None and viewer.person.may_see(event):
                text = text or scene.packed(self.world, self._news(event))
                viewer.push(text)

    def _news(self, event: Event) -> Json:
        data = event.data
        if event.name == "MESSAGE_DELETE":
            return {"t": "gone", "channel": data["channel_id"], "message": data["id"]}
        return {"t": "message", "new": event.name == "MESSAGE_CREATE", "m": scene.message(self.world, data)}

    async def _watch(self) -> None:
        """Tells all pages when the bot connects or disconnects."""

        while True:
            with contextlib.suppress(TimeoutError):
                await self.world.until(lambda: self.world.bot_is_up != self.audience.bot_is_up, 60.0)
            self.audience.notice()

    # --- serving --------------------------------------------------------------------------------------------

    async def _index(self, request: web.Request) -> web.Response:
        name, key = request.match_info.get("name", ""), request.match_info.get("key", "")
        if self.doors.opens(name, key) is None or not self.doors.asked_here(request.host):
            return _page(STRANGER, request, 404 if self.doors.everybody else 403)
        text = self.files["index.html"].decode().replace("{{version}}", self.audience.version)
        return _page(text, request)

    async def _code(self, request: web.Request) -> web.Response:
        """Returns a QR code with a person's own link. The request must already have that link."""
        person = self.doors.opens(request.match_info["name"], request.match_info["key"])
        if person is None or self.doors.everybody:
            return web.Response(status=404)
        url = (self.address or f"http://{request.host}") + self.doors.path(person)
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        drawn = io.BytesIO()
        segno.make_qr(url).save(drawn, kind="svg", scale=4, dark="#000", light="#fff")
        return web.Response(body=drawn.getvalue(), content_type="image/svg+xml", headers=headers)

    async def _cover(self, request: web.Request) -> web.Response:
        """Returns the picture of a game, which is the same for everyone; no content if there is none."""
        game, language = request.match_info["game"], request.match_info["language"]
        drawn = await asyncio.to_thread(self.cover, game, language) if self.cover is not None else None
        if drawn is None:
            return web.Response(status=204)
        headers = {"Cache-Control": "max-age=3600", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=drawn, content_type="image/png", headers=headers)

    async def _no_icon(self, _request: web.Request) -> web.Response:
        """Answers with no content. Browsers request this icon for a picture in a tab; the page has its own."""
        return web.Response(status=204)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin", "")
        if not self.doors.asked_here(request.host) or origin.partition("://")[2] != request.host:
            return web.Response(status=403)
        ws = web.WebSocketResponse(timeout=2.0, max_msg_size=256 * 1024, compress=False, heartbeat=20.0)
        await ws.prepare(request)
        await Viewer(self.audience, ws).run()
        return ws

    async def _file(self, request: web.Request) -> web.Response:
        held = self.files.get(request.match_info["file"])
        if held is None or request.match_info["version"] != self.audience.version:
            return web.Response(status=404)
        kind = mimetypes.guess_type(request.match_info["file"])[0] or "application/octet-stream"
        kind = "text/javascript" if request.match_info["file"].endswith(".js") else kind
        headers = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=held, headers={"Content-Type": f"{kind}; charset=utf-8", **headers})


def _page(text: str, request: web.Request, status: int = 200) -> web.Response:
    """Returns an HTML response that loads nothing from other sites, cannot be embedded, and is not cached."""
    policy = (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{request.host}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
    return web.Response(text=text, status=status, content_type="text/html", headers=headers)
