"""Names the states of a table in which a fault may come."""

from __future__ import annotations

from typing import Final

from bot.tables.live import LiveTable
from rules.decisions import Window

STATES: Final = ("no table", "lobby", "first hands", "turn", "window", "undo asked", "paused", "no bot")
WITHOUT_A_BOT: Final = frozenset({"press", "board", "permission", "outage", "clock", "restart"})
"""The kinds of faults that come from Discord, users, the machine or the database server, also while no bot runs. All
others strike a running bot: its process, its disk, its connections or its requests."""
RUNNING: Final = frozenset({"first hands", "turn", "window", "undo asked", "paused"})
"""The states of a running game, in which there is a record to damage, and something for which users can race. The race
of a lobby that is closed during its start has a name of its own (`players.CLOSED`)."""


def possible(kind: str, state: str) -> bool:
    """Returns whether a fault of this kind can strike a table in this state."""
    if kind in {"race", "damage"}:
        return state in RUNNING
    if kind == "letters":  # Only a player's DMs matter, and the bot knows who plays.
        return state not in {"no table", "no bot"}
    return state != "no bot" or kind in WITHOUT_A_BOT


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
