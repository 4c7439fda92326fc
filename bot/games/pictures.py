"""The ability of a game to draw pictures: boards, hands, help pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from PIL import Image

from bot.drawing.mosaic import Mosaic
from bot.drawing.sketch import Sketch, first_alt
from bot.games.context import C, View
from bot.texts import N_, Translator
from rules.events import Event

Hand = tuple[tuple[str, int], ...]
"""The different cards of a hand in order of their arrival, each with its number of copies."""


class CardPictures(NamedTuple):
    """The functions that draw a game's cards and write their alt texts; a hand's text has versions, longest first."""

    hand_painted: Callable[[Hand, str], Image.Image | Mosaic]
    hand_in_words: Callable[[Hand, Translator], Sequence[str]]
    topic_painted: Callable[[str, str], Image.Image | Mosaic]
    topic_in_words: Callable[[str, Translator], str | None]
    """Returns the alt text of a topic's picture; None: the topic has no picture."""


def example(game: str, t: Translator, scene: Any, alts: Sequence[str], paint: Callable[..., Any]) -> Sketch:
    """Returns the sketch of an example in the tutorial; its alt text is the first of `alts` (longest first) that fits.

    `paint` draws the `scene` (`Sketch.paint`).
    """
    alt = first_alt(t("For example: {picture}", picture=said) for said in alts)
    return Sketch(game, "lesson", t.language, scene, alt, paint)


class Pictures(Generic[C]):
    """The sketches of one game; None instead of a sketch: only text is shown.

    Making a sketch is cheap; `bot.drawing.studio` draws it later.
    """

    turning_points: Collection[str] = ()
    """The events that get a picture in the film of a finished game."""
    lead = N_("{player} took the lead in round {round} and kept it.")
    """The sentence of the result card about a game's turning point, to be translated."""
    has_scores = True
    """Whether the result card shows the points of the ranking as scores."""
    game = ""
    """The name of the game."""
    cards: CardPictures | None = None
    """The pictures of cards; None: hands and the rules help are text only."""
    lessons: Mapping[str, Callable[[Translator], Sketch]] = {}
    """`Lesson.picture` of a tutorial page that shows no topic -> the function that returns its sketch."""

    def board(self, ctx: C, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch | None:
        """Returns the sketch of the public board.

        `asked`: the seats of the present decision; `told`: all events of the game so far.
        """
        return None

    def opened(self, ctx: C, *, asked: Sequence[str] = (), told: Sequence[Event] = ()) -> Sketch | None:
        """Returns the sketch of the board for a replay of a finished game, with the cards that the view reveals.

        By default it is the public board.
        """
        return self.board(ctx, asked=asked, told=told)

    def scenes(self, events: Sequence[Event]) -> Sequence[int]:
        """Returns the parts in which the public events of one answer are shown one after the other.

        Each number is the number of events up to the end of a part. The remaining events are shown with the table after
        the answer. Empty: everything is shown at once.
        """
        return ()

    def scene(self, ctx: C, events: Sequence[Event], count: int) -> Sketch | None:
        """Returns the sketch of one part of a sequence (`scenes`): the table after `count` public events of one answer.

        The view is an onlooker's after the answer.
        """
        return None

    def hand(self, view: View, seat: str, t: Translator, former: Sketch | None = None) -> Sketch | None:
        """Returns the sketch of a hand, equal cards together; None if the view does not show it or it has no cards.

        `former`: an earlier sketch in the same language, which is returned if it shows the same cards.
        """
        cards = view["players"][seat].get("hand")
        if not cards or self.cards is None:
            return None
        scene = tuple(Counter(cards).items())
        if former is not None and former.scene == scene:
            return former
        alt = first_alt(self.cards.hand_in_words(scene, t))
        return Sketch(self.game, "hand", t.language, scene, alt, self.cards.hand_painted)

    def points(self, ctx: C, told: Sequence[Event]) -> Sketch | None:
        """Returns the sketch of a chart of all players' points (or damage) by round; None if the game has none."""
        return None

    def topic(self, key: str, t: Translator) -> Sketch | None:
        """Returns the sketch of an entry of the rules help; None if it has no picture."""
        said = None if self.cards is None else self.cards.topic_in_words(key, t)
        if said is None or self.cards is None:
            return None
        return Sketch(self.game, "topic", t.language, key, first_alt([said]), self.cards.topic_painted)

    def lesson(self, key: str, t: Translator) -> Sketch | None:
        """Returns the sketch of a tutorial page: its own example, or that of a topic; None if it has no picture."""
        return self.lessons[key](t) if key in self.lessons else self.topic(key, t)
