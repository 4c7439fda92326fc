"""Deck codes (`TEAM / BATTLEFIELD / CARDS`) and the option `decks`, which holds one part for each seat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rules.star_wars_destiny.facts import CARDS, STARTERS, Deck
from rules.star_wars_destiny.faults import BadDeck, Fault
from rules.star_wars_destiny.legality import Item, Listed, check, check_form

DRAWN = "drawn"
_ITEM = re.compile(r"(.+)-(0|[1-9][0-9]*)")
_NEEDS = {"standard": "needs a deck for every seat", "random": "draws every deck"}


def read_deck(text: str) -> Deck:
    """Returns the deck of a deck code, sorted by set number; raises BadDeck at the first fault (D60-D66)."""
    listed = _listed(text)
    check(listed)
    return _deck(listed)


def read_unfinished(text: str) -> Deck:
    """Returns the deck of a deck code, which may be unfinished; raises BadDeck at any other fault.

    Its team, points, number of cards, affiliations and colours are not checked (D60, D61, D63, D65).
    """
    listed = _listed(text)
    check_form(listed)
    return _deck(listed)


def _listed(text: str) -> Listed:
    parts = [part.split() for part in text.split("/")]
    if len(parts) != 3 or len(parts[1]) != 1:
        raise BadDeck(Fault.FORM)
    team, field, cards = [[_item(word) for word in part] for part in parts]
    return Listed(team, field[0], cards)


def _deck(listed: Listed) -> Deck:
    return Deck(_by_number(listed.team), listed.field.code, _by_number(listed.cards))


def deck_code(deck: Deck) -> str:
    """Returns the canonical deck code, sorted by set number.

    Characters always have their number; other cards have `-2` only if they are there twice.
    """
    team = [f"{code}-{number}" for code, number in sorted(deck.team, key=_number)]
    cards = [code if copies == 1 else f"{code}-{copies}" for code, copies in sorted(deck.cards, key=_number)]
    return f"{' '.join(team)} / {deck.field} / {' '.join(cards)}"


def _item(word: str) -> Item:
    found = _ITEM.fullmatch(word)
    # Three digits are too many copies in any case.
    return Item(found[1], int(found[2][:3])) if found else Item(word, None)


def _by_number(items: Iterable[Item]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(((item.code, item.number or 1) for item in items), key=_number))


def _number(item: tuple[str, int]) -> int:
    return CARDS[item[0]].number


def check_decks(text: str, seats: str, options: Mapping[str, str]) -> str:
    """Returns the option `decks` in its canonical form; raises BadDeck for faults of all seats, then from seat a on
    (Q83)."""
    format_ = options["format"]
    parts = _parts(text, seats)
    if len(parts) != len(seats):
        raise BadDeck(Fault.PARTS, found=len(parts), needed=len(seats))
    if (format_ == "standard" and DRAWN in parts) or (format_ == "random" and any(part != DRAWN for part in parts)):
        raise BadDeck(Fault.DRAWN, format=format_, needs=_NEEDS[format_])
    if all(part == DRAWN for part in parts):
        return DRAWN
    return " | ".join(_canonical_part(part, seat, format_) for part, seat in zip(parts, seats, strict=True))


def parts_of(text: str, seats: str) -> dict[str, str]:
    """Returns the part of each seat from an option `decks` that was checked before."""
    return dict(zip(seats, _parts(text, seats), strict=True))


def _parts(text: str, seats: str) -> list[str]:
    """Returns the parts of the option. `drawn` without other parts counts for every seat."""
    parts = [part.strip() for part in text.split("|")]
    return parts * len(seats) if parts == [DRAWN] else parts


def _canonical_part(part: str, seat: str, format_: str) -> str:
    if format_ != "standard":
        if part not in (DRAWN, *STARTERS):
            raise BadDeck(Fault.SET, None, seat, sets=f"{DRAWN}, {' or '.join(STARTERS)}")
        return part
    try:
        return deck_code(read_deck(part))
    except BadDeck as refused:
        raise refused.at(seat) from None
