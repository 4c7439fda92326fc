"""Královské rošády as people see them: the only front-end code that knows this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.kralovske_rosady import ending, options, picture_evaluation, public, reasons, topics
from bot.games.kralovske_rosady.asked import QUESTIONS
from bot.games.kralovske_rosady.learning import Guide
from bot.games.kralovske_rosady.names import Speaker
from bot.games.kralovske_rosady.sentences import SENTENCES
from bot.games.protocol import NO_FACTS, About, Board, Label, Path, Topic, View
from bot.texts import Words
from rules.engine import Event
from rules.kralovske_rosady import KRALOVSKE_ROSADY as RULES
from rules.players.levels import Question as Asked


class KralovskeRosady(Guide, Board):
    """The front end that `bot.games.protocol.Board` describes; this game has neither options nor windows."""

    rules = RULES
    questions = QUESTIONS
    sentences = SENTENCES
    chapters = ("round_ends",)
    side_by_side = ("play",)
    turning_points = ("takes",)

    def speaker(self, words: Words, facts: TableFacts) -> Speaker:
        return Speaker(words, facts)

    def scenes(self, events: Sequence[Event]) -> Sequence[int]:
        """Each column of the last evaluation by itself: the part ends with who takes its point card."""
        first = picture_evaluation.begins(events)
        return [at for at, event in enumerate(events, 1) if at > first and event.name == "takes"]

    def title(self, _words: Words) -> str:
        return "Královské rošády"

    def public(self, view: View, facts: TableFacts, words: Words) -> str:
        return public.public(view, facts, words)

    def hand(self, view: View, seat: str, words: Words) -> str:
        return public.hand(view, seat, words)

    def beside_hand(self, view: View, seat: str, words: Words) -> str:
        return public.face_down(view, seat, words)

    def standing(self, view: View, seat: str, facts: TableFacts, words: Words) -> str:
        return public.standing(view, seat, words)

    def option(
        self, kind: str, path: Path, view: View, facts: TableFacts, words: Words, about: About = NO_FACTS
    ) -> Label:
        return options.option(kind, path, view, facts, words)

    def summary(
        self, kind: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words, about: About = NO_FACTS
    ) -> str:
        return options.summary(kind, keys, view, facts, words)

    def direct(self, kind: str, path: Path) -> bool:
        return options.direct(kind, path)

    def topics(self, words: Words) -> Sequence[Topic]:
        return topics.topics(words)

    def because(self, asked: Asked, keys: Sequence[str], facts: TableFacts, words: Words) -> str:
        return reasons.because(asked, keys, facts, words)

    def ending(self, view: View, over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
        return ending.ending(over, facts, words)


KRALOVSKE_ROSADY = KralovskeRosady()
