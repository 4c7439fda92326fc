"""The computer players of Star Wars: Destiny."""

from __future__ import annotations

from rules.players.ai import GameAI, Turns
from rules.star_wars_destiny.determinisation import determinise, evaluate
from rules.star_wars_destiny.policy import policy, quick_policy
from rules.star_wars_destiny.table import Table


def chapter(table: Table) -> int:
    """The round: playouts go on until it is over."""
    return table.round


AI = GameAI(
    policy=policy, quick_policy=quick_policy, determinise=determinise, evaluate=evaluate, chapter=chapter,
    turns=Turns("action", "roll"), variety=0.2
)  # fmt: skip
