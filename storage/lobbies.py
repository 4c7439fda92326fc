"""What a lobby begins with, in the transaction that opens it: who sits there, and the tournament's table that it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from storage.connection import Connection
from storage.core import first
from storage.errors import AlreadySeated
from storage.moments import written_or_none
from storage.rows import NORMAL

_SEAT: Final = """
INSERT INTO seats (game, position, user, name, computer, joined, part, level)
SELECT ?1, COALESCE(MAX(position) + 1, 0), ?2, ?3, ?4, ?5, ?6, ?7 FROM seats WHERE game = ?1
"""
_LOWEST: Final = "SELECT COALESCE(MIN(user), 0) AS user FROM seats WHERE game = ? AND user < 0"
_DRAWN: Final = "INSERT INTO tournament_games (game, tournament, round, number) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who sits down in a lobby; `user` None: a computer of that level."""

    user: int | None
    name: str
    joined: datetime | None = None
    part: str | None = field(default=None, repr=False)
    """What the seat brings, which is nobody else's business."""
    level: str = NORMAL


class DrawnTable(NamedTuple):
    """A table of a tournament's round."""

    tournament: int
    round: int
    number: int


async def sit_down(db: Connection, game: int, who: Newcomer) -> int:
    """The last seat of a lobby is somebody's; under whose number: a computer's is below zero. AlreadySeated."""
    user = await _next_computer(db, game) if who.user is None else who.user
    await must_not_sit(db, game, user)
    joined = written_or_none(who.joined)
    await db.execute(_SEAT, (game, user, who.name, who.user is None, joined, who.part, who.level))
    return user


async def must_not_sit(db: Connection, game: int, user: int) -> None:
    """AlreadySeated where somebody has a seat at that table."""
    if await first(db, "SELECT 1 FROM seats WHERE game = ? AND user = ?", (game, user)) is not None:
        raise AlreadySeated(game, user)


async def belong(db: Connection, game: int, drawn: DrawnTable) -> None:
    """A lobby is that table's, for ever."""
    await db.execute(_DRAWN, (game, *drawn))


async def _next_computer(db: Connection, game: int) -> int:
    lowest = await first(db, _LOWEST, (game,))
    user: int = (0 if lowest is None else lowest["user"]) - 1
    return user
