"""Simulates evenings: `python -m tests.simulation [SEED] [--evenings N] [--minutes M] [--without KIND,…]`.

Without a seed, evenings 1, 2, 3, … are played. A failed evening prints the command that repeats it.
"""

from __future__ import annotations

import os
import sys
import time

if os.environ.get("PYTHONHASHSEED") != "0":
    # The order of sets of strings must follow from nothing but the seed.
    program = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
    os.execve(sys.executable, program, {**os.environ, "PYTHONHASHSEED": "0"})

from tests.simulation import planted, virtual

if "--planted" in sys.argv[:-1]:
    planted.plant(sys.argv[sys.argv.index("--planted") + 1])

WALL = time.perf_counter
virtual.install()  # Before the bot's modules, some of which remember a clock when they are imported.

from tests.simulation import libraries, process  # noqa: E402
from tests.simulation.command import main  # noqa: E402

libraries.install()
process.install()

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], WALL))
