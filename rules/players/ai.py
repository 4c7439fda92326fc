"""The interface by which a game supports computer players, in `rules/<game>/policy.py` and `determinisation.py`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rules.draws import Draw
from rules.players.evaluation import Features, FeatureWeights
from rules.players.question import Facts, Question

Item = TypeVar("Item")
Weights = Sequence[float]
"""One weight for each key, the higher the better; of a set, the keys above 0 are chosen."""
PLAYOUTS = 40
"""The number of playouts for one decision, unless a game has its own."""
WIDTH = 6
"""The maximum number of keys that a search considers, unless a game has its own."""


class Dice(Protocol):
    """The interface of random numbers, which the caller passes in: `random.Random` fits."""

    def random(self) -> float:
        """Returns a number from 0 to below 1."""

    def choice(self, seq: Sequence[Item], /) -> Item:
        """Returns one of the elements."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Shuffles the list in place."""


@dataclass(frozen=True, slots=True)
class World:
    """A possible table that agrees with everything the seat knows, with the answers that lead to the present
    decision."""

    table: Facts
    """The table in the form that the game's `position` takes."""
    script: Sequence[tuple[str, str, tuple[str, ...]]] = ()
    """The answers on the way (kind, seat and keys); all other decisions on the way are answered by silence."""
    aside: Facts = field(default_factory=dict)
    """The fields of `about` that distinguish the decision from others of its kind."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The kinds of decisions that mark a seat's turn, for games in which one decision in a turn leads to others."""

    opening: str
    """The kind of decision with which a seat's turn begins; one with facts (`about`) comes later in a turn."""
    rolls: str
    """The kind of draw whose result everyone sees."""


Calibration = Sequence[tuple[float, float]]
"""Points of a line that leads from the average result of possible tables to the share of seats that really won."""
Sampler = Callable[[Dice], World | None]
"""A function that returns one of the possible tables; None if it finds none."""


@dataclass(frozen=True, slots=True)
class GameAI:
    """The functions by which a game supports its computer players.

    All are optional: without them, players are weaker.
    """

    policy: Callable[[Question], Weights] | None = None
    """Returns the value of each key for the asked seat, from what that seat knows, for the level *normal*."""
    quick_policy: Callable[[Question], Weights] | None = None
    """Returns the value of each key as a beginner sees it, for the level *easy*."""
    determinise: Callable[[Question], Sampler | None] | None = None
    """Returns a sampler of possible tables; None if the decision cannot be reconstructed."""
    evaluate: Callable[[Facts, str], float] | None = None
    """Returns a seat's chance to win (0 to 1) at an open table; without this function, playouts run to the end."""
    features: Callable[[Facts], Features] | None = None
    """Returns what a fitted evaluation considers of each seat, for the command that fits it."""
    fitted: FeatureWeights = field(default_factory=dict)
    """The weights of the features for each number of seats, as `python -m tests.bench.evaluation` fits them."""
    chapter: Callable[[Any], int] | None = None
    """Returns a number that grows in the course of the game; a playout ends when it has grown."""
    turns: Turns | None = None
    """The kinds of decisions that mark a turn, so that possible tables start at its beginning; None: not used."""
    wasted: Callable[[Question, str], bool] | None = None
    """Returns whether a key has no effect as far as the seat can see; computer players avoid such keys."""
    roll_values: Callable[[Any, Draw], tuple[str, Sequence[float]] | None] | None = None
    """Returns the seat that a draw concerns and the value of each option for it, at the table before the draw.

    The arena measures luck by it; without this function, it measures the luck of the decks by playouts.
    """
    variety: float = 0.02
    """The range of the random number that players in playouts add to each weight, so that they vary their choice."""
    calibration: Mapping[int, Calibration] = field(default_factory=dict)
    """The calibration for each number of seats, as `python -m rules calibration` measures it."""
    playouts: int = PLAYOUTS
    """The number of playouts with which *hard* decides."""
    playouts_by_seats: Mapping[int, int] = field(default_factory=dict)
    """Numbers of seats -> the number of playouts there, if it is not `playouts`."""
    width: int = WIDTH
    """The maximum number of keys that *hard* considers."""

    def budget(self, seats: int) -> int:
        """Returns the number of playouts with which *hard* decides in a game with that number of seats."""
        return self.playouts_by_seats.get(seats, self.playouts)


def read_calibration(file: Path) -> dict[int, Calibration]:
    """Returns the lines of a calibration file by the number of seats."""
    lines = tomllib.loads(file.read_text(encoding="utf-8"))
    return {int(seats): tuple((raw, won) for raw, won in points) for seats, points in lines.items()}


def read_weights(file: Path) -> dict[int, tuple[float, ...]]:
    """Returns the weights of an evaluation file by the number of seats."""
    return {int(seats): tuple(row) for seats, row in tomllib.loads(file.read_text(encoding="utf-8")).items()}
