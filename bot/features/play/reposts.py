"""Posts boards again after they were deleted in Discord, up to a limit per table."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from cachetools import LRUCache

from bot.features.play.publisher import Publisher
from bot.tables.referee import Now
from bot.tables.registry import Tables
from storage import Database, DatabaseError, MessageRow

log = logging.getLogger(__name__)

MAX_REPOSTS: Final = 3
"""The maximum number of reposts of one table's board within the period. Further ones wait for a change of the table."""
PERIOD: Final = timedelta(minutes=10)
TABLES: Final = 2_000
"""The maximum number of tables whose recent reposts are remembered."""


@dataclass(eq=False, repr=False)
class Reposts:
    """A service that posts deleted boards of this process's unfinished tables again, even those not in memory."""

    _db: Database
    _tables: Tables
    _publisher: Publisher
    _now: Now
    _latest: LRUCache[int, list[datetime]] = field(default_factory=lambda: LRUCache(TABLES), init=False)

    async def deleted(self, channel: int, messages: Collection[int]) -> None:
        """Posts the board of the channel's table again if it is among these messages and was not deleted too often."""
        try:
            board = await self._board_among(channel, messages)
        except DatabaseError as error:
            log.warning("cannot check whether a deleted message was a board (%s)", type(error).__name__)
            return
        if board is None:
            return
        if not self._may_repost(board.slot.subject):
            log.warning(
                "table %s: its board was deleted too often; it is posted again with the next change",
                board.slot.subject,
            )
            return
        self._publisher.deleted(board.slot.subject, board.message)

    async def _board_among(self, channel: int, messages: Collection[int]) -> MessageRow | None:
        """Returns the board of the channel's table if it is among these messages.

        A message that has started a thread may show the lobby of the thread's table; the thread has its id.
        """
        for place in (channel, *messages):
            row = await self._db.games.in_channel(place)
            if row is None or not self._tables.owns(row.guild):
                continue
            board = await self._publisher.present_board(row.id)
            if board is not None and board.message in messages:
                return board
        return None

    def _may_repost(self, game: int) -> bool:
        since = self._now() - PERIOD
        latest = [moment for moment in self._latest.get(game, ()) if moment > since]
        if len(latest) >= MAX_REPOSTS:
            return False
        self._latest[game] = [*latest, self._now()]
        return True
