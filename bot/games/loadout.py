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
    """A ready-made loadout that a seat can choose; `key` is its ID for `Loadout.part`."""

    key: str
    title: str


class BadPart(Exception):
    """The error that a seat's loadout is illegal; each fault is a line in the reader's language, for its owner only."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("a part that cannot be played")
        self.faults = tuple(faults)


class Loadout(ABC):
    """The loadouts of one game: reads, checks and describes parts (a part is one seat's loadout, for example a deck).

    `options` are always those of the table.
    """

    @property
    @abstractmethod
    def option(self) -> str:
        """The name of the rules' option that holds the loadouts of all seats."""

    @abstractmethod
    def offered(self, options: Options, t: Translator) -> Sequence[Offer]:
        """Returns the ready-made loadouts that a seat can choose, at most 25; empty: there is no choice."""

    @abstractmethod
    def part(self, key: str, options: Options) -> str | None:
        """Returns the loadout of a ready-made offer, random if the offer says so; None if the offer is unknown."""

    @abstractmethod
    def default(self, options: Options) -> str | None:
        """Returns the loadout of a seat that has chosen none; None: every seat must choose."""

    @abstractmethod
    def for_computers(self, options: Options) -> Sequence[str]:
        """Returns the loadouts of which a computer player gets a random one; there is at least one."""

    @abstractmethod
    def takes_lists(self, options: Options) -> bool:
        """Returns whether players at this table may bring their own loadout as a pasted list."""

    @abstractmethod
    def read(self, text: str, t: Translator) -> str:
        """Returns the loadout of a pasted list or code, in canonical form; raises BadPart if it is illegal."""

    def listed(self, text: str) -> str:
        """Returns the plain list of a deck in an export format such as JSON; any other text unchanged."""
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
        """Raises BadPart if a seat's loadout is illegal at this table."""

    @abstractmethod
    def joined(self, parts: Sequence[str]) -> str:
        """Returns the text of the rules' option that contains the loadouts of all seats, in the order of the seats."""

    @abstractmethod
    def title(self, part: str, t: Translator) -> str:
        """Returns a short title of a seat's loadout."""

    @abstractmethod
    def described(self, part: str, t: Translator) -> str:
        """Returns the content of a seat's loadout as text of at most 1,000 characters."""

    @abstractmethod
    def code(self, part: str) -> str | None:
        """Returns a seat's loadout as a code that can be pasted again, at most 1,000 characters; None: it has none."""

    @abstractmethod
    def described_in_game(self, game: Game, seat: str, t: Translator) -> str:
        """Returns the loadout that a seat has brought to a running game, as text of at most 1,000 characters."""
