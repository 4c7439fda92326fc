"""What stands in the name of a card in play or a die, and how the pictures write it."""

from __future__ import annotations

from typing import NamedTuple

from rules.star_wars_destiny.facts import CARDS


class Named(NamedTuple):
    """A card in play: who brought it, its code, and which copy it is."""

    owner: str
    code: str
    copy: int


def named(name: str) -> Named:
    """The parts of `b-first_order_stormtrooper-2`, also as the card of a die (`…+1`)."""
    owner, code, *copy = name.partition("+")[0].split("-")
    return Named(owner, code, int(copy[0]) if copy else 1)


def title(name: str) -> str:
    """The card's title, with its number from the second copy on."""
    found = named(name)
    return CARDS[found.code].name + (f" {found.copy}" if found.copy > 1 else "")
