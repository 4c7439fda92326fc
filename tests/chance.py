"""Chance that falls the same way whenever a test runs, so that what failed once can be looked at again."""

from __future__ import annotations

import os
from random import Random


def of_this_test() -> Random:
    """Returns random numbers that depend only on the test's name, and on KRUPIER_TESTS_CHANCE for other ones."""
    name, _, _ = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    return Random(f"{name} {os.environ.get('KRUPIER_TESTS_CHANCE', '')}")
