"""What a game may teach its computer players, in `rules/<game>/policy.py` and `rules/<game>/determinisation.py`."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from rules.players.question import Facts, Question

Item = TypeVar("Item")
Weights = Sequence[float]
"""One for each key, the higher the better; of a set the keys above nought are named."""


class Dice(Protocol):
    """Random numbers, handed in by whoever seats a player: `random.Random` has them."""

    def random(self) -> float:
        """A number from nought to below one."""

    def choice(self, seq: Sequence[Item], /) -> Item:
        """One of these."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """These in any order."""


@dataclass(frozen=True, slots=True)
class World:
    """A whole table that agrees with all that a seat knows, from which the present decision is reached."""

    table: Facts
    """A table as the game's `position` takes it."""
    script: Sequence[tuple[str, str, tuple[str, ...]]] = ()
    """Kind, seat and keys of answers on the way; all others there are the silence's."""
    aside: Facts = field(default_factory=dict)
    """Members of `about` by which the decision is told from others of its kind."""


@dataclass(frozen=True, slots=True)
class Turns:
    """How a turn begins, for games in which one decision within a turn leads to others."""

    opening: str
    """The kind of decision with which a seat's turn begins."""
    rolls: str
    """The kind of draw whose result everybody sees."""


Sampler = Callable[[Dice], World | None]
"""One of the tables that it could be, or None after all."""


@dataclass(frozen=True, slots=True)
class GameAI:
    """A game's hooks. Each may be missing: players then think less, but play."""

    policy: Callable[[Question], Weights] | None = None
    """What each key is worth to its seat, from what is public and its own: *normal*."""
    quick_policy: Callable[[Question], Weights] | None = None
    """The same as a beginner sees it: *easy*."""
    determinise: Callable[[Question], Sampler | None] | None = None
    """What gives one after another of the tables that it could be; None where the decision cannot be made up."""
    evaluate: Callable[[Facts, str], float] | None = None
    """The chance to win (0 to 1) of a seat at a table that lies open; else playouts go to the end."""
    chapter: Callable[[Any], int] | None = None
    """A number of the table that grows in the course of the game; a playout goes on until it has grown."""
    turns: Turns | None = None
    """Whoever is asked within its turn is told how that began, so that worlds can be made up from there."""
    variety: float = 0.02
    """How far players in playouts deviate from the best weight."""
