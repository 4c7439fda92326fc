"""The pictures of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic

from bot.drawing.sketch import Sketch
from bot.games.context import C, View
from bot.texts import Translator
from rules.engine import Event


class Pictures(Generic[C]):
    """The sketches of one game. Making a sketch is cheap; the studio draws it. None: only the text is shown."""

    turning_points: Collection[str] = ()
    """The events that get a picture in the short film of a finished game."""

    def board(self, ctx: C, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch | None:
        """Returns the public board; `asked` are the seats of the present decision."""
        return None

    def opened(self, ctx: C, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch | None:
        """Returns the board of a finished game as the owner of the view saw it."""
        return self.board(ctx, asked=asked, told=told)

    def scenes(self, events: Sequence[Event]) -> Sequence[int]:
        """Returns, for one answer's public events, after how many of them each part ends that is shown separately.

        The rest is shown with the table after the answer; empty: everything is shown at once.
        """
        return ()

    def scene(self, ctx: C, events: Sequence[Event], count: int) -> Sketch | None:
        """Returns one part of a sequence (`scenes`): the table after `count` of one answer's public events.

        The view is an onlooker's after the answer.
        """
        return None

    def hand(self, view: View, seat: str, t: Translator) -> Sketch | None:
        """Returns a hand; None if the view does not show it or it has no cards."""
        return None

    def points(self, ctx: C, told: Sequence[Event]) -> Sketch | None:
        """Returns the points over the rounds."""
        return None

    def topic(self, key: str, t: Translator) -> Sketch | None:
        """Returns the picture of an entry of the rules help; None if it needs none."""
        return None

    def lesson(self, key: str, t: Translator) -> Sketch | None:
        """Returns the picture of a page of the walk-through (`Lesson.picture`), by default a topic's picture."""
        return self.topic(key, t)
