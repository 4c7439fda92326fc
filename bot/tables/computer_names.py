"""Names of computer players, short enough for the name boxes in all pictures."""

from __future__ import annotations

from itertools import count

from bot.games.levels import LABELS
from bot.tables.live import LiveTable
from bot.texts import translator_for


def computer_name(live: LiveTable, but: str = "") -> str:
    """Returns the name of a new computer player in the table's language: `Computer` and the first free number.

    `but`: the seat that gets the name. Messages append the level (`Seat.mention`).
    """
    taken, said = {seat.name for seat in live.seats if seat.seat != but}, translator_for(live.row.language)
    for number in count(1):
        name = said("Computer {number}", number=number)
        # Tables that were opened by an older version have the level in the name.
        if taken.isdisjoint((name, *(f"{name} ({said(label.name)})" for label in LABELS.values()))):
            return name
    raise AssertionError("numbers have no end")
