"""The repository of users' progress in lessons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from storage.repository import Repository, transaction

_OF: Final = "SELECT kind, lesson, step FROM lessons WHERE user = ?"
_BEGIN: Final = """
INSERT INTO lessons (user, kind, lesson, step) VALUES (?, ?, ?, 0)
ON CONFLICT (user, kind, lesson) DO UPDATE SET step = 0
"""
_MOVE: Final = "UPDATE lessons SET step = step + 1 WHERE user = ? AND kind = ? AND lesson = ? AND step = ?"


class Lessons(Repository):
    """The repository of all users' progress in lessons. A lesson is identified by its kind of game and its name."""

    async def of(self, user: int) -> Mapping[tuple[str, str], int]:
        """Returns the lessons that a user has begun, each with the number of steps that are done."""
        return {(row["kind"], row["lesson"]): row["step"] for row in await self._rows(_OF, user)}

    @transaction
    async def begin(self, user: int, kind: str, lesson: str) -> None:
        """Puts a user at the first step of a lesson, also one who had advanced in it."""
        await self._execute(_BEGIN, user, kind, lesson)

    @transaction
    async def advance(self, user: int, kind: str, lesson: str, step: int) -> bool:
        """Moves a user from this step of a lesson to the next one; returns False if the user is not at that step."""
        return await self._execute(_MOVE, user, kind, lesson, step) == 1
