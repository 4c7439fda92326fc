"""Tests random tables with many cards in play, for two to four players: what must hold at every decision."""

from __future__ import annotations

import json
import random

import pytest

from rules.decisions import Several
from rules.engine import Game
from rules.star_wars_destiny import STAR_WARS_DESTINY
from rules.star_wars_destiny.actions import Action

from .effects import answer, laid
from .table import cards_of, check, player, position


@pytest.mark.parametrize("seed", range(40))
def test_a_laid_table_keeps_its_cards_and_is_read_back_at_every_turn(seed: int) -> None:
    """A table at the beginning of a turn can be read back as a position with the same keys and table."""
    dice = random.Random(seed)
    game = Game.at(STAR_WARS_DESTINY, laid(dice, "abcd"[: 2 + seed % 3]), seed=dice.randbytes(32))
    brought = cards_of(STAR_WARS_DESTINY.table(game.table))
    while game.decision is not None and game.number < 200:
        (seat,) = game.waiting
        table = STAR_WARS_DESTINY.table(game.table)
        check(table)
        for owner, cards in cards_of(table).items():
            assert game.table.players[owner].out or cards == brought[owner]
        if isinstance(game.decision, Action) and not game.decision.about:
            again = Game.at(STAR_WARS_DESTINY, json.loads(json.dumps(table)), seed=bytes(32))
            assert again.waiting == (seat,)
            assert list(again.keys(seat)) == list(game.keys(seat))
            assert STAR_WARS_DESTINY.table(again.table) == table
        if not isinstance(game.decision, Several):
            assert game.decision.silence in game.keys(seat)
        answer(dice, game)


def test_a_die_may_be_held_by_a_card_that_has_come_to_its_own_player() -> None:
    """General Grievous took Prized Possession, which held a die of one of his player's own characters."""
    table = position(
        a=player("general_grievous finn*2", upgrades={"general_grievous": "b-prized_possession"},
                 holds={"b-prized_possession": "a-finn+2"}),
        b=player("rey"),
    ).activates("a", "finn").rolls("1r").asks("action", "b")  # fmt: skip
    assert table.pool("a") == {"a-finn+1": "1r"}
