"""What a game's front end offers where each seat brings something of its own to the table: a deck, say.

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
    """What can be brought without a list of one's own; `key` names it for `Brings.part`."""

    key: str
    title: str


class BadPart(Exception):
    """A part that cannot be played; each of the faults is a line in the reader's language, for its owner alone."""

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
        """What can be brought without a list of one's own, at most 25; nothing: there is nothing to choose."""

    @abstractmethod
    def part(self, key: str, options: Options) -> str | None:
        """The part that an offer stands for, made by chance where it is a chance's; None: nothing is called so."""

    @abstractmethod
    def default(self, options: Options) -> str | None:
        """What a seat brings that has chosen nothing; None: everybody must choose."""

    @abstractmethod
    def for_computers(self, options: Options) -> Sequence[str]:
        """The parts of which a computer brings any; there is at least one."""

    @abstractmethod
    def takes_lists(self, options: Options) -> bool:
        """Whether lists of one's own can be brought to this table."""

    @abstractmethod
    def read(self, text: str, t: Translator) -> str:
        """The part in its canonical form of a list or code as people paste it; raises BadPart."""

    @abstractmethod
    def check(self, part: str, options: Options, t: Translator) -> None:
        """Raises BadPart where the part cannot be played at this table."""

    @abstractmethod
    def joined(self, parts: Sequence[str]) -> str:
        """The option's text for the parts of all seats, in their order."""

    @abstractmethod
    def title(self, part: str, t: Translator) -> str:
        """A part in a few words."""

    @abstractmethod
    def described(self, part: str, t: Translator) -> str:
        """Everything that belongs to a part, at most 1,000 characters."""

    @abstractmethod
    def code(self, part: str) -> str | None:
        """The part as a text that can be passed on and pasted again, at most 1,000 characters; None: it is no list."""

    @abstractmethod
    def brought(self, game: Game, seat: str, t: Translator) -> str:
        """What a seat has really brought to a game that has begun, at most 1,000 characters."""
