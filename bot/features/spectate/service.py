"""Updates the messages of spectators: one DM each with the public log, edited at intervals with the chosen delay.

The content and the timing depend only on public events and their times.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Self

from discord.ui import LayoutView

from bot import views
from bot.background import Background
from bot.features.spectate import view as spectators_view
from bot.messages.access import Access
from bot.messages.api import Client
from bot.messages.live_message import LiveMessage, Rendered
from bot.messages.outcomes import Outcome, Result
from bot.messages.posts import PostedElsewhere
from bot.messages.reconciler import Reconciler, Storage
from bot.messages.requests import LOST
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import EXPECTED_ERRORS, Refused
from bot.tables.registry import Tables
from bot.tables.wakeups import Wakeups
from bot.texts import FALLBACK, N_, Translator
from rules.engine import Game
from rules.events import ALL
from storage import Database, DatabaseError, MessageRow, PostSlot, Watcher
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

STEP: Final = timedelta(seconds=30)
"""The minimum time between two edits of a message; a longer delay of the spectator replaces it."""
MOST: Final = 20
"""The maximum number of spectators of one table."""

CLOSED_TO_ME: Final = N_(
    "I cannot write to you: you do not take direct messages from this server. Allow them, then type "
    "`/game watch` again."
)
NOT_OPEN_TO_YOU: Final = N_(
    "You can no longer see the channel of this table, so you have stopped watching it. "
    "If you get access again, type `/game watch` there."
)


@dataclass(eq=False, slots=True)
class Spectator(LiveMessage):
    """The live message of a user who watches a table."""

    delay: int = 0
    """The delay in seconds."""
    shown: int = 0
    """The number of the game's public events that the message shows."""
    edited: datetime | None = None

    @classmethod
    def of(cls, row: Watcher) -> Self:
        """Returns the spectator of a stored row."""
        slot = PostSlot("watcher", row.game, row.user)
        spectator = cls(slot, delay=row.delay, shown=row.shown)
        spectator.load(MessageRow(slot, row.channel, row.message))
        return spectator

    @property
    def watcher(self) -> Watcher:
        """The spectator's database row."""
        return Watcher(self.slot.subject, self.slot.user, self.delay, self.channel, self.message, self.shown)


