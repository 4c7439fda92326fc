"""The organiser's word about a table of a tournament: its result corrected, or given where there is none."""

from __future__ import annotations

from typing import Final

from bot.interactions.press import UNKNOWN, Press, Verbs
from bot.interactions.tournament import must_organise, state_of
from bot.messages.reply import ack
from bot.tables.refusals import Refused
from bot.tables.tournaments import table_of
from bot.texts import later
from bot.views import say, tournament
from storage import TableRow, TournamentPhase, TournamentState

ROUND_AND_TABLE: Final = ("round", "table")
UNREADABLE: Final = later(
    "I cannot read that: one line for each player, as they stood there, with the place or - before the name."
)


async def _meant(press: Press) -> TournamentState:
    """The running tournament of whoever may rule; raises Refused or TournamentPhase."""
    state = await state_of(press)
    must_organise(press.interaction, state)
    if state.row.phase != "running":
        raise TournamentPhase(state.row.phase)
    return state


async def _rule_button(press: Press) -> None:
    await ack(press.interaction)
    state = await _meant(press)
    await press.app.replies.reply(press.interaction, tournament.which_table(state, press.words))


async def _picked(press: Press) -> None:
    """A form opens for the table that was chosen."""
    state = await _meant(press)
    if len(press.way) != len(ROUND_AND_TABLE):
        raise Refused(UNKNOWN)
    number, table = press.way
    await press.ask(tournament.ruling(state, number, table_of(state, number, table), press.words))


async def _ruled(press: Press) -> None:
    """What the organiser has written stands, and everybody sees it."""
    await ack(press.interaction)
    state = await _meant(press)
    number, table = _table(press)
    found: TableRow = table_of(state, number, table)
    places = tournament.typed_places(press.typed(tournament.PLACES), found.users)
    if places is None:
        raise Refused(UNREADABLE)
    await press.app.tournaments.rule(state.row.id, number, table, press.user, places)
    await press.app.tournament_messages.show(state.row.id)
    await press.app.replies.reply(press.interaction, say(press.words("The result is noted; everybody sees it.")))


def _table(press: Press) -> tuple[int, int]:
    """The round and the table that a form is about; raises Refused."""
    path = press.custom.path
    if len(path) != len(ROUND_AND_TABLE):
        raise Refused(UNKNOWN)
    return path[0], path[1]


FORMS: Final = frozenset({"t_ruled"})
VERBS: Final[Verbs] = {"t_rule": _rule_button, "t_rule_pick": _picked, "t_ruled": _ruled}
