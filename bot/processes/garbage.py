"""Settings of Python's garbage collector for processes that run for a long time."""

from __future__ import annotations

import gc
from typing import Final

THRESHOLDS: Final = (5_000, 20, 20)
"""The thresholds of the three generations; the defaults are 700, 10 and 10."""


def collect_rarely() -> None:
    """Makes the garbage collector run less often and never look at the objects that exist now, such as modules.

    Looking at all of them takes tens of milliseconds, in which nothing else runs.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
