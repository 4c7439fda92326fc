"""The computer players of Mafia City."""

from __future__ import annotations

from pathlib import Path

from rules.mafia_city.determinisation import determinise
from rules.mafia_city.evaluation import features
from rules.mafia_city.policy import policy, quick_policy
from rules.mafia_city.table import Table
from rules.players.ai import GameAI, read_calibration, read_weights
from rules.players.evaluation import fitted

WEIGHTS = read_weights(Path(__file__).with_name("evaluation.toml"))
"""The weights of the features for each number of seats."""


def chapter(table: Table) -> int:
    """Returns the number of completed evaluations of all locations, plus one; a playout ends when it grows."""
    return table.round + (table.phase in ("strategy", "end", "over"))


AI = GameAI(
    policy=policy, quick_policy=quick_policy, determinise=determinise,
    evaluate=fitted(features, WEIGHTS), features=features, fitted=WEIGHTS, chapter=chapter,
    calibration=read_calibration(Path(__file__).with_name("calibration.toml")),
)  # fmt: skip
