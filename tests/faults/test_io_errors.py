"""Tests failing system calls under SQLite: no answer is lost or stored in part."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rules import GAMES
from tests.faults.bad_disk import STARTS
from tests.faults.scale import FULL, often
from tests.storage.sqlite.test_one_process import ROOT

SOURCE = Path(__file__).with_name("io_errors.c")
EACH = often(13, 1)
"""One of this many system calls is made to fail."""
IN_A_ROW = (1, 3, 40) if FULL else (1,)
WAYS = (("EIO", False), ("ENOSPC", False), ("EIO", True), ("ENOSPC", True))
"""The system's error, and whether half of the write was done."""
TRIED = [
    (kind, times, *way)
    for at, kind in enumerate(GAMES)
    for times in IN_A_ROW
    for way in (WAYS if FULL else (WAYS[0], WAYS[1 + at % 3]))
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiles the preloaded library that makes writes fail and returns its path; skips the test without a compiler."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None or sys.platform != "linux":
        pytest.skip("no library that lets writes fail can be built here: it needs Linux and a C compiler")
    built = tmp_path_factory.mktemp("preload") / "io_errors.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-Wall", "-Werror", "-o", built, SOURCE, "-ldl"], check=True)
    return built


def came_of(library: Path, folder: Path, kind: str, times: int, error: str, *, halves: bool) -> Counter[str]:
    """Runs `tests.faults.bad_disk` with the library; returns its counts, and fails if it found a lost or doubled
    answer.
    """
    how = [kind, str(times), str(EACH), error, str(int(halves))]
    command = [sys.executable, "-m", "tests.faults.bad_disk", str(folder), *how]
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    print(*how, done.stdout.strip())
    return Counter(json.loads(done.stdout))


@pytest.mark.parametrize(("kind", "times", "error", "halves"), TRIED)
def test_a_failed_write_refuses_one_answer_and_the_next_try_is_stored(
    library: Path, kind: str, times: int, error: str, halves: bool, tmp_path: Path
) -> None:
    came = came_of(library, tmp_path, kind, times, error, halves=halves)
    assert came["pwrite"], "writes have failed"
    assert came["fsync"] + came["fdatasync"] or not FULL, "so have commits"
    assert came["refused"] >= came["evenings"] / 2


@pytest.mark.parametrize(("error", "halves"), WAYS if FULL else WAYS[::3])
def test_a_start_whose_writes_fail_says_so_and_the_next_one_finds_every_game(
    library: Path, error: str, halves: bool, tmp_path: Path
) -> None:
    came = came_of(library, tmp_path, STARTS, 1, error, halves=halves)
    assert came["pwrite"]
    assert came["refused"]
