"""Checks whether teams and decks are legal (D60-D66)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.star_wars_destiny.facts import CARDS, Deck, Printed
from rules.star_wars_destiny.faults import BadDeck, Fault

MAX_POINTS = 30
DECK_SIZE = 30
MAX_DICE = 2
MAX_CHARACTERS = 4
MAX_COPIES = 2
DECK_TYPES = ("upgrade", "support", "event")
SIDES = {"hero": "heroes", "villain": "villains"}


class Item(NamedTuple):
    """A card in a deck list; `number`: how many dice or copies of it, None if the list does not say."""

    code: str
    number: int | None


class Listed(NamedTuple):
    """A deck as a player listed it, in that order, with any faults."""

    team: Sequence[Item]
    field: Item
    cards: Sequence[Item]

    @property
    def items(self) -> Sequence[Item]:
        """Every card in the list: team, battlefield and deck."""
        return [*self.team, self.field, *self.cards]


def legal(deck: Deck) -> None:
    """Checks whether a deck is legal (D60-D66); raises BadDeck at the first fault."""
    check(listed_of(deck))


def listed_of(deck: Deck) -> Listed:
    """Converts a deck to the form in which it is checked, with numbers for all cards except the battlefield."""
    team = [Item(code, number) for code, number in deck.team]
    return Listed(team, Item(deck.field, None), [Item(code, number) for code, number in deck.cards])


def check(listed: Listed) -> None:
    """Checks a deck list for all faults from `Fault.UNKNOWN` to `Fault.COLOUR`.

    Raises BadDeck for the first kind of fault that it has, at its first place in the list.
    """
    check_form(listed)
    _check_team(listed.team)
    count = sum(item.number or 1 for item in listed.cards)
    if count != DECK_SIZE:
        raise BadDeck(Fault.SIZE, needed=DECK_SIZE, found=count)
    _check_cards([item.code for item in listed.team], [CARDS[item.code] for item in listed.cards])


def check_form(listed: Listed) -> None:
    """Raises BadDeck unless every card of a list exists, is in the right place, is listed once and has a possible
    number.
    """
    for item in listed.items:
        if item.code not in CARDS:
            raise BadDeck(Fault.UNKNOWN, item.code)
    _check_places(listed)
    _check_doubles(listed.team)
    _check_doubles(listed.cards)
    _check_numbers(listed)


def _check_places(listed: Listed) -> None:
    """Raises BadDeck unless team, battlefield and deck contain only cards of their types (D60, D63, D66)."""
    for item in listed.team:
        if CARDS[item.code].type != "character":
            raise BadDeck(Fault.PLACE, item.code, place="in the team")
    if CARDS[listed.field.code].type != "battlefield":
        raise BadDeck(Fault.PLACE, listed.field.code, place="the battlefield")
    for item in listed.cards:
        if CARDS[item.code].type not in DECK_TYPES:
            raise BadDeck(Fault.PLACE, item.code, place="among the cards")


def _check_doubles(items: Iterable[Item]) -> None:
    seen: list[str] = []
    for item in items:
        if item.code in seen:
            raise BadDeck(Fault.TWICE, item.code)
        seen.append(item.code)


def _check_numbers(listed: Listed) -> None:
    """Raises BadDeck for a number of dice or copies that is not possible (D62, D64).

    A team needs numbers, a battlefield must have none (Q83).
    """
    for item in listed.team:
        most = MAX_DICE if CARDS[item.code].unique else MAX_CHARACTERS
        _check_number(item, item.number or 0, most)
    _check_number(listed.field, 1 if listed.field.number is None else 0, 1)
    for item in listed.cards:
        if item.number is not None:
            _check_number(item, item.number, MAX_COPIES)


def _check_number(item: Item, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise BadDeck(Fault.NUMBER, item.code, least=1, most=most)


def _check_team(team: Sequence[Item]) -> None:
    """Raises BadDeck unless the team has a character, one affiliation and at most 30 points (D60, D61)."""
    if not team:
        raise BadDeck(Fault.NO_CHARACTER)
    if any(CARDS[item.code].affiliation != CARDS[team[0].code].affiliation for item in team):
        raise BadDeck(Fault.BOTH_SIDES)
    points = sum(points_of(item.code, item.number or 0) for item in team)
    if points > MAX_POINTS:
        raise BadDeck(Fault.POINTS, points=points, most=MAX_POINTS)


def _check_cards(team: Sequence[str], cards: Sequence[Printed]) -> None:
    """Raises BadDeck unless the affiliation and colour of every card fit the team (D65)."""
    affiliation = CARDS[team[0]].affiliation
    for card in cards:
        if not (fits_affiliation(team, card) or permitted(team, card)):
            sides = SIDES[affiliation]
            raise BadDeck(Fault.AFFILIATION, card.code, affiliation=card.affiliation, team=sides)
    for card in cards:
        if not (fits_colour(team, card) or permitted(team, card)):
            raise BadDeck(Fault.COLOUR, card.code, colour=card.colour)


def points_of(code: str, number: int) -> int:
    """Returns the points for a number of dice of a unique character, or of copies of another (D7)."""
    card = CARDS[code]
    return card.points[number - 1] if card.unique else number * card.points[0]


def may_include(team: Sequence[str], card: Printed) -> bool:
    """Returns whether a deck with these characters may contain the card (D63, D65)."""
    return card.type in DECK_TYPES and (
        (fits_affiliation(team, card) and fits_colour(team, card)) or permitted(team, card)
    )


def fits_affiliation(team: Sequence[str], card: Printed) -> bool:
    """Returns whether the card is neutral or has the affiliation of the team (D65)."""
    return card.affiliation in ("neutral", CARDS[team[0]].affiliation)


def fits_colour(team: Sequence[str], card: Printed) -> bool:
    """Returns whether the card is gray or has the colour of a character of the team (D65)."""
    return card.colour == "gray" or any(CARDS[code].colour == card.colour for code in team)


def permitted(team: Sequence[str], card: Printed) -> bool:
    """Returns whether a character of the team allows the card in spite of D65 (D1)."""
    return any(code in PERMISSIONS and PERMISSIONS[code](card) for code in team)


def _weapon_or_vehicle_of_the_red_villains(card: Printed) -> bool:
    is_fitting = "weapon" in card.subtypes or "vehicle" in card.subtypes
    return is_fitting and card.colour == "red" and card.affiliation == "villain"


PERMISSIONS: Mapping[str, Callable[[Printed], bool]] = {"finn": _weapon_or_vehicle_of_the_red_villains}
"""Each character's code -> the test for cards that it allows in the deck in spite of affiliation or colour."""
