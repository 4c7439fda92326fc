"""The browser's page: its files, who may open it as whom, and telling every open page what its person may see."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import mimetypes
from collections.abc import AsyncIterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web

from bot.emulator.errors import Json
from bot.emulator.page import scene
from bot.emulator.page.socket import Viewer

if TYPE_CHECKING:
    from bot.emulator.people.person import Person
    from bot.emulator.server import LocalDiscord
    from bot.emulator.world.events import Event
    from bot.emulator.world.world import World

PAGE: Final = Path(__file__).with_name("static")
MESSAGES: Final = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1", "[::1]")
PICTURES: Final = {b"\x89PNG": "png", b"GIF8": "gif", b"\xff\xd8": "jpeg", b"RIFF": "webp"}
STRANGER: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Krupier</title>
<p>This table is by invitation: open the link that is yours; whoever has started the program finds it there.</p>
<p lang="cs">K tomuto stolu se chodí na pozvání: otevři svůj odkaz; vypsal se tomu, kdo program spustil.</p></html>"""


class Stage:
    """The page of a world. `everybody`: one page may be anybody (loopback); else each person needs their own key."""

    def __init__(self, world: World, *, everybody: bool = True, demo: bool = False) -> None:
        self.world = world
        self.everybody = everybody
        self.demo = demo
        self.viewers: set[Viewer] = set()
        self.bot_is_up = False
        self.discord: LocalDiscord | None = None
        self.files = {file.name: file.read_bytes() for file in sorted(PAGE.iterdir()) if file.is_file()}
        everything = b"".join(name.encode() + held for name, held in self.files.items())
        self.version = hashlib.sha256(everything).hexdigest()[:12]
        self.changed = asyncio.Event()

    @cached_property
    def people(self) -> dict[str, Person]:
        """Everybody one can be, by the name in the page's address."""
        return {person.user.name: person for person in self.world.people}

    @property
    def first(self) -> Person | None:
        """Whose page it is where the address names nobody."""
        return next(iter(self.people.values()), None)

    @property
    def onlookers(self) -> list[Person]:
        """Those who are offered no seat: the last of the people, where there are more than two."""
        return list(self.people.values())[-1:] if len(self.people) > 2 else []

    def key(self, person: Person) -> str:
        """The unguessable part of a person's address; the same after a restart."""
        return hmac.new(self.world.token.encode(), f"page of {person.id}".encode(), hashlib.sha256).hexdigest()[:32]

    def opens(self, name: str, key: str) -> Person | None:
        """Whose page that address opens, or None."""
        person = self.people.get(name) if name else self.first
        if person is None or self.everybody:
            return person
        return person if name and hmac.compare_digest(key.encode(), self.key(person).encode()) else None

    def path(self, person: Person) -> str:
        """Where a person's page is."""
        return f"/as/{person.user.name}" + ("" if self.everybody else f"/{self.key(person)}")

    def add_routes(self, app: web.Application) -> None:
        """Serve the page beside REST and gateway."""
        app.router.add_get("/", self._index)
        app.router.add_get("/as/{name}", self._index)
        app.router.add_get("/as/{name}/{key}", self._index)
        app.router.add_get("/live", self._live)
        app.router.add_get("/page/{version}/{file}", self._file)
        app.router.add_get("/emojis/{number}", self._emoji)
        app.cleanup_ctx.append(self._running)
        app.on_shutdown.append(self._closing)

    async def _running(self, _app: web.Application) -> AsyncIterator[None]:
        end = self.world.listen(self._told)
        watch = asyncio.create_task(self._watch())
        yield
        watch.cancel()
        end()

    async def _closing(self, _app: web.Application) -> None:
        for viewer in list(self.viewers):
            await viewer.ws.close(code=1001)

    # --- pages ---------------------------------------------------------------------------------------------

    def enter(self, viewer: Viewer) -> None:
        """A page is open for its person (perhaps for another one before)."""
        self.viewers.add(viewer)
        self.world.touch()
        self._count()

    def leave(self, viewer: Viewer) -> None:
        """A page is closed."""
        self.viewers.discard(viewer)
        self._count()

    def _count(self) -> None:
        for viewer in self.viewers:
            same = sum(viewer.person is other.person for other in self.viewers)
            viewer.tell({"t": "tabs", "count": same})

    def speak(self, person: Person, locale: str) -> None:
        """A person changes the language of their client; ValueError if Discord has none such."""
        person.locale = locale
        self.changed.set()

    # --- telling --------------------------------------------------------------------------------------------

    def _told(self, event: Event) -> None:
        self.changed.set()
        if not self.viewers:
            return
        if event.name in MESSAGES:
            self._told_of_message(event)
        elif event.name.startswith(("CHANNEL_", "THREAD_", "GUILD_")):
            for viewer in self.viewers:
                if viewer.person:
                    rooms, near = scene.channels(self.world, viewer.person), scene.people(self.world, viewer.person)
                    viewer.tell({"t": "places", "channels": rooms, "people": near})

    def _told_of_message(self, event: Event) -> None:
        text = ""
        for viewer in self.viewers:
            if viewer.person is not None and viewer.person.may_see(event):
                text = text or scene.packed(self.world, self._news(event))
                viewer.push(text)

    def _news(self, event: Event) -> Json:
        data = event.data
        if event.name == "MESSAGE_DELETE":
            return {"t": "gone", "channel": data["channel_id"], "message": data["id"]}
        return {"t": "message", "new": event.name == "MESSAGE_CREATE", "m": scene.message(self.world, data)}

    async def _watch(self) -> None:
        """Tell when the bot comes and goes."""

        def up() -> bool:
            return self.discord is not None and self.discord.gateway.connected and any(self.world.commands.values())

        while True:
            with contextlib.suppress(TimeoutError):
                await self.world.until(lambda: up() != self.bot_is_up, 60.0)
            if up() != self.bot_is_up:
                self.bot_is_up = up()
                for viewer in self.viewers:
                    viewer.tell({"t": "bot", "up": self.bot_is_up})
                self.world.touch()

    # --- serving --------------------------------------------------------------------------------------------

    def _asked_here(self, request: web.Request) -> bool:
        """Whether a loopback page was asked for under a loopback name: no other site's name may lead here."""
        name = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
        return not self.everybody or name in LOOPBACK

    async def _index(self, request: web.Request) -> web.Response:
        name, key = request.match_info.get("name", ""), request.match_info.get("key", "")
        if self.opens(name, key) is None or not self._asked_here(request):
            return _page(STRANGER, request, 404 if self.everybody else 403)
        text = self.files["index.html"].decode().replace("{{version}}", self.version)
        return _page(text, request)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin", "")
        if not self._asked_here(request) or origin.partition("://")[2] != request.host:
            return web.Response(status=403)
        ws = web.WebSocketResponse(timeout=2.0, max_msg_size=256 * 1024, compress=False, heartbeat=20.0)
        await ws.prepare(request)
        await Viewer(self, ws).run()
        return ws

    async def _file(self, request: web.Request) -> web.Response:
        held = self.files.get(request.match_info["file"])
        if held is None or request.match_info["version"] != self.version:
            return web.Response(status=404)
        kind = mimetypes.guess_type(request.match_info["file"])[0] or "application/octet-stream"
        kind = "text/javascript" if request.match_info["file"].endswith(".js") else kind
        headers = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=held, headers={"Content-Type": f"{kind}; charset=utf-8", **headers})

    async def _emoji(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        held = self.world.files.get(int(number)) if number.isdigit() and int(number) in self.world.emojis else None
        if held is None:
            return web.Response(status=404)
        kind = next((f"image/{kind}" for start, kind in PICTURES.items() if held.startswith(start)), "text/plain")
        return web.Response(body=held, headers={"Content-Type": kind, "X-Content-Type-Options": "nosniff"})


def _page(text: str, request: web.Request, status: int = 200) -> web.Response:
    """A page that loads nothing from elsewhere, is shown in no other page, and is asked for anew each time."""
    policy = (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{request.host}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
    return web.Response(text=text, status=status, content_type="text/html", headers=headers)
