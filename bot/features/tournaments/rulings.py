"""Rulings of a tournament's organiser: results of tables, and letting a removed player join again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.features.tournaments import view as tournament_view
from bot.features.tournaments.commands import TournamentHandlers, must_organise
from bot.features.tournaments.service import Tournaments, table_of
from bot.features.tournaments.tournament_message import TournamentMessages
from bot.interactions.component_context import UNKNOWN, ComponentContext
from bot.interactions.handlers import modal, press
from bot.messages.reply import Replies, ack
from bot.tables.refusals import Refused
from bot.texts import N_
from bot.views import say
from storage import TableRow, TournamentPhase, TournamentState

UNREADABLE: Final = N_("I cannot read that. Keep one line for each player, with the final place or - before the name.")


@dataclass(frozen=True)
class RulingHandlers:
    """Handlers of the components with which an organiser corrects a table's result or admits a removed player."""

    tournaments: Tournaments
    replies: Replies
    tournament_messages: TournamentMessages
    tournament_handlers: TournamentHandlers

    async def _meant(self, press: ComponentContext) -> TournamentState:
        """Returns the running tournament that the user rules; raises Refused, UnknownTournament, TournamentPhase."""
        state = await self.tournament_handlers.state_of(press)
        must_organise(press.interaction, state)
        if state.row.phase != "running":
            raise TournamentPhase(state.row.phase)
        return state

    @press("t_admit")
    async def _admit_button(self, press: ComponentContext) -> None:
        """Lets a removed user join the tournament again; the user then comes back by a button of their own."""
        await ack(press.interaction)
        state = await self.tournament_handlers.state_of(press)
        must_organise(press.interaction, state)
        if press.custom.chosen is None:
            raise Refused(UNKNOWN)
        await self.tournaments.admit(state.row.id, press.custom.chosen)
        player = f"<@{press.custom.chosen}>"
        if state.row.phase == "open":
            text = press.words("{player} can join this tournament again.", player=player)
        else:
            text = press.words(
                "{player} can come back. They press *Drop out* below the tournament, then *Come back*.", player=player
            )
        await self.replies.reply(press.interaction, say(text))

    @press("t_rule")
    async def _rule_button(self, press: ComponentContext) -> None:
        await ack(press.interaction)
        state = await self._meant(press)
        await self.replies.reply(press.interaction, tournament_view.which_table(state, press.words))

    @press("t_rule_pick")
    async def _picked(self, press: ComponentContext) -> None:
        """Opens the form for the places at the chosen table; raises Refused if there is no such table."""
        state = await self._meant(press)
        if len(press.way) != 2:
            raise Refused(UNKNOWN)
        number, table = press.way
        await press.ask(tournament_view.ruling(state, number, table_of(state, number, table), press.words))

    @modal("t_ruled")
    async def _ruled(self, press: ComponentContext) -> None:
        """Stores the typed places as a ruling and shows them; raises Refused if the text cannot be read."""
        await ack(press.interaction)
        state = await self._meant(press)
        if len(press.custom.path) != 2:
            raise Refused(UNKNOWN)
        number, table = press.custom.path
        found: TableRow = table_of(state, number, table)
        places = tournament_view.typed_places(press.typed(tournament_view.PLACES), found.users)
        if places is None:
            raise Refused(UNREADABLE)
        await self.tournaments.rule(state.row.id, number, table, press.user, places)
        await self.tournament_messages.show(state.row.id)
        await self.replies.reply(press.interaction, say(press.words("The result is saved, and everyone sees it.")))
