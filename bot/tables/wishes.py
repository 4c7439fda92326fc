"""The data with which a new table is opened: its place, and the options and times that its host wishes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.tables.paces import DEFAULT, PACES, Times


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of the command `/game new`; None means the default."""

    kind: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the game by their name in the rules."""
    pace: str | None = None
    turn_seconds: int | None = None
    window_seconds: int | None = None
    bank_seconds: int | None = None
    hints: bool | None = None
    """Whether players may ask for advice from a computer; None: in a game of one person against computers."""

    def times(self) -> Times:
        """Returns the table's times: the given seconds, otherwise those of the pace.

        Without deadlines there is no time bank.
        """
        pace = PACES[self.pace or DEFAULT]
        turn = self.turn_seconds or pace.turn
        bank = None if turn is None else self.bank_seconds or pace.bank
        return Times(pace.id, turn, self.window_seconds or pace.window, bank)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a new table: server, channel, host (with display name) and language."""

    guild: int | None
    channel: int
    host: int
    name: str
    language: str
    parent: int | None = None
    """The channel to which the thread belongs; None: the place is no thread."""

    @property
    def home(self) -> int:
        """The ID of the channel; for a thread, the ID of the channel to which it belongs."""
        return self.channel if self.parent is None else self.parent
