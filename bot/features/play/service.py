"""The private panels of players at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from discord.ui import LayoutView

from bot.features.play import panel_base, panel_view
from bot.features.play import panel_notices as notices_view
from bot.features.play.open_panels import OpenPanels, help_for, next_panel, wishes_of
from bot.features.play.publisher import Publisher
from bot.interactions.component_context import ComponentContext
from bot.tables.answering import has_answered
from bot.tables.live import LiveTable
from bot.tables.people import People
from bot.tables.refusals import ANSWERED_ELSEWHERE
from bot.texts import N_
from rules.engine import Game

__all__ = ["MovePanels", "Publisher", "next_panel"]

OVER_ALREADY: Final = N_("That decision is over. This is the current one.")


@dataclass(frozen=True)
class MovePanels:
    """Shows the user who has pressed their panel."""

    people: People
    open_panels: OpenPanels

    async def what_now(self, press: ComponentContext) -> None:
        """Shows what is asked now, or whose turn it is, after a press on a panel of a decision that is over."""
        live, help_ = await self.with_help(press)
        await self.show(press, live, help_, note=press.words(OVER_ALREADY))

    async def show(
        self,
        press: ComponentContext,
        live: LiveTable,
        help_: panel_base.Help,
        path: tuple[int, ...] = (),
        chosen: int | None = None,
        *,
        note: str | None = None,
    ) -> None:
        """The presser's panel at a step of what is asked now, or whose turn it is."""
        game, seat = live.playing(), live.player(press.user).seat
        elsewhere = _answered_elsewhere(press, game, seat)
        note = elsewhere or note
        view = panel_view.panel(live.facts, game, seat, path, press.words, chosen=chosen, note=note, help_=help_)
        await self.show_view(press, live, view or notices_view.not_asked(live.facts, game, press.words, note=elsewhere))

    async def show_view(self, press: ComponentContext, live: LiveTable, view: LayoutView) -> None:
        """The presser's panel shows this, made of the table as it stands; where panels stay it follows what comes."""
        game = live.game
        number, told = (game.number, len(game.told)) if game is not None else (0, 0)
        sent = await press.show(view)
        self.open_panels.stands(live, press.user, sent, view, told, number)

    async def with_help(self, press: ComponentContext) -> tuple[LiveTable, panel_base.Help]:
        """The table as it is committed, and how much the presser's panels explain: that is looked up before."""
        wishes = await wishes_of(self.people, press.user, (await press.table()).row.kind)
        live = await press.table()
        return live, help_for(live, press.user, wishes)


def _answered_elsewhere(press: ComponentContext, game: Game, seat: str) -> str:
    """Returns a note if the user has answered this panel's decision in another window, else ''."""
    number = press.custom.number
    return press.words(ANSWERED_ELSEWHERE) if number is not None and has_answered(game, number, seat) else ""
