"""The ability of games to which each seat brings something of its own, for example a deck.

The game's rules then have a private option that takes text, with a part for each seat. Parts are secrets of their
owners until the game is over.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.texts import Translator
from rules.engine import Game

Options = Mapping[str, str]


class Offer(NamedTuple):
    """A ready-made part; `key` names it for `Loadout.part`."""

    key: str
    title: str


class BadPart(Exception):
    """An illegal part; each fault is a line in the reader's language, for its owner only."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("a part that cannot be played")
        self.faults = tuple(faults)


class Loadout(ABC):
    """The parts of one game, read and put into words; `options` are always the table's."""

    @property
    @abstractmethod
    def option(self) -> str:
        """The rules' option that holds all parts."""

    @abstractmethod
    def offered(self, options: Options, t: Translator) -> Sequence[Offer]:
        """Returns the ready-made parts, at most 25; empty: there is nothing to choose."""

    @abstractmethod
    def part(self, key: str, options: Options) -> str | None:
        """Returns the part of an offer, random if the offer is; None: there is no such offer."""

    @abstractmethod
    def default(self, options: Options) -> str | None:
        """Returns the part of a seat that has chosen nothing; None: every seat must choose."""

    @abstractmethod
    def for_computers(self, options: Options) -> Sequence[str]:
        """The parts of which a computer brings any; there is at least one."""

    @abstractmethod
    def takes_lists(self, options: Options) -> bool:
        """Returns whether this table accepts lists."""

    @abstractmethod
    def read(self, text: str, t: Translator) -> str:
        """The part in its canonical form of a list or code as people paste it; raises BadPart."""

    def draft(self, text: str) -> str | None:
        """Returns a list that can be read but is not legal yet as a part to be saved; None if there is none."""
        return None

    @property
    def example(self) -> str:
        """A message that shows how a list is written, in at most 100 characters; empty: none."""
        return ""

    @abstractmethod
    def check(self, part: str, options: Options, t: Translator) -> None:
        """Raises BadPart if the part is illegal at this table."""

    @abstractmethod
    def joined(self, parts: Sequence[str]) -> str:
        """The option's text for the parts of all seats, in their order."""

    @abstractmethod
    def title(self, part: str, t: Translator) -> str:
        """A part in a few words."""

    @abstractmethod
    def described(self, part: str, t: Translator) -> str:
        """Returns the content of a part, at most 1,000 characters."""

    @abstractmethod
    def code(self, part: str) -> str | None:
        """The part as a text that can be passed on and pasted again, at most 1,000 characters; None: it is no list."""

    @abstractmethod
    def brought(self, game: Game, seat: str, t: Translator) -> str:
        """Returns what a seat has brought to a game that has begun, at most 1,000 characters."""
