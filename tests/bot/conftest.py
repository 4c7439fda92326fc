"""Fixtures for the tests of the bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.drawing import Picture, Sketch
from tests import databases, guards
from tests.bot.gallery import Renderer


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Returns the path of a new SQLite database with the current schema and no rows, for one test."""
    return databases.create(tmp_path / "krupier.sqlite3")


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Renderer]:
    """Replaces the drawing of all pictures by a renderer that a test controls."""
    it = Renderer()

    def drawn(sketch: Sketch) -> Picture:
        return it.draw(sketch)

    monkeypatch.setattr(Sketch, "picture", drawn)
    yield it
    it.may_paint.set()


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Fails a test that writes to a table without its lock, or announces something before it is committed."""
    violations = guards.install(monkeypatch)
    yield violations
    assert violations == []
