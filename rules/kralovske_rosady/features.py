"""Features of columns for computer players: the probable winner, and the value of the point card for each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Any, Final

from rules.description import SEATS
from rules.kralovske_rosady.cards import AT_HOME, HOME, SYMBOLS, VALUES, symbol_of, value_of

Lying = str
"""The cards of a column from the point card downwards: for each the letter of its owner and its own letter (`LETTERS`).

Cards that count alike have the same letter. A text is looked up and compared faster than a tuple of cards. The letters
of owners are usually given in their order in the column, so that equal columns of other players have the same text.
"""
Owners = dict[str, str]
"""The letter of each seat in the text of a column."""
Chances = tuple[dict[str, float], float]
"""The chance of each player with a card in a column to win it, by letter, and the sum of all these chances."""
UNKNOWN = "storm"
"""The card that represents another player's face-down card: a medium one without an effect at the evaluation."""
NEW_SYMBOL = 0.35
"""The additional points of a point card with a new symbol, for each symbol already owned, as a step to doubling
(K11)."""

OWN_LETTERS: Final[dict[str, str]] = {
    "julia": "J", "musketeers": "M", "mage": "G", "witch": "W", "prince": "P", "squire": "I", "hermit": "H",
    "tom_thumb": "O", "double": "X", "dragon": "R", "romeo": "L", "beggar": "B",
    "king": "K", "queen": "Q", "explorer": "E", "murderer": "U", "storm": "S", "disguise": "D", "traitor": "T",
}  # fmt: skip
"""The letter of each card whose value does not depend on the column's symbol."""
AWAY: Final = "A"
AT_ITS_SYMBOL: Final = "C"
"""The letters of a card with a symbol: under another symbol, and under its own one (K2)."""
LETTERS: Final[dict[str, dict[str, str]]] = {
    symbol: {card: OWN_LETTERS.get(card) or (AT_ITS_SYMBOL if HOME[card] == symbol else AWAY) for card in VALUES}
    for symbol in SYMBOLS
}
"""The letter of each card in a column with that symbol."""
NONE: Final = -1000.0
"""The value of a double without a value."""
PRINTED: Final[dict[str, float]] = {
    **{letter: float(NONE if VALUES[card] is None else VALUES[card] or 0) for card, letter in OWN_LETTERS.items()},
    AWAY: float(VALUES["alchemist"] or 0),
    AT_ITS_SYMBOL: float(AT_HOME),
}
"""The printed value of each letter (K2)."""
NEWCOMER: Final[list[float]] = [0.8 * missing**0.5 for missing in range(10)]
"""The weight of another player who may still add a card, by the number of cards until the column is full."""


def lying(cards: Sequence[Mapping[str, Any]], symbol: str, owners: Owners) -> Lying:
    """Returns the cards of a column in a view, with `UNKNOWN` for face-down cards. `symbol`: the column's symbol.

    `owners`: the letters of seats; owners that are not in it are added with the next letter.
    """
    letters, text = LETTERS[symbol], ""
    for card in cards:
        text += letter_of(card["owner"], owners) + letters[card["card"] or UNKNOWN]
    return text


def letter_of(seat: str, owners: Owners) -> str:
    """Returns the letter of a seat; the next letter if it has none yet, which is added to `owners`."""
    letter = owners.get(seat)
    if letter is None:
        letter = owners[seat] = SEATS[len(owners)]
    return letter


def chances(cards: Lying, missing: int) -> Mapping[str, float]:
    """Returns the chance of each player with a card in the column to win it, by the player's letter in the text.

    `missing`: the number of cards until the column is full.
    """
    return chances_of(f"{missing}{cards}")[0]


@lru_cache(maxsize=30_000)
def chances_of(column: str) -> Chances:
    """Returns the chances in a column: the digit of its missing cards, followed by its cards."""
    missing = int(column[0])
    standing = _standing(column[1::2], column[2::2])
    if not standing:
        return {}, 0.0
    warmth = 2.0 + 2.2 * missing
    best = -1e9
    for value in standing.values():
        best = max(best, value)
    whole = 0.0
    for seat, value in standing.items():
        weight = exp((value - best) / warmth)
        standing[seat] = weight
        whole += weight
    whole += NEWCOMER[missing]
    total = 0.0
    for seat, weight in standing.items():
        chance = weight / whole
        standing[seat] = chance
        total += chance
    return standing, total


