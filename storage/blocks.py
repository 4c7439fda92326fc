"""Block lists: pairs of users who must not be seated together, each by the wish of one of them."""

from __future__ import annotations

from typing import Final

from storage.repository import Repository, transaction
from storage.table_errors import TooManyBlocks

MAX_BLOCKS: Final = 100
"""The maximum number of users that one user can block."""
_OF: Final = "SELECT blocked FROM blocks WHERE user = ? ORDER BY blocked"
_APART: Final = "SELECT blocked AS user FROM blocks WHERE user = ?1 UNION SELECT user FROM blocks WHERE blocked = ?1"


class Blocks(Repository):
    """The block lists of all users. Each is visible to its owner only."""

    @transaction
    async def add(self, user: int, blocked: int) -> None:
        """Blocks another user; raises TooManyBlocks."""
        known = await self.of(user)
        if blocked not in known and len(known) >= MAX_BLOCKS:
            raise TooManyBlocks(MAX_BLOCKS)
        sql = "INSERT INTO blocks (user, blocked) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._execute(sql, user, blocked)

    @transaction
    async def remove(self, user: int, blocked: int) -> None:
        """Ends the block of another user."""
        await self._execute("DELETE FROM blocks WHERE user = ? AND blocked = ?", user, blocked)

    async def of(self, user: int) -> list[int]:
        """Returns the users that a user blocks, ordered by ID."""
        return [row["blocked"] for row in await self._rows(_OF, user)]

    async def apart(self, user: int) -> frozenset[int]:
        """Returns the users that a user blocks or is blocked by."""
        return frozenset(row["user"] for row in await self._rows(_APART, user))
