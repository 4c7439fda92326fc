"""Mafia City as people see it: the only front-end code that knows this game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.mafia_city import ending, in_advance, options, pieces, public, reasons, topics
from bot.games.mafia_city.asked import QUESTIONS
from bot.games.mafia_city.learning import Guide
from bot.games.mafia_city.orders import Orders
from bot.games.mafia_city.sentences import SENTENCES
from bot.games.mafia_city.terms import Speaker
from bot.games.protocol import NO_FACTS, About, Board, Label, Path, Piece, Topic, View
from bot.games.standing_orders import Ahead
from bot.texts import Words, later
from rules.mafia_city import MAFIA_CITY as RULES
from rules.mafia_city.table import GOALS
from rules.players.levels import Question as Asked

LEVELS = {"beginners": later("beginners"), "advanced": later("advanced")}


class MafiaCity(Orders, Guide, Board):
    """The front end that `bot.games.protocol.Board` describes."""

    rules = RULES
    questions = QUESTIONS
    sentences = SENTENCES
    chapters = ("phase",)
    side_by_side = ("turn",)
    turning_points = ("scores",)
    further_rules: Mapping[str, str] = {"window": "M60–M64", "peek": "M24.4"}

    def speaker(self, words: Words, facts: TableFacts) -> Speaker:
        return Speaker(words, facts)

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

    def pieces(
        self, kind: str, word: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words
    ) -> Sequence[Piece]:
        return pieces.pieces(kind, word, keys, view, facts, words)

    def ahead(
        self, kind: str, about: About, view: View, seat: str, facts: TableFacts, words: Words
    ) -> Sequence[Ahead]:  # fmt: skip
        return in_advance.ahead(kind, view, seat, facts, words)

    def ordered(
        self, kind: str, keys: Sequence[str], about: About, view: View, seat: str, orders: Mapping[str, str]
    ) -> tuple[str, ...] | None:
        return in_advance.ordered(kind, keys, about, view, seat, orders)

    def order_said(self, topic: str, standing: str, words: Words) -> str:
        return in_advance.order_said(topic, standing, words)

    def topics(self, words: Words) -> Sequence[Topic]:
        return topics.topics(words)

    def because(self, asked: Asked, keys: Sequence[str], facts: TableFacts, words: Words) -> str:
        return reasons.because(asked, keys, facts, words)

    def ending(self, view: View, over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
        return ending.ending(over, facts, words)


MAFIA_CITY = MafiaCity()
