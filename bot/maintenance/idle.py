"""Idle tables: checks whether their players are still in the server, warns them, and finally ends the tables."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from bot.features.channel_health.service import ChannelHealth
from bot.maintenance.closing import Closing
from bot.maintenance.removed_servers import RemovedServers
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.texts import N_, Translator, translator_for
from storage import Database, GameRow
from storage.repository import NO_LIMIT

log = logging.getLogger(__name__)

IDLE: Final = timedelta(days=30)
WARNING: Final = timedelta(days=3)
"""The minimum time between the warning and the end (archiving) of an idle table."""
PRESENCE_CHECK_AFTER: Final = timedelta(days=1)
"""The time without a move after which the bot checks whether the players are still in the server."""
HOUR: Final = timedelta(hours=1)
CHECKS_PER_DAY: Final = 24
"""The number of hours over which the first checks whether players are still there are spread after a start."""
PAGE: Final = 500
"""The number of tables that are read at once."""
ARCHIVED: Final = N_(
    "No one has played at this table for 30 days, so it is archived. Its record is kept (`/record log`); open "
    "a new table with `/game new`."
)


@dataclass(eq=False, repr=False)
class IdleTables:
    """A job for idle tables: checks their players after a day, warns them after 27 days, and ends them after 30."""

    _db: Database
    _tables: Tables
    _channel_health: ChannelHealth
    _closing: Closing
    _removed: RemovedServers
    _away: frozenset[int] = field(default=frozenset(), init=False)
    """Servers that have removed the bot: their tables wait for its return."""
    _reached: int = field(default=0, init=False)
    """The number of the last table that the present or an interrupted run has checked; 0 after a whole run."""
    _begun: datetime | None = field(default=None, init=False)
    _looked: dict[int, datetime] = field(default_factory=dict, init=False)
    """Tables -> the time of the last check whether their players are still in the server."""

    async def look(self, now: datetime) -> None:
        """Checks all unfinished tables of this process, and deletes the data of servers that removed the bot long ago.

        Continues after an interruption with the table at which it stopped.
        """
        self._begun = self._begun or now
        self._away = await self._removed.look(now)
        told, stood = await self._db.consents.notices(), self._reached
        await self._look_behind(stood, NO_LIMIT, told, now)
        await self._look_behind(0, stood, told, now)
        self._reached = 0
        self._looked = {game: at for game, at in self._looked.items() if now - at < PRESENCE_CHECK_AFTER}

    async def _look_behind(self, after: int, until: int, told: Mapping[int, datetime], now: datetime) -> None:
        """Checks the tables with numbers from `after` to `until` in pages, so that only a few are in memory at a
        time."""
        while after < until and (rows := await self._db.games.unfinished(after, PAGE)):
            moved = await self._db.games.last_moved(after, rows[-1].id)
            after = rows[-1].id
            for row in rows:
                if row.id <= until and self._tables.owns(row.guild) and row.guild not in self._away:
                    self._reached = row.id
                    try:
                        await self._look_at(row, moved.get(row.id, now), told.get(row.id), now)
                    except EXPECTED_ERRORS as error:
                        name = type(error).__name__
                        log.info("table %s: a maintenance check failed; trying again later (%s)", row.id, name)

    async def _look_at(self, row: GameRow, since: datetime, told: datetime | None, now: datetime) -> None:
        """Ends or warns one table, or checks its players, depending on how long it is idle.

        `since`: the time of the last move; an earlier warning (`told`) no longer counts.
        """
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
        """Checks once a day whether the players who must answer are still in the server; if not, starts a vote.

        After a start, the checks are spread over a day. A table that was loaded for the check is dropped from
        memory afterwards, because there may be tens of thousands.
        """
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
        await self._closing.say(row, text)


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
