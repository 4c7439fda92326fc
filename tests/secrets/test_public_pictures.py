"""Tests that the picture of the board depends on public facts only, at any turn and after any events."""

from __future__ import annotations

from random import Random

import pytest

from bot.messages.illustrator import _board
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from tests.bot.games.every_board import facts
from tests.rules.random_play import answer_at_random, new_game

ANSWERS, LOOKS = 120, 8


@pytest.mark.parametrize("kind", GAMES)
def test_the_boards_picture_asks_for_no_ones_own_view(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    viewers: list[str | None] = []
    seen = Game.view

    def view(self: Game, seat: str | None = None) -> dict[str, object]:
        viewers.append(seat)
        return seen(self, seat)

    monkeypatch.setattr(Game, "view", view)
    seats, dice = GAMES[kind].seats[-1], Random(7)
    game = new_game(GAMES[kind], seats, 7)
    for number in range(ANSWERS):
        if game.decision is None:
            break
        if number % LOOKS == 0:
            assert _board(game, facts(kind, seats), translator_for("cs")) is not None
        answer_at_random(game, dice)
    assert viewers
    assert set(viewers) == {None}
