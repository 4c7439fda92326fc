"""*random*, *easy* and *normal*: players that weigh their keys and look no further."""

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
    """An answer, and the alternatives that were considered."""

    keys: Keys
    weighed: Sequence[tuple[Keys, float]] = ()
    """The answers that were considered, the best first, each with what it is worth."""
    measure: str = "points"
    """The unit of the figures: `points` of the game's policy, or the `chance` to win."""
    tries: Sequence[int] = ()
    """How many games each of them was played out in; empty if nothing was searched."""


class Player(ABC):
    """A player: a pure function of what the seat is told and of random numbers."""

    @abstractmethod
    def think(self, asked: Question, dice: Dice) -> Thought:
        """Keys that the question allows, and why."""

    def choose(self, asked: Question, dice: Dice) -> Keys:
        """Keys that the question allows."""
        return self.think(asked, dice).keys


class Random(Player):
    """Any allowed key is as likely as another."""

    def think(self, asked: Question, dice: Dice) -> Thought:
        return Thought(_some(asked, dice) if asked.several else (dice.choice(asked.keys),))


class Easy(Player):
    """Rules of thumb, and now and then something else: a beginner can beat it."""

    SLIPS = 0.2
    """How often it answers as it happens to."""

    def __init__(self, ai: GameAI) -> None:
        self._ai = ai

    def think(self, asked: Question, dice: Dice) -> Thought:
        look = self._ai.quick_policy or self._ai.policy
        if look is None:
            return Thought(guess(asked, dice))
        weights = look(asked)
        if dice.random() < self.SLIPS:
            return Thought(_slip(asked, weights, dice), _ranked(asked, weights))
        return Thought(best(asked, weights, dice, 0.05), _ranked(asked, weights))


class Normal(Player):
    """The best key by the game's own policy."""

    def __init__(self, ai: GameAI) -> None:
        self._ai = ai

    def think(self, asked: Question, dice: Dice) -> Thought:
        look = self._ai.policy or self._ai.quick_policy
        if look is None:
            return Thought(guess(asked, dice))
        weights = look(asked)
        return Thought(best(asked, weights, dice), _ranked(asked, weights))


def _ranked(asked: Question, weights: Weights) -> Sequence[tuple[Keys, float]]:
    """Returns each key with its weight, the heaviest first."""
    places = sorted(range(len(asked.keys)), key=lambda place: -weights[place])
    return tuple(((asked.keys[place],), weights[place]) for place in places)


def best(asked: Question, weights: Weights, dice: Dice, variety: float = 0.001) -> Keys:
    """The heaviest key; of a set all that are worth more than nought, as many as are wanted."""
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
    """A player without any policy: mostly lets things pass in windows, else acts, each kind of move as likely."""
    if asked.several:
        return _some(asked, dice)
    acting = [key for key in asked.keys if key != (asked.silence or PASS)]
    if not acting or (asked.shape == "window" and dice.random() < 0.75):
        return (asked.silence or PASS,) if asked.shape == "window" or not acting else (acting[0],)
    words = list(dict.fromkeys(key.partition(":")[0] for key in acting))
    word = dice.choice(words)
    return (dice.choice([key for key in acting if key.partition(":")[0] == word]),)


def _slip(asked: Question, weights: Weights, dice: Dice) -> Keys:
    """Not the best, but nothing absurd either: one of the better half."""
    if asked.several or asked.shape == "window":
        return best(asked, weights, dice)
    ranked = sorted(range(len(asked.keys)), key=lambda place: -weights[place])
    return (asked.keys[dice.choice(ranked[: (len(ranked) + 1) // 2])],)


def _some(asked: Question, dice: Dice) -> Keys:
    chosen = [place for place in range(len(asked.keys)) if dice.random() < 0.5]
    others = [place for place in range(len(asked.keys)) if place not in chosen]
    dice.shuffle(chosen)
    wanted = [*chosen, *others][: max(asked.least, min(len(chosen), asked.most))]
    return tuple(asked.keys[place] for place in sorted(wanted))


def silent(asked: Question) -> Keys:
    """As little as the rules allow: the answer of a player that has failed."""
    if asked.several:
        return tuple(asked.keys[: asked.least])
    return (asked.silence or PASS,)


def allowed(asked: Question, keys: Sequence[str]) -> bool:
    """Returns whether these keys answer the question."""
    if not asked.several:
        return len(keys) == 1 and keys[0] in asked.keys
    return asked.least <= len(keys) <= asked.most and set(keys) <= set(asked.keys) and len(set(keys)) == len(keys)
