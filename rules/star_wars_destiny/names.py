"""Names of cards in play."""

from __future__ import annotations


def name_of(seat: str, code: str, number: int) -> str:
    """Returns the name of a card in play: `a-rey`, for a second copy `a-rey-2`."""
    return f"{seat}-{code}" if number == 1 else f"{seat}-{code}-{number}"


def number_of(name: str) -> int:
    """Returns the copy number in the name of a card in play: 2 for `a-rey-2`, 1 for `a-rey`."""
    _, _, number = name[2:].partition("-")
    return int(number) if number else 1
