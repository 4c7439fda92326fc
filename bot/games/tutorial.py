"""The ability of a game to teach: the tutorial, and hints for beginners in panels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple

from bot.games.context import C, Path
from bot.games.game_ui import GameUI, Question
from bot.texts import Translator


class Lesson(NamedTuple):
    """A page of the tutorial; `picture` is a key of `Pictures.lesson`."""

    title: str
    text: str
    picture: str = ""


class Tutorial(Generic[C]):
    """The tutorial and the hints for beginners; by default made from the questions and the rules help."""

    pages: Sequence[tuple[str, str, str]] = ()
    """The title, text and picture of each page; empty: the first group of the rules help."""

    def first_game(self, options: Mapping[str, str]) -> bool:
        """Returns whether a table with these options is meant for a first game, so that panels explain each choice."""
        return False

    def lead(self, kind: str, question: Question, paths: Collection[Path], t: Translator) -> str:
        """Returns the explanation for beginners of a question with these options; empty if there is none."""
        return t(question.lead) if question.lead else ""

    def leads_to(self, kind: str, path: Path, t: Translator) -> str:
        """Returns the explanation of an option for beginners: what it leads to; empty if its label says enough."""
        return ""

    def teaches(self, ctx: C, kind: str, question: Question, paths: Collection[Path]) -> Iterable[str]:
        """Returns the keys of the topics that a first game explains with these options, the most important first.

        By default these are the topics of the question and of the options, but not those of cards, whose labels say
        what they do.
        """
        topics = (*question.topics, *self.met(ctx, kind, paths))
        return (topic for topic in topics if not topic.startswith("card_"))

    def met(self, ctx: C, kind: str, paths: Iterable[Path]) -> Iterable[str]:
        """Returns the keys of the topics that explain these options, apart from the topic of the question."""
        return ()

    def on_table(self, ctx: C) -> Iterable[str]:
        """Returns the keys of the topics about face-up cards on the table, which a panel explains briefly."""
        return ()


def lessons(ui: GameUI[Any], t: Translator) -> Sequence[Lesson]:
    """Returns the pages of a game's tutorial in a language; by default, the first group of topics of its rules help."""
    if pages := ui.get(Tutorial).pages:
        return [Lesson(t(title), t(text), picture) for title, text, picture in pages]
    topics = ui.topics(t)
    return [Lesson(topic.title, topic.text) for topic in topics if topic.group == topics[0].group]
