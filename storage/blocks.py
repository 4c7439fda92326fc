"""Block lists: pairs of users who must not be seated together, each by the wish of one of them."""

from __future__ import annotations

from typing import Final

from storage.pseudonyms import Users, is_pseudonym, known_as, pseudonyms
from storage.repository import Repository, transaction
from storage.table_errors import TooManyBlocks

MAX_BLOCKS: Final = 100
"""The maximum number of users that one user can block."""
_RENAME: Final = """
INSERT INTO blocks (user, blocked) SELECT user, CAST(?1 AS BIGINT) FROM blocks WHERE blocked = ?2
ON CONFLICT DO NOTHING
"""
_OF: Final = "SELECT blocked FROM blocks WHERE user = ? ORDER BY blocked"
_APART: Final = "SELECT blocked AS user FROM blocks WHERE user = ?1 UNION SELECT user FROM blocks WHERE blocked IN ({})"


class Blocks(Repository):
    """The repository of the block lists of all users. Each is visible to its owner only."""

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
        """Ends the block of another user, also one from before that user was forgotten."""
        for known in known_as(blocked):
            await self._execute("DELETE FROM blocks WHERE user = ? AND blocked = ?", user, known)

    @transaction
    async def keep_pseudonym(self, user: int) -> None:
        """Replaces a user who is forgotten in the block lists of others by a pseudonym; part of a transaction."""
        first, *older = pseudonyms(user)
        for known in (user, *older):
            await self._execute(_RENAME, first, known)
            await self._execute("DELETE FROM blocks WHERE blocked = ?", known)

    async def of(self, user: int) -> list[int]:
        """Returns the users that a user blocks, ordered by ID; forgotten ones come last, by their pseudonym."""
        return sorted(await self._column(_OF, user), key=lambda one: (is_pseudonym(one), one))

    async def blocked_by(self, user: int) -> Users:
        """Returns the users that a user blocks, also those who were forgotten since."""
        return Users(await self.of(user))

    async def apart(self, user: int) -> Users:
        """Returns the users that a user blocks or is blocked by, also those who were forgotten since."""
        known = known_as(user)
        sql = _APART.format(", ".join(f"?{at + 1}" for at in range(len(known))))
        return Users(await self._column(sql, *known))
