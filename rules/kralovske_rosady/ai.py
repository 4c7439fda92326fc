"""The computer players of Královské rošády."""

from __future__ import annotations

from pathlib import Path

from rules.kralovske_rosady.determinisation import determinise, evaluate
from rules.kralovske_rosady.policy import policy, quick_policy
from rules.kralovske_rosady.table import Table
from rules.players.ai import GameAI, read_calibration


def chapter(table: Table) -> int:
    """Returns the number of the round, so that playouts end when the round has been evaluated."""
    return table.round


AI = GameAI(
    policy=policy,
    quick_policy=quick_policy,
    determinise=determinise,
    evaluate=evaluate,
    chapter=chapter,
    variety=0.3,
    calibration=read_calibration(Path(__file__).with_name("calibration.toml")),
    playouts=160,
    playouts_by_seats={3: 320},
    width=8,
)
