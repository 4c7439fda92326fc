"""Computers: always legal, never silly enough to pass all the time, and in need of nothing but their own view."""

from __future__ import annotations

from random import Random

import pytest

from bot.computer import choose
from rules import GAMES
from rules.decisions import Draw
from rules.engine import Game


@pytest.mark.parametrize("kind", GAMES)
def test_computers_play_whole_games_by_legal_keys(kind: str) -> None:
    dice = Random(7)
    rules = GAMES[kind]
    game = Game.new(rules, ["x"] * rules.seats[-1], seed=bytes(32), game_id="1")
    passes = turns = 0
    for _ in range(20_000):
        if game.decision is None:
            break
        assert not isinstance(game.decision, Draw)
        seat = game.waiting[0]
        keys = choose(game, seat, dice)
        turns += game.decision.kind == "turn"
        passes += game.decision.kind == "turn" and keys == ("pass",)
        game.answer(game.number, seat, keys)
    assert game.over is not None
    assert passes * 2 < turns or turns == 0


def test_a_choice_depends_on_nothing_but_view_and_keys() -> None:
    rules = GAMES["mafia_city"]
    game = Game.new(rules, ["x"] * 3, seed=bytes(32), game_id="1")
    seat = game.waiting[0]
    first = choose(game, seat, Random(3))
    game.entries.append(game.entries[-1])
    assert choose(game, seat, Random(3)) == first
