"""The undo policy: cards laid or tucked face down, and traitors' swaps, until a card is turned or drawn."""

from __future__ import annotations

from typing import Final

from rules.description import Undoable
from rules.events import Event

OPEN: Final = frozenset((
    "skipped", "plays", "played", "tucks", "tucked", "tucks_nothing", "betrays", "stays_loyal",
))  # fmt: skip
"""The harmless kinds of decisions. A face-down card is told only to its owner, who knew it."""


def _reveals(event: Event) -> bool:
    return event.name not in OPEN


UNDOABLE: Final = Undoable(frozenset(("play", "disguise", "betray")), _reveals)
