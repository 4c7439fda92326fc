"""The short marks by which texts and pictures name the players of a table: their initials."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_END_OF_LATIN = 0x180
"""The first character after the Latin letters that the font of the pictures has."""


@lru_cache(1024)
def initials(names: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Returns the mark of each seat, given pairs of a seat's letter and its player's name; no two marks are equal.

    A mark is the first letter of the name, the first two if others share it, or the first with a number if that does
    not tell them apart either. A name that does not begin with a Latin letter counts as the letter of its seat.
    """
    begins = {seat: _beginning(name) or seat.upper() for seat, name in names}
    marks: dict[str, str] = {}
    for first in dict.fromkeys(_plain(begin)[0] for begin in begins.values()):
        seats = [seat for seat, begin in begins.items() if _plain(begin)[0] == first]
        marks.update(zip(seats, _told_apart([begins[seat] for seat in seats]), strict=True))
    return marks


def _told_apart(begins: list[str]) -> Iterable[str]:
    """Returns the marks of players whose initials look the same."""
    if len(begins) == 1:
        return [begins[0][0]]
    if len({_plain(begin) for begin in begins}) == len(begins):
        return begins
    return [f"{begin[0]}{number}" for number, begin in enumerate(begins, 1)]


def _beginning(name: str) -> str:
    """Returns the first letter of a name as a capital, and the second if it is a letter; empty without a letter."""
    first, second = name[:1], name[1:2]
    if not _is_latin(first):
        return ""
    return first.upper()[0] + (second.lower() if _is_latin(second) else "")


def _is_latin(letter: str) -> bool:
    return letter != "" and ord(letter) < _END_OF_LATIN and unicodedata.name(letter, "").startswith("LATIN ")


def _plain(begin: str) -> str:
    """Returns the text without accents: they are hard to see in a small picture."""
    return "".join(unicodedata.normalize("NFD", letter)[0] for letter in begin)
