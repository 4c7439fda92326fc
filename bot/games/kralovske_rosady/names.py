"""The names and values of cards, symbols and columns, and the functions that look them up in a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.context import Context, View
from bot.games.kralovske_rosady.cards import CARDS
from bot.games.kralovske_rosady.symbols import SIGNS, SYMBOLS
from bot.texts import Translator
from rules.kralovske_rosady.cards import HOME, VALUES, printed, symbol_of, value_of

BACK = "🎴"


def number(value: float | None) -> str:
    """Returns a card's value or a sum as text, a half as ½ (the murderer is worth 9½); a dash if it is None."""
    if value is None:
        return "–"
    whole, half = divmod(value, 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def worth(card: str, symbol: str | None = None) -> str:
    """Returns a card's printed value as text, or a text such as `5/15` if its value varies.

    With a symbol, a symbol card has its value below a point card of that symbol: 12 if it is its own, otherwise 8 (K2).
    """
    if symbol is not None and card in HOME:
        return number(printed(card, symbol))
    return CARDS[card].varying or number(VALUES[card])


def viewer(view: View) -> str:
    """Returns the letter of the seat to which a view belongs: the only seat whose hand it contains.

    Raises StopIteration for an onlooker's view.
    """
    players: Mapping[str, Any] = view["players"]
    return next(seat for seat, player in players.items() if "hand" in player)


def count_of_points(view: View, seat: str) -> int:
    """Returns the number of point cards that a seat has taken."""
    points = view["players"][seat]["points"]
    return points if isinstance(points, int) else len(points)


def column_of(view: View, seat: str, card: str) -> int | None:
    """Returns the number of the column that contains that face-up card of that seat; None if none does.

    A seat has each card only once.
    """
    for at, column in enumerate(view["columns"], 1):
        if any((lying["owner"], lying["card"], lying["up"]) == (seat, card, True) for lying in column["cards"]):
            return at
    return None


@dataclass(frozen=True)
class Terms:
    """The names of cards and symbols in one language."""

    t: Translator

    def card(self, card: str) -> str:
        """Returns a card's name."""
        return self.t(CARDS[card].name)

    def cards(self, cards: Sequence[str]) -> str:
        """Returns the names of several cards."""
        return ", ".join(self.card(card) for card in cards)

    def valued(self, card: str, symbol: str | None = None) -> str:
        """Returns a card's name with its value (`worth`)."""
        return f"{self.card(card)} {worth(card, symbol)}"

    def text(self, card: str) -> str:
        """Returns the effect of a card as text."""
        text = CARDS[card].text
        return self.t(text, symbol=self.symbol(HOME[card])) if card in HOME else self.t(text)

    def symbol(self, symbol: str) -> str:
        """Returns a symbol's name with its emoji."""
        return f"{SIGNS[symbol]} {self.t(SYMBOLS[symbol])}"

    def point(self, point: str) -> str:
        """Returns the name of a point card: symbol and points."""
        return f"{self.symbol(symbol_of(point))} {value_of(point)}"


@dataclass(frozen=True, slots=True)
class RosadyContext(Terms, Context):
    """The context of a table of this game, with the names of its cards."""

    def owned(self, seat: str, card: str) -> str:
        """Returns a card's name with the colour and initials of its owner."""
        return f"{self.mark(seat)} {self.card(card)}"

    def prize(self, column: int) -> str:
        """Returns the name of a column's point card."""
        return self.point(self.view["columns"][column - 1]["point"])
