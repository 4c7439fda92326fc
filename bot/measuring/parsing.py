"""What counts as a number where somebody has typed, chosen or forged it.

`str.isdigit` takes `²` for a digit, `int` takes `١٢` for twelve: neither is asked alone.
"""

from __future__ import annotations

from typing import Final

MAX_DIGITS: Final = 9
"""Digits that any number of ours has at most, where nothing else is said."""


def parse_int(text: str, longest: int = MAX_DIGITS) -> int | None:
    """The number that a text of plain digits spells, so many at most; None for any other text."""
    return int(text) if len(text) <= longest and text.isascii() and text.isdigit() else None
