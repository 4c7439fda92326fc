"""Stores the cuts of a lobby's players: the texts that take part in the shuffle."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.live import LiveTable
from bot.tables.refusals import NotRunning
from bot.tables.registry import Tables
from storage import Database, SeatRow


@dataclass(frozen=True)
class Cuts:
    """A service for the texts that players add to the shuffle."""

    db: Database
    tables: Tables

    async def cut(self, game: int, user: int, text: str) -> LiveTable:
        """Stores the user's cut, or deletes it if the text is empty; raises NotSeatedHere or NotRunning."""
        async with self.tables.held(game) as live:
            seat_in_lobby(live, user)
            await self.db.seats.set_cut(game, user, text or None)
            await self.tables.publish_change(live)
            return live


def seat_in_lobby(live: LiveTable, user: int) -> SeatRow:
    """Returns the user's seat in a lobby; raises NotSeatedHere, and NotRunning after the start."""
    if live.row.phase != "lobby":
        raise NotRunning(live.row.phase)
    return live.seat_of(user)
