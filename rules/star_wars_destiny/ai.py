"""The computer players of Star Wars: Destiny."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules.draws import Draw
from rules.players.ai import GameAI, Turns, read_calibration
from rules.players.question import Question
from rules.star_wars_destiny.determinisation import determinise, evaluate
from rules.star_wars_destiny.facts import side
from rules.star_wars_destiny.features import Features
from rules.star_wars_destiny.foresight import is_idle_action
from rules.star_wars_destiny.policy import policy, quick_policy
from rules.star_wars_destiny.table import Table
from rules.star_wars_destiny.view import view

USABLE = 4.0
"""The value of any side that is not blank, in addition to its own, in points of damage."""


def chapter(table: Table) -> int:
    """Returns the round number. A computer player's playout ends when it changes."""
    return table.round


def wasted(asked: Question, key: str) -> bool:
    """Returns whether the key is an action without an effect, as far as its seat can see."""
    return asked.kind == "action" and is_idle_action(asked.view, asked.seat, key)


def roll_values(table: Table, draw: Draw) -> tuple[str, Sequence[float]] | None:
    """Returns the seat that rolls a die and the value of each side for it.

    Returns None for other draws and for rolls that choose the battlefield. The arena measures luck
    by this function.
    """
    if draw.kind != "roll" or draw.about["why"] == "battlefield":
        return None
    seat = str(draw.about["die"]).partition("-")[0]
    features = Features(view(table, seat), seat)
    sides = [side(word) for word in draw.options]
    return seat, [features.worth(one) + (0.0 if one.symbol == "blank" else USABLE) for one in sides]


AI = GameAI(
    policy=policy, quick_policy=quick_policy, determinise=determinise, evaluate=evaluate, chapter=chapter,
    turns=Turns("action", "roll"), roll_values=roll_values, wasted=wasted, variety=0.2,
    calibration=read_calibration(Path(__file__).with_name("calibration.toml")),
)  # fmt: skip
