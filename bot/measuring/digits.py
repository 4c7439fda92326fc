"""What counts as a number where somebody has typed, chosen or forged it.

`str.isdigit` takes `²` for a digit, `int` takes `١٢` for twelve: neither is asked alone.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = 9
"""Digits that any number of ours has at most, where nothing else is said."""


def plain_number(text: str, longest: int = LONGEST) -> int | None:
    """The number that a text of plain digits spells, so many at most; None for any other text."""
    return int(text) if len(text) <= longest and text.isascii() and text.isdigit() else None
