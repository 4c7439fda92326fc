"""Tests that playouts suffice for a player without hooks, on a toy game without hidden cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.decisions import Choice
from rules.description import Play, Result, Rules
from rules.engine import Game
from rules.events import Teller
from rules.players import choosing
from rules.players.ai import GameAI
from rules.players.choosing import Player
from rules.players.question import ask
from rules.players.search import Hard

from ..random_play import new_game

MOST = 3


class Table(Teller):
    """A pile of stones; the player who takes the last one wins."""

    def __init__(self, pile: int, turn: str) -> None:
        super().__init__()
        self.pile = pile
        self.turn = turn


async def _take(table: Table) -> Result:
    while True:
        keys = [str(count) for count in range(1, min(MOST, table.pile) + 1)]
        table.pile -= int(await Choice("take", table.turn, keys, "1"))
        if not table.pile:
            other = "b" if table.turn == "a" else "a"
            return {"ranking": [{"seat": table.turn}, {"seat": other}], "winners": [table.turn]}
        table.turn = "b" if table.turn == "a" else "a"


def _start(_seats: Sequence[str], _options: Mapping[str, str], _edition: int) -> tuple[Table, Play]:
    table = Table(13, "a")
    return table, _take(table)


def _position(given: Mapping[str, Any], _names: Sequence[str] | None) -> tuple[Table, Play]:
    table = Table(given["pile"], given["turn"])
    return table, _take(table)


def _everything(table: Table, _seat: str | None = None) -> dict[str, Any]:
    return {"pile": table.pile, "turn": table.turn, "players": {"a": {}, "b": {}}}


PILE = Rules(
    name="pile", edition=1, seats=range(2, 3), options={}, installation=(), default_options=dict, start=_start,
    position=_position, view=_everything, table=_everything,
)  # fmt: skip


def wins(first: Player, second: Player, games: int) -> int:
    """Returns how many games the first player wins; that player begins every second game."""
    won, dice = 0, Random(7)
    for number in range(games):
        seats = dict(zip("ab" if number % 2 else "ba", (first, second), strict=True))
        game = Game.new(PILE, ["A", "B"], {}, seed=bytes(32), game_id=str(number))
        while game.decision:
            [seat] = game.waiting
            game.answer(game.number, seat, seats[seat].choose(ask(game, seat), dice))
        assert game.over
        won += seats[game.over["winners"][0]] is first
    return won


@pytest.mark.tier("test")
def test_hard_with_playouts_only_beats_random_and_a_player_without_a_policy() -> None:
    hard = Hard(PILE, GameAI(), 60)
    assert wins(hard, choosing.Random(), 60) >= 48
    assert wins(hard, choosing.Normal(GameAI()), 60) >= 48


def test_a_win_that_is_one_move_away_is_found() -> None:
    hard = Hard(PILE, GameAI(), 60)
    for pile in (1, 2, 3):
        game = Game.at(PILE, {"pile": pile, "turn": "b", "players": {"a": {}, "b": {}}})
        assert hard.choose(ask(game, "b"), Random(1)) == (str(pile),)


def test_a_view_that_hides_something_is_no_table_and_the_policy_answers() -> None:
    for rules in GAMES.values():
        game = new_game(rules, rules.seats[0], 1)
        asked = ask(game, game.waiting[0])
        thought = Hard(rules, GameAI(), 20).think(asked, Random(2))
        assert thought.measure == "points"
        assert thought.keys == choosing.Normal(GameAI()).choose(asked, Random(2))
