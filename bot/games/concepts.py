"""Concepts: what a decision involves that may be new to a person, each with a short explanation.

A concept is a kind of question (`ask_` and its kind) or a topic of the rules help. Only public facts and the seat's own
options decide which concepts a decision involves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

from bot.games import GAME_UIS, Topic, context
from bot.games.facts import TableFacts
from bot.games.tutorial import Tutorial
from bot.texts import Translator
from rules.engine import Game

ASK: Final = "ask_"
MAX_WORDS: Final = 30
"""The maximum number of words of an explanation, without its title."""
MAX_KEYS: Final = 60
"""The maximum number of options that are looked through."""
_RULES: Final = re.compile(r"\s*\([A-Z]\d+[^()]*\)")
"""Numbers of rules, which panels do not show."""
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+(?!\d)")
_NOTE: Final = "-#"


def first_new(facts: TableFacts, game: Game, seat: str, seen: Collection[str], words: Translator) -> str:
    """Returns the key of the most important concept in the seat's decision that is not among those `seen`.

    Concepts without an explanation are left out. Empty if there is none.
    """
    found = (one for one in _involved(facts, game, seat, words) if one not in seen)
    return next((one for one in found if explanation(facts, game, seat, one, words)), "")


def explanation(facts: TableFacts, game: Game, seat: str, concept: str, words: Translator) -> str:
    """Returns the text that explains a concept in the seat's decision; empty if there is no explanation."""
    if game.decision is None:
        return ""
    if concept.startswith(ASK):
        game_ui, kind = GAME_UIS[facts.kind], game.decision.kind
        return game_ui.get(Tutorial).lead(kind, game_ui.questions[kind], _paths(game, seat), words)
    topic = _topics(facts.kind, words).get(concept)
    said = "" if topic is None else short(topic)
    return f"**{topic.title}**: {said}" if topic is not None and said else ""


@lru_cache(16)
def _topics(kind: str, words: Translator) -> Mapping[str, Topic]:
    """Returns a game's topics by key; cached, because composing those of a game with many cards takes milliseconds."""
    return {topic.key: topic for topic in GAME_UIS[kind].topics(words)}


def without_rules(text: str) -> str:
    """Returns a topic's text without the numbers of rules in parentheses."""
    return _RULES.sub("", text)


def short(topic: Topic) -> str:
    """Returns the text of a topic for a panel: its own short text, or its first sentences."""
    return topic.short or brief(topic.text)


def brief(text: str) -> str:
    """Returns the first sentences of a topic without its notes and rule numbers, at most `MAX_WORDS` words.

    Empty if the first sentence is longer.
    """
    lines = [line for line in without_rules(text).splitlines() if not line.startswith(_NOTE)]
    kept: list[str] = []
    for sentence in _SENTENCES.split(" ".join(lines)):
        if len(" ".join([*kept, sentence]).split()) > MAX_WORDS:
            break
        kept.append(sentence)
    return " ".join(kept)


def _involved(facts: TableFacts, game: Game, seat: str, words: Translator) -> Iterator[str]:
    decision = game.decision
    if decision is None or seat not in game.waiting:
        return
    game_ui, ctx = GAME_UIS[facts.kind], context(facts, words, game, seat)
    yield ASK + decision.kind
    yield from game_ui.get(Tutorial).teaches(ctx, decision.kind, game_ui.questions[decision.kind], _paths(game, seat))


def _paths(game: Game, seat: str) -> list[tuple[str, ...]]:
    return [tuple(key.split(":")) for key in list(game.keys(seat))[:MAX_KEYS]]
