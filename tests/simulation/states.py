"""Names the states of a table in which a fault may come."""

from __future__ import annotations

from typing import Final

from bot.tables.live import LiveTable
from rules.decisions import Window

STATES: Final = ("no table", "lobby", "first hands", "turn", "window", "undo asked", "paused", "no bot")


def of(live: LiveTable | None) -> str:
    """Returns the name of a table's state, as far as a bot knows it."""
    if live is None:
        return "no table"
    if live.row.phase != "running":
        return live.row.phase
    if live.row.paused_at is not None:
        return "paused"
    if live.undoing is not None:
        return "undo asked"
    decision = live.game.decision if live.game is not None else None
    if isinstance(decision, Window):
        return "window"
    return "first hands" if decision is not None and decision.kind == "mulligan" else "turn"
