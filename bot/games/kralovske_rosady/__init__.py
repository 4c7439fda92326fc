"""Královské rošády as people see them: the only front-end code that knows this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.kralovske_rosady import asked, ending, learning, options, public, sentences, topics
from bot.games.kralovske_rosady.names import COLOURS
from bot.games.protocol import About, Board, Label, Lesson, Topic, View
from bot.texts import Words
from rules.engine import Event
from rules.kralovske_rosady import KRALOVSKE_ROSADY as RULES


class KralovskeRosady(Board):
    """The front end that `bot.boards.protocol.Board` describes; this game has neither options nor windows."""

    name = RULES.name
    colours: Mapping[str, str] = COLOURS

    def title(self, _words: Words) -> str:
        return "Královské rošády"

    def public(self, view: View, facts: TableFacts, words: Words) -> str:
        return public.public(view, facts, words)

    def hand(self, view: View, seat: str, words: Words) -> str:
        return public.hand(view, seat, words)

    def standing(self, view: View, seat: str, facts: TableFacts, words: Words) -> str:
        return public.standing(view, seat, words)

    def sentence(self, event: Event, facts: TableFacts, words: Words) -> str | None:
        return sentences.sentence(event, facts, words)

    def begins_chapter(self, event: Event) -> bool:
        return event.name == "round_ends"

    def question(self, kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
        return asked.question(kind, about, view, facts, words)

    def waiting_for(self, kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
        return asked.waiting_for(kind, about, view, facts, words)

    def option(self, kind: str, path: tuple[str, ...], view: View, facts: TableFacts, words: Words) -> Label:
        return options.option(kind, path, view, facts, words)

    def summary(self, kind: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words) -> str:
        return options.summary(kind, keys, view, facts, words)

    def direct(self, kind: str, path: tuple[str, ...]) -> bool:
        return options.direct(kind, path)

    def topics(self, words: Words) -> Sequence[Topic]:
        return topics.topics(words)

    def lessons(self, words: Words) -> Sequence[Lesson]:
        return learning.lessons(words)

    def hint(self, kind: str, path: tuple[str, ...], words: Words) -> str:
        return learning.hint(kind, path, words)

    def met(self, kind: str, paths: Iterable[tuple[str, ...]], about: About, view: View) -> Sequence[str]:
        return learning.met(kind, paths, about, view)

    def rule(self, kind: str) -> str:
        return learning.rule(kind)

    def ending(self, view: View, over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
        return ending.ending(over, facts, words)


KRALOVSKE_ROSADY = KralovskeRosady()
