"""The value of rolls, by which the arena measures luck."""

from __future__ import annotations

from collections.abc import Sequence

from rules.decisions import Draw
from rules.star_wars_destiny.facts import side
from rules.star_wars_destiny.features import Features
from rules.star_wars_destiny.table import Table
from rules.star_wars_destiny.view import view

USABLE = 4.0
"""The value of any side that is not blank, in addition to its own, in points of damage."""


def roll_values(table: Table, draw: Draw) -> tuple[str, Sequence[float]] | None:
    """Returns the seat that rolls a die and the value of each side for it; None for other draws."""
    if draw.kind != "roll" or draw.about["why"] == "battlefield":
        return None
    seat = str(draw.about["die"]).partition("-")[0]
    features = Features(view(table, seat), seat)
    sides = [side(word) for word in draw.options]
    return seat, [features.worth(one) + (0.0 if one.symbol == "blank" else USABLE) for one in sides]
