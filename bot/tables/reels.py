"""Finished games as they can be watched again: cut into frames once, and kept while somebody looks."""

from __future__ import annotations

import asyncio
from typing import Final

from cachetools import LRUCache

from bot.games.reel import Reel
from bot.tables.live import LiveTable
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.texts import later

KEPT: Final = 32
TOO_EARLY: Final = later("A game is shown again after its end; before it, the board shows all that everybody may know.")


class Reels:
    """The reels of the games that were looked at lately; a finished game never changes."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._reels: LRUCache[int, Reel] = LRUCache(KEPT)

    async def get(self, number: int) -> tuple[LiveTable, Reel]:
        """A finished game; raises UnknownGame, Unreadable, or Refused where it has not ended or never begun."""
        live = await self._tables.get(number)
        game = live.game
        if game is None or not live.row.finished_yet:
            raise Refused(TOO_EARLY)
        if number not in self._reels:
            self._reels[number] = await asyncio.to_thread(Reel, game)
        return live, self._reels[number]
