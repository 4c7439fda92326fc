"""The live message of one hand, and the rate limit of its edits, which does not depend on other hands."""

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
"""The fingerprint of a hand's message before the game."""
ENDED: Final = "ended"
KEPT: Final = 1000
"""The maximum number of tables whose hands are in memory."""
A_DECISION: Final = 0.1
"""The number of edits, shared equally by the hands of all people, that each decision allows. Further edits wait."""


@dataclass(eq=False, slots=True)
class Hand(LiveMessage):
    """The live message that shows one player's hand."""

    away: bool = False
    """Whether the message says that a computer plays the seat."""
    at_once: bool = False
    """Whether the next edit is sent regardless of the rate limit."""
    edits: int = 0
    since: int | None = None
    """The number of the decision since which edits are counted."""

    @classmethod
    def of(cls, row: MessageRow) -> Self:
        """Returns the live message of a database row."""
        hand = cls(row.slot)
        hand.load(row)
        return hand

    def is_put_off(self, live: LiveTable, game: Game, *, panel: bool = False) -> bool:
        """Returns whether the rate limit, or the player's open panel, postpones an edit. The first call notes the
        decision from which edits are counted.
        It depends on the message's own edits, its player's presses and public facts only, so its timing reveals nothing
        about other hands.
        """
        self.since = game.number if self.since is None else self.since
        people = sum(not seat.computer and seat.left is None for seat in live.seats)
        paid = A_DECISION * (game.number - self.since) / max(people, 1)
        at_once = self.is_overdue or self.away or self.pending or not self.message or self.fingerprint == WAITING
        return not (at_once or (self.edits < paid and not panel))


class HandMessages(dict[int, dict[int, Hand]]):
    """A cache of the hand messages of recently used tables, by table and user; the others are in the database."""

    def hand(self, game: int, user: int) -> Hand | None:
        """Returns the hand of a user; None if it is not in memory."""
        return self.get(game, {}).get(user)

    def forget(self, game: int, user: int) -> None:
        """Removes a hand, and its table if no hand is left."""
        hands = self.get(game, {})
        if (gone := hands.pop(user, None)) is not None:
            gone.cancel_pause()
        if not hands:
            self.pop(game, None)

    def use(self, game: int, hands: dict[int, Hand], begun: Container[int]) -> None:
        """Marks the table as used; removes the least recently used ones without work in progress (`begun`)."""
        self.pop(game, None)
        self[game] = hands
        for oldest in list(islice(self, max(len(self) - KEPT, 0))):
            if oldest not in begun and not any(hand.is_busy for hand in self[oldest].values()):
                del self[oldest]


def digest(game: Game, text: str) -> str:
    """Returns a digest of a hand's text, keyed with the game's seed: readers of the database cannot try all hands."""
    seed = bytes.fromhex(game.chance.reveal()) if game.chance is not None else b""
    return hmac.digest(seed, text.encode(), "sha256").hex()
