"""Measures the luck of each seat in a game, as a control variate with the mean 0 (after AIVAT, arXiv 1612.06915).

At the beginning of each chapter (a part of the game, such as a round) no seat knows the order of the decks, so the
actual order and a new random one are equally likely. The luck of a seat is the difference between its chance to win
with the actual order and its average chance with random ones. The chance is that of the game's evaluation after the
policy has played the chapter at the open table. In a game with dice, the luck of a seat is the value of the rolled
sides beyond the average side. The quality of policy and evaluation only decides how much luck explains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from rules.arena.hidden import Path, shuffled, unknown_orders
from rules.description import Rules
from rules.draws import Draw
from rules.engine import Game
from rules.errors import BadRequest
from rules.players.ai import Dice, GameAI
from rules.players.choosing import Keys
from rules.players.playout import chance_to_win, play_on
from rules.players.question import Facts

VARIETY: Final = 0.02
"""The variety of the policy in these playouts: small, because the actual players seldom choose worse keys."""


class Luck:
    """An observer of one game that adds up the luck of each seat: of its rolls, or else of the decks in each chapter.

    Luck is in chances to win, or in the game's values of rolls.
    """

    def __init__(self, rules: Rules, ai: GameAI, samples: int, seed: str) -> None:
        self._rules = rules
        self._ai = replace(ai, variety=min(ai.variety, VARIETY))
        self._samples = samples
        self._dice = Random(f"luck {seed}")  # noqa: S311 - a game that can be played again, no secret
        self._chapter: int | None = None
        self.of_seats: dict[str, float] = {}

    def drawn(self, game: Game, draw: Draw, keys: Keys) -> None:
        """Adds to a seat's luck how much more its roll is worth than the average side; ignores other draws."""
        found = self._ai.roll_values(game.table, draw) if self._ai.roll_values and draw.count == 1 else None
        if found is None:
            return
        seat, values = found
        gain = values[draw.options.index(keys[0])] - sum(values) / len(values)
        self.of_seats = {each: self.of_seats.get(each, 0.0) for each in game.seats}
        self.of_seats[seat] += gain

    def asks(self, game: Game) -> None:
        """Measures the luck of the decks if a new chapter has begun.

        Does nothing if the game has values of rolls, or if it cannot be continued from its table.
        """
        if self._ai.roll_values:
            return
        chapter = self._ai.chapter(game.table) if self._ai.chapter else 0
        if chapter == self._chapter:
            return
        self._chapter = chapter
        orders = unknown_orders(self._rules, game.table, game.seats)
        facts = self._rules.table(game.table)
        if orders and continues(self._rules, facts, game):
            self._measure(facts, orders, game.seats)

    def _measure(self, facts: Facts, orders: Sequence[Path], seats: str) -> None:
        actual = self._chances([facts] * self._samples, seats)
        others = self._chances([self.resampled(facts, orders, self._dice) for _ in range(self._samples)], seats)
        for seat in seats:
            self.of_seats[seat] = self.of_seats.get(seat, 0.0) + actual[seat] - others[seat]

    def resampled(self, facts: Facts, orders: Sequence[Path], dice: Dice) -> Facts:
        """Returns a copy of a table with its decks in a random order."""
        return shuffled(facts, orders, dice)

    def _chances(self, tables: Sequence[Facts], seats: str) -> Mapping[str, float]:
        """Plays the chapter from each of these tables, and returns each seat's average chance to win afterwards."""
        sums = dict.fromkeys(seats, 0.0)
        for facts in tables:
            game = Game.at(self._rules, facts)
            play_on(game, self._ai, self._dice)
            for seat in seats:
                sums[seat] += chance_to_win(game, self._ai, seat) / len(tables)
        return sums

    def lead(self, seats: Sequence[str]) -> float:
        """Returns the average luck of the given seats less that of all others; 0 if there are no others."""
        others = [seat for seat in self.of_seats if seat not in seats]
        if not others or not self.of_seats:
            return 0.0
        own = sum(self.of_seats[seat] for seat in seats) / len(seats)
        return own - sum(self.of_seats[seat] for seat in others) / len(others)


def continues(rules: Rules, facts: Facts, game: Game) -> bool:
    """Returns whether a game that begins with this table asks the same question and changes nothing before."""
    try:
        other = Game.at(rules, facts)
    except BadRequest:
        return False
    one, two = game.decision, other.decision
    if one is None or two is None or isinstance(two, Draw) or rules.table(other.table) != facts:
        return False
    same = one.kind == two.kind and one.waiting == two.waiting and dict(one.about) == dict(two.about)
    return same and all(tuple(game.keys(seat)) == tuple(other.keys(seat)) for seat in one.waiting)
