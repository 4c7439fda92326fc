"""The websocket of one open page: its person, its updates, and its requests."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from bot.emulator import untrusted
from bot.emulator.errors import Json, Refused
from bot.emulator.objects import LOCALES
from bot.emulator.page import scene
from bot.emulator.page.acts import ACTS
from bot.emulator.page.doors import Doors
from bot.emulator.people.person import Person
from bot.emulator.people.seen import NotVisible

SECONDS_TO_INTRODUCE = 10.0
MAX_WAITING = 2000
ENGLISH = "en-US"
IMPOSSIBLE = (KeyError, ValueError, TypeError, AttributeError, OverflowError, TimeoutError)
"""Errors of an action if the page's request is malformed (OverflowError: an infinite number) or the bot does not
respond."""


class Unwelcome(Exception):
    """The error that the page may not be opened; `why` is `outdated` or `stranger`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Audience:
    """All open pages and their common updates; `version` is the version of the page's files."""

    def __init__(self, doors: Doors, version: str, *, demo: float = 0) -> None:
        self.doors = doors
        self.world = doors.world
        self.version = version
        self.demo = demo
        self.bot_is_up = False
        self.starting = True
        """Whether the bot has not connected yet."""
        self.viewers: set[Viewer] = set()
        self.opened: set[int] = set()
        """The ids of people that a page has opened since the start."""
        self.changed = asyncio.Event()

    def enter(self, viewer: Viewer) -> None:
        """Registers a page that is open for its person (perhaps for another person than before), and sends each page
        the number of pages that its person has open. Wakes all who wait for a change of the world."""
        self.viewers.add(viewer)
        self.world.touch()
        self._count()

    def leave(self, viewer: Viewer) -> None:
        """Removes a page that was closed, and sends each page the number of pages that its person has open."""
        self.viewers.discard(viewer)
        self._count()

    def _count(self) -> None:
        for viewer in self.viewers:
            same = sum(viewer.person is other.person for other in self.viewers)
            viewer.tell({"t": "tabs", "count": same})

    def speak(self, person: Person, locale: str, browser: str) -> None:
        """Changes the language of a person's client, which is saved; raises ValueError if Discord does not have it.

        An empty `locale` withdraws the person's choice: the client follows the browser again, or is in English if
        Discord does not have the browser's language.
        """
        if locale:
            person.locale = locale
        else:
            person.user.has_chosen_locale = False
            self.suggest(person, browser if browser in LOCALES else ENGLISH)
        self.world.touch()
        self.changed.set()

    def suggest(self, opened: Person, locale: str) -> None:
        """Gives the person of an opened page the browser's language, unless they have chosen one.

        On a page for everyone, the people that no page has opened yet get it too, because others may seat them.
        """
        if locale not in LOCALES:
            return
        self.opened.add(opened.id)
        others = self.doors.people.values() if self.doors.everybody else ()
        for user in (opened.user, *(one.user for one in others if one.id not in self.opened)):
            if not user.has_chosen_locale and user.locale != locale:
                user.locale = locale
                self.changed.set()

    def notice(self) -> None:
        """Sends all pages whether the bot is connected, if that has changed since the last call.

        Then also wakes all who wait for a change of the world.
        """
        if self.bot_is_up == self.world.bot_is_up:
            return
        self.bot_is_up = self.world.bot_is_up
        self.starting = self.starting and not self.bot_is_up
        for viewer in self.viewers:
            viewer.tell({"t": "bot", "up": self.bot_is_up})
        self.world.touch()


