"""What all tests of the bot share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.drawing import Picture, Sketch
from tests.bot.gallery import Renderer


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file for one test's games."""
    return tmp_path / "krupier.sqlite3"


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Renderer]:
    """All pictures are drawn by this renderer."""
    it = Renderer()

    def drawn(sketch: Sketch) -> Picture:
        return it.draw(sketch)

    monkeypatch.setattr(Sketch, "picture", drawn)
    yield it
    it.may_paint.set()
