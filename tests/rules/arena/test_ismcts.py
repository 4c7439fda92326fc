"""Tests the independent reference player, a plain ISMCTS behind the table protocol."""

from __future__ import annotations

import sys
from random import Random

import pytest

from rules import GAME_AIS, GAMES
from rules.arena.command import arena
from rules.engine import Game
from rules.players.ai import World
from rules.players.question import ask

from ...bench.ismcts import search
from ..players.test_rollouts import PILE


def limit(iterations: int) -> list[bool]:
    return [False] * iterations + [True]


@pytest.mark.parametrize("pile", [5, 6, 7])
def test_it_leaves_a_multiple_of_four_stones(pile: int) -> None:
    table = {"pile": pile, "turn": "a", "players": {"a": {}, "b": {}}}
    game, left = Game.at(PILE, table), iter(limit(400))
    taken = search(PILE, ask(game, "a"), lambda _dice: World(table), lambda: next(left), Random(1))
    assert taken == (str(pile - 4),)


def test_it_gives_up_without_a_possible_table() -> None:
    game = Game.at(PILE, {"pile": 5, "turn": "a", "players": {"a": {}, "b": {}}})
    assert search(PILE, ask(game, "a"), lambda _dice: None, lambda: False, Random(1)) is None


@pytest.mark.tier("test")
@pytest.mark.parametrize("name", GAME_AIS)
def test_it_plays_every_game_legally(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    program = f"cmd:{sys.executable} -m tests.bench.ismcts --seconds 0.002"
    seats = ",".join([program, *["random"] * (GAMES[name].seats[0] - 1)])
    assert arena([name, "--seats", seats, "--games", "1"]) == 0
    assert "refused" not in capsys.readouterr().out
