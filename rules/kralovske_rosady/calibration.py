"""The calibration of chances to win: from the average result at possible tables to the share of victories.

Written for each number of seats N by

    python -m rules calibration kralovske_rosady --seats N --games 300 --seed 1 --decisions 8 --write
"""

from __future__ import annotations

from typing import Final

from rules.players.ai import Calibration

CALIBRATION: Final[dict[int, Calibration]] = {
    2: (
        (0.023, 0.02),
        (0.172, 0.152),
        (0.286, 0.334),
        (0.366, 0.348),
        (0.426, 0.395),
        (0.498, 0.506),
        (0.568, 0.574),
        (0.622, 0.62),
        (0.707, 0.741),
        (0.836, 0.872),
        (0.985, 0.977),
    ),
}
