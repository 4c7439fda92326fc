"""The selects and buttons of a private panel that give or cancel standing orders, for example automatic passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.features.orders.service import StandingOrders
from bot.features.orders.view import orders_for
from bot.features.play import panel_view
from bot.features.play.service import MovePanels, next_panel
from bot.games.confirmation import ALWAYS
from bot.games.log import outcome
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import press
from bot.measuring.parsing import parse_int
from bot.tables.people import People
from bot.tables.referee import Referee
from bot.tables.refusals import Refused
from bot.tables.registry import Tables
from bot.texts import N_
from rules.errors import NotAsked, StaleNumber

NOTED: Final = N_("Saved. `/profile` shows your standing orders.")
MAX_CHOSEN: Final = 25


@dataclass(frozen=True)
class OrderHandlers:
    """Handlers of standing orders given in the private panel."""

    tables: Tables
    people: People
    referee: Referee
    standing_orders: StandingOrders
    panels: MovePanels

    @press("ahead", "ahead_do")
    async def _ahead(self, press: ComponentContext) -> None:
        """Stores a standing order at once, or asks for a Confirm if the user's settings want one."""
        mask = press.custom.chosen
        if mask is None:
            mask = _chosen(press.values)
        wish = (await self.people.person(press.user)).confirm
        live = await press.table()
        game, seat, custom = live.playing(), live.player(press.user).seat, press.custom
        if wish == ALWAYS and custom.verb == "ahead" and custom.number == game.number:
            panel = panel_view.panel_at(live.facts, game, seat, press.words)
            view = None if panel is None else panel.shown_order(next(iter(custom.path), 0), mask)
            if view is not None:
                await self.panels.show_view(press, live, view)
                return
        await self._give(press, mask)

    async def _give(self, press: ComponentContext, mask: int) -> None:
        await press.ack()
        live = await self.tables.get(press.custom.game)
        game, seat, number = live.playing(), live.player(press.user).seat, press.custom.number
        panel = panel_view.panel_at(live.facts, game, seat, press.words) if number == game.number else None
        meant = None if panel is None else panel.order_of(next(iter(press.custom.path), 0), mask)
        if meant is None or number is None:
            await self.panels.what_now(press)
            return
        ahead, standing = meant
        told = len(game.told)
        with self.panels.open_panels.answering(live, press.user):
            try:
                await self.standing_orders.order(
                    live.id, number, press.user, ahead.topic, standing, lasting=ahead.lasting
                )
            except (StaleNumber, NotAsked):
                await self.panels.what_now(press)
                return
            await self._shows(press, told)

    @press("ask_again")
    async def _ask_again(self, press: ComponentContext) -> None:
        """Cancels the orders that were given for this phase."""
        await press.ack()
        live = await self.tables.get(press.custom.game)
        told = len(live.playing().told)
        await self.standing_orders.ask_again(live.id, press.user)
        await self._shows(press, told, press.words(N_("You will be asked again in this phase.")))

    @press("order_here")
    async def _order_here(self, press: ComponentContext) -> None:
        """Sets the standing order for windows that was chosen in a select of a window's panel."""
        await press.ack()
        live = await self.tables.get(press.custom.game)
        game, value = live.playing(), press.value
        live.player(press.user)
        if value not in orders_for(live.game_ui):
            raise Refused(UNKNOWN)
        told = len(game.told)
        with self.panels.open_panels.answering(live, press.user):
            await self.referee.set_order(live.id, press.user, value)
            await self._shows(press, told)

    async def _shows(self, press: ComponentContext, told: int, done: str = "") -> None:
        """Shows the confirmation of an order together with the present question."""
        live, help_ = await self.panels.with_help(press)
        game = live.game
        if game is None:
            return
        seat = live.seat_of(press.user).seat
        note = done or outcome(live.facts, game, seat, told, press.words) or press.words(NOTED)
        await self.panels.show_view(press, live, next_panel(live, game, seat, press.words, f"✅ {note}", help_))


def _chosen(values: list[str]) -> int:
    """Returns the chosen indices of a select as a bit set; raises Refused if they are invalid."""
    found = {parse_int(one) for one in values}
    if not found or not all(one is not None and one < MAX_CHOSEN for one in found):
        raise Refused(UNKNOWN)
    return sum(1 << one for one in found if one is not None)
