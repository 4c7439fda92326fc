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
    """Returns a database of its own for one test: a file with the current schema and nothing else in it."""
    return databases.create(tmp_path / "krupier.sqlite3")


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Renderer]:
    """All pictures are drawn by this renderer."""
    it = Renderer()

    def drawn(sketch: Sketch) -> Picture:
        return it.draw(sketch)

    monkeypatch.setattr(Sketch, "picture", drawn)
    yield it
    it.may_paint.set()


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every write to a table holds its lock, and nothing is announced before it is committed."""
    violations = guards.install(monkeypatch)
    yield violations
    assert violations == []
