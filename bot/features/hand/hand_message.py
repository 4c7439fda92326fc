"""The message of one hand, and when an edit of it has to wait. No other hand affects that."""

from __future__ import annotations

import hmac
from collections.abc import Container
from dataclasses import dataclass
from itertools import islice
from typing import Final, Self

from bot.messages.live_message import LiveMessage
from bot.tables.live import LiveTable
from rules.engine import Game
from storage import MessageRow

WAITING: Final = "waiting"
"""What a hand's message shows before the game."""
ENDED: Final = "ended"
KEPT: Final = 1000
"""The most tables whose hands are in memory."""
A_DECISION: Final = 0.1
"""Edits that each decision pays for, shared equally by all hands of people. Edits beyond that wait."""


@dataclass(eq=False, slots=True)
class Hand(LiveMessage):
    """The message that shows one player's hand."""

    away: bool = False
    """Whether it says that a computer plays the seat of its owner."""
    at_once: bool = False
    """Whether the next edit is sent although decisions have not paid for it."""
    edits: int = 0
    since: int | None = None
    """The number of the decision from which on edits are counted."""

    @classmethod
    def of(cls, row: MessageRow) -> Self:
        """The message as the database knows it."""
        hand = cls(row.slot)
        hand.load(row)
        return hand

    def is_put_off(self, live: LiveTable, game: Game) -> bool:
        """Whether an edit must wait, for decisions have not paid for it yet.

        Its own edits and what everybody knows decide: when one's hand is shown tells nothing of what others hold.
        """
        self.since = game.number if self.since is None else self.since
        people = sum(not seat.computer and seat.left is None for seat in live.seats)
        paid = A_DECISION * (game.number - self.since) / max(people, 1)
        at_once = self.is_overdue or self.away or self.pending or not self.message or self.fingerprint == WAITING
        return not (at_once or self.edits < paid)


class HandMessages(dict[int, dict[int, Hand]]):
    """The hands by table and user, of the tables that were used last; the others are in the database."""

    def use(self, game: int, hands: dict[int, Hand], begun: Container[int]) -> None:
        """Remembers that the table is used; forgets the oldest ones, except those with tasks (`begun`)."""
        self.pop(game, None)
        self[game] = hands
        for oldest in list(islice(self, max(len(self) - KEPT, 0))):
            if oldest not in begun and not any(hand.is_busy for hand in self[oldest].values()):
                del self[oldest]


def digest(game: Game, text: str) -> str:
    """Returns a digest of a hand's text, keyed with the game's seed: readers of the database cannot try all hands."""
    seed = bytes.fromhex(game.chance.reveal()) if game.chance is not None else b""
    return hmac.digest(seed, text.encode(), "sha256").hex()
