"""What the pictures of a game are asked for; a game's module `picture` offers this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.drawing.sketch import Sketch
from bot.games.facts import TableFacts
from bot.texts import Words
from rules.engine import Event

View = Mapping[str, Any]


class Pictures(Protocol):
    """All sketches of one game; making one is cheap, drawing it is for the studio."""

    def board(
        self, view: View, facts: TableFacts, words: Words, *, asked: Sequence[str] = (),
        about: Mapping[str, Any] | None = None, told: Sequence[Event] = (),
    ) -> Sketch:  # fmt: skip
        """The public board; `asked` are the seats of the present decision, `about` what it is about."""

    def hand(self, view: View, seat: str, words: Words) -> Sketch | None:
        """A hand, for whom the view shows it; None where it does not, or where there are no cards."""

    def points(self, view: View, told: Sequence[Event], facts: TableFacts, words: Words) -> Sketch:
        """The points over the rounds."""

    def topic(self, key: str, words: Words) -> Sketch | None:
        """The picture beside an entry of the rules help; None where it needs none."""

    def lesson(self, key: str, words: Words) -> Sketch | None:
        """The picture that a page of the walk-through names (`Lesson.picture`); None where there is none."""
