"""The events of Královské rošády: one function per event, public unless it says otherwise.

Each event contains all facts that are necessary to follow the game without the board. `seat` is the seat that acts or
is meant, `column` a column's number; cards in a list are `{"owner", "card"}`, from the point card downwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.events import ALL, Event
from rules.kralovske_rosady.cards import Number


class Lying(Protocol):
    """The interface of a card in a column: its owner and its name."""

    owner: str
    name: str


def _all(name: str, **facts: Any) -> Event:
    return Event(ALL, name, facts)


def _cards(cards: Sequence[Lying]) -> list[dict[str, Any]]:
    return [{"owner": card.owner, "card": card.name} for card in cards]


# The course of the game


def starts(seat: str) -> Event:
    """Returns the event that this seat is the first player (K1)."""
    return _all("starts", seat=seat)


def round_begins(number: int, seat: str | None, points: Sequence[str]) -> Event:
    """Returns the event that a round begins: the point cards from the left, and the seat that begins."""
    return _all("round_begins", round=number, seat=seat, points=list(points))


def draws(seat: str, count: int) -> Event:
    """Returns the event that a seat draws cards."""
    return _all("draws", seat=seat, count=count)


def drew(seat: str, cards: Sequence[str]) -> Event:
    """Returns the event, for the drawing seat only, that it has drawn these cards."""
    return Event(seat, "drew", {"seat": seat, "cards": list(cards)})


def reshuffles(seat: str, cards: int) -> Event:
    """Returns the event that a seat's discards become its new deck of that many cards (K13)."""
    return _all("reshuffles", seat=seat, cards=cards)


def skipped(seat: str) -> Event:
    """Returns the event that a seat without a card in hand is skipped (K13)."""
    return _all("skipped", seat=seat)


def plays(seat: str, column: int) -> Event:
    """Returns the event that a seat lays a card face down."""
    return _all("plays", seat=seat, column=column)


def played(seat: str, column: int, card: str) -> Event:
    """Returns the event, for the player only, that they have laid this card."""
    return Event(seat, "played", {"seat": seat, "column": column, "card": card})


def round_ends(number: int, seat: str, filled: bool) -> Event:
    """Returns the event that a round ends, and by which seat (K12).

    Not `filled`: no seat has a card in hand any more (K13).
    """
    return _all("round_ends", round=number, seat=seat, filled=filled)


# Turned cards


def turned(seat: str, column: int, card: str, by: str) -> Event:
    """Returns the event that a card of `seat` is turned by a card of `by`."""
    return _all("turned", seat=seat, column=column, card=card, by=by)


def explores(seat: str, column: int, target: int) -> Event:
    """Returns the event that an explorer moves to another column, face down (K6)."""
    return _all("explores", seat=seat, column=column, target=target)


def explorer_stays(seat: str, column: int, tired: bool) -> Event:
    """Returns the event that an explorer stays, face up (K6).

    `tired`: it has moved often enough; otherwise all other columns are closed.
    """
    return _all("explorer_stays", seat=seat, column=column, tired=tired)


def murdered(seat: str, column: int, card: str, by: str) -> Event:
    """Returns the event that the murderer of `by` removes the card of `seat` that turned it."""
    return _all("murdered", seat=seat, column=column, card=card, by=by)


def closed(seat: str, column: int) -> Event:
    """Returns the event that a storm of `seat` closes the column."""
    return _all("closed", seat=seat, column=column)


def tucks(seat: str, column: int) -> Event:
    """Returns the event that a card is laid hidden under the disguise (K5)."""
    return _all("tucks", seat=seat, column=column)


def tucked(seat: str, column: int, card: str) -> Event:
    """Returns the event, for the disguise's owner only, that this card was tucked under it (K5)."""
    return Event(seat, "tucked", {"seat": seat, "column": column, "card": card})


def tucks_nothing(seat: str, column: int) -> Event:
    """Returns the event that no card is laid under the disguise."""
    return _all("tucks_nothing", seat=seat, column=column)


def betrays(seat: str, column: int, point: str, other: int, other_point: str) -> Event:
    """Returns the event that the traitor of `seat` swaps two point cards, which are named at their new places."""
    return _all("betrays", seat=seat, column=column, point=point, other=other, other_point=other_point)


def stays_loyal(seat: str, column: int) -> Event:
    """Returns the event that the traitor's owner does not swap."""
    return _all("stays_loyal", seat=seat, column=column)


# Evaluation


def revealed(column: int, cards: Sequence[Lying]) -> Event:
    """Returns the event that reveals the cards that were face down in a column at the end of the round."""
    return _all("revealed", column=column, cards=_cards(cards))


def musketeers(column: int, seats: Sequence[str]) -> Event:
    """Returns the event that the musketeers of these seats cancel all effects in the column."""
    return _all("musketeers", column=column, seats=list(seats))


def cancel_each_other(column: int, card: str, seats: Sequence[str]) -> Event:
    """Returns the event that several mages, or several witches, cancel each other (K4)."""
    return _all("cancel_each_other", column=column, card=card, seats=list(seats))


def removes(seat: str, column: int, card: str, cards: Sequence[Lying]) -> Event:
    """Returns the event that the mage or the witch of `seat` removes these cards, perhaps none (K3)."""
    return _all("removes", seat=seat, column=column, card=card, cards=_cards(cards))


def prince_and_squire(column: int, cards: Sequence[Lying], seats: Sequence[str]) -> Event:
    """Returns the event that these seats have both prince and squire in the column; the first one wins it (K9)."""
    return _all("prince_and_squire", column=column, cards=_cards(cards), seats=list(seats))


def counts(
    column: int,
    cards: Sequence[Lying],
    full: Sequence[Number | None],
    values: Sequence[Number | None],
    sums: Mapping[str, Number],
    lowest: bool,
) -> Event:
    """Returns the event that the remaining cards count (K14).

    `full`: the values before dragons (null: a double without a value); `values`: after them; `lowest`: the lowest sum
    wins.
    """
    counted = [{**card, "value": value} for card, value in zip(_cards(cards), values, strict=True)]
    return _all("counts", column=column, cards=counted, full=list(full), sums=dict(sums), lowest=lowest)


def takes(seat: str | None, column: int, point: str) -> Event:
    """Returns the event that a seat takes the point card of a column; null: no seat, and the card leaves the game
    (K7)."""
    return _all("takes", seat=seat, column=column, point=point)


# The end of the game


def scores(seat: str, cards: Sequence[str], six: Sequence[str], points: int) -> Event:
    """Returns the event that a seat's point cards are scored (K11).

    `six`: the cards that are doubled (empty: the plain sum counts).
    """
    return _all("scores", seat=seat, cards=list(cards), six=list(six), points=points)


def over(winners: Sequence[str]) -> Event:
    """Returns the event that the game has ended, with the seats that have won."""
    return _all("over", winners=list(winners))
