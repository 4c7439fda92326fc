"""Measures the CPU time and memory of a process together with its child processes (Linux)."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path


def family(pid: int) -> list[int]:
    """Returns the ids of the process and all its descendants."""
    found = [pid]
    for one in found:
        with contextlib.suppress(FileNotFoundError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text("ascii").split())
    return found


def cpu_of(pid: int) -> float:
    """Returns the seconds of CPU that a process and its descendants have used; processes that have ended do not
    count.
    """
    spent = 0.0
    for one in family(pid):
        with contextlib.suppress(ProcessLookupError, OSError):
            spent += time.clock_gettime((~one << 3) | 2)
    return spent


def shared_memory(pid: int) -> float:
    """Returns the megabytes that a process and its descendants use; memory that several share counts once."""
    return sum(_memory(one) for one in family(pid))


def _memory(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except FileNotFoundError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))
