"""Rebuilds the beginning of a seat's turn and the answers it has seen since, from which a search begins."""

from __future__ import annotations

from rules.decisions import CHANCE
from rules.engine import Game
from rules.notation import Entry
from rules.players.ai import Turns
from rules.players.question import Before, plain
from rules.undo import standing


def turn_so_far(game: Game, seat: str, turns: Turns) -> Before | None:
    """Returns the beginning of the seat's turn and what it has seen since; None if a search cannot begin there.

    None if the current decision opens a turn or is in another seat's turn. A decision of the opening kind with facts
    (`about`), such as an additional action, is within the turn. Answers that were taken back are left out.
    """
    decision, kept = game.decision, standing(game.entries)
    if decision is None or (decision.kind == turns.opening and not decision.about):
        return None
    for at in reversed(range(len(kept))):
        if kept[at].kind != turns.opening:
            continue
        if kept[at].seat != seat:
            return None
        past = game.beginning()
        past.again(game.entries[: game.entries.index(kept[at])])
        if past.decision is not None and not past.decision.about:
            seen = [entry for entry in kept[at:] if _is_seen(entry, seat, turns)]
            return Before(plain(past.view(seat)), tuple((entry.kind, entry.seat, entry.keys) for entry in seen))
    return None


def _is_seen(entry: Entry, seat: str, turns: Turns) -> bool:
    """Returns whether the seat saw an entry: its own answers and dice, but not what others or hidden draws chose."""
    return entry.seat == seat or (entry.seat == CHANCE and entry.kind == turns.rolls)
