"""The policies of computer players: the value of each key in points, for *normal* and for *easy*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.decisions import PASS
from rules.kralovske_rosady.cards import VALUES, symbol_of, value_of
from rules.kralovske_rosady.features import LETTERS, Lying, chances_of, lying, worth_of
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
    kind, keys = asked.kind, asked.keys
    if kind == "play":
        return [features.laying(key) for key in keys]
    if kind == "disguise":
        return [features.tucking(key, asked.about["column"]) for key in keys]
    if kind == "betray":
        return [features.swapping(key, asked.about["column"]) for key in keys]
    return [0.0] * len(keys)


class Column:
    """A column as one seat sees it."""

    __slots__ = ("cards", "closed", "letters", "now", "points", "turned", "worth")

    def __init__(self, column: Mapping[str, Any], seat: str, have: tuple[str, ...]) -> None:
        point: str = column["point"]
        cards: Sequence[Mapping[str, Any]] = column["cards"]
        symbol = symbol_of(point)
        self.cards = lying(cards, symbol)
        self.closed: bool = column["closed"]
        self.letters = LETTERS[symbol]
        self.points = value_of(point)
        self.worth = worth_of(point, have)
        self.now: float | None = None
        """The value of the column with its present cards; None until it is computed."""
        self.turned = ""
        """The seat's own face-down card that the next card turns; empty if there is none."""
        if cards:
            last = cards[-1]
            if last["owner"] == seat and not last["up"] and not last["tucked"]:
                self.turned = last["card"]


class Features:
    """The columns as one seat sees them, with methods that compute the gain of each of its keys in points."""

    def __init__(self, asked: Question, temper: Temper) -> None:
        seat, players = asked.seat, asked.view["players"]
        self.seat = seat
        self.have: tuple[str, ...] = tuple(players[seat]["points"])
        self.seen: Sequence[Mapping[str, Any]] = asked.view["columns"]
        self.columns = [Column(column, seat, self.have) for column in self.seen]
        self._threat = temper.threat / (len(players) - 1)
        self._price = temper.price
        self._far = temper.far

    def value(self, column: Column, cards: Lying) -> float:
        """Returns the value of a column for this seat if it has these cards."""
        missing = column.points - len(cards) // 2 if self._far and not column.closed else 0
        found, total = chances_of(str(max(0, missing)) + cards)
        own = found.get(self.seat, 0.0)
        lost = self._threat * (total - own)
        return own * column.worth - lost * float(column.points)

    def now(self, column: Column) -> float:
        """Returns the value of a column with its present cards."""
        now = column.now
        if now is None:
            column.now = now = self.value(column, column.cards)
        return now

    def laying(self, key: str) -> float:
        """Returns the gain of laying a card from the hand at the bottom of a column, less the cost of using that card.

        The card may turn another one. `key`: the card and the number of the column, as `king:2`.
        """
        card, _, number = key.partition(":")
        column = self.columns[int(number) - 1]
        cards = column.cards
        if column.turned == "explorer":
            cards = cards[:-2] + self.seat + column.letters[card]
        elif column.turned != "murderer":
            cards = cards + self.seat + column.letters[card]
        return self.value(column, cards) - self.now(column) - self._price * STRENGTH[card]

    def tucking(self, key: str, number: int) -> float:
        """Returns the gain of placing a card under the seat's own disguise."""
        if key == PASS:
            return 0.0
        column = self.columns[number - 1]
        disguise = column.cards.find(self.seat + column.letters["disguise"])
        place = disguise + 2 if disguise >= 0 else len(column.cards)
        cards = column.cards[:place] + self.seat + column.letters[key] + column.cards[place:]
        return self.value(column, cards) - self.now(column) + 0.3 - self._price * STRENGTH[key]

    def swapping(self, key: str, number: int) -> float:
        """Returns the gain of the traitor's swap of two point cards."""
        if key == "stay":
            return 0.0
        one, other = number - 1, int(key) - 1
        mine, theirs = self.seen[one]["point"], self.seen[other]["point"]
        after = self._with_point(one, theirs) + self._with_point(other, mine)
        return after - self.now(self.columns[one]) - self.now(self.columns[other])

    def _with_point(self, at: int, point: str) -> float:
        """Returns the value of a column if it had that point card."""
        return self.now(Column({**self.seen[at], "point": point}, self.seat, self.have))


STRENGTH: Final[dict[str, float]] = {card: float(SPECIAL.get(card) or VALUES[card] or 10) for card in VALUES}
"""The value by which the cost of using each card is computed."""
