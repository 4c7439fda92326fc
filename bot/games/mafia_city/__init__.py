"""Mafia City as people see it: the only front-end code that knows this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.mafia_city import asked, ending, learning, options, orders, public, sentences, topics
from bot.games.mafia_city.names import COLOURS
from bot.games.protocol import About, Board, Label, Lesson, Topic, View
from bot.texts import Words, later
from rules.engine import Event
from rules.mafia_city import MAFIA_CITY as RULES
from rules.mafia_city.table import GOALS

LEVELS = {"beginners": later("beginners"), "advanced": later("advanced")}


class MafiaCity(Board):
    """The front end that `bot.boards.protocol.Board` describes."""

    name = RULES.name
    colours: Mapping[str, str] = COLOURS

    def title(self, _words: Words) -> str:
        return "Mafia City"

    def setting(self, name: str, value: str, seats: int | None, words: Words) -> str | None:
        if name == "deck":
            return words("Deck: {name}", name=value)
        if name != "goal" or value not in LEVELS:
            return None
        which = list(LEVELS).index(value)
        level = words(LEVELS[value])
        if seats in GOALS:
            return words("Goal: {points} points ({level})", points=GOALS[seats][which], level=level)
        points = ", ".join(f"{count} – {goals[which]}" for count, goals in GOALS.items())
        return words("Goal: {level} (players – points: {points})", level=level, points=points)

    def public(self, view: View, facts: TableFacts, words: Words) -> str:
        return public.public(view, facts, words)

    def hand(self, view: View, seat: str, words: Words) -> str:
        return public.hand(view, seat, words)

    def other_hand(self, view: View, seat: str, facts: TableFacts, words: Words) -> str | None:
        return public.other_hand(view, seat, facts, words)

    def standing(self, view: View, seat: str, facts: TableFacts, words: Words) -> str:
        return public.standing(view, seat, words)

    def sentence(self, event: Event, facts: TableFacts, words: Words) -> str | None:
        return sentences.sentence(event, facts, words)

    def begins_chapter(self, event: Event) -> bool:
        return event.name == "phase"

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

    def first_game(self, options: Mapping[str, str]) -> bool:
        return learning.first_game(options)

    def hint(self, kind: str, path: tuple[str, ...], words: Words) -> str:
        return learning.hint(kind, path, words)

    def about_hand(self, kind: str) -> bool:
        return kind == "mulligan"

    def met(self, kind: str, paths: Iterable[tuple[str, ...]], about: About, view: View) -> Sequence[str]:
        return learning.met(kind, paths, about, view)

    def rule(self, kind: str) -> str:
        return learning.rule(kind)

    def ending(self, view: View, over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
        return ending.ending(over, facts, words)

    def stays_out(self, kind: str) -> str | None:
        return orders.stays_out(kind)

    def may_stay_out_after(self, kind: str, key: str) -> bool:
        return orders.may_stay_out_after(kind, key)

    def aimed_at(self, kind: str, about: About, view: View, seat: str) -> bool:
        return orders.aimed_at(kind, about, view, seat)

    def remedy(self, keys: Iterable[str]) -> str | None:
        return orders.remedy(keys)

    def sensible(self, keys: Sequence[str]) -> Sequence[str]:
        return orders.sensible(keys)


MAFIA_CITY = MafiaCity()
