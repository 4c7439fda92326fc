"""Tests that public events are complete and correct (Q82): a spectator can rebuild the public table from them."""

from __future__ import annotations

import random

import pytest

from rules.engine import Game
from rules.events import Event

from .memory import Doubt
from .spectator import Memory
from .test_properties import RULES, answer, mixed, opened


class Spectator:
    """Follows all events of a game and compares the tables that it rebuilds with the real one."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._heard = len(game.told)
        self._minds = [Memory(RULES.view(game.table, None))]

    def listen(self) -> None:
        for event in self._game.told[self._heard :]:
            self._hear(event)
        self._heard = len(self._game.told)

    def _hear(self, event: Event) -> None:
        doubts, minds = [], []
        for ai in self._minds:
            try:
                minds += ai.hear(event)
            except Doubt as doubt:
                doubts.append(doubt)
        assert minds, (event, doubts)
        self._minds = minds

    def look(self) -> None:
        """Asserts that a rebuilt table equals the real one, and forgets all other possible tables. Called at the
        beginning of an action, when nothing is pending.
        """
        view = RULES.view(self._game.table, None)
        found = [(ai.differences(view), ai) for ai in self._minds]
        self._minds = [ai for differences, ai in found if not differences][:1]
        assert self._minds, [differences for differences, _ in found]


def follow(game: Game, dice: random.Random) -> None:
    spectator = Spectator(game)
    while game.decision:
        answer(game, dice)
        spectator.listen()
        decision, table = game.decision, game.table
        if decision is not None and decision.kind == "action" and not decision.about and not table.limbo:
            spectator.look()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_a_table_of_all_cards_is_known_to_who_only_listens(seats: int, seed: int) -> None:
    dice = random.Random(seed)
    follow(Game.at(RULES, mixed(seats, seed), seed=dice.randbytes(32)), dice)


@pytest.mark.parametrize(("format_", "seats"), [("starters", 2), ("standard", 2), ("standard", 3), ("random", 4)])
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_known_to_who_only_listens(format_: str, seats: int, seed: int) -> None:
    dice = random.Random(seed)
    game = opened(format_, seats, seed)
    follow(game, dice)
