"""Names of cards in play."""

from __future__ import annotations


def name_of(seat: str, code: str, number: int) -> str:
    """`a-rey`, and for a second copy `a-rey-2`."""
    return f"{seat}-{code}" if number == 1 else f"{seat}-{code}-{number}"


def number_of(name: str) -> int:
    """The number of a card in play by its name."""
    _, _, number = name[2:].partition("-")
    return int(number) if number else 1
