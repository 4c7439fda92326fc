"""Fixtures of the secrecy tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import databases


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Returns a database of its own for one test: a file with the current schema and nothing else in it."""
    return databases.create(tmp_path / "krupier.sqlite3")
