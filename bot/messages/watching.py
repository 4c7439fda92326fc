"""Onlookers who follow a table's public log by DM: one message each, edited once a step, as late as they wish.

Only public events are looked at, and how many of them there were when: neither what is shown nor when says more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.messages.api import CLOSED, Client, edit, message, post
from bot.messages.requests import LOST, OLD_EDITS
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import Known, Refused
from bot.tables.registry import Tables
from bot.texts import Words, later
from rules.engine import ALL, Game
from storage import DatabaseError, Store, Watcher
from storage.errors import FOR_NOW

log = logging.getLogger(__name__)

STEP: Final = timedelta(seconds=30)
"""So long at least between two edits of a message; a longer delay is the step itself."""
MOST: Final = 20
"""People who may watch one table."""
TOO_OLD: Final = timedelta(minutes=55)
"""Older messages can hardly be edited."""

CLOSED_TO_ME: Final = later(
    "I cannot write to you: you do not take direct messages from this server. Allow them, then type "
    "`/game watch` again."
)


class Watching:
    """Everybody who watches, and when how much had happened at the tables that they watch."""

    def __init__(
        self, client: Client, store: Store, tables: Tables, people: People, now: Callable[[], datetime],
        background: Background,
    ) -> None:  # fmt: skip
        self._client = client
        self._store = store
        self._tables = tables
        self._people = people
        self._now = now
        self._background = background
        self.wake: Callable[[datetime], None] = lambda _at: None
        """Called with the moment at which the next look is due."""
        self._watchers: dict[int, dict[int, Watcher]] = {}
        self._times: dict[int, list[tuple[datetime, int]]] = {}
        """For each watched table since when how many public events have been known."""
        self._edited: dict[tuple[int, int], datetime] = {}
        self._posted: dict[tuple[int, int], datetime] = {}
        """When a message was posted in this life, by its own clock: that of the machine may differ from Discord's."""
        self._look: asyncio.Task[Any] | None = None
        self._lock = asyncio.Lock()

    async def load(self) -> None:
        """After a start: what happened unseen counts as having happened now, so that nothing comes too early."""
        for watcher in await self._store.watchers():
            self._watchers.setdefault(watcher.game, {})[watcher.user] = watcher

    async def learn(self, game: int) -> None:
        """Another process may have changed who watches the table."""
        known = {watcher.user: watcher for watcher in await self._store.watchers(game)}
        async with self._lock:
            for user in {*self._watchers.get(game, {})} - {*known}:
                self._forget(game, user)
            for user in {*known} - {*self._watchers.get(game, {})}:
                self._watchers.setdefault(game, {})[user] = known[user]

    def leave(self, game: int) -> None:
        """Another process looks after the table, and after who watches it."""
        for user in tuple(self._watchers.get(game, {})):
            self._forget(game, user)
        self._watchers.pop(game, None)
        self._times.pop(game, None)

    def changed(self, live: LiveTable) -> None:
        """The table has changed: what its watchers are shown follows, each in its own time."""
        if live.id in self._watchers:
            self._note(live)
            self.wake(self._now())
            if live.row.finished_yet:
                self.begin(self._now())

    def begin(self, _now: datetime) -> None:
        """Show what is due, in the background; one look at a time."""
        if self._watchers and (self._look is None or self._look.done()):
            self._look = self._background.run(self._show_all(), "what watchers are shown")

    async def start(self, live: LiveTable, user: int, delay: int) -> None:
        """Somebody watches a running table from now on; raises Refused where their DMs are closed."""
        live.running()
        async with self._lock:
            known = self._watchers.setdefault(live.id, {})
            if user not in known and len(known) >= MOST:
                raise Refused(later("{most} people watch this table already; no more can."), most=MOST)
            self._note(live)
            watcher = known.get(user, Watcher(live.id, user, delay, 0, 0, 0))
            try:
                await self._begin(replace(watcher, delay=delay, shown=self._visible(live.id, delay)), live)
            except BaseException as error:
                if user not in known or not isinstance(error, FOR_NOW):
                    self._forget(live.id, user)
                raise

    async def stop(self, game: int, user: int) -> None:
        """Somebody watches no longer, or never did; their message says so."""
        async with self._lock:
            watcher = self._watchers.get(game, {}).get(user) or await self._elsewhere(game, user)
            await self._store.clear_watcher(game, user)
            self._forget(game, user)
            if self._store.shared:
                await self._store.hint(game)
            if watcher is None:
                return
            words = await self._people.words_for(user, "en")
            await self._last_word(watcher, views.say(words("You do not watch this table any more.")))

    # Inside

    async def _elsewhere(self, game: int, user: int) -> Watcher | None:
        """Somebody who watches a table that another process looks after."""
        if not self._store.shared:
            return None
        return next((one for one in await self._store.watchers(game) if one.user == user), None)

    async def _begin(self, watcher: Watcher, live: LiveTable) -> None:
        """The first message, or the one that is there already where it still is; stored before it is sent."""
        words = await self._people.words_for(watcher.user, live.row.language)
        await self._store.set_watcher(watcher)
        try:
            try:
                watcher = await self._put(watcher, live, words)
            except discord.NotFound:
                watcher = await self._put(replace(watcher, message=0), live, words)
        except (discord.HTTPException, *LOST) as error:
            await self._store.clear_watcher(live.id, watcher.user)
            if isinstance(error, discord.Forbidden) or getattr(error, "code", None) in CLOSED:
                raise Refused(CLOSED_TO_ME) from None
            raise
        await self._store.set_watcher(watcher)
        self._watchers[live.id][watcher.user] = watcher

    def _note(self, live: LiveTable) -> None:
        times, count = self._times.setdefault(live.id, []), len(_public(live.game))
        if not times or times[-1][1] != count:
            times.append((self._now(), count))

    def _visible(self, game: int, delay: int) -> int:
        """How many public events somebody may see who watches so many seconds late."""
        until = self._now() - timedelta(seconds=delay)
        return max((count for moment, count in self._times.get(game, ()) if moment <= until), default=0)

    async def _show_all(self) -> None:
        async with self._lock:
            for game in tuple(self._watchers):
                try:
                    await self._show_table(game)
                except Known as error:
                    log.info("table %s is not shown to its watchers (%s)", game, type(error).__name__)
                except (*LOST, DatabaseError) as error:
                    log.info("table %s: its watchers wait (%s)", game, type(error).__name__)

    async def _show_table(self, game: int) -> None:
        live = await self._tables.get(game)
        if not live.ours:
            self.leave(game)
            return
        self._note(live)
        over = live.row.finished_yet
        for watcher in tuple(self._watchers.get(game, {}).values()):
            count = self._visible(game, watcher.delay)
            if over:
                await self._end(watcher, live)
            elif count > watcher.shown and self._is_due(watcher):
                await self._follow(replace(watcher, shown=count), live)

    def _is_due(self, watcher: Watcher) -> bool:
        step = max(STEP, timedelta(seconds=watcher.delay))
        edited = self._edited.get((watcher.game, watcher.user))
        return edited is None or self._now() - edited >= step

    async def _follow(self, watcher: Watcher, live: LiveTable) -> None:
        words = await self._people.words_for(watcher.user, live.row.language)
        try:
            watcher = await self._put(watcher, live, words)
        except discord.HTTPException as error:
            log.info("table %s: a watcher's message was refused (%s, code %s)", live.id, error.status, error.code)
            if error.status < 500 and error.status != 429:
                # The message is gone, or nothing more is taken: they watch no longer.
                await self._store.clear_watcher(live.id, watcher.user)
                self._forget(live.id, watcher.user)
            return
        self._watchers[live.id][watcher.user] = watcher
        await self._store.set_watcher(watcher)

    async def _end(self, watcher: Watcher, live: LiveTable) -> None:
        """The game is over, and nothing is secret from onlookers any more: all of it at once, and the last word."""
        words = await self._people.words_for(watcher.user, live.row.language)
        if live.game is not None:
            await self._last_word(watcher, _view(live, live.game, watcher, words, over=True))
        await self._store.clear_watcher(live.id, watcher.user)
        self._forget(live.id, watcher.user)

    async def _last_word(self, watcher: Watcher, view: LayoutView) -> None:
        try:
            await edit(self._client, watcher.channel, watcher.message, view, None)
        except (discord.HTTPException, *LOST) as error:
            log.info("a watcher's message of table %s stays (%s)", watcher.game, type(error).__name__)

    async def _put(self, watcher: Watcher, live: LiveTable, words: Words) -> Watcher:
        """The message shows what the watcher may see: edited where it stands, else a new one takes its place."""
        view = _view(live, live.running(), watcher, words)
        self._edited[watcher.game, watcher.user] = self._now()
        if watcher.message and not self._too_old(watcher):
            try:
                await edit(self._client, watcher.channel, watcher.message, view, None)
            except discord.HTTPException as error:
                if error.code != OLD_EDITS:
                    raise
            else:
                return watcher
        channel = watcher.channel or (await self._client.create_dm(discord.Object(watcher.user))).id
        new = replace(watcher, channel=channel, message=await post(self._client, channel, view))
        self._posted[watcher.game, watcher.user] = self._now()
        if watcher.message:
            await self._take_down(watcher)
        return new

    def _too_old(self, watcher: Watcher) -> bool:
        posted = self._posted.get((watcher.game, watcher.user)) or discord.utils.snowflake_time(watcher.message)
        return self._now() - posted >= TOO_OLD

    async def _take_down(self, watcher: Watcher) -> None:
        try:
            await message(self._client, watcher.channel, watcher.message).delete()
        except (discord.HTTPException, *LOST) as error:
            log.info("a watcher's old message of table %s stays (%s)", watcher.game, type(error).__name__)

    def _forget(self, game: int, user: int) -> None:
        self._edited.pop((game, user), None)
        self._posted.pop((game, user), None)
        watchers = self._watchers.get(game, {})
        watchers.pop(user, None)
        if not watchers:
            self._watchers.pop(game, None)
            self._times.pop(game, None)


def _public(game: Game | None) -> list[Any]:
    return [] if game is None else [event for event in game.told if event.to == ALL]


def _view(live: LiveTable, game: Game, watcher: Watcher, words: Words, *, over: bool = False) -> LayoutView:
    return views.watched(live.facts, live.row.channel, game, watcher, words, over=over)
