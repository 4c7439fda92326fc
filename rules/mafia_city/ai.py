"""The computer players of Mafia City."""

from __future__ import annotations

from rules.mafia_city.determinisation import determinise, evaluate
from rules.mafia_city.policy import policy, quick_policy
from rules.mafia_city.table import Table
from rules.players.ai import GameAI


def chapter(table: Table) -> int:
    """Returns how often all locations have been evaluated, plus one: playouts end when it grows."""
    return table.round + (table.phase in ("strategy", "end", "over"))


AI = GameAI(policy=policy, quick_policy=quick_policy, determinise=determinise, evaluate=evaluate, chapter=chapter)
