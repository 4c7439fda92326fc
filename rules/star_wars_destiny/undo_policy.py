"""The undo policy: moves can be taken back until a card is seen or drawn, or a die is rolled."""

from __future__ import annotations

from typing import Final

from rules.description import Undoable
from rules.events import Event

KINDS: Final = frozenset((
    "action", "resolve", "modify", "turn", "side", "die", "character", "piece", "dice", "characters", "pieces",
    "distribute", "may", "either", "amount", "symbol", "opponent", "player", "split", "group", "order",
))  # fmt: skip
"""The kinds of decisions that can be undone. Those about cards in hand, deck or discard pile are missing, because the
question itself shows cards."""
OPEN: Final = frozenset((
    "turn", "passes", "claims", "uses", "triggers", "exhausts", "readies", "upgrade_moves", "resources",
    "damage", "shields", "heals", "moves_damage", "resolves", "turns_die", "removes_die", "names",
))  # fmt: skip


def _shows(key: str) -> bool:
    """Returns whether the answer reveals a hand card: one that is played, or discarded for a reroll."""
    return key.startswith(("play:", "reroll:"))


def _reveals(event: Event) -> bool:
    return event.name not in OPEN


UNDOABLE: Final = Undoable(KINDS, _reveals, _shows)
