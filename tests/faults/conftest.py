"""Fixtures of the fault tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.play import board_owner, old_boards, publisher
from bot.features.play.sequences import Sequences
from bot.tables.live import LiveTable
from tests import databases


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Returns an empty database with the current schema, for one test."""
    return databases.create(tmp_path / "krupier.sqlite3")


@pytest.fixture(autouse=True)
def boards_of_committed_answers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Checks after each test that every public message was made from a table whose answers were already committed."""
    ahead: list[int] = []

    def watched(genuine: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*args: Any, **named: Any) -> Any:
            live = next(one for one in args if isinstance(one, LiveTable))
            if live.game is not None and len(live.game.entries) != live.stored:
                ahead.append(live.id)
            return genuine(*args, **named)

        return taken

    boards = ((board_owner, "face_of"), (publisher, "board_of"), (old_boards, "closed_board_of"), (Sequences, "story"))
    for place, name in boards:
        monkeypatch.setattr(place, name, watched(getattr(place, name)))
    yield
    assert ahead == [], "a public message tells of an answer that is not committed"
