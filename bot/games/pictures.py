"""The pictures of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from PIL import Image

from bot.drawing.mosaic import Mosaic
from bot.drawing.sketch import Sketch, alt_of
from bot.games.context import C, View
from bot.texts import Translator
from rules.engine import Event

Hand = tuple[tuple[str, int], ...]
"""Each different card of a hand in the order of coming, and how many of it there are."""


class CardPictures(NamedTuple):
    """The drawings and texts of a game's cards; each text is a list of versions, the fullest first."""

    hand_painted: Callable[[Hand, str], Image.Image | Mosaic]
    hand_in_words: Callable[[Hand, Translator], Sequence[str]]
    topic_painted: Callable[[str, str], Image.Image | Mosaic]
    topic_in_words: Callable[[str, Translator], str | None]
    """None: this entry of the rules help has no picture."""


def example(game: str, t: Translator, scene: Any, alts: Sequence[str], paint: Callable[..., Any]) -> Sketch:
    """Returns the picture of a page of the walk-through that shows an example; `alts` as in `CardPictures`."""
    alt = alt_of(*(t("For example: {picture}", picture=said) for said in alts))
    return Sketch(game, "lesson", t.language, scene, alt, paint)


class Pictures(Generic[C]):
    """The sketches of one game. Making a sketch is cheap; the studio draws it. None: only the text is shown."""

    turning_points: Collection[str] = ()
    """The events that get a picture in the short film of a finished game."""
    game = ""
    """The name of the game."""
    cards: CardPictures | None = None
    """None: hands and the rules help are shown as text only."""
    lessons: Mapping[str, Callable[[Translator], Sketch]] = {}
    """The pictures of the walk-through that are not a topic's, by `Lesson.picture`."""

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
        """Returns a hand, equal cards together; None if the view does not show it or it has no cards."""
        cards = view["players"][seat].get("hand")
        if not cards or self.cards is None:
            return None
        scene = tuple(Counter(cards).items())
        alt = alt_of(*self.cards.hand_in_words(scene, t))
        return Sketch(self.game, "hand", t.language, scene, alt, self.cards.hand_painted)

    def points(self, ctx: C, told: Sequence[Event]) -> Sketch | None:
        """Returns the points over the rounds."""
        return None

    def topic(self, key: str, t: Translator) -> Sketch | None:
        """Returns the picture of an entry of the rules help; None if it needs none."""
        said = None if self.cards is None else self.cards.topic_in_words(key, t)
        if said is None or self.cards is None:
            return None
        return Sketch(self.game, "topic", t.language, key, alt_of(said), self.cards.topic_painted)

    def lesson(self, key: str, t: Translator) -> Sketch | None:
        """Returns the picture of a page of the walk-through: an example of its own, or that of a topic."""
        return self.lessons[key](t) if key in self.lessons else self.topic(key, t)
