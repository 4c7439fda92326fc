"""Decides how often a fault is tried: a share in `make test-all`, everything in `make test-faults`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

FULL = os.environ.get("KRUPIER_FAULTS") == "full"


def often(fast: int, full: int) -> int:
    """Returns the number of repetitions: `fast` in `make test-all`, `full` in `make test-faults`."""
    return full if FULL else fast


@contextmanager
def schedule(*names: object) -> Iterator[Random]:
    """Yields random numbers with these names as their seed; a failure in the block reports the seed."""
    seed = " ".join(str(name) for name in names)
    try:
        yield Random(seed)
    except BaseException as failure:
        failure.add_note(f"the seed of this schedule: {seed!r}")
        raise
