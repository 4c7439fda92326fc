"""The code of an earlier version of Krupier, taken from the history of the checkout."""

from __future__ import annotations

import compileall
import shutil
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from tests.packaging.installed import ROOT

COMMIT: Final = "923a1326c35fc97a50b6c28a185f1ef91dd986b8"
"""The last commit with schema 26. It never moves, so that each run upgrades by the same migrations."""
SCHEMA: Final = 26
PACKAGES: Final = ("bot", "rules", "storage")


def unpacked(folder: Path) -> Path:
    """Writes the packages of that commit into a folder and returns it; skips the test if the history is missing."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed, so the previous version's code cannot be read: LEFT OUT")
    command = ["git", "-C", str(ROOT), "archive", COMMIT, *PACKAGES]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"the checkout has no commit {COMMIT[:8]} (a shallow clone, or no clone): LEFT OUT")
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")
    # The first start must not be late because it compiles everything.
    compileall.compile_dir(folder, quiet=1)
    return folder
