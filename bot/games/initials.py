"""The marks by which texts and pictures name the players of a table: their initials, or their seats' letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_END_OF_LATIN = 0x180
"""The first character after the Latin letters that the font of the pictures has."""


@lru_cache(1024)
def initials(names: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Returns the mark of each seat, given pairs of a seat's letter and its player's name.

    The marks are the players' initials if all names begin with Latin letters that differ even without accents;
    otherwise, the mark of every seat is its own capital letter.
    """
    marks = {seat: _initial(name) for seat, name in names}
    if all(marks.values()) and len({_plain(mark) for mark in marks.values()}) == len(marks):
        return marks
    return {seat: seat.upper() for seat in marks}


def _initial(name: str) -> str:
    """Returns the first letter of a name as a capital; an empty text if that is no Latin letter."""
    first = name[:1]
    is_latin = first != "" and ord(first) < _END_OF_LATIN and unicodedata.name(first, "").startswith("LATIN ")
    return first.upper()[0] if is_latin else ""


def _plain(letter: str) -> str:
    """Returns the letter without its accent, which is hard to see in a small picture."""
    return unicodedata.normalize("NFD", letter)[0]
