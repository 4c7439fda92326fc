"""Events about tables, shards and the clocks that the bus publishes, for changes after their commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.tables.live import LiveTable
from storage import GameRow


@dataclass(frozen=True, repr=False)
class Event:
    """The base class of events that the bus publishes. It has no `repr`, because tables contain hidden cards."""


@dataclass(frozen=True, repr=False)
class _AboutTable:
    """The base class of events about one table. A handler may take the table (`live`) or only its number (`game`)."""

    live: LiveTable

    @property
    def game(self) -> int:
        """The number of the table."""
        return self.live.id


@dataclass(frozen=True, repr=False)
class OwnTableChanged(_AboutTable, Event):
    """The event that a table for which this process is responsible was changed and committed; published before its
    TableChanged."""


@dataclass(frozen=True, repr=False)
class TableChanged(_AboutTable, Event):
    """The event that a table was changed and committed, by this process or by another one."""

    elsewhere: bool = False
    """Whether another process has committed it."""


@dataclass(frozen=True, repr=False)
class TableEnded(_AboutTable, Event):
    """The event that a table is over (its game or its lobby has ended); published after each TableChanged of it."""


@dataclass(frozen=True, repr=False)
class TablePaused(_AboutTable, Event):
    """The event that the bot has paused a table because it cannot show it in its channel."""


@dataclass(frozen=True, repr=False)
class TableReleased(Event):
    """The event that another process owns this table from now on."""

    game: int


@dataclass(frozen=True, repr=False)
class TableDamaged(Event):
    """The event that the record of this table was found to be damaged."""

    game: int


@dataclass(frozen=True, repr=False)
class CommitUncertain(Event):
    """The event that a database error has interrupted a change of this table, which may be committed all the same."""

    game: int


@dataclass(frozen=True, repr=False)
class DeadlinePassed(Event):
    """The event that a person has missed the deadline of their turn, so that the silence has counted."""

    game: int
    seat: str


@dataclass(frozen=True, repr=False)
class DeadlineExtended(Event):
    """The event that a seat has not answered in time and gets more time, once in each phase."""

    game: int
    seat: str


@dataclass(frozen=True, repr=False)
class SeatVacated(_AboutTable, Event):
    """The event that a computer plays for a person from now on, by a vote or a manager's decision."""

    player: int
    """The user who held the seat."""
    by: int | None
    """The user who decided it without a vote; None: the players voted."""


@dataclass(frozen=True, repr=False)
class PlayerLeft(_AboutTable, Event):
    """The event that a person has left a running game in which other people stay; a computer plays for them."""

    user: int


@dataclass(frozen=True, repr=False)
class SeatTaken(_AboutTable, Event):
    """The event that a user has taken the seat of another person in a running game."""

    user: int
    former: int
    """The user who held the seat before."""


@dataclass(frozen=True, repr=False)
class TableClosed(Event):
    """The event that a table has ended because no one is left or it cannot go on, not by a vote or a manager."""

    row: GameRow
    user: int | None = None
    """The user who was the last one to leave; None: the bot has closed the table."""


@dataclass(frozen=True, repr=False)
class TableCalledOff(Event):
    """The event that people have ended a lobby or a running game."""

    row: GameRow
    by: int | None
    """The user who decided it without a vote; None: the players voted."""


@dataclass(frozen=True, repr=False)
class TableOpened(_AboutTable, Event):
    """The event that a person has opened a lobby that others may join."""


@dataclass(frozen=True, repr=False)
class PlayerForgotten(Event):
    """The event that the data of a user were deleted who organises, or plays in, these unfinished tournaments."""

    tournaments: Sequence[int]


@dataclass(frozen=True, repr=False)
class SeatOffered(_AboutTable, Event):
    """The event that the table offers a seat to a user (0: to anyone)."""

    seat: str
    user: int


@dataclass(frozen=True, repr=False)
class ShardGained(Event):
    """The event that this process serves another shard from now on."""

    shard: int


@dataclass(frozen=True, repr=False)
class ShardLost(Event):
    """The event that this process no longer serves a shard."""

    shard: int


@dataclass(frozen=True, repr=False)
class ClockTicked(Event):
    """The event that the clocks of this process have ticked; services do their periodic work on it."""

    now: datetime
    running: bool
    """Whether deadlines run; they stand still while a shard has no connection."""
