"""The pictures of Královské rošády (`picture_protocol.Pictures`); making a sketch is cheap, drawing it is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.drawing import Sketch, chart
from bot.drawing.fonts import writable
from bot.drawing.sketch import alt_of
from bot.games.facts import TableFacts
from bot.games.kralovske_rosady import (
    picture_cards,
    picture_columns,
    picture_evaluation,
    picture_lessons,
    picture_scene,
)
from bot.games.kralovske_rosady.names import Terms
from bot.games.naming import COLOURS
from bot.games.picture_protocol import Pictures
from bot.games.protocol import About, View
from bot.texts import Words, later
from rules.decisions import CHANCE
from rules.engine import ALL, Event
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.kralovske_rosady.cards import value_of

GAME = KRALOVSKE_ROSADY.name
FINAL = "Σ"
"""The last step of the chart: the point cards are opened, and maybe doubled (K11)."""


class ColumnPictures(Pictures):
    """The columns, hands, help and points."""

    def board(
        self, view: View, facts: TableFacts, words: Words, *, asked: Sequence[str] = (), about: About | None = None,
        told: Sequence[Event] = (),
    ) -> Sketch:  # fmt: skip
        """The columns and the players; a single player who is asked is on turn."""
        return _board(picture_scene.table_of(view, facts, _turn(asked)), words)

    def opened(
        self, view: View, facts: TableFacts, words: Words, *, asked: Sequence[str] = (), about: About | None = None,
        told: Sequence[Event] = (),
    ) -> Sketch:  # fmt: skip
        """The same with the face-down cards that the view knows."""
        return _board(picture_scene.table_of(view, facts, _turn(asked), opened=True), words)

    def scene(self, events: Sequence[Event], count: int, view: View, facts: TableFacts, words: Words) -> Sketch:
        """The columns of a round in the middle of their evaluation."""
        scene = picture_evaluation.evaluation_of(events, count, view["round"])
        alt = picture_evaluation.alt(scene, words)
        return Sketch(GAME, "evaluation", words.language, scene, alt, picture_evaluation.painted)

    def hand(self, view: View, seat: str, words: Words) -> Sketch | None:
        """The seat's cards, in the order of coming."""
        cards = view["players"][seat].get("hand")
        if not cards:
            return None
        terms = Terms(words)
        told = " ".join(f"{terms.valued(card)}: {writable(terms.text(card))}" for card in cards)
        alt = alt_of(told, ", ".join(terms.valued(card) for card in cards))
        return Sketch(GAME, "hand", words.language, tuple(cards), alt, picture_cards.hand_painted)

    def topic(self, key: str, words: Words) -> Sketch | None:
        """A card or symbol of the rules help."""
        face = picture_cards.face_of(key, words)
        if face is None:
            return None
        alt = alt_of(". ".join(part for part in (f"{face.title} {face.big}".strip(), face.line, face.text) if part))
        return Sketch(GAME, "topic", words.language, key, alt, picture_cards.topic_painted)

    def lesson(self, key: str, words: Words) -> Sketch | None:
        """The picture of a page of the walk-through: an example of its own, or that of a topic."""
        example = picture_lessons.LESSONS.get(key)
        return self.topic(key, words) if example is None else example(words)

    def points(self, view: View, told: Sequence[Event], facts: TableFacts, words: Words) -> Sketch:
        """The points taken in each round, from the public events, and at the end what they are worth."""
        taken, rounds, final = _taken(told)
        lines = []
        for seat in view["players"]:
            gained = [by_seat[seat] for by_seat in taken]
            sums = [final[seat][0] - sum(gained) if seat in final else 0]
            for gain in gained:
                sums.append(sums[-1] + gain)
            if seat in final:
                sums.append(final[seat][1])
            lines.append(chart.Line(seat, COLOURS[seat], facts.seat(seat).name, tuple(sums)))
        first = "0" if rounds[:1] == [1] else "…"
        labels = (first, *(str(number) for number in rounds), *([FINAL] if final else ()))
        scene = chart.Chart(labels, tuple(lines))
        plain, summed = later("Points after each round"), later("Points after each round, then after the final scoring")
        alt = chart.alt(scene, words(summed if final else plain))
        return Sketch(GAME, "points", words.language, scene, alt, chart.painted)


def _turn(asked: Sequence[str]) -> str | None:
    """A single player who is asked is on turn."""
    return asked[0] if len(asked) == 1 and asked[0] != CHANCE else None


def _board(scene: picture_scene.Table, words: Words) -> Sketch:
    return Sketch(GAME, "board", words.language, scene, picture_scene.alt(scene, words), picture_columns.painted)


def _taken(told: Sequence[Event]) -> tuple[list[Counter[str]], list[int], dict[str, tuple[int, int]]]:
    """Who took how many points in each round; the rounds' numbers; at the end everybody's plain and final points."""
    taken: list[Counter[str]] = []
    rounds: list[int] = []
    final: dict[str, tuple[int, int]] = {}
    for event in told:
        if event.to != ALL:
            continue
        name, said = event.name, event.facts
        if name == "round_begins":
            rounds.append(said["round"])
            taken.append(Counter())
        elif name == "takes" and said["seat"] is not None and taken:
            taken[-1][said["seat"]] += value_of(said["point"])
        elif name == "scores":
            final[said["seat"]] = (sum(value_of(card) for card in said["cards"]), said["points"])
    return taken, rounds, final


PICTURES = ColumnPictures()
