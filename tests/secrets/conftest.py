"""Fixtures of the secrecy tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import databases


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Returns an empty database with the current schema, for one test."""
    return databases.create(tmp_path / "krupier.sqlite3")
