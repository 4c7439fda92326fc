"""Tests that pictures count only the moves that have not been taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.messages import illustrator
from bot.texts import translator_for
from rules.events import Event
from rules.undo import UNDO
from tests.bot.laid_out import KIND, facts, laid_out


class Seen:
    """A stand-in for a game's pictures that draws nothing and records the events for which it is asked to draw."""

    def __init__(self) -> None:
        self.told: list[Sequence[Event]] = []

    def board(self, *_view: Any, told: Sequence[Event], **_about: Any) -> None:
        self.told.append(told)

    def points(self, _ctx: Any, told: Sequence[Event]) -> None:
        self.told.append(told)


@pytest.mark.parametrize("over", [False, True])
def test_a_move_that_was_taken_back_is_in_no_picture(monkeypatch: pytest.MonkeyPatch, over: bool) -> None:
    seen: Any = Seen()
    monkeypatch.setattr(illustrator, "_pictures", {KIND: seen}.__getitem__)
    game = laid_out()
    game.answer(game.number, "a", ["place:harbour"])
    game.undo(game.number, "a")
    if over:
        game.over = {"ranking": [], "winners": []}
    illustrator._board(game, facts(), translator_for("en"))
    (told,) = seen.told
    assert [event.name for event in told if event.name in ("places", UNDO)] == []
    assert [event.name for event in game.told if event.name in ("places", UNDO)] == ["places", UNDO]
