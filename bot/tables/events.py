"""Events about tables, published on the bus after the commit that they report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.tables.live import LiveTable


@dataclass(frozen=True, repr=False)
class Event:
    """An event of a table. It is never printed: tables contain hidden cards."""


@dataclass(frozen=True, repr=False)
class OwnTableChanged(Event):
    """A table that this process owns was committed with a change; comes before its TableChanged."""

    live: LiveTable

    @property
    def game(self) -> int:
        """The number of the table."""
        return self.live.id


@dataclass(frozen=True, repr=False)
class TableChanged(Event):
    """A table was committed with a change."""

    live: LiveTable
    elsewhere: bool = False
    """Whether another process has committed it."""


@dataclass(frozen=True, repr=False)
class TableEnded(Event):
    """The game of a table is over; follows its TableChanged."""

    live: LiveTable

    @property
    def game(self) -> int:
        """The number of the table."""
        return self.live.id


@dataclass(frozen=True, repr=False)
class TablePaused(Event):
    """A table was paused because it cannot be shown."""

    live: LiveTable


@dataclass(frozen=True, repr=False)
class TableReleased(Event):
    """Another process owns this table from now on."""

    game: int


@dataclass(frozen=True, repr=False)
class TableDamaged(Event):
    """The record of this table turned out to be damaged when it was read."""

    game: int


@dataclass(frozen=True, repr=False)
class DeadlinePassed(Event):
    """A seat did not answer in time."""

    game: int
    seat: str


@dataclass(frozen=True, repr=False)
class DeadlineExtended(Event):
    """A seat did not answer in time and gets more time, once in each phase."""

    game: int
    seat: str


@dataclass(frozen=True, repr=False)
class SeatOffered(Event):
    """The table offers a seat to a user (0: to anyone)."""

    live: LiveTable
    seat: str
    user: int


@dataclass(frozen=True, repr=False)
class ShardGained(Event):
    """This process serves another shard from now on."""

    shard: int


@dataclass(frozen=True, repr=False)
class ClockTicked(Event):
    """The clocks have ticked."""

    now: datetime
    running: bool
    """Whether deadlines run; they stand still while a shard has no connection."""
