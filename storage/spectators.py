"""The repository of spectators, who follow a running table's public log by DM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.messages import Messages
from storage.repository import Repository, transaction, upsertion
from storage.rows import MessageRow, PostSlot

_PUT: Final = upsertion("watchers", "game, user", "delay, shown")
_OF: Final = """
SELECT watchers.*, COALESCE(channel, 0) AS channel, COALESCE(message, 0) AS message FROM watchers
LEFT JOIN messages ON kind = 'watcher' AND subject = game AND messages.user = watchers.user AND old = 0
WHERE game = ?1 OR ?1 IS NULL ORDER BY game, watchers.user
"""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A user who watches a game by DM: the delay in seconds, and the channel and ID of the message (0: none)."""

    game: int
    user: int
    delay: int
    channel: int
    message: int
    shown: int
    """The number of the game's public events that the message shows."""


class Spectators(Repository):
    """The repository of spectators."""

    @transaction
    async def set(self, watcher: Watcher) -> None:
        """Stores that a user watches a running game with this delay and in this message; raises WrongPhase."""
        await self._require(watcher.game, "running")
        await self._execute(_PUT, watcher.game, watcher.user, watcher.delay, watcher.shown)
        if watcher.message:
            slot = PostSlot("watcher", watcher.game, watcher.user)
            await Messages(self.session).put(MessageRow(slot, watcher.channel, watcher.message), posted=True)

    @transaction
    async def remove(self, game: int, user: int) -> None:
        """Deletes a spectator of a game and the row of their message."""
        await self._execute("DELETE FROM watchers WHERE game = ? AND user = ?", game, user)
        await Messages(self.session).remove(PostSlot("watcher", game, user))

    async def of(self, game: int | None = None) -> list[Watcher]:
        """Returns the spectators of a game (None: of all games), ordered by game."""
        return [Watcher(**dict(row)) for row in await self._rows(_OF, game)]
