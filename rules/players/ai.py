"""The hooks by which a game teaches its computer players, in `rules/<game>/policy.py` and `determinisation.py`."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from rules.players.question import Facts, Question

Item = TypeVar("Item")
Weights = Sequence[float]
"""One for each key, the higher the better; of a set the keys above nought are named."""


class Dice(Protocol):
    """Random numbers, passed in by the caller: `random.Random` has them."""

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
    """Members of `about` that distinguish the decision from others of its kind."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The beginning of a turn, for games in which one decision within a turn leads to others."""

    opening: str
    """The kind of decision with which a seat's turn begins."""
    rolls: str
    """The kind of draw whose result everyone sees."""


Sampler = Callable[[Dice], World | None]
"""One of the tables that it could be, or None after all."""


@dataclass(frozen=True, slots=True)
class GameAI:
    """A game's hooks. Each may be missing: players then think less, but play."""

    policy: Callable[[Question], Weights] | None = None
    """Returns the value of each key for its seat, from public facts and its own: *normal*."""
    quick_policy: Callable[[Question], Weights] | None = None
    """Returns the same values as a beginner sees them: *easy*."""
    determinise: Callable[[Question], Sampler | None] | None = None
    """Returns a sampler of possible tables; None if the decision cannot be reconstructed."""
    evaluate: Callable[[Facts, str], float] | None = None
    """Returns the chance to win (0 to 1) of a seat at an open table; without it, playouts go to the end."""
    chapter: Callable[[Any], int] | None = None
    """A number of the table that grows in the course of the game; a playout goes on until it has grown."""
    turns: Turns | None = None
    """A seat that is asked within its turn is told how the turn began, so that worlds can start there."""
    variety: float = 0.02
    """How far players in playouts deviate from the best weight."""
