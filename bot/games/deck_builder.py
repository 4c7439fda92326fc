"""The ability of games in which players build their own decks, page by page.

A part that is not legal yet is a draft: it is saved like any other part, and says what is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.texts import Translator


class Page(NamedTuple):
    """One page of the builder."""

    title: str
    chosen: int
    """How many cards of this page the part has."""


class Card(NamedTuple):
    """One card of a page; `why_not` says in one sentence why the part may not have it."""

    title: str
    description: str
    number: int
    """How many of it the part has."""
    most: int
    """How many of it a part may have."""
    why_not: str = ""


class DeckBuilder:
    """The pages of one game's builder. Pages and cards are named by their place, from 0 on."""

    offered: bool = False
    """Whether the game has a builder."""

    def empty(self) -> str:
        """Returns a draft without any card."""
        raise NotImplementedError

    def pages(self, part: str, t: Translator) -> Sequence[Page]:
        """Returns the pages, at most 25, the first one being the one to begin with."""
        raise NotImplementedError

    def cards(self, part: str, page: int, t: Translator) -> Sequence[Card]:
        """Returns the cards of a page, at most 25."""
        raise NotImplementedError

    def chosen(self, part: str, page: int, places: Collection[int]) -> str:
        """Returns the part with exactly these cards of the page, as far as it may have them."""
        raise NotImplementedError

    def counted(self, part: str, page: int, counts: Collection[tuple[int, int]]) -> str:
        """Returns the part with these numbers of cards of the page; of its others it has one."""
        raise NotImplementedError

    def missing(self, part: str, t: Translator) -> Sequence[str]:
        """Returns what the part still lacks, or has too much of, in sentences; nothing if it is legal."""
        raise NotImplementedError
