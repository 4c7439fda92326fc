"""What all tests of faults share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file for one test's games."""
    return tmp_path / "krupier.sqlite3"
