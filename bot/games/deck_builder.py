"""The ability of a game to let players build their own decks, page by page.

A deck that is not legal yet is a draft: it is saved like any other deck, and `DeckBuilder.missing` says why it is not
legal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.texts import Translator


class Page(NamedTuple):
    """A page of the deck builder."""

    title: str
    chosen: int
    """The number of cards of this page in the deck."""


class Card(NamedTuple):
    """A card on a page; `why_not` is a sentence that says why the deck may not have it."""

    title: str
    description: str
    number: int
    """The number of copies in the deck."""
    most: int
    """The maximum number of copies in a deck."""
    why_not: str = ""
    several: str = ""
    """The meaning of more than one copy of the card; empty: they are more copies."""


class DeckBuilder:
    """The deck builder of one game. Pages and cards are identified by their position, from 0."""

    offered: bool = False
    """Whether the game has a deck builder; if it has none, the methods raise NotImplementedError."""

    def empty(self) -> str:
        """Returns a draft without any card."""
        raise NotImplementedError

    def pages(self, part: str, t: Translator) -> Sequence[Page]:
        """Returns the pages of cards from which a deck is chosen, at most 25; the builder opens with the first."""
        raise NotImplementedError

    def cards(self, part: str, page: int, t: Translator) -> Sequence[Card]:
        """Returns the cards of a page, at most 25."""
        raise NotImplementedError

    def chosen(self, part: str, page: int, places: Collection[int]) -> str:
        """Returns the deck with exactly the cards at these positions of the page, each at least once.

        New cards that the deck may not have are left out.
        """
        raise NotImplementedError

    def counted(self, part: str, page: int, counts: Collection[tuple[int, int]]) -> str:
        """Returns the deck with new numbers of copies for its cards of the page: pairs of a position and a number.

        The deck's other cards of the page get one copy. A number above the maximum becomes the maximum.
        """
        raise NotImplementedError

    def missing(self, part: str, t: Translator) -> Sequence[str]:
        """Returns the errors of the deck as sentences; empty if it is legal."""
        raise NotImplementedError
