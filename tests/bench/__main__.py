"""`make bench`: prints each figure with its aim; the median of several runs, in CPU time of this process."""

from __future__ import annotations

import asyncio
import platform
import warnings

from tests.bench import presses, rules


def main() -> None:
    """All figures, one a line."""
    warnings.simplefilter("ignore", DeprecationWarning)
    print(f"Python {platform.python_version()}, {platform.machine()}; medians; aims in brackets")
    for line in rules.figures():
        print(line, flush=True)
    for line in asyncio.run(presses.figures()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
