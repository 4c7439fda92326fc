"""The games' pictures on the cards of the local page, in the page's language."""

from __future__ import annotations

from functools import lru_cache

from bot.features.lobby import covers
from bot.texts import translator_for
from bot.texts.languages import LANGUAGES


@lru_cache(32)
def cover(kind: str, language: str) -> bytes | None:
    """Returns a game's picture as a PNG; None if the game or the language is unknown."""
    return covers.cover(kind, translator_for(language)) if language in LANGUAGES else None
