"""Tests the arena's measured luck, a control variate: its mean is 0, a bias is noticed, and intervals get narrower."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from rules import GAME_AIS, GAMES
from rules.arena.estimates import Deal, paired, raw, reduced
from rules.arena.hidden import Path, at, unknown_orders
from rules.arena.luck import Luck
from rules.arena.match import Seat, play
from rules.draws import Draw
from rules.engine import Game
from rules.players.ai import Dice
from rules.players.choosing import Keys
from rules.players.choosing import Random as AnyKey
from rules.players.question import Facts

from ...bench.luck import standard_errors
from ..random_play import new_game
from .high_card import AI, HIGH_CARD

GAMES_EACH = 300


class Unshuffled(Luck):
    """A measurement of luck with a planted error: the other possible decks are sorted instead of shuffled."""

    def resampled(self, facts: Facts, orders: Sequence[Path], dice: Dice) -> Facts:
        return {**facts, "deck": sorted(facts["deck"], key=int)}


def games(kind: type[Luck], samples: int = 4) -> list[Deal]:
    """Plays 300 games of high card with this measurement of luck; returns for each how much of it seat a has won (1,
    1/2 for a tie, or 0) and how much luckier than the other seat it was.
    """
    found = []
    for number in range(GAMES_EACH):
        luck = kind(HIGH_CARD, AI, samples, str(number))
        winners = play(HIGH_CARD, {"a": Seat(AnyKey()), "b": Seat(AnyKey())}, ["A", "B"], str(number), {}, [luck])
        found.append(Deal(1, float("a" in winners) / len(winners), luck.lead("a")))
    return found


@pytest.mark.tier("test")
def test_the_mean_luck_is_zero() -> None:
    assert abs(standard_errors([deal.luck for deal in games(Luck)])) < 3


@pytest.mark.tier("test")
def test_a_planted_bias_shows_in_the_mean_luck() -> None:
    assert abs(standard_errors([deal.luck for deal in games(Unshuffled, 1)])) > 4


@pytest.mark.tier("test")
def test_a_game_of_pure_luck_needs_four_times_fewer_games() -> None:
    deals = games(Luck)
    fair = reduced(deals)
    assert fair.saves(GAMES_EACH) > 4
    assert fair.low < 0.5 < fair.high
    assert abs(fair.share - raw(deals).share) < 0.06


def test_a_constant_number_of_wins_per_deal_has_no_spread() -> None:
    """If every deal of two games brings exactly one win, the interval of `paired` is narrow and that of `raw` is
    wide.
    """
    deals = [Deal(2, 1.0) for _ in range(50)]
    assert paired(deals).high - paired(deals).low < 0.05
    assert raw(deals).high - raw(deals).low > 0.15


def test_independent_games_save_nothing() -> None:
    dice = Random(3)
    deals = [Deal(1, float(dice.random() < 0.6)) for _ in range(4_000)]
    assert abs(paired(deals).saves(4_000) - 1) < 0.01


def test_luck_that_explains_nothing_changes_nothing() -> None:
    dice = Random(4)
    deals = [Deal(1, float(dice.random() < 0.6), dice.random() - 0.5) for _ in range(4_000)]
    assert abs(reduced(deals).share - raw(deals).share) < 0.002


def test_few_deals_count_as_independent_games() -> None:
    deals = [Deal(2, 1.0, 0.1)] * 10
    assert reduced(deals) == paired(deals) == raw(deals)


@pytest.mark.parametrize("name", GAME_AIS)
def test_the_order_of_a_deck_is_unknown_and_a_hand_is_not(name: str) -> None:
    rules = GAMES[name]
    game = new_game(rules, rules.seats[0], 1)
    orders = unknown_orders(rules, game.table, game.seats)
    assert any(path[-1] == "deck" for path in orders)
    assert not [path for path in orders if "hand" in path]
    assert all(at(rules.table(game.table), path) for path in orders)


class AllSides:
    """An observer of a game that collects, in `sums`, seat a's luck for every option of each draw of one key, also
    for the options that were not drawn.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.sums: list[float] = []

    def drawn(self, game: Game, draw: Draw, keys: Keys) -> None:
        for option in draw.options if draw.count == 1 else ():
            luck = Luck(game.rules, GAME_AIS[self._name], 1, "1")
            luck.drawn(game, draw, (option,))
            self.sums.append(luck.lead("a"))

    def asks(self, game: Game) -> None:
        """Ignores decisions; only draws are observed."""


@pytest.mark.parametrize("name", [name for name, ai in GAME_AIS.items() if ai.roll_values])
def test_the_luck_of_all_sides_of_a_die_adds_up_to_zero(name: str) -> None:
    sides = AllSides(name)
    play(GAMES[name], {"a": Seat(AnyKey()), "b": Seat(AnyKey())}, ["A", "B"], "1", {}, [sides])
    assert max(sides.sums) > 1
    assert abs(sum(sides.sums)) < 1e-6


@pytest.mark.tier("test")
@pytest.mark.parametrize("name", GAME_AIS)
def test_watching_for_luck_changes_no_game(name: str) -> None:
    rules = GAMES[name]
    letters = "abcdefgh"[: rules.seats[0]]
    told: list[list[str]] = []
    for watched in (False, True):
        luck = Luck(rules, GAME_AIS[name], 1, "1")
        seats = {letter: Seat(AnyKey()) for letter in letters}
        told.append(play(rules, seats, list(letters), "1", {}, [luck] if watched else []))
        assert not watched or luck.of_seats
    assert told[0] == told[1]