class Viewer:
    """The websocket of one open page, with the person it is open for and the queue of data to send."""

    def __init__(self, audience: Audience, ws: web.WebSocketResponse) -> None:
        self.audience = audience
        self.doors = audience.doors
        self.world = audience.world
        self.ws = ws
        self.person: Person | None = None
        self.locale = ""
        """The language of the page's browser, as Discord's clients name languages."""
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.acts: set[asyncio.Task[None]] = set()
        self.close_code: int = WSCloseCode.OK
        self.close_reason = ""

    def tell(self, told: Json) -> None:
        """Queues data for the page."""
        self.push(scene.packed(self.world, told))

    def push(self, text: str) -> None:
        """Queues a text. A page that does not read is disconnected and gets everything when it reconnects."""
        self.queue.put_nowait(text if self.queue.qsize() < MAX_WAITING else None)

    async def run(self) -> None:
        """Serves the page from its introduction until it is closed."""
        writer = asyncio.create_task(self._write())
        try:
            await self._introduced()
            async for heard in self.ws:
                if heard.type == WSMsgType.TEXT:
                    self._heard(heard.data)
        except Unwelcome as no:
            self.tell({"t": "unwelcome", "why": no.why, "version": self.audience.version})
        except untrusted.TooDeep as hostile:
            self.close_code, self.close_reason = WSCloseCode.POLICY_VIOLATION, str(hostile)
        finally:
            self.audience.leave(self)
            for act in self.acts:
                act.cancel()
            self.queue.put_nowait(None)
            await writer

    async def _write(self) -> None:
        while (text := await self.queue.get()) is not None:
            try:
                await self.ws.send_str(text)
            except (ConnectionError, RuntimeError):
                return
        await self.ws.close(code=self.close_code, message=self.close_reason.encode())

    async def _introduced(self) -> None:
        try:
            first = await self.ws.receive(SECONDS_TO_INTRODUCE)
            said = untrusted.parse(first.data) if first.type == WSMsgType.TEXT else {}
            name, key, version = str(said["as"]), str(said.get("key") or ""), said["version"]
        except untrusted.TooDeep:
            raise
        except (TimeoutError, ValueError, KeyError, TypeError):
            raise Unwelcome("outdated") from None
        if version != self.audience.version:
            raise Unwelcome("outdated")
        self.locale = str(said.get("locale"))
        self.become(name, key, said.get("channel"))

    def become(self, name: str, key: str, channel: object = None) -> None:
        """Opens the page for the person of that address, and sends the page all data; raises Unwelcome if the key is
        wrong."""
        found = self.doors.opens(name, key)
        if found is None:
            raise Unwelcome("stranger")
        self.person = found
        self.audience.suggest(found, self.locale)
        self.tell(self.scene(channel))
        # Sent after the scene, because the number of open pages belongs to the person in the scene.
        self.audience.enter(self)

    def scene(self, channel: object = None) -> Json:
        """Returns the first data of a page: the person, people, channels, one channel's messages and the DM."""
        world, me = self.world, self._me()
        rooms = scene.channels(world, me)
        asked = me.mention if not self.doors.everybody else ""
        here = next((one["id"] for one in rooms if one["id"] == channel), None)
        if here is None and not self.audience.demo:
            here = scene.first_channel(me, asked)
        if here is None and rooms:
            here = rooms[0]["id"]
        dm = str(me.dm().id)
        shown = {one: world.channels[int(one)] for one in (here, dm) if one}
        return {
            "t": "scene",
            "me": {
                "id": str(me.id),
                "name": me.name,
                "slug": me.user.name,
                "locale": me.locale,
                "chosenLocale": me.locale if me.user.has_chosen_locale else "",
            },
            "everybody": self.doors.everybody,
            "demo": self.audience.demo,
            "onlookers": [str(one.id) for one in self.doors.onlookers],
            "bot": self.audience.bot_is_up,
            "starting": self.audience.starting,
            "people": scene.people(world, me),
            "channels": rooms,
            "channel": here,
            "dm": dm,
            "messages": {one: scene.messages(world, me, it) for one, it in shown.items()},
        }

    def _me(self) -> Person:
        assert self.person is not None  # noqa: S101 - no one is heard before the introduction
        return self.person

    # --- what the page asks -----------------------------------------------------------------------------

    def _heard(self, text: str) -> None:
        try:
            asked = untrusted.parse(text)
            number, what = int(asked["n"]), str(asked["do"])
        except untrusted.TooDeep:
            raise
        except (ValueError, KeyError, TypeError, OverflowError):
            return
        act = asyncio.create_task(self._answered(number, what, asked))
        self.acts.add(act)
        act.add_done_callback(self.acts.discard)

    async def _answered(self, number: int, what: str, asked: Json) -> None:
        try:
            told = await self._done(what, asked)
        except (NotVisible, Refused, *IMPOSSIBLE) as wrong:
            told = {"kind": "impossible", "why": str(wrong) if isinstance(wrong, NotVisible) else type(wrong).__name__}
        except Unwelcome as no:
            told = {"kind": "impossible", "why": no.why}
        self.tell({"t": "done", "n": number, **told})

    async def _done(self, what: str, asked: Json) -> Json:
        if what == "be":
            self.become(str(asked["as"]), str(asked.get("key") or ""), asked.get("channel"))
            return {}
        if what == "locale":
            self.audience.speak(self._me(), str(asked["to"]), self.locale)
            self.tell(self.scene(asked.get("channel")))
            return {}
        return await ACTS[what](self.world, self._actor(asked), asked)

    def _actor(self, asked: Json) -> Person:
        """Returns the person who acts: the page's, or on a page for everyone the one that it names."""
        name: Any = asked.get("for")
        if name is None or not self.doors.everybody:
            return self._me()
        return self.doors.people[name]
