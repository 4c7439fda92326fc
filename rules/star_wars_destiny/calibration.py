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
}
