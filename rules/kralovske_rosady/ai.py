"""The computer players of Královské rošády."""

from __future__ import annotations

from rules.kralovske_rosady.determinisation import determinise, evaluate
from rules.kralovske_rosady.policy import policy, quick_policy
from rules.kralovske_rosady.table import Table
from rules.players.ai import GameAI


def chapter(table: Table) -> int:
    """The round: playouts go on until it has been evaluated."""
    return table.round


AI = GameAI(
    policy=policy, quick_policy=quick_policy, determinise=determinise, evaluate=evaluate, chapter=chapter, variety=0.3
)
