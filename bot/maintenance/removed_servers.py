"""Servers that removed the bot: their tables wait for its return for 30 days; then tables without a winner and settings
are deleted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.maintenance.closing import Closing
from bot.messages.api import Client
from bot.tables.referee import Now
from bot.tables.registry import Tables
from bot.texts import N_
from storage import Database, PostSlot

log = logging.getLogger(__name__)

KEPT: Final = timedelta(days=30)
"""The time after a removal of the bot for which the server's tables and settings are kept."""
DELETED: Final = N_(
    "I have not been in the server of this table for 30 days, so the table is deleted. Invite me again and open a new "
    "one with `/game new`."
)


@dataclass(eq=False, repr=False)
class RemovedServers:
    """A service that notes when servers remove the bot, and deletes their data 30 days later."""

    client: Client
    db: Database
    tables: Tables
    closing: Closing
    now: Now

    async def note(self, guild: int) -> None:
        """Stores whether the bot is on that server now."""
        if self.client.get_guild(guild) is None:
            await self.db.servers.set_removed(guild, self.now())
        else:
            await self.db.servers.set_back(guild)

    async def missed(self, of: Callable[[int], bool]) -> None:
        """Notes removals and returns in these servers that were missed while there was no connection."""
        known = await self.db.servers.known()
        with_tables = {row.guild for row in await self.tables.owned() if row.guild is not None}
        for guild in {*known, *with_tables}:
            if of(guild) and (self.client.get_guild(guild) is None) != (known.get(guild) is not None):
                await self.note(guild)

    async def look(self, now: datetime) -> frozenset[int]:
        """Ends and deletes the tables and settings of servers that removed the bot 30 days ago or earlier.

        Returns all servers that the bot is not on.
        """
        removed = {guild: at for guild, at in (await self.db.servers.known()).items() if at is not None}
        for guild, at in removed.items():
            if now - at >= KEPT and self.tables.owns(guild) and self.client.get_guild(guild) is None:
                await self._delete(guild, at, now)
        return frozenset(removed)

    async def _delete(self, guild: int, since: datetime, now: datetime) -> None:
        """Ends a removed server's unfinished tables; if none is left (at a later check), deletes what waited for it.

        Deleted are the tables that ended without a winner since the removal, the settings and the subscriptions; its
        tournaments and seasons are ended. Games with a winner stay.
        """
        rows = await self.db.games.left_behind(guild, since)
        unfinished = [row for row in rows if not row.finished_yet]
        for row in unfinished:
            await self.closing.finish(row, now, DELETED)
        if unfinished:
            return
        for row in rows:
            async with self.tables.alone(row.id):
                await self.db.erasure.erase(row.id)
                self.tables.drop(row.id)
        await self._end_leagues(guild, now)
        await self.db.servers.forget(guild)
        log.info("server %s removed the bot 30 days ago: %s tables and its settings are deleted", guild, len(rows))

    async def _end_leagues(self, guild: int, now: datetime) -> None:
        """Ends a server's unfinished tournaments and seasons, so that retention can forget the people in them."""
        for number in await self.db.tournaments.unfinished(guild):
            await self.db.tournaments.finish(number, "ended", now)
            await self.db.messages.remove(PostSlot("tournament", number))
        for season in await self.db.seasons.in_guild(guild):
            if season.closed is None:
                await self.db.seasons.close(season.id, None, now)
