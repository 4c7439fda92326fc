"""The repository of users' answers to the puzzles of the day."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from storage.repository import Repository, transaction

_OF: Final = "SELECT day, puzzle, answer, solved FROM puzzle_answers WHERE user = ? AND kind = ? ORDER BY day"
_ADD: Final = """
INSERT INTO puzzle_answers (user, kind, day, puzzle, answer, solved) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (user, kind, day) DO NOTHING
"""


class PuzzleAnswer(NamedTuple):
    """A user's first answer to the puzzle of a day."""

    day: date
    """The day in UTC."""
    puzzle: int
    """The number of the puzzle among those of its game."""
    answer: str
    """The key of the chosen option."""
    solved: bool
    """Whether it was the best answer."""


class Puzzles(Repository):
    """The repository of the answers of all users to the puzzles of the day. Each is visible to its user only."""

    async def of(self, user: int, kind: str) -> list[PuzzleAnswer]:
        """Returns a user's answers to the puzzles of a game, ordered by day."""
        rows = await self._rows(_OF, user, kind)
        return [
            PuzzleAnswer(date.fromisoformat(row["day"]), row["puzzle"], row["answer"], bool(row["solved"]))
            for row in rows
        ]

    @transaction
    async def add(self, user: int, kind: str, given: PuzzleAnswer) -> bool:
        """Stores an answer; returns False and changes nothing if the user has already answered the puzzle of that
        day."""
        day, puzzle, answer, solved = given
        return await self._execute(_ADD, user, kind, day.isoformat(), puzzle, answer, int(solved)) == 1
