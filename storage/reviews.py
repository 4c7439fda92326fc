"""The repository of reviews: what each decision of a seat was worth, computed after the game has ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from storage.personal_data import FIRST_STAND_IN
from storage.repository import Repository, transaction

_NOTE_END: Final = """
INSERT INTO reviews (game, seat)
SELECT game, seat FROM seats WHERE game = ? AND computer = 0 AND user > 0 AND user < ? AND seat IS NOT NULL
AND game NOT IN (SELECT id FROM games WHERE practice_of IS NOT NULL)
ON CONFLICT DO NOTHING
"""
_PENDING: Final = """
SELECT reviews.game, reviews.seat, games.guild FROM reviews JOIN games ON games.id = reviews.game
WHERE reviews.found IS NULL ORDER BY reviews.game, reviews.seat
"""
_PUT: Final = "UPDATE reviews SET found = ? WHERE game = ? AND seat = ? AND found IS NULL"


class ReviewedMove(NamedTuple):
    """A seat's decision in a finished game, and how good its answer was."""

    entries: int
    """The number of entries of the record before the answer."""
    chance: float
    """The seat's chance to win at that moment (0 to 1)."""
    best: tuple[str, ...]
    """The keys of the answer that the strongest computer would have given."""
    cost: float
    """The chance to win that the seat's own answer has cost (0 to 1)."""


class PendingReview(NamedTuple):
    """A review that still has to be computed."""

    game: int
    seat: str
    guild: int | None


class Reviews(Repository):
    """The repository of the reviews of all finished games.

    A review is still to be computed as long as its moves are NULL. A computed one never changes, and may be empty.
    """

    async def of(self, game: int, seat: str) -> Sequence[ReviewedMove] | None:
        """Returns the reviewed moves of a seat in order; None until they are computed, or if there is no review."""
        found = await self._value("SELECT found FROM reviews WHERE game = ? AND seat = ?", game, seat)
        return None if found is None else _read(found)

    async def is_pending(self, game: int, seat: str) -> bool:
        """Returns whether a seat's review still has to be computed."""
        sql = "SELECT 1 FROM reviews WHERE game = ? AND seat = ? AND found IS NULL"
        return await self._row(sql, game, seat) is not None

    async def pending(self) -> list[PendingReview]:
        """Returns all reviews that still have to be computed, the oldest game first."""
        return [PendingReview(row["game"], row["seat"], row["guild"]) for row in await self._rows(_PENDING)]

    @transaction
    async def put(self, game: int, seat: str, moves: Sequence[ReviewedMove]) -> bool:
        """Stores a computed review and returns True; False: it is not pending, because it is there or was deleted."""
        return await self._execute(_PUT, _written(moves), game, seat) == 1

    # Steps of other repositories' transactions

    async def note_end(self, game: int) -> None:
        """Stores that the reviews of all people in a game that ends have to be computed; not for games of practice."""
        await self._execute(_NOTE_END, game, FIRST_STAND_IN)


def _written(moves: Sequence[ReviewedMove]) -> str:
    rows = [[one.entries, round(one.chance, 3), " ".join(one.best), round(one.cost, 3)] for one in moves]
    return json.dumps(rows, separators=(",", ":"))


def _read(found: str) -> list[ReviewedMove]:
    return [ReviewedMove(at, chance, tuple(best.split()), cost) for at, chance, best, cost in json.loads(found)]
