"""Chance that falls the same way whenever a test runs, so that what failed once can be looked at again."""

from __future__ import annotations

import os
from random import Random


def of_this_test() -> Random:
    """Random numbers that hang on the test's name alone, and on KRUPIER_TESTS_CHANCE where somebody wants others."""
    name, _, _ = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    return Random(f"{name} {os.environ.get('KRUPIER_TESTS_CHANCE', '')}")
