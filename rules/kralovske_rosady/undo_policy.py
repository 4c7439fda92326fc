"""What may be taken back: a card laid or tucked face down, a traitor's swap, until a card is turned or drawn."""

from __future__ import annotations

from typing import Final

from rules.description import Undoable
from rules.events import Event

OPEN: Final = frozenset((
    "skipped", "plays", "played", "tucks", "tucked", "tucks_nothing", "betrays", "stays_loyal",
))  # fmt: skip
"""Which card lies face down, its owner alone is told, who knew it."""


def _reveals(event: Event) -> bool:
    return event.name not in OPEN


UNDOABLE: Final = Undoable(frozenset(("play", "disguise", "betray")), _reveals)
