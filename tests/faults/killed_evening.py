"""Tables whose bot dies at a database write or a request, and is started again on the remaining files.

Discord and its users keep running.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from discord.gateway import KeepAliveHandler
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.app import App
from bot.gateway.client import Krupier
from storage.check import check
from tests.faults.busy_evening import BusyEvening
from tests.faults.failpoints import Gate, Killed, Point
from tests.faults.judge import Ledger, judged, shown


class MortalEvening(BusyEvening):
    """An evening whose bot process dies at the failpoint that `die` chooses, and is started again on the remaining
    files.
    """

    die: Callable[[Point], bool] = staticmethod(lambda _point: False)
    patch: pytest.MonkeyPatch
    ledger: Ledger
    passed: Counter[Point]
    """Every failpoint of all processes."""
    points: list[Point]
    """The failpoints at which processes died, in order."""

    def made(self, client: Krupier) -> None:
        """Adds failpoints to the database and to the requests of a new bot before it connects."""
        self.gate = gate = Gate(self._dies)
        gate.watch(client.app.db)

        self.patch.setattr(client.http, "request", _cut(gate, client.http.request, place=0))
        self.patch.setattr(AsyncWebhookAdapter, "request", _cut(gate, SENT_BY_HOOK, place=1))

    async def survived(self, work: Coroutine[Any, Any, None], die: Callable[[Point], bool]) -> bool:
        """Runs an action; returns whether the process survived it, and cleans up after a dead one."""
        self.die = die
        task = asyncio.ensure_future(work)
        while not task.done() and not self.dead:
            await asyncio.wait({task}, timeout=0.01)
        self.die = lambda _point: False
        if not self.dead:
            await task
            self._count()
            return True
        task.cancel()
        with suppress(BaseException):
            await task
        await self._bury()
        return False

    @property
    def dead(self) -> bool:
        return self.client is not None and self.gate.left is not None

    async def born_again(self, die: Callable[[Point], bool]) -> None:
        """Starts new processes on the remaining files until one survives its start, then checks everything."""
        while not await self.survived(self.start(), die):
            pass
        await self.all_is_well()

    async def all_is_well(self) -> None:
        """Runs the judge at every running table, and `storage check` over all of them."""
        assert isinstance(self.database, Path)
        for row in await self.bot.app.db.games.unfinished():
            await self.bot.app.tables.get(row.id)
        await self.settled()
        for row in await self.bot.app.db.games.unfinished():
            if row.phase == "running":
                await judged(self.bot.app.db, row.id, self.ledger)
                self.here = next(where.name for where in self.world.channels.values() if where.id == row.channel)
                self.tables[self.here] = row.id
                if not (await self.bot.app.tables.get(row.id)).in_trouble:
                    await shown(self, self.ledger)
                    self.asks_once()
                    assert not any(one.pending for one in await self.bot.app.db.messages.of("board", row.id))
        async for finding in check(self.database):
            assert finding.trouble is None, str(finding)

    def asks_once(self) -> None:
        """Checks that exactly one message of the table has buttons in this channel."""
        seen = [one for one in self.person("Anna").messages(self.channel) if one.by_bot and not one.ephemeral]
        offers = [one.text for one in seen if self.of_a_game(one)]
        assert len(offers) == 1, offers

    # Inside

    def _dies(self, point: Point) -> bool:
        return self.die(point)

    def _count(self) -> None:
        self.passed.update(self.gate.passed)
        self.gate.passed.clear()

    async def _bury(self) -> None:
        """Releases the locks and files of the dead process without writing, and takes the remaining files for the next
        one.

        Python cannot really kill a part of itself.
        """
        left, client = self.gate.left, self.bot
        assert left is not None
        self.points.append(self.gate.passed[-1])
        self._count()
        client.app.shutdown.close = lambda: _given_back(client.app)  # type: ignore[method-assign]
        await _hung_up()
        await client.fence()
        if self._running is not None:
            with suppress(BaseException):
                await self._running
        self.client, self._running, self.database = None, None, left


SENT_BY_HOOK = AsyncWebhookAdapter.request
SENDS, HEARS = "sends", "hears of"
"""Kinds of failpoints: before a request is sent; after it was carried out but before the process got the answer."""
THROUGH = ("api", "outcomes", "pace", "posts", "breaker", "requests", "wire")
ON_THE_WAY = tuple(f"bot.messages.{name}" for name in THROUGH)
"""Modules through which every request goes."""


def _cut(gate: Gate, genuine: Callable[..., Any], place: int) -> Callable[..., Any]:
    """Returns a request function with a failpoint before and after; `place` is the index of the argument with the
    route.
    """

    async def request(*args: Any, **named: Any) -> Any:
        route = args[place]
        what = f"{route.method} {route.path} by {_whose()}"
        _passes(gate, (SENDS, what))
        answer = await genuine(*args, **named)
        _passes(gate, (HEARS, what))
        return answer

    return request


def _passes(gate: Gate, point: Point) -> None:
    try:
        gate.at(point)
    except Killed:
        raise asyncio.CancelledError from None


def _whose() -> str:
    """Returns the name of the bot's module that sends the present request."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        name = str(frame.f_globals.get("__name__"))
        if name.startswith("bot.") and name not in ON_THE_WAY:
            return name
        frame = frame.f_back
    return "the library"


async def _hung_up() -> None:
    """Closes all gateway connections, because the heartbeat threads of a dead bot would continue."""
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            with suppress(Exception):
                await thread.ws.close(code=1000)


async def _given_back(app: App) -> None:
    app.background.abandon()
    with suppress(BaseException):
        async with asyncio.timeout(5):
            await app.background.settled()
    app.thinkers.close()
    await app.illustrator.close()
    with suppress(Killed):
        await app.db.close()
