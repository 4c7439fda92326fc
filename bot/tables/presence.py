"""Tracks missed deadlines of players, and seats that stay out for the rest of a phase."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.pre_orders import PreOrders
from bot.tables.bus import Bus
from bot.tables.events import DeadlinePassed
from bot.tables.live import LiveTable
from bot.tables.registry import Tables
from bot.tables.table_data import by_computer
from storage import Database


@dataclass(eq=False, repr=False)
class Presence:
    """A service that stores whether players answer in time; the caller holds the table's lock."""

    _db: Database
    _tables: Tables
    _bus: Bus

    async def is_here(self, live: LiveTable, seat: str) -> None:
        """Resets the count of missed deadlines of a player who has answered, and ends votes about their absence."""
        if live.seat(seat).absences:
            await self._db.vacancies.reset_absences(live.id, seat, live.asked_about(seat))
            await self._tables.refresh(live)

    async def was_late(self, live: LiveTable, seat: str, kind: str, silence: str | None) -> None:
        """Counts a deadline that a player has missed, and publishes DeadlinePassed.

        If the silence lets a seat stay out of the rest of the phase, stores that it does.
        """
        if live.row.phase != "running" or by_computer(live.seat(seat)):
            return
        await self._db.seats.set_absences(live.id, seat, live.seat(seat).absences + 1)
        await self._tables.refresh(live)
        self._bus.publish(DeadlinePassed(live.id, seat))
        if silence is not None and live.game_ui.get(PreOrders).may_stay_out_after(kind, silence):
            await self.stays_out(live, seat, True)

    async def stays_out(self, live: LiveTable, seat: str, out: bool) -> None:
        """Stores whether a seat stays out, which means that it is not asked again, for the rest of the epoch."""
        if live.row.phase != "running":
            return
        await self._db.orders.set_staying_out(live.id, seat, live.epoch() if out else None)
        await self._tables.refresh(live)
