"""Tests the reasons of computer players in Královské rošády as text."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from bot.features.advice.view import labelled
from bot.games import GAME_UIS, context_of
from bot.games.reasons import Reasons
from bot.texts import translator_for
from rules import GAMES
from rules.players.levels import player
from tests.bot.games.every_board import facts
from tests.rules.players.test_players import decisions

KIND = "kralovske_rosady"
EN = translator_for("en")
A_FEW = 40


@pytest.mark.tier("test")
def test_the_reason_for_a_card_does_not_repeat_the_column_of_the_answer() -> None:
    table, because, laid = facts(KIND, 3), GAME_UIS[KIND].get(Reasons).because, 0
    for at, (_, asked) in enumerate(islice(decisions(GAMES[KIND], 3, 1), A_FEW)):
        if asked.kind == "play":
            keys = player(KIND, "normal").think(asked, Random(at)).keys
            laid += 1
            assert "Column " in labelled(table, asked, keys, EN)
            assert "Column " not in because(context_of(table, EN, asked), asked, keys)
    assert laid > 10
