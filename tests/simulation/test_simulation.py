"""Tests the simulation itself: a seed gives one evening, evenings end well, and planted defects are found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.installed import ROOT
from tests.simulation.planted import DEFECTS, NOT_FOUND, Defect, changed
from tests.simulation.virtual import SimulatedLoop

SECONDS = 600
EVENINGS = 3
AT_MOST = 6
"""The number of evenings within which the defects that this test plants must be found."""
PLANTED = ("loses-an-answer", "breaks-the-chain", "claims-what-others-have")
"""The defects that are planted here; `python -m tests.simulation.planted` plants all."""
LAYERS = ("bot", "rules", "storage")


def simulate(*words: str, hashing: str = "0") -> subprocess.CompletedProcess[str]:
    """Runs the simulation's command in another process, because it replaces clocks and random numbers; returns the
    result.
    """
    environment = {**os.environ, "PYTHONHASHSEED": hashing}
    command = [sys.executable, "-m", "tests.simulation", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


@pytest.mark.parametrize(("seed", "kind"), [("7", "--alone"), ("8", "--workers")])
def test_the_same_seed_gives_the_same_evening_to_the_byte(tmp_path: Path, seed: str, kind: str) -> None:
    logs = [tmp_path / "one", tmp_path / "other"]
    for log, hashing in zip(logs, ("0", "7"), strict=True):
        done = simulate(seed, kind, "--presses", "30", "--log", str(log), hashing=hashing)
        assert done.returncode == 0, done.stdout + done.stderr
    one, other = (log.read_bytes() for log in logs)
    assert one == other
    assert len(one.splitlines()) > 40


def test_an_evening_does_not_depend_on_those_before_it() -> None:
    after, alone = (
        simulate("101", "--alone", "--presses", "30", "--evenings", "2"),
        simulate("102", "--alone", "--presses", "30"),
    )
    assert "102: " in after.stdout
    assert _events("102", after.stdout) == _events("102", alone.stdout)


def _events(seed: str, printed: str) -> list[str]:
    """Returns the printed numbers of an evening, without the seconds that it took."""
    return [re.sub(r"[\d.]+ s, ", "", line) for line in printed.splitlines() if line.startswith(f"{seed}: ")]


def test_sets_of_tasks_and_futures_are_not_ordered_by_addresses() -> None:
    loop = SimulatedLoop()
    try:
        one, other = loop.create_future(), loop.create_future()
    finally:
        loop.close()
    first = hash(one)
    assert hash(other) == first + 1
    assert hash(one) == first


def test_evenings_under_all_faults_end_well() -> None:
    done = simulate("100", "--evenings", str(EVENINGS))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{EVENINGS} evenings, 0 failed" in done.stdout
    assert sum(map(int, re.findall(r"(\d+) kills", done.stdout))) > EVENINGS
    assert len(re.findall(r"^  [a-z ]+(?:: [a-z ]+)?: (?:\d+|never reached)$", done.stdout, re.MULTILINE)) >= 60


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_defect_is_found(name: str) -> None:
    done = simulate("13", "--evenings", str(AT_MOST), "--planted", name, DEFECTS[name].where)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "found in evening" in done.stdout


def test_a_failure_is_shrunk_and_its_command_repeats_it() -> None:
    done = simulate("1", "--alone", "--presses", "40", "--planted", "loses-an-answer")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "WRONG" in done.stdout
    (command,) = re.findall(r"^  python -m tests\.simulation (.+)$", done.stdout, re.MULTILINE)
    assert "--without" in command
    again = simulate(*command.split(), "--no-shrink")
    assert again.returncode == 1, again.stdout + again.stderr
    assert "WRONG" in again.stdout


@pytest.mark.parametrize("defect", DEFECTS.values(), ids=list(DEFECTS))
def test_a_defect_can_be_planted(defect: Defect) -> None:
    assert defect.old != defect.new
    compile(changed(defect), defect.file, "exec")


def test_every_package_has_a_defect_or_a_reason() -> None:
    planted = {"/".join(Path(defect.file).parts[:2]) for defect in DEFECTS.values()}
    packages = {str(file.parent.relative_to(ROOT)) for layer in LAYERS for file in (ROOT / layer).glob("*/__init__.py")}
    assert len(DEFECTS) >= 20
    assert packages - planted - {"rules/_compiled"} == set(NOT_FOUND)