class Spectators(Storage[Spectator]):
    """The owner of the live messages of all spectators: updates each with the spectator's delay."""

    def __init__(  # noqa: PLR0913, PLR0917 - its collaborators
        self, client: Client, db: Database, tables: Tables, people: People, now: Callable[[], datetime],
        background: Background, reconciler: Reconciler, wakeups: Wakeups,
    ) -> None:  # fmt: skip
        self._reconciler = reconciler
        self._db = db
        self._tables = tables
        self._people = people
        self._now = now
        self._background = background
        self._access = Access(client, now)
        self._wakeups = wakeups
        self._watchers: dict[int, dict[int, Spectator]] = {}
        self._times: dict[int, list[tuple[datetime, int]]] = {}
        """Watched tables -> pairs of a time and the number of public events since then."""
        self._look: asyncio.Task[Any] | None = None
        self._lock = asyncio.Lock()

    async def load(self) -> None:
        """Loads all spectators after a start. Earlier events count as new, so that nothing is shown too early."""
        for watcher in await self._db.spectators.of():
            self._watchers.setdefault(watcher.game, {})[watcher.user] = Spectator.of(watcher)

    async def learn(self, game: int) -> None:
        """Reads the spectators of a table again after a change by another process."""
        known = {watcher.user: watcher for watcher in await self._db.spectators.of(game)}
        async with self._lock:
            for user in {*self._watchers.get(game, {})} - {*known}:
                self._forget(game, user)
            for user in {*known} - {*self._watchers.get(game, {})}:
                self._watchers.setdefault(game, {})[user] = Spectator.of(known[user])

    def leave(self, game: int) -> None:
        """Forgets the spectators of a table that another process owns now."""
        for user in tuple(self._watchers.get(game, {})):
            self._forget(game, user)
        self._watchers.pop(game, None)
        self._times.pop(game, None)

    def changed(self, live: LiveTable) -> None:
        """Notes a table's new events with their time, and requests an update of its spectators' messages."""
        if live.id in self._watchers:
            self._note(live)
            self._wakeups.request(self._now())
            if live.row.finished_yet:
                self.begin()

    def begin(self) -> None:
        """Starts a background task that updates the messages that are due."""
        if self._watchers and (self._look is None or self._look.done()):
            self._look = self._background.run(self._show_all(), "updating the messages of watchers")

    async def start(self, live: LiveTable, user: int, delay: int) -> None:
        """Adds a spectator to a running table, or changes the delay (in seconds) of one, and sends their message.

        Raises Refused if the user does not accept DMs or the table has too many spectators.
        """
        live.running()
        async with self._lock:
            known = self._watchers.setdefault(live.id, {})
            if user not in known and len(known) >= MOST:
                raise Refused(N_("{most} people watch this table already; no more can."), most=MOST)
            self._note(live)
            spectator = known.get(user) or Spectator(PostSlot("watcher", live.id, user))
            before = spectator.delay, spectator.shown
            spectator.delay, spectator.shown = delay, self._visible(live.id, delay)
            try:
                await self._begin(spectator, live)
            except BaseException as error:
                spectator.delay, spectator.shown = before
                if user not in known or not isinstance(error, TRANSIENT_ERRORS):
                    self._forget(live.id, user)
                raise

    async def stop(self, game: int, user: int) -> None:
        """Removes a spectator, and replaces the content of their message by a note about that."""
        async with self._lock:
            known = self._watchers.get(game, {}).get(user)
            if known is None and self._db.shared:  # another process may own the table
                rows = await self._db.spectators.of(game)
                known = next((Spectator.of(row) for row in rows if row.user == user), None)
            await self._db.spectators.remove(game, user)
            self._forget(game, user)
            if self._db.shared:
                await self._db.engine.notify_changed(game)
            if known is None:
                return
            words = await self._people.words_for(user, FALLBACK)
            await self._reconciler.say_last(known, views.say(words("You do not watch this table any more.")))

    async def permissions_changed(self, guild: int) -> None:
        """Removes spectators who may no longer view a channel, after roles or channels have changed."""
        async with self._lock:
            for game in tuple(self._watchers):
                try:
                    live = await self._tables.get(game)
                    watchers = self._watchers.get(game, {}) if live.row.guild == guild else {}
                    for watcher in tuple(watchers.values()):
                        await self._may_still_watch(watcher, live, cached=True)
                except (*EXPECTED_ERRORS, *LOST, DatabaseError) as error:
                    log.info(
                        "table %s: the access of its watchers cannot be checked now (%s)", game, type(error).__name__
                    )

    async def _may_still_watch(self, watcher: Spectator, live: LiveTable, *, cached: bool = False) -> bool:
        """Returns whether the user may view the table's channel now; removes a spectator who may not.

        If access cannot be checked now, returns False without removing the spectator.
        """
        allowed = await self._access.may_view(live.row.guild, live.row.channel, watcher.slot.user, cached=cached)
        if allowed is False:
            words = await self._people.words_for(watcher.slot.user, live.row.language)
            await self._db.spectators.remove(live.id, watcher.slot.user)
            self._forget(live.id, watcher.slot.user)
            await self._reconciler.say_last(watcher, views.say(words(NOT_OPEN_TO_YOU)))
        return allowed is True

    async def _begin(self, spectator: Spectator, live: LiveTable) -> None:
        """Stores the spectator and shows the table, in the present message or a new one."""
        await self._db.spectators.set(spectator.watcher)
        shown = await self._show(spectator, live)
        if isinstance(shown.error, PostedElsewhere):
            # An earlier post of this message has ended, and no one knows where; the next attempt begins a new one.
            shown = await self._show(spectator, live)
        if not shown.ok:
            await self._db.spectators.remove(live.id, spectator.slot.user)
        if shown.outcome is Outcome.FORBIDDEN:
            raise Refused(CLOSED_TO_ME)
        shown.unwrap()
        self._watchers[live.id][spectator.slot.user] = spectator

    def _note(self, live: LiveTable) -> None:
        told = () if live.game is None else live.game.told
        times, count = self._times.setdefault(live.id, []), sum(event.to == ALL for event in told)
        if not times or times[-1][1] != count:
            times.append((self._now(), count))

    def _visible(self, game: int, delay: int) -> int:
        """Returns the number of public events that a spectator with this delay (in seconds) may see."""
        until = self._now() - timedelta(seconds=delay)
        return max((count for moment, count in self._times.get(game, ()) if moment <= until), default=0)

    async def _show_all(self) -> None:
        async with self._lock:
            for game in tuple(self._watchers):
                try:
                    await self._show_table(game)
                except EXPECTED_ERRORS as error:
                    log.info("table %s: cannot show it to its spectators (%s)", game, type(error).__name__)
                except (*LOST, DatabaseError) as error:
                    log.info("table %s: its spectators see it later (%s)", game, type(error).__name__)

    async def _show_table(self, game: int) -> None:
        live = await self._tables.get(game)
        if not live.ours:
            self.leave(game)
            return
        self._note(live)
        over = live.row.finished_yet
        for watcher in tuple(self._watchers.get(game, {}).values()):
            count = self._visible(game, watcher.delay)
            step = max(STEP, timedelta(seconds=watcher.delay))
            rested = watcher.edited is None or self._now() - watcher.edited >= step
            due = over or (count > watcher.shown and rested)
            if not due or not await self._may_still_watch(watcher, live):
                continue
            if over:
                await self._end(watcher, live)
            else:
                await self._follow(watcher, live, count)

    async def _follow(self, watcher: Spectator, live: LiveTable, count: int) -> None:
        before, watcher.shown = watcher.shown, count
        shown = await self._show(watcher, live, reposts={Outcome.TOO_OLD})
        if not shown.ok:
            watcher.shown = before
        if shown.is_final:
            # The message is gone, or Discord refuses edits, so the user is no longer a spectator.
            await self._db.spectators.remove(live.id, watcher.slot.user)
            self._forget(live.id, watcher.slot.user)

    async def _end(self, watcher: Spectator, live: LiveTable) -> None:
        """Shows the end of the game at once, because nothing is secret any more, and removes the spectator."""
        words = await self._people.words_for(watcher.slot.user, live.row.language)
        if live.game is not None:
            await self._reconciler.say_last(watcher, _view(live, live.game, watcher.watcher, words, over=True))
        await self._db.spectators.remove(live.id, watcher.slot.user)
        self._forget(live.id, watcher.slot.user)

    async def _show(
        self, watcher: Spectator, live: LiveTable, *, reposts: Collection[Outcome] | None = None
    ) -> Result[None]:
        """Shows the events that the spectator may see."""
        words = await self._people.words_for(watcher.slot.user, live.row.language)
        async with watcher.lock:
            watcher.edited = self._now()
            view = _view(live, live.running(), watcher.watcher, words)
            return await self._reconciler.show(self, watcher, Rendered(view), reposts=reposts)

    async def store(self, watcher: Spectator) -> None:
        """Stores the channel and ID of the message and the number of shown events."""
        await self._db.spectators.set(watcher.watcher)

    def _forget(self, game: int, user: int) -> None:
        watchers = self._watchers.get(game, {})
        watchers.pop(user, None)
        if not watchers:
            self._watchers.pop(game, None)
            self._times.pop(game, None)


def _view(live: LiveTable, game: Game, watcher: Watcher, words: Translator, *, over: bool = False) -> LayoutView:
    return spectators_view.watched(live.facts, live.row.channel, game, watcher, words, over=over)
