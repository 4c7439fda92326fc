"""The calibration of chances to win: from the average result at possible tables to the share of victories.

Written for each number of seats N by

    python -m rules calibration star_wars_destiny --seats N --games 1000 --seed 1 --decisions 8 --write
"""

from __future__ import annotations

from typing import Final

from rules.players.ai import Calibration

CALIBRATION: Final[dict[int, Calibration]] = {
    2: (
        (0.0, 0.0),
        (0.05, 0.019),
        (0.1, 0.069),
        (0.15, 0.134),
        (0.2, 0.202),
        (0.25, 0.267),
        (0.3, 0.327),
        (0.35, 0.382),
        (0.4, 0.433),
        (0.45, 0.481),
        (0.5, 0.53),
        (0.55, 0.579),
        (0.6, 0.63),
        (0.65, 0.684),
        (0.7, 0.742),
        (0.75, 0.803),
        (0.8, 0.865),
        (0.85, 0.923),
        (0.9, 0.968),
        (0.95, 0.994),
        (1.0, 1.0),
    ),
    3: (
        (0.0, 0.002),
        (0.05, 0.067),
        (0.1, 0.152),
        (0.15, 0.227),
        (0.2, 0.289),
        (0.25, 0.339),
        (0.3, 0.38),
        (0.35, 0.414),
        (0.4, 0.443),
        (0.45, 0.47),
        (0.5, 0.494),
        (0.55, 0.519),
        (0.6, 0.545),
        (0.65, 0.573),
        (0.7, 0.606),
        (0.75, 0.645),
        (0.8, 0.694),
        (0.85, 0.754),
        (0.9, 0.83),
        (0.95, 0.921),
        (1.0, 0.997),
    ),
    # Four seats: from 300 games, by the isotonic regression that the command used before.
    4: (
        (0.038, 0.056),
        (0.1, 0.153),
        (0.162, 0.273),
        (0.223, 0.337),
        (0.301, 0.355),
        (0.41, 0.373),
        (0.491, 0.472),
        (0.608, 0.537),
        (0.812, 0.719),
    ),
}
