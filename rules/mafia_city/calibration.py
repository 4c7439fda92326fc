"""The calibration of chances to win: from the average result at possible tables to the share of victories.

Written for each number of seats N by

    python -m rules calibration mafia_city --seats N --games 300 --seed 1 --decisions 8 --write
"""

from __future__ import annotations

from typing import Final

from rules.players.ai import Calibration

CALIBRATION: Final[dict[int, Calibration]] = {
    3: (
        (0.0, 0.0),
        (0.013, 0.079),
        (0.082, 0.124),
        (0.144, 0.21),
        (0.207, 0.237),
        (0.263, 0.328),
        (0.327, 0.335),
        (0.392, 0.373),
        (0.475, 0.446),
        (0.584, 0.483),
        (0.763, 0.689),
        (0.967, 0.949),
    ),
    4: (
        (0.002, 0.006),
        (0.045, 0.05),
        (0.093, 0.1),
        (0.139, 0.168),
        (0.211, 0.233),
        (0.282, 0.278),
        (0.351, 0.291),
        (0.445, 0.406),
        (0.607, 0.5),
        (0.923, 0.889),
    ),
    5: (
        (0.001, 0.003),
        (0.028, 0.011),
        (0.068, 0.045),
        (0.107, 0.146),
        (0.156, 0.202),
        (0.234, 0.27),
        (0.331, 0.298),
        (0.47, 0.539),
        (0.829, 0.888),
    ),
}
