"""Star Wars: Destiny as people see it: the only front-end code that knows this game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.games.facts import TableFacts
from bot.games.protocol import NO_FACTS, About, Board, Label, Path, Run, Topic, View
from bot.games.star_wars_destiny import ending, joining, options, public, reasons, runs, summary, topics
from bot.games.star_wars_destiny.asked import QUESTIONS
from bot.games.star_wars_destiny.decks import DECKS
from bot.games.star_wars_destiny.learning import Guide
from bot.games.star_wars_destiny.names import Speaker
from bot.games.star_wars_destiny.sentences import SENTENCES
from bot.texts import Words, later
from rules.engine import Event
from rules.players.levels import Question as Asked
from rules.star_wars_destiny import STAR_WARS_DESTINY as RULES

FORMATS = {
    "starters": later("Format: the two starter sets (F1)"),
    "standard": later("Format: standard, everybody brings a deck (F2)"),
    "random": later("Format: random teams and decks (F3)"),
}


class StarWarsDestiny(Guide, Board):
    """The front end that `bot.games.protocol.Board` describes."""

    rules = RULES
    questions = QUESTIONS
    brings = DECKS
    sentences = SENTENCES
    chapters = ("round_begins", "phase_ends")
    apart = ("round_begins",)
    turning_points = ("round_begins", "defeated")
    side_by_side = ("action",)
    asks_out_of_turn = True

    def speaker(self, words: Words, facts: TableFacts) -> Speaker:
        return Speaker(words, facts)

    def title(self, _words: Words) -> str:
        return "Star Wars: Destiny"

    def setting(self, name: str, value: str, seats: int | None, words: Words) -> str | None:
        return words(FORMATS[value]) if name == "format" and value in FORMATS else None

    def public(self, view: View, facts: TableFacts, words: Words) -> str:
        return public.public(view, facts, words)

    def hand(self, view: View, seat: str, words: Words) -> str:
        return public.hand(view, seat, words)

    def standing(self, view: View, seat: str, facts: TableFacts, words: Words) -> str:
        return public.standing(view, seat, Speaker(words, facts))

    def option(
        self, kind: str, path: Path, view: View, facts: TableFacts, words: Words, about: About = NO_FACTS
    ) -> Label:
        return options.option(kind, path, about, view, facts, words)

    def summary(
        self, kind: str, keys: Sequence[str], view: View, facts: TableFacts, words: Words, about: About = NO_FACTS
    ) -> str:
        return summary.summary(kind, keys, about, view, facts, words)

    def direct(self, kind: str, path: Path) -> bool:
        return summary.direct(kind, path)

    def offered(self, kind: str, keys: Sequence[str], view: View) -> Sequence[str]:
        return options.offered(keys, view)

    def runs(
        self, kind: str, keys: Sequence[str], about: About, view: View, facts: TableFacts, words: Words
    ) -> Sequence[Run]:
        return runs.runs(kind, keys, view, facts, words)

    def joined(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Sequence[Event]:
        return joining.joined(events, before)

    def sentence(self, event: Event, facts: TableFacts, words: Words) -> str | None:
        said = super().sentence(event, facts, words)
        return said and said.replace("....", "...")

    def phase_mark(self, view: View) -> str:
        """A board a round: set-up and upkeep are over too soon for boards of their own."""
        return str(view["round"])

    def topics(self, words: Words) -> Sequence[Topic]:
        return topics.topics(words)

    def because(self, asked: Asked, keys: Sequence[str], facts: TableFacts, words: Words) -> str:
        return reasons.because(asked, keys, facts, words)

    def ending(self, view: View, over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
        return ending.ending(over, Speaker(words, facts))


STAR_WARS_DESTINY = StarWarsDestiny()
