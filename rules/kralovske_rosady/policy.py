"""The policies of computer players: the value of each key in points, for *normal* and for *easy*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.decisions import PASS
from rules.kralovske_rosady.cards import VALUES
from rules.kralovske_rosady.features import Lying, lying, value_of_column
from rules.players.question import Question

SPECIAL = {"musketeers": 11, "mage": 9, "witch": 8, "prince": 14, "squire": 9, "double": 11, "disguise": 6, "beggar": 9}
"""The values by which the cost of using a card is computed, if the printed ones would mislead."""
PRICE = 0.03
"""The cost of using a card per point of its value, because a strong card is kept for an important column."""
THREAT = 1.0
"""The weight of a point that the only opponent gains; it is divided by the number of opponents."""


class Temper(NamedTuple):
    """The weights by which one level of computer players rates columns."""

    threat: float
    price: float
    far: bool
    """Whether cards that may still come are considered."""


CAREFUL = Temper(THREAT, PRICE, far=True)
BEGINNER = Temper(0.0, 0.0, far=False)


def policy(asked: Question) -> list[float]:
    """Returns the value of each key from all public facts and the seat's own cards, for the level *normal*."""
    return _weights(asked, CAREFUL)


def quick_policy(asked: Question) -> list[float]:
    """Returns the value of each key from the visible columns only, for the level *easy*."""
    return _weights(asked, BEGINNER)


def _weights(asked: Question, temper: Temper) -> list[float]:
    features = Features(asked, temper)
    match asked.kind:
        case "play":
            return [features.laying(*key.split(":")) for key in asked.keys]
        case "disguise":
            return [features.tucking(key, asked.about["column"]) for key in asked.keys]
        case "betray":
            return [features.swapping(key, asked.about["column"]) for key in asked.keys]
    return [0.0] * len(asked.keys)


class Features:
    """The columns as one seat sees them, with methods that compute the gain of each of its keys in points."""

    def __init__(self, asked: Question, temper: Temper) -> None:
        self.seat = asked.seat
        self.temper = temper
        self.columns: Sequence[Any] = asked.view["columns"]
        self.cards = [lying(column["cards"]) for column in self.columns]
        self.have: tuple[str, ...] = tuple(asked.view["players"][asked.seat]["points"])
        self.others = len(asked.view["players"]) - 1
        self._threat = temper.threat / self.others
        self._now: dict[int, float] = {}

    def value(self, at: int, cards: Lying, point: str) -> float:
        """Returns the value of a column for this seat if it has these cards under that point card."""
        far = self.temper.far and not self.columns[at]["closed"]
        return value_of_column(cards, point, self.seat, self.have, self._threat, far)

    def now(self, at: int) -> float:
        """Returns the value of a column with its present cards."""
        if at not in self._now:
            self._now[at] = self.value(at, self.cards[at], self.columns[at]["point"])
        return self._now[at]

    def laying(self, card: str, number: str) -> float:
        """Returns the gain of laying a card from the hand at the bottom of a column, less the cost of using that card.

        The card may turn another one.
        """
        at = int(number) - 1
        cards = (*self.cards[at], (self.seat, card))
        last = self.columns[at]["cards"][-1] if self.cards[at] else None
        if last is not None and last["owner"] == self.seat and not last["up"] and not last["tucked"]:
            cards = self._turned(cards, last["card"])
        gain = self.value(at, cards, self.columns[at]["point"]) - self.now(at)
        return gain - self.temper.price * _strength(card)

    def _turned(self, cards: Lying, name: str) -> Lying:
        """Returns the cards of a column after the last one turned the seat's own card `name` above it."""
        if name == "murderer":
            return cards[:-1]
        if name == "explorer":
            return (*cards[:-2], cards[-1])
        return cards

    def tucking(self, key: str, number: int) -> float:
        """Returns the gain of placing a card under the seat's own disguise."""
        if key == PASS:
            return 0.0
        at = number - 1
        lying = self.cards[at]
        place = lying.index((self.seat, "disguise")) + 1 if (self.seat, "disguise") in lying else len(lying)
        cards = (*lying[:place], (self.seat, key), *lying[place:])
        gain = self.value(at, cards, self.columns[at]["point"]) - self.now(at)
        return gain + 0.3 - self.temper.price * _strength(key)

    def swapping(self, key: str, number: int) -> float:
        """Returns the gain of the traitor's swap of two point cards."""
        if key == "stay":
            return 0.0
        one, other = number - 1, int(key) - 1
        mine, theirs = self.columns[one]["point"], self.columns[other]["point"]
        after = self.value(one, self.cards[one], theirs) + self.value(other, self.cards[other], mine)
        return after - self.now(one) - self.now(other)


def _strength(card: str) -> float:
    return float(SPECIAL.get(card) or VALUES[card] or 10)
