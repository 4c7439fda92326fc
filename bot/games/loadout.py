"""The ability of a game to which each seat brings a loadout, for example a deck.

The game's rules then have a private text option with a part for each seat. A part is its owner's secret until the game
is over.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.texts import Translator
from rules.engine import Game

Options = Mapping[str, str]


class Offer(NamedTuple):
    """A ready-made part; `key` is its ID for `Loadout.part`."""

    key: str
    title: str


class BadPart(Exception):
    """The error that a part is illegal; each fault is a line in the reader's language, for its owner only."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("a part that cannot be played")
        self.faults = tuple(faults)


class Loadout(ABC):
    """The loadouts of one game: reads, checks and describes parts. `options` are always those of the table."""

    @property
    @abstractmethod
    def option(self) -> str:
        """The name of the rules' option that holds all parts."""

    @abstractmethod
    def offered(self, options: Options, t: Translator) -> Sequence[Offer]:
        """Returns the ready-made parts, at most 25; empty: there is no choice."""

    @abstractmethod
    def part(self, key: str, options: Options) -> str | None:
        """Returns the part of a ready-made offer, random if the offer says so; None if the offer is unknown."""

    @abstractmethod
    def default(self, options: Options) -> str | None:
        """Returns the part of a seat that has chosen none; None: every seat must choose."""

    @abstractmethod
    def for_computers(self, options: Options) -> Sequence[str]:
        """Returns the parts of which a computer gets a random one; there is at least one."""

    @abstractmethod
    def takes_lists(self, options: Options) -> bool:
        """Returns whether this table accepts pasted lists."""

    @abstractmethod
    def read(self, text: str, t: Translator) -> str:
        """Returns the part of a pasted list or code in canonical form; raises BadPart."""

    def listed(self, text: str) -> str:
        """Returns the list of an exported deck, such as JSON; any other text as it is."""
        return text

    def draft(self, text: str) -> str | None:
        """Returns a draft from a list that can be read but is not legal yet; None if it cannot be read."""
        return None

    @property
    def example(self) -> str:
        """A message with an example of a list, at most 100 characters; empty: none."""
        return ""

    @abstractmethod
    def check(self, part: str, options: Options, t: Translator) -> None:
        """Raises BadPart if the part is illegal at this table."""

    @abstractmethod
    def joined(self, parts: Sequence[str]) -> str:
        """Returns the option's text that contains the parts of all seats in their order."""

    @abstractmethod
    def title(self, part: str, t: Translator) -> str:
        """Returns a short title of a part."""

    @abstractmethod
    def described(self, part: str, t: Translator) -> str:
        """Returns the content of a part, at most 1,000 characters."""

    @abstractmethod
    def code(self, part: str) -> str | None:
        """Returns a part as a text that can be copied and pasted again, at most 1,000 characters; None: there is
        none."""

    @abstractmethod
    def brought(self, game: Game, seat: str, t: Translator) -> str:
        """Returns the loadout that a seat has brought to a running game, as text of at most 1,000 characters."""
