"""Writes the table as JSON values: everything, or only what one seat may know."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rules.kralovske_rosady.table import Card, Column, Player, Table


def everything(table: Table) -> dict[str, Any]:
    """Returns the full table with all hidden cards as JSON values (docs/protocol.md, "Královské rošády")."""
    written = _written(table, table.seats)
    written["points_deck"] = list(table.points_deck)
    for seat, player in table.players.items():
        written["players"][seat]["deck"] = list(player.deck)
    return written


def view(table: Table, seat: str | None) -> dict[str, Any]:
    """Returns what a seat (None: an onlooker) may know: its hand, face-down cards and point cards, and public facts."""
    return _written(table, () if seat is None else (seat,))


def _written(table: Table, seen: Collection[str]) -> dict[str, Any]:
    """Returns the table with the secrets of the seats `seen` only."""
    return {
        "game": "kralovske_rosady",
        "edition": table.edition,
        "round": table.round,
        "phase": table.phase,
        "turn": table.turn,
        "columns": [_column(column, seen) for column in table.columns],
        "points_deck": len(table.points_deck),
        "removed_points": list(table.removed_points),
        "players": {seat: _player(player, seat in seen) for seat, player in table.players.items()},
    }


def _column(column: Column, seen: Collection[str]) -> dict[str, Any]:
    return {
        "point": column.point,
        "closed": column.closed,
        "cards": [_card(card, card.up or card.owner in seen) for card in column.cards],
    }


def _card(card: Card, seen: bool) -> dict[str, Any]:
    return {"owner": card.owner, "card": card.name if seen else None, "up": card.up, "tucked": card.tucked}


def _player(player: Player, seen: bool) -> dict[str, Any]:
    if seen:
        return {
            "hand": list(player.hand),
            "deck": len(player.deck),
            "discard": list(player.discard),
            "points": list(player.points),
        }
    return {
        "cards": len(player.hand),
        "deck": len(player.deck),
        "discard": list(player.discard),
        "points": len(player.points),
    }
