"""The repository of the concepts that were explained to users."""

from __future__ import annotations

from typing import Final

from storage.repository import Repository, transaction

_ADD: Final = "INSERT INTO explained (user, kind, concept) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


class Explanations(Repository):
    """The repository of the concepts of games that each user has seen explained."""

    async def of(self, user: int, kind: str) -> frozenset[str]:
        """Returns the concepts of a game that were explained to a user."""
        return frozenset(await self._column("SELECT concept FROM explained WHERE user = ? AND kind = ?", user, kind))

    @transaction
    async def add(self, user: int, kind: str, concept: str) -> None:
        """Stores that a concept was explained to a user."""
        await self._execute(_ADD, user, kind, concept)
