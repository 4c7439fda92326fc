"""The pictures of the third game (`picture_protocol.Pictures`); making a sketch is cheap, drawing it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.drawing import Sketch, chart
from bot.drawing.sketch import alt_of
from bot.games.facts import TableFacts
from bot.games.naming import COLOURS
from bot.games.picture_protocol import Pictures
from bot.games.protocol import About, View
from bot.games.star_wars_destiny import picture_cards, picture_lessons, picture_scene, picture_table, picture_words
from bot.games.star_wars_destiny.names import parsed
from bot.texts import Words
from rules.engine import ALL, Event
from rules.star_wars_destiny import STAR_WARS_DESTINY

GAME = STAR_WARS_DESTINY.name


class TablePictures(Pictures):
    """The table, hands, help, and the damage over the rounds."""

    def board(
        self, view: View, facts: TableFacts, words: Words, *, asked: Sequence[str] = (), about: About | None = None,
        told: Sequence[Event] = (),
    ) -> Sketch:  # fmt: skip
        """Everybody's cards and dice; who is asked without being on turn is marked."""
        scene = picture_scene.table_of(view, facts, asked)
        alt = picture_words.alt(scene, words)
        return Sketch(GAME, "board", words.language, scene, alt, picture_table.painted)

    def hand(self, view: View, seat: str, words: Words) -> Sketch | None:
        """The seat's cards, in the order of coming, equal ones together."""
        cards = view["players"][seat].get("hand")
        if not cards:
            return None
        scene = tuple(Counter(cards).items())
        alt = alt_of(*picture_cards.hand_in_words(scene, words))
        return Sketch(GAME, "hand", words.language, scene, alt, picture_cards.hand_painted)

    def topic(self, key: str, words: Words) -> Sketch | None:
        """A card or a symbol of the rules help."""
        if not picture_cards.is_pictured(key):
            return None
        alt = alt_of(picture_cards.topic_in_words(key, words))
        return Sketch(GAME, "topic", words.language, key, alt, picture_cards.topic_painted)

    def lesson(self, key: str, words: Words) -> Sketch | None:
        """The picture of a page of the walk-through: an example of its own, or that of a topic."""
        example = picture_lessons.LESSONS.get(key)
        return self.topic(key, words) if example is None else example(words)

    def points(self, view: View, told: Sequence[Event], facts: TableFacts, words: Words) -> Sketch:
        """The damage that everybody's characters have taken after each round, from the public events."""
        taken, rounds = _taken(told, view["round"])
        lines = []
        for seat in view["players"]:
            sums = [0]
            for by_seat in taken:
                sums.append(sums[-1] + by_seat[seat])
            lines.append(chart.Line(seat, COLOURS[seat], facts.seat(seat).name, tuple(sums)))
        labels = ("0" if rounds[:1] == [1] else "…", *(str(number) for number in rounds))
        heading = words("Damage taken after each round")
        scene = chart.Chart(labels, tuple(lines), title=heading)
        return Sketch(GAME, "points", words.language, scene, chart.alt(scene, heading), chart.painted)


def _taken(told: Sequence[Event], last: int) -> tuple[list[Counter[str]], list[int]]:
    """How much damage everybody's characters took in each round, and the rounds' numbers; `last` is the present one."""
    taken: list[Counter[str]] = [Counter()]
    rounds: list[int] = []
    for event in told:
        if event.to != ALL:
            continue
        if event.name == "round_begins":
            rounds.append(event.facts["round"])
            taken.append(Counter())
        elif event.name == "damage":
            taken[-1][parsed(event.facts["character"]).owner] += event.facts["taken"]
    if rounds[:1] == [1]:
        return taken[1:], rounds
    return taken, [rounds[0] - 1 if rounds else last, *rounds]


PICTURES = TablePictures()
