"""The data types of a game's record: its entries, the answers that computers considered, and its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from storage.rows import Finished

if TYPE_CHECKING:
    from rules.notation import Entry as Answer


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a game's record: a seat's answer to a decision, with the decision's number and kind, and the time."""

    number: int
    seat: str
    kind: str
    keys: tuple[str, ...]
    at: datetime

    @classmethod
    def of(cls, answer: Answer, at: datetime) -> Entry:
        """Returns the entry of an answer that was given at that time."""
        return cls(answer.number, answer.seat, answer.kind, tuple(answer.keys), at)


class Weighed(NamedTuple):
    """One answer that a computer considered."""

    keys: tuple[str, ...]
    worth: float
    """The estimated value of the answer: in points of the game's policy, or as the chance to win (0 to 1)."""
    tries: int = 0
    """The number of simulated games from which the value follows; 0 if the computer did not search."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """The alternatives that a computer considered when it answered a decision; secret until the game is finished."""

    number: int
    seat: str
    level: str
    measure: str
    """The unit of the values: `points` or `chance`."""
    weighed: Sequence[Weighed] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game: `over` with its result (JSON), or `ended` without a winner."""

    phase: Finished
    result: str | None
    at: datetime

    def __post_init__(self) -> None:
        if self.phase not in ("over", "ended"):
            raise ValueError(f"A game finishes as 'over' or 'ended', not as {self.phase!r}.")
