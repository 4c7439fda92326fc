"""Messages of the rules help and of the tutorial."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from discord import ui

from bot.games import GAME_UIS, GameUI, Label, Topic
from bot.games.facts import TableFacts
from bot.games.key_tree import MAX_OPTIONS
from bot.games.lessons import lessons_for
from bot.games.tutorial import lessons
from bot.texts import Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.paging import BACK_AND_NEXT, turning
from bot.views.parts import Button, Row, Style, button, choice, message, rows, select
from bot.views.times import clock
from rules.decisions import CHANCE
from rules.engine import Game


def overview(here: str, buttons: Sequence[Button], words: Translator) -> ui.LayoutView:
    """Returns an overview of commands, with a button to learn each game, and what the user can do next here."""
    titles = [game_ui.title for game_ui in GAME_UIS.values()]
    said = [
        "### Krupier",
        f"**{here}**",
        words(
            "I deal board games with hidden hands and enforce their rules: {games}.",
            games=", ".join(titles),
        ),
        words(
            "**Play:** `/game new` opens a table, `/game join` seats you at it, `/game hand` shows your cards, "
            "`/game undo` (*Take back*) asks to take back your last move."
        ),
        words("**Find:** `/tables` lists the open tables of this server and your own tables."),
        words(
            "**Learn:** `/learn lesson` shows how to play, `/learn rules` explains every card and rule, "
            "`/learn puzzle` asks the puzzle of the day."
        ),
        words("**Look back:** `/record log` says what has happened, `/record replay` shows a finished game again."),
        words("**You:** `/profile` has your language, reminders and standing orders; `/deck list` your decks."),
        words("**Your data:** `/privacy export` sends you what is stored about you, `/privacy forget` deletes it."),
        words("**This server:** `/league open` starts a season, `/league tournament` a tournament."),
    ]
    return message("\n".join(said), rows=[*rows(buttons), *rows([_learning(kind, words) for kind in GAME_UIS])])


def _learning(kind: str, words: Translator) -> Button:
    """Returns the button of a game's lesson, or of its short guide if it has no lesson."""
    label = words("How to play {game}", game=GAME_UIS[kind].title)
    lesson = next(iter(lessons_for(kind)), None)
    return _guide(label, kind) if lesson is None else button(label, CustomId(NO_GAME, "lesson_open", lesson.number))


def _guide(label: str, kind: str) -> Button:
    """Returns the button of the first page of a game's short guide."""
    return button(label, CustomId(NO_GAME, "learn", 0, (list(GAME_UIS).index(kind),)))


def next_step(facts: TableFacts | None, game: Game | None, user: int, words: Translator) -> tuple[str, list[Button]]:
    """Returns what a user can do next at the table of this place (None: there is none), with its buttons."""
    if facts is None:
        opens = button(words("Open a table"), CustomId(NO_GAME, "open"), Style.primary)
        return words("There is no table here. You can open one."), [opens]
    seat = facts.seat_of(user)
    join = button(words("Join"), CustomId(facts.id, "join"), Style.primary)
    if game is None or game.decision is None:
        if seat is None:
            return words("A table is open in this channel. You can join it."), [join]
        return words("You sit at this table. Its host starts the game with *Start*."), []
    if facts.paused:
        return clock(facts, words), []
    decision = game.decision
    if seat is not None and seat.letter in game.waiting:
        move = button(words("My move"), CustomId(facts.id, "move"), Style.primary)
        return words("The game waits for you. Press *My move*."), [move]
    waits = ", ".join(facts.seat(letter).mention for letter in decision.seats if letter != CHANCE)
    hand = [] if seat is None else [button(words("My hand"), CustomId(facts.id, "hand"))]
    return words("The game waits for {player}.", player=waits or words("the cards")), hand


def rules_overview(game_ui: GameUI[Any], words: Translator, kind: str) -> ui.LayoutView:
    """Returns the message with all topics of the rules help in selects."""
    return message(
        f"### {game_ui.title} · {words('Rules')}\n" + words("Choose a topic."),
        rows=[*rows([_guide(words("Short guide"), kind)]), *_topics(game_ui, words, kind)],
    )


def rules_topic(game_ui: GameUI[Any], key: str, words: Translator, kind: str) -> ui.LayoutView | None:
    """Returns the message with one topic of the rules help; None if that topic does not exist."""
    topic = next((topic for topic in game_ui.topics(words) if topic.key == key), None)
    if topic is None:
        return None
    return message(f"### {topic.title}\n{topic.text}", rows=_topics(game_ui, words, kind))


def _topics(game_ui: GameUI[Any], words: Translator, kind: str) -> list[Row]:
    """Returns a select for each group of topics; those of a large group name their first and last topic."""
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
    """Returns the topics divided into as few selects as possible, of about equal length."""
    parts = -(-len(topics) // MAX_OPTIONS)
    ends = [len(topics) * number // parts for number in range(parts + 1)]
    return [topics[begin:end] for begin, end in pairwise(ends)]


def lesson(game_ui: GameUI[Any], kind: str, page: int, words: Translator) -> ui.LayoutView:
    """Returns a page of the tutorial with Back and Next; the nearest page if that one does not exist."""
    pages = lessons(game_ui, words)
    page = min(max(page, 0), len(pages) - 1)
    heading = words("{game} · page {page} of {count}", game=game_ui.title, page=page + 1, count=len(pages))
    number = list(GAME_UIS).index(kind)
    buttons = turning(
        page, len(pages), lambda to: CustomId(0, "learn", to, (number,)), words, BACK_AND_NEXT, Style.primary
    )
    return message(f"-# {heading}\n### {pages[page].title}\n{pages[page].text}", rows=rows(buttons))
