"""What is known of one hand's message, and when an edit of it has to wait: no other hand has a say in that."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Container
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Final

from bot.tables.live import LiveTable
from rules.engine import Game

WAITING: Final = "waiting"
"""What a hand's message shows before the game."""
ENDED: Final = "ended"
KEPT: Final = 1000
"""Tables."""
A_DECISION: Final = 0.1
"""Edits that each decision pays for, in equal parts to all hands of people; in a game of many draws the rest waits."""


@dataclass(slots=True)
class HandKeeper:
    """What is known of the message in which one player's hand lives."""

    game: int
    user: int
    channel: int | None = None
    message: int | None = None
    posted: datetime | None = None
    shows: str | None = None
    """A digest of the hand's text that it shows now, or which of these words."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    away: bool = False
    """Whether it says that a computer plays the seat of its owner."""
    wanted: bool = False
    edits: int = 0
    since: int | None = None
    """From which decision on they are counted."""
    late: asyncio.TimerHandle | None = None
    """Shows a hand that had to wait."""

    def is_put_off(self, live: LiveTable, game: Game) -> bool:
        """Whether an edit must wait, for decisions have not paid for it yet.

        Its own edits and what everybody knows decide: when one's hand is shown tells nothing of what others hold.
        """
        self.since = game.number if self.since is None else self.since
        people = sum(not seat.computer and seat.left is None for seat in live.seats)
        paid = A_DECISION * (game.number - self.since) / max(people, 1)
        overdue = self.late is not None and self.late.when() <= asyncio.get_running_loop().time()
        return not (overdue or self.away or self.message is None or self.shows == WAITING or self.edits < paid)

    @property
    def is_busy(self) -> bool:
        """Whether it knows what stands nowhere else."""
        return self.lock.locked() or self.wanted or self.late is not None


class HandKeepers(dict[int, dict[int, HandKeeper]]):
    """By table and user; of more tables than so many, those that were used last: the others stand in the database."""

    def use(self, game: int, keepers: dict[int, HandKeeper], begun: Container[int]) -> None:
        """The table is used: another one makes room, if nothing of its hands is begun (`begun`: at these tables)."""
        self.pop(game, None)
        self[game] = keepers
        for oldest in list(islice(self, max(len(self) - KEPT, 0))):
            if oldest not in begun and not any(keeper.is_busy for keeper in self[oldest].values()):
                del self[oldest]


def digest(game: Game, text: str) -> str:
    """What stands for a hand's text; under the game's seed, for whoever reads the database could try all hands."""
    seed = bytes.fromhex(game.chance.reveal()) if game.chance is not None else b""
    return hmac.digest(seed, text.encode(), "sha256").hex()
