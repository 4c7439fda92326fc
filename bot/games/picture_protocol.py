"""What the pictures of a game are asked for; a game's module `picture` offers those that it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.drawing.sketch import Sketch
from bot.games.facts import TableFacts
from bot.texts import Words
from rules.engine import Event

View = Mapping[str, Any]


class Pictures:
    """All sketches of one game; making one is cheap, drawing it is for the studio.

    None stands for no picture: the words alone are shown. A game without any needs nothing of this.
    """

    def board(
        self, view: View, facts: TableFacts, words: Words, *, asked: Sequence[str] = (),
        about: Mapping[str, Any] | None = None, told: Sequence[Event] = (),
    ) -> Sketch | None:  # fmt: skip
        """The public board; `asked` are the seats of the present decision, `about` what it is about."""
        return None

    def opened(
        self, view: View, facts: TableFacts, words: Words, *, asked: Sequence[str] = (),
        about: Mapping[str, Any] | None = None, told: Sequence[Event] = (),
    ) -> Sketch | None:  # fmt: skip
        """The board of a finished game as the owner of the view saw it; where nothing on it is hidden, the same."""
        return self.board(view, facts, words, asked=asked, about=about, told=told)

    def scene(self, events: Sequence[Event], count: int, view: View, facts: TableFacts, words: Words) -> Sketch | None:
        """A part of a sequence (`Board.scenes`): so many of these public events of one answer have been told by now.

        The view is an onlooker's after the answer.
        """
        return None

    def hand(self, view: View, seat: str, words: Words) -> Sketch | None:
        """A hand, for whom the view shows it; None where it does not, or where there are no cards."""
        return None

    def points(self, view: View, told: Sequence[Event], facts: TableFacts, words: Words) -> Sketch | None:
        """The points over the rounds."""
        return None

    def topic(self, key: str, words: Words) -> Sketch | None:
        """The picture beside an entry of the rules help; None where it needs none."""
        return None

    def lesson(self, key: str, words: Words) -> Sketch | None:
        """The picture that a page of the walk-through names (`Lesson.picture`): by default that of a topic."""
        return self.topic(key, words)
