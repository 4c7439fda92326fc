"""Random numbers for tests that are the same in every run, so that a failure can be repeated."""

from __future__ import annotations

import os
from random import Random


def of_this_test() -> Random:
    """Returns a random number generator whose seed is the running test's name, and KRUPIER_TESTS_CHANCE if that is
    set.
    """
    name, _, _ = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    return Random(f"{name} {os.environ.get('KRUPIER_TESTS_CHANCE', '')}")
