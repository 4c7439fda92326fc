"""Idle tables: checked, warned, archived."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.features.channel_health.service import ChannelHealth
from bot.features.hand.service import tell
from bot.maintenance.closing import Closing
from bot.messages.api import Client
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.texts import N_, Translator, translator_for
from storage import Database, GameRow
from storage.repository import NO_LIMIT

log = logging.getLogger(__name__)

IDLE: Final = timedelta(days=30)
WARNING: Final = timedelta(days=3)
"""The time of the warning before a table is archived."""
PRESENCE_CHECK_AFTER: Final = timedelta(days=1)
"""After so long without a move it is looked who is still there."""
HOUR: Final = timedelta(hours=1)
CHECKS_PER_DAY: Final = 24
"""Looks."""
PAGE: Final = 500
"""Tables whose rows are in memory at once."""
ARCHIVED: Final = N_(
    "No one has played at this table for 30 days, so it is archived. Its record is kept (`/record log`); open "
    "a new table with `/game new`."
)


class IdleTables:
    """Tables without a move: looked after, warned, and in the end archived."""

    def __init__(
        self, client: Client, db: Database, tables: Tables, channel_health: ChannelHealth, closing: Closing
    ) -> None:
        self._client = client
        self._db = db
        self._tables = tables
        self._channel_health = channel_health
        self._closing = closing
        self._reached = 0
        """The table at which the last look was interrupted."""
        self._begun: datetime | None = None
        self._looked: dict[int, datetime] = {}
        """The last check of who is still at an idle table."""

    async def look(self, now: datetime) -> None:
        """At all unfinished tables; an interrupted look goes on behind the table at which it stood."""
        self._begun = self._begun or now
        told, stood = await self._db.consents.notices(), self._reached
        await self._look_behind(stood, NO_LIMIT, told, now)
        await self._look_behind(0, stood, told, now)
        self._reached = 0
        self._looked = {game: at for game, at in self._looked.items() if now - at < PRESENCE_CHECK_AFTER}

    # Inside

    async def _look_behind(self, after: int, until: int, told: Mapping[int, datetime], now: datetime) -> None:
        """Page by page: of tens of thousands of sleeping tables only a few are in memory at a time."""
        while after < until and (rows := await self._db.games.unfinished(after, PAGE)):
            moved = await self._db.games.last_moved(after, rows[-1].id)
            after = rows[-1].id
            for row in rows:
                if row.id <= until and self._tables.owns(row.guild):
                    self._reached = row.id
                    await self._look_safely(row, moved.get(row.id, now), told.get(row.id), now)

    async def _look_safely(self, row: GameRow, since: datetime, told: datetime | None, now: datetime) -> None:
        try:
            await self._look_at(row, since, told, now)
        except EXPECTED_ERRORS as error:
            log.info("table %s is not looked after (%s)", row.id, type(error).__name__)

    async def _look_at(self, row: GameRow, since: datetime, told: datetime | None, now: datetime) -> None:
        """`since`: when something moved last; a notice of before that moment no longer counts."""
        still = now - since
        if told is not None and told < since:
            told = None
        if told is not None and now - told >= WARNING and still >= IDLE:
            if (await self._db.games.last_moved(row.id - 1, row.id)).get(row.id) == since:
                await self._closing.finish(row, now, ARCHIVED)
        elif still >= IDLE - WARNING:
            if told is None:
                await self._warn(row, still, now)
        elif still >= PRESENCE_CHECK_AFTER and row.phase == "running":
            await self._still_there(row.id, now)

    async def _still_there(self, game: int, now: datetime) -> None:
        """Once a day; after a start spread over a day, for there may be tens of thousands. None stays in memory."""
        spread = (self._begun or now) + HOUR * (game % CHECKS_PER_DAY) - PRESENCE_CHECK_AFTER
        if now - self._looked.get(game, spread) < PRESENCE_CHECK_AFTER:
            return
        self._looked[game] = now
        remembered = self._tables.remembers(game)
        await self._channel_health.look_after(await self._tables.get(game))
        if not remembered:
            self._tables.let_go(game)

    async def _warn(self, row: GameRow, still: timedelta, now: datetime) -> None:
        text = _warning(translator_for(row.language), still.days)
        await self._db.consents.set_notice(row.id, now)
        if not await self._closing.say(row, text):
            await tell(self._client, row.host, text)


def _warning(said: Translator, days: int) -> str:
    still = said.plural(
        "No one has played at this table for {n} day.", "No one has played at this table for {n} days.", days
    )
    then = said.plural(
        "This table will be archived in {n} day if no one plays or joins. Resume a paused game with `/game resume`.",
        "This table will be archived in {n} days if no one plays or joins. Resume a paused game with `/game resume`.",
        WARNING.days,
    )
    return f"{still} {then}"
