"""Several steps shown as one: answers under one Confirm, targets in one select, events in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Generic, NamedTuple

from bot.games.context import C, Label, Path, View
from rules.engine import Event


class Answer(NamedTuple):
    """An answer to a kind of decision."""

    kind: str
    keys: tuple[str, ...]


class Run(NamedTuple):
    """Several answers in a row under one Confirm; the run ends early if something else is asked."""

    label: Label
    answers: tuple[Answer, ...]
    """The first one answers the present question."""


class Piece(NamedTuple):
    """A part of a key that is chosen separately, next to another part of the same key."""

    words: Path
    label: Label
    leads: Path = ()
    """For beginners: the words of a key whose last one is explained next to it."""


class BatchMoves(Generic[C]):
    """Several steps shown as one; by default each step is separate."""

    apart: Collection[str] = ()
    """The events that `joined` never merges into an earlier one: the latest news is read from there."""

    def runs(self, ctx: C, kind: str, keys: Sequence[str]) -> Sequence[Run]:
        """Returns answers that can be given at once, because giving them one after the other is the same."""
        return ()

    def pieces(self, ctx: C, kind: str, word: str, keys: Sequence[str]) -> Sequence[Piece]:
        """Returns the pieces to choose two of in one select, if every key of a first word is such a pair."""
        return ()

    def offered(self, keys: Sequence[str], view: View) -> Sequence[str]:
        """Returns the keys that a panel offers: one of each group of equal keys."""
        return keys

    def joined(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Sequence[Event]:
        """Returns the events that one audience is told after those `before`, merged if one sentence tells several."""
        return list(events)
