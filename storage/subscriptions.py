"""The repository of subscriptions, by which users are notified of new tables of certain games on a server."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from storage.blocks import Blocks
from storage.pseudonyms import Users
from storage.repository import Repository, transaction

_OF: Final = "SELECT kind FROM subscriptions WHERE user = ? AND guild = ? ORDER BY kind"
_TO: Final = """
SELECT user FROM subscriptions WHERE guild = ? AND kind = ? AND user <> ? ORDER BY user
"""


class Subscriptions(Repository):
    """The repository of subscriptions. Each is visible to its user only."""

    @transaction
    async def set(self, user: int, guild: int, kinds: Collection[str]) -> None:
        """Replaces the games to which a user is subscribed on that server; no games: unsubscribes."""
        await self._execute("DELETE FROM subscriptions WHERE user = ? AND guild = ?", user, guild)
        for kind in kinds:
            await self._execute("INSERT INTO subscriptions (user, guild, kind) VALUES (?, ?, ?)", user, guild, kind)

    async def of(self, user: int, guild: int) -> list[str]:
        """Returns the games to which a user is subscribed on that server."""
        return await self._column(_OF, user, guild)

    async def to(self, guild: int, kind: str, host: int) -> list[int]:
        """Returns the subscribers to be notified of a host's new table of that game on that server.

        Left out are the host, and users who block the host or are blocked by the host.
        """
        users = await self._column(_TO, guild, kind, host)
        apart = await Blocks(self.session).apart(host) if users else Users()
        return [user for user in users if user not in apart]
