"""The undo policy: anything that dice, tokens and cards in play did, until a card is seen, drawn or a die rolled."""

from __future__ import annotations

from typing import Final

from rules.description import Undoable
from rules.events import Event

KINDS: Final = frozenset((
    "action", "resolve", "modify", "turn", "side", "die", "character", "piece", "dice", "characters", "pieces",
    "distribute", "may", "either", "amount", "symbol", "opponent", "player", "split", "group", "order",
))  # fmt: skip
"""What is asked about cards of a hand, a deck or a pile may show them by being asked."""
OPEN: Final = frozenset((
    "turn", "passes", "claims", "uses", "triggers", "exhausts", "readies", "upgrade_moves", "resources",
    "damage", "shields", "heals", "moves_damage", "resolves", "turns_die", "removes_die", "names",
))  # fmt: skip


def _shows(key: str) -> bool:
    """A card that is played or pays for a reroll lies open before its price and its roll are settled and told."""
    return key.startswith(("play:", "reroll:"))


def _reveals(event: Event) -> bool:
    return event.name not in OPEN


UNDOABLE: Final = Undoable(KINDS, _reveals, _shows)
