"""Tests that the board as text shows the state at the time of its board, although it is composed later and only if
needed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.play import board_view
from bot.messages.api import picture
from bot.tables.wishes import Wishes
from bot.texts import translator_for
from rules import GAMES
from tests.any_answer import any_answer
from tests.bot.tables.backend import Backend

ANSWERS = 30


@pytest.mark.parametrize("kind", GAMES)
async def test_a_board_in_words_stays_the_same_when_the_game_continues(database: Path, kind: str) -> None:
    async with Backend.opened(database) as backend:
        table = await backend.begin(Wishes(kind), people=GAMES[kind].seats[0])
        game, said = await backend.game(table), translator_for("en")
        different = answers = 0
        while answers < ANSWERS and game.over is None:
            answers += 1
            facts = (await backend.live(table)).facts
            now, later = picture(board_view.board(facts, game, said)), board_view.boards(facts, game, said).in_words
            await backend.answers(table, game.waiting[0], *any_answer(game, game.waiting[0]))
            assert picture(later()) == now
            different += picture(board_view.board((await backend.live(table)).facts, game, said)) != now
        assert different > answers / 2
