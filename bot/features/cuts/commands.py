"""The button *Fair shuffle* of a lobby, and the form in which a player cuts the deck.

A cut is its player's secret until the game is over: every answer here is private, and no custom_id contains it.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot import views
from bot.features.cuts import view as cuts_view
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import modal, press
from bot.tables.live import LiveTable
from bot.tables.registry import Tables
from bot.views.custom_id import CustomId
from storage import Database


@dataclass(frozen=True)
class CutHandlers:
    """Handlers of the button *Fair shuffle*, and of the button and the form with which a player cuts the deck."""

    db: Database
    tables: Tables

    @press("shuffle")
    async def _shuffle_button(self, press: ComponentContext) -> None:
        await self._show(press, await press.table_here())

    @press("cut")
    async def _cut_button(self, press: ComponentContext) -> None:
        live = await press.table_here()
        cut = live.seat_in_lobby(press.user).cut
        await press.ask(cuts_view.cut_form(CustomId(live.id, "cut_typed"), cut, press.words))

    @modal("cut_typed")
    async def _cut_form(self, press: ComponentContext) -> None:
        await press.ack()
        live = await press.table_here()
        text = views.quotable(press.typed(cuts_view.TEXT), cuts_view.MOST)
        async with self.tables.held(live.id) as live:
            live.seat_in_lobby(press.user)
            await self.db.seats.set_cut(live.id, press.user, text or None)
            await self.tables.publish_change(live)
        await self._show(press, live)

    async def _show(self, press: ComponentContext, live: LiveTable) -> None:
        seat = next((seat for seat in live.seats if seat.user == press.user), None)
        may_cut = seat is not None and live.row.phase == "lobby"
        button = CustomId(live.id, "cut") if may_cut else None
        cut = None if seat is None else seat.cut
        await press.show(cuts_view.seal(live.commitment, cut, button, press.words))
