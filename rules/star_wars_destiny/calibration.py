"""The calibration of chances to win: from the average result at possible tables to the share of victories.

Written for each number of seats N by

    python -m rules calibration star_wars_destiny --seats N --games GAMES --seed 1 --decisions 8 --write

docs/computer-players.md says for each line from how many games (GAMES) it follows.
"""

from __future__ import annotations

from typing import Final

from rules.players.ai import Calibration

CALIBRATION: Final[dict[int, Calibration]] = {
    2: (
        (0.0, 0.008),
        (0.0005, 0.008),
        (0.01, 0.008),
        (0.025, 0.008),
        (0.05, 0.01),
        (0.1, 0.052),
        (0.15, 0.118),
        (0.2, 0.193),
        (0.25, 0.266),
        (0.3, 0.331),
        (0.35, 0.388),
        (0.4, 0.439),
        (0.45, 0.486),
        (0.5, 0.532),
        (0.55, 0.577),
        (0.6, 0.626),
        (0.65, 0.678),
        (0.7, 0.736),
        (0.75, 0.8),
        (0.8, 0.865),
        (0.85, 0.926),
        (0.9, 0.972),
        (0.95, 0.996),
        (0.975, 0.999),
        (0.99, 1.0),
        (0.9995, 1.0),
        (1.0, 1.0),
    ),
    3: (
        (0.0, 0.0),
        (0.0005, 0.001),
        (0.01, 0.005),
        (0.025, 0.022),
        (0.05, 0.062),
        (0.1, 0.151),
        (0.15, 0.23),
        (0.2, 0.293),
        (0.25, 0.343),
        (0.3, 0.383),
        (0.35, 0.415),
        (0.4, 0.442),
        (0.45, 0.466),
        (0.5, 0.488),
        (0.55, 0.511),
        (0.6, 0.537),
        (0.65, 0.566),
        (0.7, 0.601),
        (0.75, 0.645),
        (0.8, 0.7),
        (0.85, 0.77),
        (0.9, 0.855),
        (0.95, 0.945),
        (0.975, 0.982),
        (0.99, 0.996),
        (0.9995, 0.999),
        (1.0, 0.999),
    ),
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
