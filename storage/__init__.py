"""What happened: the append-only record in SQLite, seats, settings, deadlines, what has been told already."""

from __future__ import annotations

from storage.errors import (
    AlreadyAnswered,
    AlreadySeated,
    ChannelBusy,
    DatabaseError,
    DatabaseInUse,
    NotSeated,
    SeedStillSecret,
    StorageError,
    TableError,
    UnknownGame,
    WrongPhase,
)
from storage.rows import (
    KEEP,
    BoardRow,
    Deadline,
    DeadlineRow,
    Entry,
    GameRow,
    HandMessage,
    Keep,
    NewGame,
    Outcome,
    PersonRow,
    SeatRow,
    Seed,
    StandingOrder,
    Substitution,
)
from storage.stats import Match, Standing, Tally
from storage.store import Store

__all__ = [
    "KEEP",
    "AlreadyAnswered",
    "AlreadySeated",
    "BoardRow",
    "ChannelBusy",
    "DatabaseError",
    "DatabaseInUse",
    "Deadline",
    "DeadlineRow",
    "Entry",
    "GameRow",
    "HandMessage",
    "Keep",
    "Match",
    "NewGame",
    "NotSeated",
    "Outcome",
    "PersonRow",
    "SeatRow",
    "Seed",
    "SeedStillSecret",
    "Standing",
    "StandingOrder",
    "StorageError",
    "Store",
    "Substitution",
    "TableError",
    "Tally",
    "UnknownGame",
    "WrongPhase",
]
