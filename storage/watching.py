"""Onlookers who follow a running table's public log by DM."""

from __future__ import annotations

from storage.connection import Connection
from storage.core import Core, require, transaction
from storage.rows import Watcher

_PUT = """
INSERT INTO watchers (game, user, delay, channel, message, shown) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (game, user) DO UPDATE SET delay = excluded.delay, channel = excluded.channel, message = excluded.message,
    shown = excluded.shown
"""


class Watching(Core):
    """Who watches which game, and what they have been shown of it."""

    @transaction
    async def set_watcher(self, db: Connection, watcher: Watcher) -> None:
        """Somebody watches a running game, from now on with this delay and in this message (WrongPhase)."""
        await require(db, watcher.game, "running")
        values = (watcher.game, watcher.user, watcher.delay, watcher.channel, watcher.message, watcher.shown)
        await db.execute(_PUT, values)

    @transaction
    async def clear_watcher(self, db: Connection, game: int, user: int) -> None:
        """Somebody watches a game no longer."""
        await db.execute("DELETE FROM watchers WHERE game = ? AND user = ?", (game, user))

    async def watchers(self, game: int | None = None) -> list[Watcher]:
        """Everybody who watches that game (None: any), in order of the games."""
        which, values = ("", ()) if game is None else ("WHERE game = ?", (game,))
        rows = await self._rows(f"SELECT * FROM watchers {which} ORDER BY game, user", *values)  # noqa: S608 - our own
        return [Watcher(**dict(row)) for row in rows]
