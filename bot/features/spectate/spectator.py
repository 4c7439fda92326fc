"""The live message of one user who watches a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from bot.messages.live_message import LiveMessage
from storage import MessageRow, PostSlot, Watcher


@dataclass(eq=False, slots=True)
class Spectator(LiveMessage):
    """The live message of a user who watches a table."""

    delay: int = 0
    """The delay in seconds."""
    shown: int = 0
    """The number of the game's public events that the message shows."""
    edited: datetime | None = None

    @classmethod
    def of(cls, row: Watcher) -> Self:
        """Returns the spectator of a stored row."""
        slot = PostSlot("watcher", row.game, row.user)
        spectator = cls(slot, delay=row.delay, shown=row.shown)
        spectator.load(MessageRow(slot, row.channel, row.message))
        return spectator

    @property
    def watcher(self) -> Watcher:
        """The spectator's database row."""
        return Watcher(self.slot.subject, self.slot.user, self.delay, self.channel, self.message, self.shown)
