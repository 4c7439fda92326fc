"""The cards as data: 25 influence cards in each colour, and 36 point cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

Number = int | float
"""The type of values: whole numbers except the murderer's; printed as they are."""

VALUES: Mapping[str, Number | None] = {
    "king": 20, "queen": 16, "julia": 14,
    "alchemist": 8, "swordsman": 8, "landowner": 8, "merchant": 8, "cardinal": 8, "troubadour": 8,
    "explorer": 13, "murderer": 9.5, "storm": 9, "disguise": 0, "traitor": 10,
    "musketeers": 11, "mage": 7, "witch": 1, "prince": 14, "squire": 2,
    "hermit": 12, "tom_thumb": 2, "double": None, "dragon": 11, "romeo": 5, "beggar": 4,
}  # fmt: skip
"""The influence cards in canonical order -> their printed values; the double has none."""

CARDS = tuple(VALUES)

SYMBOLS = ("alchemy", "warfare", "farming", "trade", "religion", "art")
HOME = dict(zip(("alchemist", "swordsman", "landowner", "merchant", "cardinal", "troubadour"), SYMBOLS, strict=True))
AT_HOME = 12

POINTS = tuple(f"{symbol}-{value}" for symbol in SYMBOLS for value in (1, 2, 3, 3, 4, 5))
"""All point cards in canonical order."""


def printed(card: str, symbol: str) -> Number | None:
    """Returns the value printed on a card, which is 12 if the column's point card has the card's own symbol (K2).

    The 12 is not an effect. Returns None for the double.
    """
    return AT_HOME if HOME.get(card) == symbol else VALUES[card]


@lru_cache(maxsize=256)
def symbol_of(point: str) -> str:
    """Returns the symbol of a point card: `art` of `art-3`."""
    return point.partition("-")[0]


@lru_cache(maxsize=256)
def value_of(point: str) -> int:
    """Returns the points of a point card: 3 of `art-3`."""
    return int(point.partition("-")[2])
