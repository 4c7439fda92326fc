"""The undo policy of Mafia City: a move can be taken back until a card is seen, drawn or played."""

from __future__ import annotations

from typing import Final

from rules.description import Undoable
from rules.events import Event

KINDS: Final = frozenset((
    "mulligan", "turn", "bullet", "complicity", "evaluate", "jail", "move", "kill", "star", "collect", "call",
    "retrieve",
))  # fmt: skip
"""The kinds of decisions that can be undone.

`discard` and `rackets` are missing because they follow a draw, `react` and `deal` because they are windows.
"""
OPEN: Final = frozenset((
    "phase", "passes", "forgoes", "places", "settled", "jailed", "evaluates", "controls", "scores", "released",
    "hitman_moves", "recruits", "mayor", "collects", "called", "retrieves", "token",
))  # fmt: skip


def _reveals(event: Event) -> bool:
    if event.name in {"plays", "mulligan"}:
        return bool(event.facts["cards"])
    if event.name == "policeman":
        # The policeman's holder may see every hand (M24.4).
        return event.facts["seat"] is not None
    return event.name not in OPEN


UNDOABLE: Final = Undoable(KINDS, _reveals)
