"""The calibration of chances to win: from the average result at possible tables to the share of victories.

Written for each number of seats N by

    python -m rules calibration star_wars_destiny --seats N --games 300 --seed 1 --decisions 8 --write
"""

from __future__ import annotations

from typing import Final

from rules.players.ai import Calibration

CALIBRATION: Final[dict[int, Calibration]] = {
    2: (
        (0.108, 0.067),
        (0.275, 0.218),
        (0.365, 0.326),
        (0.419, 0.464),
        (0.458, 0.511),
        (0.512, 0.514),
        (0.576, 0.579),
        (0.631, 0.642),
        (0.71, 0.831),
        (0.802, 0.899),
        (0.941, 0.994),
    ),
    3: (
        (0.041, 0.057),
        (0.12, 0.188),
        (0.204, 0.323),
        (0.324, 0.344),
        (0.434, 0.446),
        (0.504, 0.489),
        (0.646, 0.626),
        (0.874, 0.768),
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
