"""The features of the fitted evaluation of Mafia City: points, reserves, hands and the cell."""

from __future__ import annotations

from typing import Final

from rules.players.evaluation import Features
from rules.players.question import Facts

FADES: Final = 0.25
"""The rate at which mobsters count less with each point that the leader still needs."""
POINTS_FADE: Final = 1.0
"""The same rate for points. Without it, the fit of three seats counts early points against their seat."""


def features(table: Facts) -> Features:
    """Returns the features of each seat at a table at the end of a round.

    They are the points as far as the end is near, the mobsters in reserve, these and the mobsters in the cell as far as
    the end is near, and the cards in hand.
    """
    players = table["players"]
    left = max(0, table["goal"] - max([player["points"] for player in players.values()]))
    near, late = 1 / (1 + FADES * left), 1 / (1 + POINTS_FADE * left)
    found: dict[str, tuple[float, ...]] = {}
    for seat, player in players.items():
        reserve, jailed = player["reserve"], table["cell"].count(seat)
        found[seat] = (player["points"] * late, reserve, reserve * near, jailed * near, len(player["hand"]))
    return found
