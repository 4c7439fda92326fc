"""Tests the texts of an undo in every game: the seat, and everything public that is taken back."""

from __future__ import annotations

import random

import pytest

from bot.games import GAME_UIS
from bot.games.log import latest, log, newest, outcome
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from rules.errors import NoUndo
from rules.undo import UNDO
from tests.bot.games.every_board import EVERY_GAME, EVERY_LANGUAGE, NAMES, facts
from tests.bot.laid_out import answer

EN = translator_for("en")
STEPS = 700

OFTEN_UNDONE = {"mafia_city", "star_wars_destiny"}
"""The games in which a random course contains moves that may be taken back."""


def played_with_undos(kind: str, seed: int) -> Game:
    """Returns a game after up to `STEPS` random answers and undos."""
    dice = random.Random(seed)
    seats = GAMES[kind].seats[-1]
    game = Game.new(GAMES[kind], NAMES[:seats], game_id="42", seed=bytes([seed]) * 32)
    for _ in range(STEPS):
        if game.decision is None:
            break
        try:
            if dice.random() < 0.2:
                game.undo(game.number, dice.choice(game.seats))
                continue
        except NoUndo:
            pass
        answer(game, dice)
    return game


@pytest.mark.tier("test")
@EVERY_GAME
@EVERY_LANGUAGE
def test_every_undo_is_told_with_what_it_takes_back(kind: str, language: str) -> None:
    game, said = played_with_undos(kind, 3), translator_for(language)
    game_ui, table = GAME_UIS[kind], facts(kind, GAMES[kind].seats[-1])
    undos = [event for event in game.told if event.name == UNDO]
    assert undos or kind not in OFTEN_UNDONE
    for event in undos:
        sentence = game_ui.sentence(game_ui.context(table, said), event)
        assert sentence is not None
        assert sentence.startswith("↩️ ")
        assert table.seat(event.facts["seat"]).mention in sentence
        assert "\n" not in sentence
    lines = [line for line in log(table, game, said) if line.startswith("↩️ ")]
    assert len(lines) == len(undos)
    assert latest(table, game, said, 10)
    assert outcome(table, game, "a", 0, said)


@EVERY_GAME
def test_the_newest_sentences_fit_the_room_and_are_the_last_of_the_log(kind: str) -> None:
    game, table = played_with_undos(kind, 4), facts(kind, GAMES[kind].seats[-1])
    whole = log(table, game, EN)
    shown = newest(table, game, None, EN, 900)
    assert 0 < len(shown) <= 900
    assert "\n".join(whole).endswith(shown)
