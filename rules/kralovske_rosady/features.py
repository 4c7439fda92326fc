"""Features of columns for computer players: the probable winner, and the value of the point card for each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Any

from rules.kralovske_rosady.cards import SYMBOLS, symbol_of, value_of
from rules.kralovske_rosady.evaluation import below_dragons, full_values, owners_of, printed_values, removal_values
from rules.kralovske_rosady.table import Card

Lying = tuple[tuple[str, str], ...]
"""The cards of a column from the point card downwards, as owner and card."""
Left = Sequence[Card]
UNKNOWN = "storm"
"""The card that represents another player's face-down card: a medium one without an effect at the evaluation."""
NEW_SYMBOL = 0.35
"""The additional points of a point card with a new symbol, for each symbol already owned, as a step to doubling
(K11)."""


def lying(cards: Sequence[Mapping[str, Any]]) -> Lying:
    """Converts the cards of a column in a view to pairs of owner and card, with `UNKNOWN` for face-down cards."""
    return tuple([(card["owner"], card["card"] or UNKNOWN) for card in cards])


@lru_cache(maxsize=100_000)
def chances(cards: Lying, symbol: str, missing: int) -> Mapping[str, float]:
    """Returns the chance of each player with a card in the column to win it.

    `missing`: the number of cards until the column is full.
    """
    standing = _standing([_card(owner, name) for owner, name in cards], symbol)
    if not standing:
        return {}
    warmth = 2.0 + 2.2 * missing
    best = max(standing.values())
    weights = {seat: exp((value - best) / warmth) for seat, value in standing.items()}
    # Another player may still add a card.
    whole = sum(weights.values()) + (0.8 * missing**0.5 if missing > 0 else 0.0)
    return {seat: weight / whole for seat, weight in weights.items()}


@lru_cache(maxsize=1_024)
def _card(owner: str, name: str) -> Card:
    """Returns a card of that owner and name; equal calls share one object, because it is only read."""
    return Card(owner, name)


def _standing(cards: Left, symbol: str) -> dict[str, float]:
    """Returns how well each player is placed in the column now, mostly the sum of K14; higher is better.

    Under a beggar the sums are negative.
    """
    names = {card.name for card in cards}
    if "musketeers" in names:
        return _sums(cards, printed_values(cards, symbol), lowest=False)
    left = cards
    if "mage" in names:
        left = _cleared(left, symbol, "mage", lambda _, value: value >= 10)
    if "witch" in names:
        left = _cleared(left, symbol, "witch", lambda name, value: value <= 9 and name != "witch")
    if "prince" in names and "squire" in names:
        couples = [seat for seat in owners_of(left, "prince") if seat in owners_of(left, "squire")]
        if couples:
            return {couples[0]: 30.0} | {card.owner: 0.0 for card in left if card.owner != couples[0]}
    values = below_dragons(left, full_values(left, symbol))
    return _sums(left, values, lowest="beggar" in names and bool(owners_of(left, "beggar")))


def _cleared(cards: Left, symbol: str, who: str, falls: Callable[[str, float], bool]) -> Left:
    if len(owners_of(cards, who)) != 1:
        return cards
    values = removal_values(cards, symbol)
    return [
        card for card, value in zip(cards, values, strict=True) if value is None or not falls(card.name, value)
    ]  # fmt: skip


def _sums(cards: Left, values: Sequence[float | None], *, lowest: bool) -> dict[str, float]:
    """Returns each player's sum, and a fraction that decides ties; the sums are negative if the lowest one wins.

    A tie goes to the card nearest the point card, with a beggar to the farthest.
    """
    sums: dict[str, float] = {}
    for at, (card, value) in enumerate(zip(cards, values, strict=True)):
        if value is not None:
            place = 0.3 if card.owner not in sums else 0.0
            sums[card.owner] = sums.get(card.owner, place / (1 + at)) + value
    return {seat: -value for seat, value in sums.items()} if lowest else sums


@lru_cache(maxsize=100_000)
def worth_of(point: str, have: tuple[str, ...]) -> float:
    """Returns the value of a point card, in points, for a player who has the point cards `have`."""
    symbols = {symbol_of(card) for card in have}
    worth = float(value_of(point))
    if symbol_of(point) not in symbols:
        return worth + NEW_SYMBOL * len(symbols) + (4.0 if len(symbols) == len(SYMBOLS) - 1 else 0.0)
    return worth


@lru_cache(maxsize=200_000)
def value_of_column(
    cards: Lying, point: str, seat: str, have: tuple[str, ...], threat: float, far: bool
) -> float:  # fmt: skip
    """Returns the value, in points, of a column for a seat that has the point cards `have`.

    `threat`: the weight of a point that another player takes. `far`: whether cards may still come.
    """
    missing = max(0, value_of(point) - len(cards)) if far else 0
    found = chances(cards, symbol_of(point), missing)
    own = found.get(seat, 0.0)
    lost = threat * (sum(found.values()) - own)
    return own * worth_of(point, have) - lost * value_of(point)
