"""The causes of triggered abilities: what has happened or is about to happen at the table."""

from __future__ import annotations

from rules.star_wars_destiny.facts import Printed
from rules.star_wars_destiny.pieces import Card, Player


class Cause:
    """An occurrence that can trigger abilities, for example a card that is played or damage that is taken.

    `event` is its text, such as `played aim`; the other attributes are set if they apply.
    """

    __slots__ = (
        "ambush", "asked", "card", "decrease", "event", "kind", "lost", "onto", "player", "price", "printed",
        "symbol",
    )  # fmt: skip

    def __init__(self, event: str, player: Player, card: Card | None = None) -> None:
        self.event = event
        self.player = player
        """The player who causes it, or whose card it affects."""
        self.card = card
        self.onto: Card | None = None
        self.kind: str | None = None
        self.symbol: str | None = None
        self.lost: int = 0
        self.printed: Printed | None = None
        """The card that is played."""
        self.ambush = False
        self.price = 0
        self.decrease = 0
        self.asked: list[Card] = []
        """The cards that could lower its price and have been asked already."""
