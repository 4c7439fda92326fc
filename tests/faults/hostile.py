"""Hostile texts in the bot's messages have no effect."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from bot.texts.isolation import FIRST_STRONG_ISOLATE, POP_ISOLATE
from tests.faults import forging
from tests.faults.house import House

MARKUP = (
    "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "```", "**x", "||x", "](https", "<t:1:R", "<:a:1", "{name}", "\x1b",
)  # fmt: skip
"""What only a name could bring into a message."""
ISOLATED = re.compile(f"{FIRST_STRONG_ISOLATE}[^{FIRST_STRONG_ISOLATE}{POP_ISOLATE}\n]+{POP_ISOLATE}")
SHORT = [name[:32] for name in forging.HOSTILE if name[:32].strip() and "\ud83d" not in name and "\x00" not in name]
"""Those that Discord lets anybody type, as short as a name."""


def harmless(text: str) -> None:
    """Nothing of a name or a typed word means anything to Discord or leads a reader astray; AssertionError."""
    assert [one for one in MARKUP if one in text] == [], text
    assert [f"{ord(one):x}" for one in text if misleads(one)] == [], text
    assert isolates(text), text


def misleads(letter: str) -> bool:
    """Whether a letter turns the line round or is not there at all; joiners belong to the emoji of our own texts."""
    turns = unicodedata.bidirectional(letter) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI")
    return turns or letter in "\u200b\ufeff\u2028\u2029\x00"


def isolates(text: str) -> bool:
    """Whether letters from the right, and nothing else, stand between isolates, each line ending its own."""
    outside = ISOLATED.sub("", text)
    return not any(_from_the_right(one) or one in (FIRST_STRONG_ISOLATE, POP_ISOLATE) for one in outside) and all(
        any(_from_the_right(one) for one in name) for name in ISOLATED.findall(text)
    )


def _from_the_right(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")


def all_said(house: House) -> Iterator[str]:
    """Every text of the bot's messages: words, labels, alt texts, names of files."""
    for channel in house.world.channels.values():
        for message in channel.messages.values():
            yield from _texts(message.data.get("components", ()))
            yield str(message.data.get("content") or "")
            yield from (str(one["filename"]) for one in message.data.get("attachments", ()))


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for name, inner in part.items():
            if name in ("content", "label", "description", "placeholder") and isinstance(inner, str):
                yield inner
            else:
                yield from _texts(inner)
    elif isinstance(part, (list, tuple)):
        for inner in part:
            yield from _texts(inner)