def _standing(owners: str, letters: str) -> dict[str, float]:
    """Returns how well each player is placed in the column now, mostly the sum of K14; higher is better.

    Under a beggar the sums are negative. `owners` and `letters`: those of the cards in their order.
    """
    if "M" in letters:
        return _sums(owners, [PRINTED[letter] for letter in letters], lowest=False)
    royal = "P" in letters and "I" in letters
    if letters.count("G") == 1:
        owners, letters = _without(owners, letters, 10.0, 1000.0, "")
    if letters.count("W") == 1:
        owners, letters = _without(owners, letters, 0.0, 9.0, "W")
    if royal and (first := _couple(owners, letters)):
        couple = {first: 30.0}
        for owner in owners:
            couple.setdefault(owner, 0.0)
        return couple
    values = _values(owners, letters)
    dragons = letters.count("R")
    for at in range(len(values)):
        value = values[at]
        if value != NONE:
            others = dragons - _count(owners, letters, owners[at], "R") if dragons else 0
            values[at] = max(0.0, value - 2.0 * others)
    return _sums(owners, values, lowest="B" in letters)


def _without(owners: str, letters: str, least: float, most: float, safe: str) -> tuple[str, str]:
    """Returns the owners and letters of the cards that a mage or a witch leaves (K3).

    Cards with values from `least` to `most` fall, except the letter `safe`.
    """
    values = _copied(letters, [PRINTED[letter] for letter in letters])
    left, names = "", ""
    for at in range(len(values)):
        if not least <= values[at] <= most or letters[at] == safe:
            left += owners[at]
            names += letters[at]
    return left, names


def _couple(owners: str, letters: str) -> str:
    """Returns the seat with a prince and a squire whose prince is nearest the point card; empty if there is none."""
    for at in range(len(letters)):
        if letters[at] == "P" and _count(owners, letters, owners[at], "I"):
            return owners[at]
    return ""


def _count(owners: str, letters: str, owner: str, letter: str) -> int:
    """Returns the number of cards with that letter of that owner."""
    count = 0
    for at in range(len(letters)):
        if letters[at] == letter and owners[at] == owner:
            count += 1
    return count


def _values(owners: str, letters: str) -> list[float]:
    """Returns the values of the cards with all effects except the dragons' (K14)."""
    others = float(len(letters) - 1)
    values: list[float] = []
    for at in range(len(letters)):
        letter = letters[at]
        value = PRINTED[letter]
        if letter == "H":
            value = 12.0 - others
        elif letter == "O":
            value = 2.0 + 3.0 * others
        elif letter == "L" and _count(owners, letters, owners[at], "J"):
            value = 15.0
        values.append(value)
    return _copied(letters, values)


def _copied(letters: str, values: list[float]) -> list[float]:
    """Gives each double in a list of values the value of the card below it; returns the list (K8)."""
    if "X" in letters:
        below = NONE
        for at in range(len(values) - 1, -1, -1):
            if letters[at] == "X":
                values[at] = below
            below = values[at]
    return values


def _sums(owners: str, values: list[float], *, lowest: bool) -> dict[str, float]:
    """Returns each player's sum, and a fraction that decides ties; the sums are negative if the lowest one wins.

    A tie goes to the card nearest the point card, with a beggar to the farthest.
    """
    sums: dict[str, float] = {}
    for at in range(len(values)):
        value = values[at]
        if value != NONE:
            owner = owners[at]
            if owner in sums:
                sums[owner] += value
            else:
                sums[owner] = 0.3 / (1 + at) + value
    if lowest:
        for owner, value in sums.items():
            sums[owner] = -value
    return sums


@lru_cache(maxsize=100_000)
def worth_of(point: str, have: tuple[str, ...]) -> float:
    """Returns the value of a point card, in points, for a player who has the point cards `have`."""
    symbols = {symbol_of(card) for card in have}
    worth = float(value_of(point))
    if symbol_of(point) not in symbols:
        return worth + NEW_SYMBOL * len(symbols) + (4.0 if len(symbols) == len(SYMBOLS) - 1 else 0.0)
    return worth
