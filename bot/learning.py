"""Newcomers: who is one, and the walk-through that comes by direct message."""

from __future__ import annotations

from typing import Any

from bot import showing
from bot.boards import BOARDS
from bot.discords import Interaction
from bot.hands import send
from bot.house import House
from bot.refusals import Refused
from bot.replying import ack, in_place, more, reply
from bot.tables import LiveTable
from bot.texts import Words, later

FIRST_ANSWERS = 1
"""After so many answers of a seat its first real panel has been seen."""


async def help_for(house: House, live: LiveTable, user: int) -> showing.Help:
    """How much the user's panels explain: hints in a first game, the walk-through at its beginning."""
    new = live.game is not None and await house.people.is_new(user, live.row.kind)
    answers = sum(entry.seat == live.seat_of(user).seat for entry in live.game.entries) if live.game else 0
    return showing.Help(new or live.board.first_game(live.row.options), new and answers <= FIRST_ANSWERS)


async def begin_lessons(house: House, interaction: Interaction, kind: str, words: Words) -> None:
    """The first page by direct message; here, privately, for whoever takes none."""
    await ack(interaction)
    view = showing.lesson(BOARDS[kind], kind, 0, words)
    if (await house.people.person(interaction.user.id)).dms and await send(house.client, interaction.user.id, view):
        view = showing.say(words("I have sent you the walk-through as a direct message."))
    # A press may come from a panel that must stay.
    await (reply if interaction.message is None else more)(interaction, view)


async def turn_page(interaction: Interaction, kind: int, page: int, words: Words) -> None:
    """Another page in place of the one that was pressed on; raises Refused."""
    kinds = list(BOARDS)
    if kind >= len(kinds) or not _is_page(interaction):
        raise Refused(later("There is no such page."))
    view = showing.lesson(BOARDS[kinds[kind]], kinds[kind], page, words)
    await in_place(interaction, view)


def _is_page(interaction: Interaction) -> bool:
    """Whether the pressed message really has that button: a forged press turns nothing."""
    rows = interaction.message.components if interaction.message is not None else []
    shown = [getattr(part, "custom_id", None) for row in rows for part in getattr(row, "children", ())]
    data: Any = interaction.data
    return data.get("custom_id") in shown
