"""Decides the winner of a column at the end of a round, in the order of K14."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.kralovske_rosady import events
from rules.kralovske_rosady.cards import Number, printed
from rules.kralovske_rosady.table import Card, Column, Table

Cards = Sequence[Card]
Values = list[Number | None]
"""One value for each card of a column, in its order; None for a double without a value."""


def winner_of(table: Table, column: Column) -> str | None:
    """Returns the seat that wins a column, or None (K7), and tells the events of the evaluation; moves no cards.

    The order of K14: musketeers; mage, witch, prince and squire; values, dragons, and the sums.
    """
    cards: Cards = tuple(column.cards)
    names = {card.name for card in cards}
    if "musketeers" in names:
        table.tell(events.musketeers, column.number, owners_of(cards, "musketeers"))
        values = printed_values(cards, column.symbol)
        return _by_sums(table, column, cards, values, values, lowest=False)
    if "mage" in names:
        cards = _cleared(table, column, cards, "mage", lambda _, value: value >= 10)
    if "witch" in names:
        cards = _cleared(table, column, cards, "witch", lambda name, value: value <= 9 and name != "witch")
    if "prince" in names and (couples := _couples(cards)):
        table.tell(events.prince_and_squire, column.number, cards, couples)
        return couples[0]
    full = full_values(cards, column.symbol)
    return _by_sums(table, column, cards, full, below_dragons(cards, full), lowest=bool(owners_of(cards, "beggar")))


# Mage, witch, prince and squire


def _cleared(
    table: Table, column: Column, cards: Cards, who: str, falls: Callable[[str, Number], bool]
) -> Cards:  # fmt: skip
    """Returns the cards that are left after a mage or a witch (K3) and tells the event of their effect.

    Two mages, or two witches, cancel each other (K4).
    """
    owners = owners_of(cards, who)
    if len(owners) != 1:
        if owners:
            table.tell(events.cancel_each_other, column.number, who, owners)
        return cards
    values = removal_values(cards, column.symbol)
    fallen = [card for card, value in zip(cards, values, strict=True) if value is not None and falls(card.name, value)]
    table.tell(events.removes, owners[0], column.number, who, fallen)
    return [card for card in cards if card not in fallen]


def _couples(cards: Cards) -> list[str]:
    """Returns the seats that have both prince and squire in the column, nearest the point card first (K9)."""
    princes, squires = owners_of(cards, "prince"), owners_of(cards, "squire")
    royal = [card.owner for card in cards if card.name in ("prince", "squire")]
    return [seat for seat in dict.fromkeys(royal) if seat in princes and seat in squires]


def owners_of(cards: Cards, name: str) -> list[str]:
    """Returns the seats that have a card of that name among the cards, once for each of them."""
    return [card.owner for card in cards if card.name == name]


# Values


def printed_values(cards: Cards, symbol: str) -> Values:
    """Returns the values that count under musketeers; the double has none (K2)."""
    return [printed(card.name, symbol) for card in cards]


def removal_values(cards: Cards, symbol: str) -> Values:
    """Returns the values by which mage and witch remove cards: printed values; a double has that of the card it copies
    (K3).
    """
    return _copied(cards, printed_values(cards, symbol))


def full_values(cards: Cards, symbol: str) -> Values:
    """Returns the values with all effects except the dragons'; doubles come last (K14)."""
    others = len(cards) - 1
    values: Values = []
    for card in cards:
        match card.name:
            case "hermit":
                values.append(12 - others)
            case "tom_thumb":
                values.append(2 + 3 * others)
            case "romeo" if card.owner in owners_of(cards, "julia"):
                values.append(15)
            case name:
                values.append(printed(name, symbol))
    return _copied(cards, values)


def _copied(cards: Cards, values: Values) -> Values:
    """Gives each double in a list of values, from the bottom up, the value of the card below it; returns the list.

    A double at the bottom has no value (K8).
    """
    below: Number | None = None
    for at in range(len(cards) - 1, -1, -1):
        if cards[at].name == "double":
            values[at] = below
        below = values[at]
    return values


def below_dragons(cards: Cards, values: Values) -> Values:
    """Returns the values after the dragons: each takes 2 from each card of other players, but not below 0 (K10)."""
    dragons = owners_of(cards, "dragon")
    return [
        None if value is None else max(0, value - 2 * (len(dragons) - dragons.count(card.owner)))
        for card, value in zip(cards, values, strict=True)
    ]


# Sums


def _by_sums(table: Table, column: Column, cards: Cards, full: Values, values: Values, *, lowest: bool) -> str | None:
    """Returns the winner by sums and tells the sums: the highest wins, or the lowest with a beggar (K10).

    A seat without a value cannot win; without any value it returns None (K7).
    """
    sums: dict[str, Number] = {}
    for card, value in zip(cards, values, strict=True):
        if value is not None:
            sums[card.owner] = sums.get(card.owner, 0) + value
    table.tell(events.counts, column.number, cards, full, values, sums, lowest)
    if not sums:
        return None
    best = min(sums.values()) if lowest else max(sums.values())
    return _nearest(cards, [seat for seat, value in sums.items() if value == best], lowest=lowest)


def _nearest(cards: Cards, tied: Sequence[str], *, lowest: bool) -> str:
    """Returns the winner of a tie: the tied seat with the card nearest the point card, or with a beggar the farthest.

    Each of a seat's cards counts, also one without a value (K14).
    """
    return next(card.owner for card in (reversed(cards) if lowest else cards) if card.owner in tied)
