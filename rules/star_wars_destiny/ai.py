"""The computer players of Star Wars: Destiny."""

from __future__ import annotations

from rules.players.ai import GameAI, Turns
from rules.players.question import Question
from rules.star_wars_destiny.calibration import CALIBRATION
from rules.star_wars_destiny.determinisation import determinise, evaluate
from rules.star_wars_destiny.foresight import is_idle_play
from rules.star_wars_destiny.luck import roll_values
from rules.star_wars_destiny.policy import policy, quick_policy
from rules.star_wars_destiny.table import Table


def chapter(table: Table) -> int:
    """Returns the round number. A computer player's playout ends when it changes."""
    return table.round


def wasted(asked: Question, key: str) -> bool:
    """Returns whether an action plays an event without an effect."""
    return asked.kind == "action" and is_idle_play(asked.view, asked.seat, key)


AI = GameAI(
    policy=policy, quick_policy=quick_policy, determinise=determinise, evaluate=evaluate, chapter=chapter,
    turns=Turns("action", "roll"), roll_values=roll_values, wasted=wasted, variety=0.2,
    calibration=CALIBRATION,
)  # fmt: skip
