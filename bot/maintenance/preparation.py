"""Reads the files that every start needs, before it is urgent."""

from __future__ import annotations

from bot.games.puzzles import puzzles_for
from bot.maintenance.warm_start import program
from bot.texts import translator_for
from bot.texts.languages import LANGUAGES
from rules import GAMES


def prepare() -> None:
    """Reads catalogues, puzzles and the program's sources, which takes half a second and stays in memory.

    A process that waits for shards calls it, so that it serves sooner after it has claimed them.
    """
    program()
    for language in LANGUAGES:
        translator_for(language)
    for kind in GAMES:
        puzzles_for(kind)
