"""What cards, symbols and columns are called, how they look, and what the cards do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.facts import TableFacts
from bot.games.naming import NamesPeople
from bot.games.protocol import View
from bot.texts import Words, later
from rules.kralovske_rosady.cards import AT_HOME, HOME, VALUES, printed, symbol_of, value_of

COLOURS = {"a": "🔴", "b": "🔵", "c": "🟢", "d": "🟡", "e": "🟣", "f": "🟠"}
BACK = "🎴"

SYMBOLS = {
    "alchemy": later("alchemy"),
    "warfare": later("warfare"),
    "farming": later("farming"),
    "trade": later("trade"),
    "religion": later("religion"),
    "art": later("art"),
}
SIGNS = {"alchemy": "⚗️", "warfare": "⚔️", "farming": "🌾", "trade": "💰", "religion": "⛪", "art": "🎨"}
CARDS = {
    "king": later("King"),
    "queen": later("Queen"),
    "julia": later("Julia"),
    "alchemist": later("Alchemist"),
    "swordsman": later("Swordsman"),
    "landowner": later("Landowner"),
    "merchant": later("Merchant"),
    "cardinal": later("Cardinal"),
    "troubadour": later("Troubadour"),
    "explorer": later("Explorer"),
    "murderer": later("Murderer"),
    "storm": later("Storm"),
    "disguise": later("Disguise"),
    "traitor": later("Traitor"),
    "musketeers": later("Musketeers"),
    "mage": later("Mage"),
    "witch": later("Witch"),
    "prince": later("Prince"),
    "squire": later("Squire"),
    "hermit": later("Hermit"),
    "tom_thumb": later("Tom Thumb"),
    "double": later("Double"),
    "dragon": later("Dragon"),
    "romeo": later("Romeo"),
    "beggar": later("Beggar"),
}
PICTURES = {
    "king": "👑", "queen": "👸", "julia": "🌹", "explorer": "🧭", "murderer": "🔪", "storm": "🌩️", "disguise": "🎭",
    "traitor": "🐍", "musketeers": "🤺", "mage": "🧙", "witch": "🧹", "prince": "🤴", "squire": "🛡️", "hermit": "⛰️",
    "tom_thumb": "🤏", "double": "👥", "dragon": "🐉", "romeo": "💘", "beggar": "🥣",
    **{card: SIGNS[symbol] for card, symbol in HOME.items()},
}  # fmt: skip
VALUE_ONLY = later("No effect: only its value counts.")
AT_ITS_SYMBOL = later("12 under its own symbol ({symbol}), else 8; that is no effect (K2).")
TEXTS = {
    "king": VALUE_ONLY,
    "queen": VALUE_ONLY,
    "julia": later("No effect of her own; with her in the column Romeo of the same colour is worth 15."),
    **dict.fromkeys(HOME, AT_ITS_SYMBOL),
    "explorer": later("When turned: goes to the next open column on the right, face down again (K6)."),
    "murderer": later("When turned: removes the card that turned it."),
    "storm": later("When turned: no more cards come to this column; it counts as filled (K15)."),
    "disguise": later("When turned: you may hide a card of your hand under it until the round ends (K5)."),
    "traitor": later("When turned: you may swap this column's point card with another column's (K15)."),
    "musketeers": later("At the evaluation: cancel all effects here, only printed values count (K2)."),
    "mage": later("At the evaluation: removes every card of 10 and more; several cancel each other (K3, K4)."),
    "witch": later("At the evaluation: removes every card of 9 and less but herself; several cancel (K3, K4)."),
    "prince": later("With the squire of the same colour it takes the column's point card (K9)."),
    "squire": later("With the prince of the same colour it takes the column's point card (K9)."),
    "hermit": later("12, less 1 for each other card in the column, never below 0 (K10)."),
    "tom_thumb": later("2, and 3 more for each other card in the column (K14)."),
    "double": later("Worth as much as the card directly below it in the end; takes no effect over (K8)."),
    "dragon": later("At the evaluation: takes 2 from each card of the others here, never below 0 (K14)."),
    "romeo": later("5; in one column with Julia of the same colour 15 (K14)."),
    "beggar": later("Here the lowest sum takes the point card; in a tie the card farthest down (K10)."),
}
VARYING = {
    **dict.fromkeys(HOME, f"{AT_HOME}/8"),
    "hermit": "12−",
    "tom_thumb": "2+",
    "double": "↓",
    "romeo": "5/15",
}
"""What stands for the value of a card that is worth now this, now that."""


def number(value: float | None) -> str:
    """A value as it is printed, with the murderer's half; a dash where there is none."""
    if value is None:
        return "–"
    whole, half = divmod(value, 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def mark(seat: str) -> str:
    """A player's colour and letter."""
    return f"{COLOURS[seat]}{seat.upper()}"


def marks(seats: Sequence[str]) -> str:
    """Several players' marks, in order."""
    return " ".join(mark(seat) for seat in seats)


def worth(card: str, symbol: str | None = None) -> str:
    """A card's value on its label; below a point card of that symbol 12 or 8, whichever counts there (K2)."""
    if symbol is not None and card in HOME:
        return number(printed(card, symbol))
    return VARYING.get(card) or number(VALUES[card])


def viewer(view: View) -> str:
    """Whose view it is: the only one who sees the own hand."""
    players: Mapping[str, Any] = view["players"]
    return next(seat for seat, player in players.items() if "hand" in player)


def column_of(view: View, seat: str, card: str) -> int | None:
    """The number of the column where that card of that colour lies face up; a colour has each card once."""
    for at, column in enumerate(view["columns"], 1):
        if any((lying["owner"], lying["card"], lying["up"]) == (seat, card, True) for lying in column["cards"]):
            return at
    return None


@dataclass(frozen=True, slots=True)
class Terms:
    """Names things in one language."""

    words: Words

    def card(self, card: str) -> str:
        """A card's name."""
        return self.words(CARDS[card])

    def cards(self, cards: Sequence[str]) -> str:
        """Several cards."""
        return ", ".join(self.card(card) for card in cards)

    def valued(self, card: str, symbol: str | None = None) -> str:
        """A card's name with its value (`worth`)."""
        return f"{self.card(card)} {worth(card, symbol)}"

    def owned(self, seat: str, card: str) -> str:
        """A card with the colour and letter of its owner."""
        return f"{mark(seat)} {self.card(card)}"

    def text(self, card: str) -> str:
        """What a card does."""
        if card in HOME:
            return self.words(AT_ITS_SYMBOL, symbol=self.symbol(HOME[card]))
        return self.words(TEXTS[card])

    def symbol(self, symbol: str) -> str:
        """A symbol's name with its sign."""
        return f"{SIGNS[symbol]} {self.words(SYMBOLS[symbol])}"

    def point(self, point: str) -> str:
        """A point card: symbol and points."""
        return f"{self.symbol(symbol_of(point))} {value_of(point)}"


@dataclass(frozen=True, slots=True)
class Speaker(Terms, NamesPeople):
    """Names things and people at one table."""

    facts: TableFacts
