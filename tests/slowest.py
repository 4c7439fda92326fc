"""Prints the slowest tests of several pytest runs: `python -m tests.slowest FOLDER` (`make test-all`).

Reads the XML files that pytest has written there with --junitxml. A test's time includes its fixtures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

SHOWN: Final = 50


def times(file: Path) -> Iterator[tuple[float, str]]:
    """Yields (seconds, name) of each test in a JUnit file, with the file's stem as the name of the run."""
    for case in ET.parse(file).iter("testcase"):
        yield float(case.get("time", 0)), f"{case.get('classname')}::{case.get('name')} ({file.stem})"


def table(files: Iterable[Path], shown: int = SHOWN) -> list[str]:
    """Returns the lines of the report on these JUnit files: the totals, then the `shown` slowest tests, the slowest
    first.
    """
    measured = sorted((one for file in files for one in times(file)), reverse=True)
    total = sum(seconds for seconds, _ in measured)
    slowest = [f"{seconds:8.2f} s  {name}" for seconds, name in measured[:shown]]
    return [f"{len(measured)} tests, {total:.0f} s in total; the slowest {len(slowest)}:", *slowest]


if __name__ == "__main__":
    print("\n".join(table(sorted(Path(sys.argv[1]).glob("*.xml")))))
