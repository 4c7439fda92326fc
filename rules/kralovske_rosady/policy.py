"""The policies of computer players: the value of each key in points, for *normal* and for *easy*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rules.decisions import PASS
from rules.kralovske_rosady.cards import VALUES, symbol_of, value_of
from rules.kralovske_rosady.features import LETTERS, Lying, chances_of, letter_of, lying, worth_of
from rules.kralovske_rosady.table import PLAYERS
from rules.players.question import Facts, Question

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
    features = Features(asked.view, asked.seat, temper)
    kind, keys = asked.kind, asked.keys
    if kind == "play":
        return features.layings(keys)
    if kind == "disguise":
        return [features.tucking(key, asked.about["column"]) for key in keys]
    if kind == "betray":
        return [features.swapping(key, asked.about["column"]) for key in keys]
    return [0.0] * len(keys)


class Column:
    """A column as one seat sees it."""

    __slots__ = ("after", "cards", "letters", "me", "missing", "now", "points", "worth")

    def __init__(self, column: Mapping[str, Any], seat: str, have: tuple[str, ...], *, far: bool) -> None:
        point: str = column["point"]
        cards: Sequence[Mapping[str, Any]] = column["cards"]
        symbol = symbol_of(point)
        owners: dict[str, str] = {}
        self.cards = lying(cards, symbol, owners)
        self.me = letter_of(seat, owners)
        """The letter of the seat in texts of this column."""
        self.letters = LETTERS[symbol]
        self.points = value_of(point)
        self.worth = worth_of(point, have)
        self.missing = self.points if far and not column["closed"] else 0
        """The number of cards, with those that are there, until nothing changes any more."""
        self.now: float | None = None
        """The value of the column with its present cards; None until it is computed."""
        turned = ""
        if cards:
            last = cards[-1]
            if last["owner"] == seat and not last["up"] and not last["tucked"]:
                turned = last["card"]
        left = self.cards[:-2] if turned == "explorer" else self.cards
        count = len(left) // 2 + 1
        self.after = "" if turned == "murderer" else f"{max(0, self.missing - count)}{left}{self.me}"
        """The beginning of the text for `chances_of`, without the letter of the card, after the seat lays a card.

        Empty if that card goes to the discards at once. It turns the seat's own card above it.
        """


class Features:
    """The columns as one seat sees them, with methods that compute the gain of each of its keys in points."""

    def __init__(self, view: Facts, seat: str, temper: Temper = CAREFUL) -> None:
        players = view["players"]
        self.seat = seat
        self.have: tuple[str, ...] = tuple(players[seat]["points"])
        self.seen: Sequence[Mapping[str, Any]] = view["columns"]
        self.columns = [Column(column, seat, self.have, far=temper.far) for column in self.seen]
        self._threat = temper.threat / (len(players) - 1)
        self._price = temper.price
        self._far = temper.far

    def value(self, column: Column, cards: Lying) -> float:
        """Returns the value of a column for this seat if it has these cards."""
        return self._value(column, f"{max(0, column.missing - len(cards) // 2)}{cards}")

    def _value(self, column: Column, text: str) -> float:
        """Returns the value of a column for this seat, from a text for `chances_of`."""
        found, total = chances_of(text)
        own = found.get(column.me, 0.0)
        lost = self._threat * (total - own)
        return own * column.worth - lost * float(column.points)

    def now(self, column: Column) -> float:
        """Returns the value of a column with its present cards."""
        now = column.now
        if now is None:
            column.now = now = self.value(column, column.cards)
        return now

    def layings(self, keys: Sequence[str]) -> list[float]:
        """Returns the gain of each key of a turn: of laying a card at the bottom of a column, less the cost of using
        it."""
        gains: list[float] = []
        for key in keys:
            card, at = LAYINGS[key]
            column = self.columns[at]
            gain = 0.0
            if column.after:
                gain = self._value(column, column.after + column.letters[card]) - self.now(column)
            gains.append(gain - self._price * STRENGTH[card])
        return gains

    def tucking(self, key: str, number: int) -> float:
        """Returns the gain of placing a card under the seat's own disguise."""
        if key == PASS:
            return 0.0
        column = self.columns[number - 1]
        disguise = column.cards.find(column.me + column.letters["disguise"])
        place = disguise + 2 if disguise >= 0 else len(column.cards)
        cards = column.cards[:place] + column.me + column.letters[key] + column.cards[place:]
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
        return self.now(Column({**self.seen[at], "point": point}, self.seat, self.have, far=self._far))


LAYINGS: Final[dict[str, tuple[str, int]]] = {
    f"{card}:{at + 1}": (card, at) for card in VALUES for at in range(PLAYERS.stop)
}
"""Each key of a turn -> the card and the place of its column, from 0."""
STRENGTH: Final[dict[str, float]] = {card: float(SPECIAL.get(card) or VALUES[card] or 10) for card in VALUES}
"""The value by which the cost of using each card is computed."""
