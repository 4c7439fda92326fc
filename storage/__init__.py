"""What happened: the append-only record in SQLite, seats, settings, deadlines, what has been told already."""

from __future__ import annotations

from storage.errors import (
    AlreadyAnswered,
    AlreadySeated,
    ChannelBusy,
    DatabaseError,
    DatabaseInUse,
    NotSeated,
    StorageError,
    TableError,
    UnknownGame,
    WrongPhase,
)
from storage.rows import (
    KEEP,
    BoardRow,
    Deadline,
    Entry,
    GameRow,
    HandMessage,
    Keep,
    NewGame,
    OldBoard,
    Outcome,
    PersonRow,
    SeatRow,
    Seed,
    StandingOrder,
    Substitution,
    TableState,
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
    "Entry",
    "GameRow",
    "HandMessage",
    "Keep",
    "Match",
    "NewGame",
    "NotSeated",
    "OldBoard",
    "Outcome",
    "PersonRow",
    "SeatRow",
    "Seed",
    "Standing",
    "StandingOrder",
    "StorageError",
    "Store",
    "Substitution",
    "TableError",
    "TableState",
    "Tally",
    "UnknownGame",
    "WrongPhase",
]
