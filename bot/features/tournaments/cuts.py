"""The button and the form with which players add their own texts (cuts) to a tournament's draws, before round 1."""

from __future__ import annotations

from dataclasses import dataclass

from bot import views
from bot.features.cuts import view as cuts_view
from bot.features.tournaments.commands import TournamentHandlers
from bot.features.tournaments.service import Tournaments
from bot.features.tournaments.tournament_message import TournamentMessages
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import modal, press
from bot.messages.reply import Replies, ack
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import message
from storage import NotInTournament, TournamentPhase


@dataclass(frozen=True)
class TournamentCutHandlers:
    """Handlers of the button *Cut the deck* of a tournament, and of the form in which a player types the text."""

    tournaments: Tournaments
    replies: Replies
    tournament_messages: TournamentMessages
    tournament_handlers: TournamentHandlers

    @press("t_cut")
    async def _cut_button(self, press: ComponentContext) -> None:
        state = await self.tournament_handlers.state_of(press)
        if state.row.phase != "open":
            raise TournamentPhase(state.row.phase)
        own = next((one for one in state.entrants if one.user == press.user), None)
        if own is None:
            raise NotInTournament
        await press.ask(cuts_view.cut_form(CustomId(NO_GAME, "t_cut_typed", state.row.id), own.cut, press.words))

    @modal("t_cut_typed")
    async def _cut_form(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state = await self.tournament_handlers.state_of(press)
        text = views.quotable(press.typed(cuts_view.TEXT), cuts_view.MOST)
        await self.tournaments.cut(state.row.id, press.user, text)
        await self.tournament_messages.show(state.row.id)
        shown = message(cuts_view.about(press.words), cuts_view.own(text or None, press.words))
        await self.replies.reply(press.interaction, shown)
