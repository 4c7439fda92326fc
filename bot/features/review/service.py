"""Reads the review of a player's own seat in a finished game, with the decisions that it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.tables.live import LiveTable
from bot.tables.refusals import RefusedAside
from bot.tables.registry import Tables
from bot.texts import N_
from rules.engine import Game
from rules.players.levels import Keys, Question, ask
from storage import Database, ReviewedMove

COSTLIEST: Final = 3
"""The maximum number of decisions that are explained, those that cost most."""
MIN_COST: Final = 0.01
"""The least chance to win that a decision must have cost to be explained (0.01: one percentage point)."""
NOT_READY: Final = N_(
    "Your review is still being computed, for about a minute after the game. Then *Review* shows it, also days later."
)
NO_REVIEW: Final = N_("There is no review of this game: it was played before Krupier made reviews.")


class Point(NamedTuple):
    """A point of a review's curve: the chance to win before a decision (0 to 1), and the round, if there are rounds."""

    chance: float
    round: int | None


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A decision that has lowered the chance to win by `cost` (0 to 1): its index in the curve, its question, the
    player's answer, and the better one."""

    at: int
    entries: int
    """The number of entries of the record before the answer."""
    asked: Question
    done: Keys
    best: Keys
    cost: float


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one seat: the curve, the costliest decisions (the worst first), and its share of the victory."""

    seat: str
    points: Sequence[Point]
    costly: Sequence[CostlyMove]
    won: float | None
    """From 0 to 1; None: the game ended without a winner."""


@dataclass(frozen=True)
class Reviews:
    """A service that returns reviews to the holders of their seats, and to no one else."""

    db: Database
    tables: Tables

    async def of(self, number: int, user: int) -> tuple[LiveTable, Review]:
        """Returns a finished table with the review of the user's seat; raises Refused without a seat or a review."""
        seat = await self.db.seats.of_user(number, user)
        if seat is None or seat.computer:
            raise RefusedAside(N_("Only the players of this game can review it, each their own decisions."))
        moves = await self.db.reviews.of(number, seat.seat)
        if moves is None:
            raise RefusedAside(NOT_READY if await self.db.reviews.is_pending(number, seat.seat) else NO_REVIEW)
        live = await self.tables.get(number)
        if live.game is None:
            raise RefusedAside(NO_REVIEW)
        return live, await asyncio.to_thread(_review, live.game, seat.seat, moves)


def _review(game: Game, seat: str, moves: Sequence[ReviewedMove]) -> Review:
    """Replays the game once and returns the review of a seat."""
    ranked = sorted((at for at, move in enumerate(moves) if move.cost >= MIN_COST), key=lambda at: -moves[at].cost)
    shown = set(ranked[:COSTLIEST])
    replayed, points, costly = game.beginning(), [], []
    for at, move in enumerate(moves):
        replayed.again(game.entries[len(replayed.entries) : move.entries])
        points.append(Point(move.chance, replayed.view(seat).get("round")))
        if at in shown:
            asked, done = ask(replayed, seat, told=()), game.entries[move.entries].keys
            costly.append(CostlyMove(at, move.entries, asked, done, move.best, move.cost))
    won = None
    if game.over is not None:
        winners = game.over["winners"]
        won = 1 / len(winners) if seat in winners else 0.0
    return Review(seat, points, sorted(costly, key=lambda one: -one.cost), won)
