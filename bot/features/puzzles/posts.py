"""Posts the puzzles of the day in the channels of servers that want them."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from bot.features.puzzles import view as puzzle_view
from bot.features.puzzles.view import KINDS
from bot.features.server.service import without_deleted
from bot.games.puzzles import puzzle_of
from bot.messages.api import Client, post
from bot.messages.outcomes import safe_call
from bot.tables.day_clock import server_quiet_until
from bot.tables.registry import Tables
from bot.texts import language_of, translator_for
from storage import Database, ServerSettings

log = logging.getLogger(__name__)

FROM: Final = time(9)
UNTIL: Final = time(21)
"""FROM and UNTIL: the times of day, in the server's time zone, between which puzzles are posted."""


@dataclass(eq=False, repr=False)
class PuzzlePosts:
    """A service that posts the puzzles of a day once on each server, in the daytime there and outside quiet hours.

    Each post is claimed in the database before it is sent, so several processes or a restart never post it twice. A
    post that fails is not repeated.
    """

    client: Client
    db: Database
    tables: Tables

    async def look(self, now: datetime) -> None:
        """Posts the puzzles on all servers of this process where it is time."""
        day = now.astimezone(UTC).date()
        if all(puzzle_of(kind, day) is None for kind in KINDS):
            return
        for guild, settings in (await self.db.servers.awaiting_puzzle(day)).items():
            if not self.tables.owns(guild):
                continue
            there = now.astimezone(ZoneInfo(settings.zone or "UTC")).time()
            if FROM <= there < UNTIL and await server_quiet_until(self.db, guild, now) is None:
                await self._post(guild, settings, day)

    async def _post(self, guild: int, settings: ServerSettings, day: date) -> None:
        joined = self.client.get_guild(guild)
        channel = None if joined is None else without_deleted(settings, joined).puzzle_channel
        if joined is None or channel is None or not await self.db.servers.claim_puzzle(guild, day):
            return
        words = translator_for(settings.language or language_of(str(joined.preferred_locale)))
        posted = await safe_call(post(self.client, channel, puzzle_view.posted(day, words)))
        if not posted.ok:
            log.info("server %s: cannot post the puzzles in its channel (%s)", guild, posted)
