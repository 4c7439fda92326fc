"""Texts about a computer's answer and its reasons, for advice, analyses, reviews and puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.games import GAME_UIS, context_of
from bot.games.facts import TableFacts
from bot.games.game_ui import by_labels
from bot.games.levels import level_name
from bot.games.reasons import Reasons, percent
from bot.texts import N_, Translator
from bot.views.parts import clip, message
from rules.players.levels import Question, Thought

CLOSE: Final = 0.04
"""The difference in the chance to win (0.04: 4 percentage points) below which an answer is called almost as good."""
ALIKE: Final = N_("The computer sees no difference between the answers.")
LONGEST: Final = 600
"""The maximum number of characters of an answer in words."""


def hint(facts: TableFacts, asked: Question, thought: Thought, level: str, words: Translator) -> ui.LayoutView:
    """Returns the private message with a computer's answer, as the panel would summarise it, and its reasons."""
    heading = "💡 **" + words("What would the computer do?") + f"** ({level_name(level, words)})"
    answer = GAME_UIS[facts.kind].summary(context_of(facts, words, asked), asked.kind, thought.keys)
    note = "-# " + words("Only you see this. The computer knows only what you know, and it can be wrong.")
    return message("\n".join([heading, "➡️ " + clip(answer, LONGEST), *reasons(facts, asked, thought, words)]), note)


def reasons(facts: TableFacts, asked: Question, thought: Thought, words: Translator) -> list[str]:
    """Returns the reasons for an answer as sentences, with a comparison with the second-best answer."""
    if len(asked.keys) == 1 and not asked.several:
        return [words("This is the only possible answer.")]
    because = GAME_UIS[facts.kind].get(Reasons).because(context_of(facts, words, asked), asked, thought.keys)
    beside, alike = _beside(facts, asked, thought, words), words(ALIKE)
    return [part for part in (because, "" if because and beside == alike else beside) if part]


def labelled(facts: TableFacts, asked: Question, keys: Sequence[str], words: Translator) -> str:
    """Returns an answer as the sequence of labels that lead to it in the panel."""
    said = by_labels(GAME_UIS[facts.kind], context_of(facts, words, asked), asked.kind, keys)
    return clip(said.rstrip("."), LONGEST)


def _beside(facts: TableFacts, asked: Question, thought: Thought, words: Translator) -> str:
    """Returns the comparison of an answer with the next best one, as a sentence; empty if there is none to compare."""
    worths = dict(thought.weighed)
    other = next((keys for keys in worths if keys != thought.keys), None)
    if other is None or (asked.several and thought.measure == "points"):
        return ""
    named = labelled(facts, asked, other, words)
    if thought.measure == "chance" and thought.keys in worths:
        return _by_chance(worths[thought.keys], named, worths[other], words)
    if len(set(worths.values())) == 1:
        return words(ALIKE)
    return words("Second choice: {other}.", other=named)


def _by_chance(own: float, other: str, theirs: float, words: Translator) -> str:
    wins = words("Chance to win: about {percent}\u00a0%.", percent=percent(own))
    if theirs > own - CLOSE:
        return f"{wins} " + words("Almost as good: {other}.", other=other)
    behind = words("Second choice, about {percent}\u00a0%: {other}.", percent=percent(theirs), other=other)
    return f"{wins} {behind}"
