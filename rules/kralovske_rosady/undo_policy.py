"""The undo policy of Královské rošády: a move can be taken back until a card is turned or drawn."""

from __future__ import annotations

from typing import Final

from rules.description import Undoable
from rules.events import Event

OPEN: Final = frozenset((
    "skipped", "plays", "played", "tucks", "tucked", "tucks_nothing", "betrays", "stays_loyal",
))  # fmt: skip
"""The names of events that reveal nothing hidden to those who are told. A face-down card is told only to its owner."""


def _reveals(event: Event) -> bool:
    return event.name not in OPEN


UNDOABLE: Final = Undoable(frozenset(("play", "disguise", "betray")), _reveals)
