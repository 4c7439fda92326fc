"""How well computers play, in words."""

from __future__ import annotations

from typing import Final

from bot.texts import Words, later
from rules.players.levels import LEVELS

USUAL: Final = "normal"
NAMES: Final = {"easy": later("easy"), "normal": later("normal"), "hard": later("hard")}
MEANINGS: Final = {
    "easy": later("Plays by rules of thumb, with slips: a beginner can beat it."),
    "normal": later("Weighs everything that is public."),
    "hard": later("Plays its best moves out in its head first."),
}


def computer(level: str | None, words: Words) -> str:
    """A computer by its level."""
    return words("computer ({level})", level=words(NAMES[known(level)]))


def known(level: str | None) -> str:
    """The level of that name; the middle one where it is none."""
    return level if level in LEVELS else USUAL
