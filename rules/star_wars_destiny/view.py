"""Writes the table as JSON values: everything, or only what one seat may know."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rules.star_wars_destiny.pieces import Card, Player
from rules.star_wars_destiny.table import Table

GAME = "star_wars_destiny"


def everything(table: Table) -> dict[str, Any]:
    """Returns the full table with all hidden cards as JSON values (docs/protocol.md, "Star Wars: Destiny")."""
    written = _written(table, table.seats)
    for seat, player in table.players.items():
        written["players"][seat]["deck"] = list(player.deck)
    return written


def view(table: Table, seat: str | None) -> dict[str, Any]:
    """Returns what a seat (None: an onlooker) may know: its own hand and list, and public facts."""
    return _written(table, () if seat is None else (seat,))


def _written(table: Table, seen: Collection[str]) -> dict[str, Any]:
    """Returns the table with the secrets of the seats in `seen` only. Other secrets are never added."""
    battlefield = {
        "card": table.battlefield, "owner": table.battlefield_owner, "controller": table.controller,
    }  # fmt: skip
    return {
        "game": GAME,
        "edition": table.edition,
        "round": table.round,
        "phase": table.phase,
        "turn": table.turn,
        "passes": table.passes,
        "claimed": table.claimed,
        "battlefield": battlefield if table.battlefield else None,
        "unused": {seat: table.unused[seat] for seat in table.seats if seat in table.unused},
        "delayed": [{"defeat": each.character.name, "by": each.by} for each in table.delayed],
        "barred": [card.name for card in table.barred],
        "limbo": list(table.limbo),
        "players": {seat: _player(player, seat in seen) for seat, player in table.players.items()},
    }


def _player(player: Player, seen: bool) -> dict[str, Any]:
    written: dict[str, Any] = {
        "resources": player.resources,
        "out": player.out,
        "characters": [_character(card) for card in player.characters],
        "defeated": [{"id": card.name, "dice": len(card.dice)} for card in player.defeated],
        "supports": [
            {"id": card.name, "exhausted": card.exhausted, "damage": card.damage} for card in player.supports
        ],
        "pool": [{"die": die.name, "side": die.side.word} for die in player.pool],
    }  # fmt: skip
    if seen:
        written["hand"] = list(player.hand)
    else:
        written["cards"] = len(player.hand)
    written["deck"] = len(player.deck)
    written["discard"] = list(player.discard)
    if seen:
        written["list"] = list(player.cards)
    return written


def _character(card: Card) -> dict[str, Any]:
    return {
        "id": card.name,
        "dice": len(card.dice),
        "damage": card.damage,
        "shields": card.shields,
        "exhausted": card.exhausted,
        "upgrades": [_upgrade(upgrade) for upgrade in card.upgrades],
    }


def _upgrade(card: Card) -> dict[str, Any]:
    holds = card.holds.name if card.holds is not None else None
    return {"id": card.name, "exhausted": card.exhausted, "holds": holds}
