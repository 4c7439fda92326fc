"""The interface of players, and the players *random*, *easy* and *normal*.

Without a search, they choose at random or by the game's own ratings of the allowed keys.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from rules.decisions import PASS
from rules.players.ai import Dice, GameAI, Weights
from rules.players.question import Question

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer, with the alternatives that were considered."""

    keys: Keys
    weighed: Sequence[tuple[Keys, float]] = ()
    """The answers that were considered with their ratings (see `measure`), the best first."""
    measure: str = "points"
    """The unit of the ratings: `points` of the game's policy, or the `chance` to win."""
    tries: Sequence[int] = ()
    """The number of playouts of each answer; empty without a search."""


class Player(ABC):
    """The interface of players: a pure function of the seat's knowledge and of random numbers."""

    @abstractmethod
    def think(self, asked: Question, dice: Dice) -> Thought:
        """Returns an allowed answer and the reasons for it."""

    def choose(self, asked: Question, dice: Dice) -> Keys:
        """Returns an allowed answer of this player, without its reasons."""
        return self.think(asked, dice).keys


class Random(Player):
    """The player *random*, which chooses an allowed key or set of keys at random."""

    def think(self, asked: Question, dice: Dice) -> Thought:
        return Thought(_some(asked, dice) if asked.several else (dice.choice(asked.keys),))


class Easy(Player):
    """The player *easy*: rules of thumb with occasional mistakes, so that a beginner can win."""

    SLIPS = 0.2
    """The probability of a mistake: a random key of the better half (`slip`)."""

    def __init__(self, ai: GameAI) -> None:
        self._ai = ai

    def think(self, asked: Question, dice: Dice) -> Thought:
        look = self._ai.quick_policy or self._ai.policy
        if look is None:
            return Thought(guess(asked, dice))
        weights = look(asked)
        if dice.random() < self.SLIPS:
            return Thought(slip(asked, weights, dice, self._ai), _ranked(asked, weights))
        return _best_of_use(asked, weights, dice, self._ai, 0.05)


class Normal(Player):
    """The player *normal*, which chooses the best key by the game's own policy."""

    def __init__(self, ai: GameAI) -> None:
        self._ai = ai

    def think(self, asked: Question, dice: Dice) -> Thought:
        look = self._ai.policy or self._ai.quick_policy
        if look is None:
            return Thought(guess(asked, dice))
        return _best_of_use(asked, look(asked), dice, self._ai)


def _best_of_use(asked: Question, weights: Weights, dice: Dice, ai: GameAI, variety: float = 0.001) -> Thought:
    """Returns the best key that has an effect, with all weights; keys without an effect count as the worst."""
    weights = list(weights)
    worst = min(weights, default=0.0) - 1.0
    keys = best(asked, weights, dice, variety)
    while is_wasted(asked, keys, ai) and max(weights) > worst:
        weights[asked.keys.index(keys[0])] = worst
        keys = best(asked, weights, dice, variety)
    return Thought(keys, _ranked(asked, weights))


def is_wasted(asked: Question, keys: Keys, ai: GameAI) -> bool:
    """Returns whether an answer has no effect, as far as its seat can see."""
    return ai.wasted is not None and not asked.several and ai.wasted(asked, keys[0])


def _ranked(asked: Question, weights: Weights) -> Sequence[tuple[Keys, float]]:
    """Returns each key with its weight, the heaviest first."""
    places = sorted(range(len(asked.keys)), key=lambda place: -weights[place])
    return tuple(((asked.keys[place],), weights[place]) for place in places)


def best(asked: Question, weights: Weights, dice: Dice, variety: float = 0.001) -> Keys:
    """Returns the answer with the highest weights: one key, or for a set all keys with a positive weight.

    A set has at least `least` and at most `most` keys. Up to `variety` is added to a single key's weight at random.
    """
    if not asked.several:
        if len(asked.keys) == 1:
            return (asked.keys[0],)
        shaken = [weight + variety * dice.random() for weight in weights]
        return (asked.keys[shaken.index(max(shaken))],)
    places = sorted(range(len(asked.keys)), key=lambda place: -weights[place])
    wanted = [place for place in places if weights[place] > 0]
    count = max(asked.least, min(asked.most, len(wanted)))
    return tuple(asked.keys[place] for place in sorted(places[:count]))


def guess(asked: Question, dice: Dice) -> Keys:
    """Returns an answer without a policy: usually passes in windows, otherwise acts, each kind of move equally
    likely."""
    if asked.several:
        return _some(asked, dice)
    acting = [key for key in asked.keys if key != (asked.silence or PASS)]
    if not acting or (asked.shape == "window" and dice.random() < 0.75):
        return (asked.silence or PASS,) if asked.shape == "window" or not acting else (acting[0],)
    words = list(dict.fromkeys(key.partition(":")[0] for key in acting))
    word = dice.choice(words)
    return (dice.choice([key for key in acting if key.partition(":")[0] == word]),)


def slip(asked: Question, weights: Weights, dice: Dice, ai: GameAI) -> Keys:
    """Returns a random key of the better half, which may be the best one: the mistake of the level *easy*.

    In sets and windows it makes no mistake. It never chooses a key without an effect if another one is left.
    """
    if not asked.several and asked.shape != "window":
        ranked = sorted(range(len(asked.keys)), key=lambda place: -weights[place])
        half = ranked[: (len(ranked) + 1) // 2]
        while half:
            place = dice.choice(half)
            half.remove(place)
            if not is_wasted(asked, keys := (asked.keys[place],), ai):
                return keys
    return _best_of_use(asked, weights, dice, ai).keys


def _some(asked: Question, dice: Dice) -> Keys:
    chosen = [place for place in range(len(asked.keys)) if dice.random() < 0.5]
    others = [place for place in range(len(asked.keys)) if place not in chosen]
    dice.shuffle(chosen)
    wanted = [*chosen, *others][: max(asked.least, min(len(chosen), asked.most))]
    return tuple(asked.keys[place] for place in sorted(wanted))


def silent(asked: Question) -> Keys:
    """Returns the answer that would count if no one answered in time, for a player that has failed."""
    if asked.several:
        return tuple(asked.keys[: asked.least])
    return (asked.silence or PASS,)


def allowed(asked: Question, keys: Sequence[str]) -> bool:
    """Returns whether these keys are an allowed answer: offered, each at most once, and in the right number."""
    if not asked.several:
        return len(keys) == 1 and keys[0] in asked.keys
    return asked.least <= len(keys) <= asked.most and set(keys) <= set(asked.keys) and len(set(keys)) == len(keys)
