"""The ability to show several steps as one: answers with one confirmation, two targets in one select, merged events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Generic, NamedTuple

from bot.games.context import C, Label, Path, View
from bot.texts import N_
from rules.events import Event


class Answer(NamedTuple):
    """An answer to a kind of decision."""

    kind: str
    keys: tuple[str, ...]


class Run(NamedTuple):
    """Several answers that a seat gives with one confirmation; the run ends early if a different question comes up."""

    label: Label
    answers: tuple[Answer, ...]
    """The answers in order; the first one answers the present question."""


class BatchForm(NamedTuple):
    """The content of one form for two decisions: a choice of one key, and the set of keys that is asked after it."""

    first_title: str
    firsts: Sequence[tuple[str, Label]]
    """The keys of the choice with their labels."""
    kind: str
    """The kind of the decision about the set."""
    title: str
    keys: Sequence[tuple[str, Label]]
    """The keys of the set in the order in which they will be offered."""
    least: int


class Piece(NamedTuple):
    """A part of a key that is chosen separately, next to another part of the same key."""

    words: Path
    label: Label
    leads: Path = ()
    """The beginning of a key whose last word is explained to beginners next to this piece."""


class BatchMoves(Generic[C]):
    """The ability to show several steps as one; by default each step is separate."""

    apart: Collection[str] = ()
    """The events that `joined` never merges into an earlier one, so that the latest news can begin there."""
    no_pair: str = N_("These two cannot be combined. Nothing has changed.")
    """The answer to a choice of two pieces that are not a key together."""

    def runs(self, ctx: C, kind: str, keys: Sequence[str]) -> Sequence[Run]:
        """Returns the runs that a panel offers in addition to these keys; each only shortens answering one by one."""
        return ()

    def pieces(self, ctx: C, kind: str, word: str, keys: Sequence[str]) -> Sequence[Piece]:
        """Returns the pieces of which a player chooses two in one select; empty: the words are chosen one by one.

        Every key with this first word must be a pair of such pieces.
        """
        return ()

    def form(self, ctx: C, kind: str, word: str, keys: Sequence[str]) -> BatchForm | None:
        """Returns the form that asks for a key with that first word and for the set after it; None: no such form."""
        return None

    def offered(self, keys: Sequence[str], view: Callable[[], View]) -> Sequence[str]:
        """Returns the keys that a panel offers: one of each group of keys with the same effect.

        `view`: returns what the seat sees, which takes time that most games need not spend.
        """
        return keys

    def joined(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Sequence[Event]:
        """Returns one audience's events that follow `before`, merged if one sentence tells several of them."""
        return list(events)
