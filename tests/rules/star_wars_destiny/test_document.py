"""Tests that docs/protocol.md names every kind of decision of this game with its shape, and no others."""

from __future__ import annotations

import random

import pytest

from rules.engine import Game
from rules.protocol import describe
from rules.star_wars_destiny import STAR_WARS_DESTINY
from tests.rules.random_play import answer_at_random
from tests.rules.test_documents import described

from .effects import laid

MOST = 800
"""The maximum number of games; about a hundred are enough."""


@pytest.mark.tier("test")
def test_every_kind_of_decision_is_in_the_document_with_its_shape() -> None:
    document = dict(described(STAR_WARS_DESTINY.name))
    asked: dict[str, str] = {}
    for seed in range(MOST):
        dice = random.Random(seed)
        game = some_game(seed, dice)
        while game.decision is not None and game.number <= 150:
            said = describe(game) or {}
            asked[said["kind"]] = said["shape"]
            answer_at_random(game, dice)
        asked |= dict.fromkeys((entry.kind for entry in game.entries if entry.seat == "chance"), "draw")
        if asked == document:
            break
    assert asked == document


def some_game(seed: int, dice: random.Random) -> Game:
    """Returns a game at a random table, or for every fourth seed a new game of three whose decks are drawn."""
    if seed % 4:
        return Game.at(STAR_WARS_DESTINY, laid(dice), seed=dice.randbytes(32))
    options = {"format": "random" if seed % 8 else "starters"}
    return Game.new(STAR_WARS_DESTINY, ["Anna", "Bert", "Cyril"], options, seed=dice.randbytes(32))
