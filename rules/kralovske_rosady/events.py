"""The events of Královské rošády: one function per event, public unless it says otherwise.

Each event carries what a reader needs to follow the game without the board. `seat` is the seat that acts or is meant,
`column` a column's number; cards in a list are `{"owner", "card"}`, from the point card downwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.events import ALL, Event
from rules.kralovske_rosady.cards import Number


class Lying(Protocol):
    """A card in a column."""

    owner: str
    name: str


def _all(name: str, **facts: Any) -> Event:
    return Event(ALL, name, facts)


def _cards(cards: Sequence[Lying]) -> list[dict[str, Any]]:
    return [{"owner": card.owner, "card": card.name} for card in cards]


# The course of the game


def starts(seat: str) -> Event:
    """K1: the first player."""
    return _all("starts", seat=seat)


def round_begins(number: int, seat: str | None, points: Sequence[str]) -> Event:
    """The point cards of a round from the left, and who begins."""
    return _all("round_begins", round=number, seat=seat, points=list(points))


def draws(seat: str, count: int) -> Event:
    """A seat draws cards."""
    return _all("draws", seat=seat, count=count)


def drew(seat: str, cards: Sequence[str]) -> Event:
    """To the drawing seat only: the cards."""
    return Event(seat, "drew", {"seat": seat, "cards": list(cards)})


def reshuffles(seat: str, cards: int) -> Event:
    """K13: the own discards become the new pile."""
    return _all("reshuffles", seat=seat, cards=cards)


def skipped(seat: str) -> Event:
    """K13: nothing in hand, so the turn passes on."""
    return _all("skipped", seat=seat)


def plays(seat: str, column: int) -> Event:
    """A card is laid face down."""
    return _all("plays", seat=seat, column=column)


def played(seat: str, column: int, card: str) -> Event:
    """To the player only: the card that was placed."""
    return Event(seat, "played", {"seat": seat, "column": column, "card": card})


def round_ends(number: int, seat: str, filled: bool) -> Event:
    """K12: the seat that ended the round; not filled: no seat has a card in hand any more (K13)."""
    return _all("round_ends", round=number, seat=seat, filled=filled)


# Turned cards


def turned(seat: str, column: int, card: str, by: str) -> Event:
    """A card of `seat` is turned by a card of `by`."""
    return _all("turned", seat=seat, column=column, card=card, by=by)


def explores(seat: str, column: int, target: int) -> Event:
    """K6: the explorer goes on to another column, face down."""
    return _all("explores", seat=seat, column=column, target=target)


def explorer_stays(seat: str, column: int, tired: bool) -> Event:
    """K6: the explorer stays, face up: it has moved often enough (tired), or all other columns are closed."""
    return _all("explorer_stays", seat=seat, column=column, tired=tired)


def murdered(seat: str, column: int, card: str, by: str) -> Event:
    """The murderer of `by` removes the card of `seat` that turned it."""
    return _all("murdered", seat=seat, column=column, card=card, by=by)


def closed(seat: str, column: int) -> Event:
    """A storm of `seat` closes the column."""
    return _all("closed", seat=seat, column=column)


def tucks(seat: str, column: int) -> Event:
    """K5: a card is laid hidden under the disguise."""
    return _all("tucks", seat=seat, column=column)


def tucked(seat: str, column: int, card: str) -> Event:
    """To the disguise's owner only: the card."""
    return Event(seat, "tucked", {"seat": seat, "column": column, "card": card})


def tucks_nothing(seat: str, column: int) -> Event:
    """The disguise stays without a card under it."""
    return _all("tucks_nothing", seat=seat, column=column)


def betrays(seat: str, column: int, point: str, other: int, other_point: str) -> Event:
    """The traitor of `seat` swaps two point cards; they are named at their new places."""
    return _all("betrays", seat=seat, column=column, point=point, other=other, other_point=other_point)


def stays_loyal(seat: str, column: int) -> Event:
    """The traitor's owner does not swap."""
    return _all("stays_loyal", seat=seat, column=column)


# Evaluation


def revealed(column: int, cards: Sequence[Lying]) -> Event:
    """The cards that were face down in a column when the round ended."""
    return _all("revealed", column=column, cards=_cards(cards))


def musketeers(column: int, seats: Sequence[str]) -> Event:
    """All effects in the column are cancelled by the musketeers of these seats."""
    return _all("musketeers", column=column, seats=list(seats))


def cancel_each_other(column: int, card: str, seats: Sequence[str]) -> Event:
    """K4: several mages, or several witches, take no effect."""
    return _all("cancel_each_other", column=column, card=card, seats=list(seats))


def removes(seat: str, column: int, card: str, cards: Sequence[Lying]) -> Event:
    """K3: what the mage or the witch of `seat` removes; maybe nothing."""
    return _all("removes", seat=seat, column=column, card=card, cards=_cards(cards))


def prince_and_squire(column: int, cards: Sequence[Lying], seats: Sequence[str]) -> Event:
    """K9: the cards of the column, and the seats that have both there; the first one wins it."""
    return _all("prince_and_squire", column=column, cards=_cards(cards), seats=list(seats))


def counts(
    column: int,
    cards: Sequence[Lying],
    full: Sequence[Number | None],
    values: Sequence[Number | None],
    sums: Mapping[str, Number],
    lowest: bool,
) -> Event:
    """K14: what each card left counts (null: a double without a value), before dragons `full`, the sums, which wins."""
    counted = [{**card, "value": value} for card, value in zip(_cards(cards), values, strict=True)]
    return _all("counts", column=column, cards=counted, full=list(full), sums=dict(sums), lowest=lowest)


def takes(seat: str | None, column: int, point: str) -> Event:
    """A seat takes the point card of a column; null: no seat, the card leaves the game (K7)."""
    return _all("takes", seat=seat, column=column, point=point)


# The end


def scores(seat: str, cards: Sequence[str], six: Sequence[str], points: int) -> Event:
    """K11: the point cards of a seat, the six that are doubled (empty: the plain sum counts), and their value."""
    return _all("scores", seat=seat, cards=list(cards), six=list(six), points=points)


def over(winners: Sequence[str]) -> Event:
    """The game has ended."""
    return _all("over", winners=list(winners))
