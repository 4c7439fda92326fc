"""What a computer at a table is called: by a number and by how well it plays."""

from __future__ import annotations

from itertools import count

from bot.games.levels import NAMES
from bot.tables.live import LiveTable
from bot.texts import words


def computer_name(live: LiveTable, level: str, but: str = "") -> str:
    """`Computer 1 (hard)`, `Computer 2 (easy)` … in the table's language: the first number that nobody else has.

    `but`: the seat that is named anew.
    """
    taken, said = {seat.name for seat in live.seats if seat.seat != but}, words(live.row.language)
    for number in count(1):
        names = {
            one: said("Computer {number} ({level})", number=number, level=said(word)) for one, word in NAMES.items()
        }
        if taken.isdisjoint(names.values()):
            return names[level]
    raise AssertionError("numbers have no end")
