"""Converts decks from the JSON exports of deck sites into plain lists."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

MAX_CARDS: Final = 100
"""The maximum number of entries of an export that are read; the others are left out."""
CARDS: Final = ("slots", "cards", "deck")
COUNTS: Final = ("quantity", "count", "copies", "qty")


def listed(text: str) -> str:
    """Returns the plain list of a JSON export; any other text, also an export without cards, as it is."""
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    lines = [line for _, line in zip(range(MAX_CARDS), _lines(found), strict=False)]
    return "\n".join(lines) or text


def _lines(found: Any) -> Iterator[str]:
    """Yields one line per card, such as `2x 01038`; with ` (2 dice)` if the export says that for a character."""
    cards = next((found[name] for name in CARDS if found.get(name)), {}) if isinstance(found, dict) else found
    if isinstance(cards, Mapping):
        yield from (_line(str(code), entry) for code, entry in cards.items())
    elif isinstance(cards, list):
        for entry in cards:
            if isinstance(entry, Mapping):
                yield _line(str(entry.get("code") or entry.get("name") or ""), entry)
            elif isinstance(entry, str):
                yield _one_line(entry)


def _line(card: str, entry: Any) -> str:
    if not isinstance(entry, Mapping):
        return f"{_number(entry)}x {_one_line(card)}"
    count = next((_number(entry[name]) for name in COUNTS if name in entry), 1)
    dice = _number(entry.get("dice", 0), 0)
    return f"{count}x {_one_line(card)}" + (f" ({dice} dice)" if dice == 2 else "")


def _number(said: Any, otherwise: int = 1) -> int:
    return said if isinstance(said, int) and not isinstance(said, bool) and 0 <= said < 1_000 else otherwise


def _one_line(text: str) -> str:
    return " ".join(text.split())[:100]
