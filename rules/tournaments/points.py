"""The points of a tournament's tables, in 120ths, so that every share of a table's points is a whole number.

The first player gets 120, the last 0, the others evenly between; players who share a place share its points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

POINT: Final = 120
"""The number of 120ths in one point, which a bye is worth as well."""


def shares(places: Sequence[int | None], others: Sequence[int] = ()) -> tuple[int, ...]:
    """Returns the points of each player at a table from the players' places; a player without a place gets none.

    `others`: the places of those who have replaced players; they get no points, but they may share a place.
    """
    taken = [*places, *others]
    return tuple(0 if place is None else _share(place, taken.count(place), len(places)) for place in places)


def _share(place: int, sharing: int, seats: int) -> int:
    return (2 * (seats - place) - sharing + 1) * (POINT // 2) // (seats - 1)
