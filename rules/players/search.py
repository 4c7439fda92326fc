"""The search of *hard* and *expert*: simulates the best keys in possible tables; the chance to win decides.

Determinised Monte Carlo search: each possible table agrees with everything the seat knows. In each one, every remaining
key is answered once and the game is played on by the policy, so that all keys are compared at the same tables. After
each of a few rounds the worse half of the keys is dropped (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from rules.description import Rules
from rules.players.ai import Dice, GameAI, Sampler, World
from rules.players.choosing import Keys, Normal, Player, Thought, is_wasted
from rules.players.playout import chance_to_win, play_on, reach
from rules.players.question import Question


@dataclass(slots=True)
class Candidate:
    """An answer that a search considers: its keys, and its chance to win at each possible table."""

    keys: Keys
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The average chance to win (0 to 1) of all results; 0 without a result."""
        return sum(self.results) / len(self.results) if self.results else 0.0


class Round(NamedTuple):
    """One round of a search: how many candidates are left, and at how many possible tables each is simulated."""

    candidates: int
    tables: int


def _open(asked: Question, _dice: Dice) -> World:
    """Returns the view itself as the only possible table, for games in which nothing is hidden."""
    return World(asked.view)


def never() -> bool:
    """Returns False; used as the time check of a search that is limited only by its number of playouts."""
    return False


class Hard(Player):
    """The player *hard*, with more playouts *expert*: searches, or plays by the policy if no tables can be built.

    Its budget is a number of playouts (None: that of the game and its seats) times `effort`; a caller with a clock
    passes `late` to stop it earlier.
    """

    def __init__(
        self,
        rules: Rules,
        ai: GameAI,
        playouts: int | None = None,
        late: Callable[[], bool] = never,
        effort: int = 1,
        width: int | None = None,
    ) -> None:
        self._rules = rules
        self._ai = ai
        self._playouts = playouts
        self._effort = effort
        self._late = late
        self._width = ai.width if width is None else width
        self._policy = Normal(ai)

    def think(self, asked: Question, dice: Dice) -> Thought:
        first = self._policy.think(asked, dice)
        sampler = self._ai.determinise(asked) if self._ai.determinise else partial(_open, asked)
        if sampler is None:
            return first
        considered = self._considered(asked, first.keys, dice)
        playouts = self._ai.budget(len(asked.view["players"])) if self._playouts is None else self._playouts
        rounds = _rounds(len(considered), playouts * self._effort)
        if not rounds:
            return first
        candidates = [Candidate(keys) for keys in considered[: rounds[0].candidates]]
        self._compare(candidates, rounds, asked, sampler, dice)
        tried = [one for one in candidates if one.results]
        if not tried:
            return first
        ranked = sorted(tried, key=lambda one: (-len(one.results), -one.mean))
        weighed = tuple((one.keys, one.mean) for one in ranked)
        chosen = _chosen(candidates, lambda keys: is_wasted(asked, keys, self._ai))
        return Thought(chosen.keys, weighed, "chance", tuple(len(one.results) for one in ranked))

    def _considered(self, asked: Question, first: Keys, dice: Dice) -> list[Keys]:
        """Returns the answers to simulate, at most `width`: the policy's own first, then the best others by weight.

        Without a policy, the others are in random order.
        """
        if asked.several:
            return _sets(asked, first)[: self._width]
        if self._ai.policy is None:
            others = [(key,) for key in asked.keys if key != first[0]]
            dice.shuffle(others)
            return [first, *others][: self._width]
        weights = self._ai.policy(asked)
        ranked = sorted(range(len(asked.keys)), key=lambda place: -weights[place])
        keys = [(asked.keys[place],) for place in ranked]
        return [first, *(key for key in keys if key != first)][: self._width]

    def _compare(
        self, candidates: Sequence[Candidate], rounds: Sequence[Round], asked: Question, sampler: Sampler, dice: Dice
    ) -> None:
        """Simulates the candidates in rounds and adds the results to them; each round drops the worse half.

        The first candidate, the policy's own answer, is never dropped. Ends if none of the first `MISSES` tables fits.
        """
        left, tables = list(candidates), 0
        for one in rounds:
            ranked = sorted(left[1:], key=lambda other: -other.mean)
            left = [left[0], *ranked[: one.candidates - 1]]
            for _ in range(one.tables):
                if self._late():
                    return
                self._one_world(left, asked, sampler(dice), dice)
                tables += 1
                if tables >= MISSES and not left[0].results:
                    return

    def _one_world(self, left: Sequence[Candidate], asked: Question, world: World | None, dice: Dice) -> None:
        """Simulates every candidate once at one possible table and adds the results to the candidates.

        Adds nothing if the table does not fit or the time is over.
        """
        results: list[float] = []
        for candidate in left:
            if self._late():
                return
            result = None if world is None else self._played(world, asked, candidate.keys, dice)
            if result is None:
                return
            results.append(result)
        for candidate, result in zip(left, results, strict=True):
            candidate.results.append(result)

    def _played(self, world: World, asked: Question, keys: Keys, dice: Dice) -> float | None:
        game = reach(self._rules, world, asked, dice)
        if game is None:
            return None
        game.answer(game.number, asked.seat, keys)
        play_on(game, self._ai, dice)
        return chance_to_win(game, self._ai, asked.seat)


