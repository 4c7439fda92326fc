"""The features of the fitted evaluation of Mafia City: points, reserves, hands and the cell."""

from __future__ import annotations

from typing import Final

from rules.players.evaluation import Features
from rules.players.question import Facts

FADES: Final = 0.25
"""The rate at which features that count near the end lose weight with each point that the leader still needs."""


def features(table: Facts) -> Features:
    """Returns the features of each seat at a table at the end of a round.

    They are the points, the mobsters in reserve, both again and the mobsters in the cell as far as the end is near, and
    the cards in hand.
    """
    players = table["players"]
    left = max(0, table["goal"] - max([player["points"] for player in players.values()]))
    near = 1 / (1 + FADES * left)
    found: dict[str, tuple[float, ...]] = {}
    for seat, player in players.items():
        points, reserve, jailed = player["points"], player["reserve"], table["cell"].count(seat)
        found[seat] = (points, points * near, reserve, reserve * near, len(player["hand"]), jailed * near)
    return found
