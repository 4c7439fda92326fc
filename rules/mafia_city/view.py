"""Writes the table as JSON values: everything, or only what one seat may know."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rules.mafia_city.table import Player, Table


def everything(table: Table) -> dict[str, Any]:
    """Returns the full table with all hidden cards as JSON values (docs/protocol.md, "Mafia City")."""
    return _written(table, table.seats) | {"deck": list(table.deck)}


def view(table: Table, seat: str | None) -> dict[str, Any]:
    """Returns what a seat (None: an onlooker) may know; the policeman's holder sees every hand (M24.4)."""
    if seat is None:
        return _written(table, ())
    return _written(table, table.seats if seat == table.policeman else (seat,))


def _written(table: Table, seen: Collection[str]) -> dict[str, Any]:
    """Returns the table with the hands of the seats `seen` only."""
    written: dict[str, Any] = {
        "game": "mafia_city",
        "edition": table.edition,
        "round": table.round,
        "phase": table.phase,
        "start": table.start,
        "goal": table.goal,
        "city": list(table.city),
        "stacks": {location: list(stack) for location, stack in table.stacks.items()},
        "cell": list(table.cell),
        "hitman": table.hitman,
        "policeman": table.policeman,
        "mayor": table.mayor,
        "marked": list(table.marked),
        "players": {seat: _player(player, seat in seen) for seat, player in table.players.items()},
        "open": list(table.open),
        "deck": len(table.deck),
        "discard": list(table.discard),
    }
    if table.midway:
        written["turn"] = table.turn
    return written


def _player(player: Player, seen: bool) -> dict[str, Any]:
    written: dict[str, Any] = {
        "points": player.points,
        "crew": player.crew,
        "reserve": player.reserve,
        "passed": player.passed,
    }
    if seen:
        written["hand"] = list(player.hand)
    else:
        written["cards"] = len(player.hand)
    return written
