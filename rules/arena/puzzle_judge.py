"""Compares the answers of a decision by playouts at the same possible tables; better answers get more playouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from rules.description import Rules
from rules.players.ai import Dice, GameAI, Sampler, World
from rules.players.playout import chance_to_win, play_on, reach
from rules.players.question import Question

SLIPS: Final = 0.12
"""The probability that a simulated player makes a mistake in a choice.

Without mistakes all players are predictable, and an answer may lead only because of what exactly they do next.
"""

HOPE: Final = 1.5
"""The number of standard errors that a lead may still gain: a decision that needs more is not judged further."""


@dataclass(slots=True)
class Verdict:
    """A key of a decision with the chance to win that followed it at each possible table."""

    key: str
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The average chance to win, from 0 to 1; 0 without a result."""
        return sum(self.results) / len(self.results) if self.results else 0.0

    def ahead(self, other: Verdict) -> tuple[float, float]:
        """Returns the average lead over another key at the same tables, and its standard error.

        With fewer than two tables it returns (0, 1).
        """
        gains = [mine - theirs for mine, theirs in zip(self.results, other.results, strict=False)]
        count = len(gains)
        if count < 2:
            return 0.0, 1.0
        mean = sum(gains) / count
        spread = sum((gain - mean) ** 2 for gain in gains) / (count - 1)
        return mean, (spread / count) ** 0.5


class Judge:
    """A judge that ranks the answers of a decision by simulated games, from what the asked seat knows."""

    def __init__(self, rules: Rules, ai: GameAI, chapters: int = 1) -> None:
        """Creates a judge whose simulated games are estimated after that many chapters (`GameAI.chapter`)."""
        self._rules = rules
        self._ai = ai
        self._chapters = chapters

    def verdicts(
        self, asked: Question, keys: Sequence[str], rounds: Sequence[tuple[int, int]], dice: Dice, lead: float = 0.0
    ) -> list[Verdict]:
        """Returns these keys from the best to the worst; empty if the decision cannot be simulated.

        `rounds`: the number of tables of each round, and how many of the best keys stay for the next one.
        `lead`: the lead that the best key needs, in the chance to win. After a round in which it is out of reach, the
        method returns an empty list, which saves the time for the remaining rounds.
        """
        left = [Verdict(key) for key in keys]
        dropped: list[Verdict] = []
        sampler = self._sampler(asked)
        if sampler is None:
            return []
        for tables, stay in rounds:
            for _ in range(tables):
                if not self._compare(left, asked, sampler(dice), dice):
                    return []
            left.sort(key=lambda one: -one.mean)
            if lead and _out_of_reach(left, lead):
                return []
            dropped = [*left[stay:], *dropped]
            left = left[:stay]
        return [*left, *dropped]

    def _sampler(self, asked: Question) -> Sampler | None:
        if self._ai.determinise is None:
            return partial(_open, asked)
        return self._ai.determinise(asked)

    def _compare(self, left: Sequence[Verdict], asked: Question, world: World | None, dice: Dice) -> bool:
        """Simulates every key once at a possible table and adds the results to the verdicts.

        All keys get the same random numbers, so that luck changes their differences less. Returns False if the table
        does not lead to the decision.
        """
        luck = dice.random()
        for one in left:
            own = Random(luck)  # noqa: S311 - a simulation, no secret
            game = None if world is None else reach(self._rules, world, asked, own)
            if game is None:
                return False
            game.answer(game.number, asked.seat, (one.key,))
            play_on(game, self._ai, own, self._chapters, SLIPS)
            one.results.append(chance_to_win(game, self._ai, asked.seat))
        return True


def _out_of_reach(left: Sequence[Verdict], lead: float) -> bool:
    """Returns whether the first verdict probably cannot lead the second by that much."""
    if len(left) < 2:
        return False
    mean, error = left[0].ahead(left[1])
    return mean + HOPE * error < lead


def _open(asked: Question, _dice: Dice) -> World:
    """Returns the view itself as the only possible table, for a game without hidden cards."""
    return World(asked.view)