def _rounds(candidates: int, budget: int) -> Sequence[Round]:
    """Returns the rounds of a search that makes at most `budget` playouts.

    With a small budget, they begin with fewer candidates. Empty if the budget is too small for two.
    """
    for count in range(candidates, 1, -1):
        rounds = _halving(count, budget)
        if sum(one.candidates * one.tables for one in rounds) <= budget:
            return rounds
    return ()


def _halving(candidates: int, budget: int) -> Sequence[Round]:
    """Returns rounds that share the budget equally; each has half of the previous candidates and at least one table."""
    rounds: list[Round] = []
    total = (candidates - 1).bit_length()
    for _ in range(total):
        rounds.append(Round(candidates, max(1, budget // total // candidates)))
        candidates = max(2, candidates // 2)
    return rounds


def _chosen(candidates: Sequence[Candidate], wasted: Callable[[Keys], bool]) -> Candidate:
    """Returns the best candidate if it beats the policy's own answer by `CAUTION` standard errors, else that answer.

    An answer without an effect (`wasted`) must beat it by `WASTE` standard errors at no fewer than `FEWEST` tables.
    """
    own = candidates[0]
    compared = [one for one in candidates if len(one.results) == len(own.results)]
    enough = len(own.results) >= FEWEST
    possible = [one for one in compared if not wasted(one.keys) or (enough and _leads(one, own, WASTE))]
    best = max(possible, key=lambda one: one.mean, default=own)
    return best if _leads(best, own, CAUTION) else own


def _leads(one: Candidate, own: Candidate, errors: float) -> bool:
    """Returns whether a candidate beats the policy's own answer by more than that many standard errors."""
    gains = [theirs - mine for theirs, mine in zip(one.results, own.results, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    return bool(mean > errors * (spread / len(gains)) ** 0.5)


MISSES = 3
"""The number of possible tables that may fail to lead to the decision before the search gives up."""
CAUTION = 0.2
"""The minimum lead over the policy's own answer, in standard errors, for another candidate to be chosen."""
WASTE = 2.0
"""The same for a candidate without an effect: people see that it wastes a card, so chance must not be the reason."""
FEWEST = 4
"""The minimum number of possible tables for that, because few results may be equal by chance."""


def _sets(asked: Question, first: Keys) -> list[Keys]:
    """Returns the candidates for a set: the policy's, none, all, and those that differ from the policy's by one key."""
    found: dict[Keys, None] = {first: None}
    options = [(), tuple(asked.keys)]
    for key in asked.keys:
        if key in first:
            options.append(tuple(other for other in first if other != key))
        else:
            options.append(tuple(other for other in asked.keys if other in first or other == key))
    for option in options:
        if asked.least <= len(option) <= asked.most:
            found[option] = None
    return list(found)
