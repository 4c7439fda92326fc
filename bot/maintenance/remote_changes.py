"""Follows changes by other processes that share the database, at the tables of this process.

Notifications arrive at once but may be lost; a check every few seconds finds what was missed. The database decides.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from bot.features.hand.service import Hands
from bot.features.play.open_panels import OpenPanels
from bot.features.spectate.service import Spectators
from bot.features.statistics.service import Statistics
from bot.tables.bus import Bus
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.referee import Referee
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.wakeups import Wakeups
from storage import Database
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

POLL_INTERVAL: Final = timedelta(seconds=3)


@dataclass(eq=False, repr=False)
class RemoteChanges:
    """A service that follows changes by other processes: it updates this process's tables, and its open panels of other
    tables."""

    _db: Database
    _tables: Tables
    _referee: Referee
    _background: Background
    _hands: Hands
    _spectators: Spectators
    _open_panels: OpenPanels
    _bus: Bus
    _shards: Shards
    _wakeups: Wakeups
    _people: People
    _statistics: Statistics
    _forgotten: int = field(default=0, init=False)
    """The number of forgotten users at the last check."""
    _mark: str | None = field(default=None, init=False)
    _scheduled: set[int] = field(default_factory=set, init=False)
    """The tables that are about to be checked, each once, even after several notifications."""
    _missed: set[int] = field(default_factory=set, init=False)
    """The tables that could not be read, or may have changed, and are checked later."""

    async def begin(self) -> None:
        """Starts listening to other processes; earlier changes are found when the tables are loaded."""
        if self._db.shared:
            self._db.engine.listen(self.update)
            _, self._mark = await self._db.engine.changed_since(None)

    def update(self, game: int) -> None:
        """Updates a table in the background, because another process has changed it."""
        if game not in self._scheduled:
            self._scheduled.add(game)
            self._background.run(self._go_on(game), f"loading the changes of another process at table {game}")

    def check_later(self, game: int) -> None:
        """Updates a table at the next check: a server may have committed a change without an answer to this process."""
        if self._db.shared:
            self._missed.add(game)

    async def look(self, now: datetime) -> None:
        """Updates the tables that other processes have changed, as the database says; again after `POLL_INTERVAL`."""
        if not self._db.shared:
            return
        self._wakeups.request(now + POLL_INTERVAL)
        try:
            changed, self._mark = await self._db.engine.changed_since(self._mark)
            await self._forget()
        except TRANSIENT_ERRORS as error:
            log.warning("cannot read the changes of other processes now (%s)", type(error).__name__)
            return
        missed, self._missed = self._missed, set()
        for game in missed:
            self.update(game)
        for game, guild in changed.items():
            if self._tables.owns(guild) or self._open_panels.follow(game):
                self.update(game)

    def notify(self, live: LiveTable, *, elsewhere: bool) -> None:
        """Notifies other processes that a table has changed, unless the change came from one or none can need it."""
        if not elsewhere and self._db.shared and (self._shards.others or not live.ours):
            work = self._db.engine.notify_changed(live.id)
            self._background.run(work, f"notifying other processes about table {live.id}")

    async def _forget(self) -> None:
        """Clears the caches of users and statistics if a user was forgotten since the last check."""
        forgotten = await self._db.privacy.forgotten()
        if forgotten != self._forgotten:
            self._forgotten = forgotten
            self._people.forget_all()
            self._statistics.forget()

    async def _go_on(self, game: int) -> None:
        self._scheduled.discard(game)
        try:
            row = await self._db.games.get(game)
            if self._tables.owns(row.guild) or self._open_panels.follow(game):
                await self._show(await self._referee.follow(game))
        except EXPECTED_ERRORS as error:
            log.info("table %s: cannot load a change of another process (%s)", game, type(error).__name__)
        except TRANSIENT_ERRORS as error:
            log.warning("table %s: cannot load a change of another process yet (%s)", game, type(error).__name__)
            self._missed.add(game)

    async def _show(self, live: LiveTable) -> None:
        """Updates the messages of a table that another process has changed."""
        if live.ours:
            await self._hands.learn(live)
            await self._spectators.learn(live.id)
            live = await self._tables.get(live.id)
        self._bus.table_changed(live, elsewhere=True)
