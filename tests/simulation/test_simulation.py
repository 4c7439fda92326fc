"""Tests the simulation itself: a seed gives one evening, evenings end well, and planted defects are found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.installed import ROOT
from tests.simulation.planted import DEFECTS

SECONDS = 600
EVENINGS = 3
AT_MOST = 12
"""The number of evenings within which each planted defect must be found."""


def simulate(*words: str, hashing: str = "0") -> subprocess.CompletedProcess[str]:
    """Runs the command as a process of its own, whose clock and random numbers are replaced."""
    environment = {**os.environ, "PYTHONHASHSEED": hashing}
    command = [sys.executable, "-m", "tests.simulation", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def test_the_same_seed_gives_the_same_evening_to_the_byte(tmp_path: Path) -> None:
    logs = [tmp_path / "one", tmp_path / "other"]
    for log, hashing in zip(logs, ("0", "7"), strict=True):
        done = simulate("7", "--presses", "40", "--log", str(log), hashing=hashing)
        assert done.returncode == 0, done.stdout + done.stderr
    one, other = (log.read_bytes() for log in logs)
    assert one == other
    assert len(one.splitlines()) > 40


def test_evenings_under_all_faults_end_well() -> None:
    done = simulate("100", "--evenings", str(EVENINGS))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{EVENINGS} evenings, 0 failed" in done.stdout
    assert sum(map(int, re.findall(r"(\d+) kills", done.stdout))) > EVENINGS


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_defect_is_found(defect: str) -> None:
    done = simulate("1", "--evenings", str(AT_MOST), "--planted", defect)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "found in evening" in done.stdout
