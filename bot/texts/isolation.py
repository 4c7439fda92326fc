"""Isolates names with right-to-left letters by Unicode characters, so that they do not reorder the text around them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

FIRST_STRONG_ISOLATE: Final = "\u2068"
POP_ISOLATE: Final = "\u2069"
_FROM_THE_RIGHT: Final = ("R", "AL", "AN")


@lru_cache(4096)
def isolated(name: str) -> str:
    """Returns the name, enclosed in isolate characters if it has right-to-left letters."""
    if not any(unicodedata.bidirectional(letter) in _FROM_THE_RIGHT for letter in name):
        return name
    return f"{FIRST_STRONG_ISOLATE}{bare(name)}{POP_ISOLATE}"


def bare(text: str) -> str:
    """Returns the text without isolate characters, for comparisons."""
    return text.replace(FIRST_STRONG_ISOLATE, "").replace(POP_ISOLATE, "")


def closed(cut: str) -> str:
    """Returns a truncated text with its open isolates closed, so that they do not affect the text that follows it."""
    cut = cut.removesuffix(FIRST_STRONG_ISOLATE)
    return cut + POP_ISOLATE * (cut.count(FIRST_STRONG_ISOLATE) - cut.count(POP_ISOLATE))
