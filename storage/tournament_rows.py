"""The data types of tournaments: settings, entrants, rounds and tables."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from storage.connection import Row
from storage.timestamps import read

TournamentPhases = Literal["open", "running", "over", "ended"]


class DrawnTable(NamedTuple):
    """The identity of a table of a tournament: the tournament, the round, and the table's number in the round."""

    tournament: int
    round: int
    number: int


@dataclass(frozen=True, slots=True)
class NewTournament:
    """The data of a tournament to be opened; `seats`: the preferred table size."""

    guild: int
    channel: int
    kind: str
    language: str
    options: Mapping[str, str]
    pace: str
    turn_seconds: int | None
    window_seconds: int | None
    rounds: int
    seats: int
    organiser: int
    created: datetime
    bank_seconds: int | None = field(default=None, kw_only=True)
    """The seconds of a seat's time bank for each phase; None: there is none."""


@dataclass(frozen=True, slots=True)
class TournamentRow(NewTournament):
    """A stored tournament: its settings, number and phase."""

    id: int
    phase: TournamentPhases


@dataclass(frozen=True, slots=True)
class Entrant:
    """A user who plays in a tournament; one who has dropped out is not paired any more."""

    user: int
    name: str
    dropped: bool
    cut: str | None = field(default=None, repr=False)
    """The text that the user added to the draws; private until the end."""
    cut_hash: str | None = field(default=None, repr=False)
    """The hash of the cut that takes part in the draws; the text may have been deleted."""


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A tournament's game: its phase and, once it is over, the places.

    The places belong to the seats' holders at the end. A negative ID is a computer; 0 is a computer that played for a
    user who had left.
    """

    game: int
    channel: int
    phase: str
    places: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round (number 0: the users with a bye): its users in the drawn order of seats, and its latest game.

    `ruling`: the organiser's latest ruling, users -> places (None: no points).
    """

    number: int
    users: tuple[int, ...]
    game: TournamentGame | None = None
    ruling: Mapping[int, int | None] | None = None


class RulingRow(NamedTuple):
    """A ruling of the organiser: the round, the table's number in it, and the places by user (None: no points)."""

    round: int
    number: int
    places: Mapping[int, int | None]


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round of a tournament: the standings from which it was paired, in the order of joining, and its tables.

    `scores`: pairs of a user and points, in 120ths of a point.
    """

    number: int
    scores: tuple[tuple[int, int], ...]
    tables: tuple[TableRow, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TournamentState:
    """A tournament with all data from which its standings follow."""

    row: TournamentRow
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundRow, ...]
    rulings: tuple[RulingRow, ...] = ()
    """All rulings in the order in which they were made; a table has the latest one."""


def tournament_row(row: Row) -> TournamentRow:
    """Returns the data of a tournament from its database row."""
    return TournamentRow(
        row["guild"], row["channel"], row["kind"], row["language"], json.loads(row["options"]), row["pace"],
        row["turn_seconds"], row["window_seconds"], row["rounds"], row["seats"], row["organiser"],
        read(row["created"]), row["id"], row["phase"], bank_seconds=row["bank_seconds"],
    )  # fmt: skip
