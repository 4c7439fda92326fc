"""The rules help topic by topic, and the pages of the tutorial."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from discord import ui

from bot.games import GAME_UIS, GameUI, Label, Topic
from bot.games.key_tree import MAX_OPTIONS
from bot.games.tutorial import lessons
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Row, Style, button, choice, message, rows, select


def overview(words: Translator) -> ui.LayoutView:
    """Returns an overview of Krupier and its commands, with a button for the tutorial of each game."""
    titles = [game_ui.title for game_ui in GAME_UIS.values()]
    said = [
        "### Krupier",
        words(
            "I deal board games with hidden hands and enforce their rules: {games}.",
            games=", ".join(titles),
        ),
        words("**Play:** `/game new` opens a table, `/game join` sits down, `/game hand` shows your cards."),
        words("**Learn:** `/learn lesson` shows how to play, `/learn rules` explains every card and rule."),
        words("**Look back:** `/record log` says what has happened, `/record replay` shows a finished game again."),
        words("**You:** `/profile` has your language, reminders and standing orders; `/deck list` your decks."),
        words("**This server:** `/league open` starts a season, `/league tournament` a tournament."),
    ]
    lessons = [
        button(words("How to play {game}", game=title), CustomId(0, "learn", 0, (number,)))
        for number, title in enumerate(titles)
    ]
    return message("\n".join(said), rows=rows(lessons))


def rules_overview(game_ui: GameUI[Any], words: Translator, kind: str) -> ui.LayoutView:
    """All topics of the rules help, to be chosen from."""
    return message(
        f"### {game_ui.title} · {words('Rules')}\n" + words("Choose a topic."),
        rows=_topics(game_ui, words, kind),
    )


def rules_topic(game_ui: GameUI[Any], key: str, words: Translator, kind: str) -> ui.LayoutView | None:
    """One topic of the rules help; None where there is no such topic."""
    topic = next((topic for topic in game_ui.topics(words) if topic.key == key), None)
    if topic is None:
        return None
    return message(f"### {topic.title}\n{topic.text}", rows=_topics(game_ui, words, kind))


def _topics(game_ui: GameUI[Any], words: Translator, kind: str) -> list[Row]:
    """A select for each group; a group of many topics has several, which say where they begin and end."""
    groups: dict[str, list[Topic]] = {}
    for topic in game_ui.topics(words):
        groups.setdefault(topic.group, []).append(topic)
    number = list(GAME_UIS).index(kind)
    runs = [(group, run, len(topics) > MAX_OPTIONS) for group, topics in groups.items() for run in _evenly(topics)]
    return [
        select(
            CustomId(0, "topic", number, (at,)),
            f"{group}: {run[0].title} – {run[-1].title}" if partly else group,
            [choice(Label(topic.title), topic.key) for topic in run],
        )
        for at, (group, run, partly) in enumerate(runs)
    ]


def _evenly(topics: Sequence[Topic]) -> list[Sequence[Topic]]:
    """In as few selects as there must be, about equally long: none holds a single straggler."""
    parts = -(-len(topics) // MAX_OPTIONS)
    ends = [len(topics) * number // parts for number in range(parts + 1)]
    return [topics[begin:end] for begin, end in pairwise(ends)]


def lesson(game_ui: GameUI[Any], kind: str, page: int, words: Translator) -> ui.LayoutView:
    """A page of the walk-through with Back and Next; the last one where that page does not exist."""
    pages = lessons(game_ui, words)
    page = min(max(page, 0), len(pages) - 1)
    heading = words("{game} · page {page} of {count}", game=game_ui.title, page=page + 1, count=len(pages))
    number = list(GAME_UIS).index(kind)
    buttons = []
    if page > 0:
        buttons.append(button(words("Back"), CustomId(0, "learn", page - 1, (number,))))
    if page + 1 < len(pages):
        buttons.append(button(words("Next"), CustomId(0, "learn", page + 1, (number,)), Style.primary))
    return message(f"-# {heading}\n### {pages[page].title}\n{pages[page].text}", rows=rows(buttons))
