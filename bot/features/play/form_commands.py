"""Handlers of the private panel's forms with checkboxes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.play import panel_view
from bot.features.play.commands import PlayHandlers
from bot.features.play.panel_base import PanelBase
from bot.features.play.service import MovePanels, batch_answers, form_of, set_answer
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import modal, press
from bot.tables.live import LiveTable


@dataclass(frozen=True)
class FormHandlers:
    """Handlers of the forms in which a player answers with a set of keys, or with a choice and the set after it."""

    play: PlayHandlers
    panels: MovePanels

    @press("tick", "batch")
    async def _ask(self, press: ComponentContext) -> None:
        _, panel = await self._asked(press)
        form = None if panel is None else form_of(press.custom.verb, panel)
        await (self.panels.what_now(press) if form is None else press.ask(form))

    @modal("ticked")
    async def _ticked(self, press: ComponentContext) -> None:
        live, panel = await self._asked(press)
        await self.play.answer(press, live, () if panel is None else set_answer(press, panel))

    @modal("batched")
    async def _batched(self, press: ComponentContext) -> None:
        live, panel = await self._asked(press)
        await self.play.answer(press, live, () if panel is None else batch_answers(press, panel))

    async def _asked(self, press: ComponentContext) -> tuple[LiveTable, PanelBase | None]:
        """Returns the table and the presser's panel at the step of a form; no panel if the decision is over."""
        live = await press.committed()
        game, seat = live.playing(), live.player(press.user).seat
        if press.custom.number != game.number:
            return live, None
        return live, panel_view.panel_at(live.facts, game, seat, press.words, press.custom.path)
