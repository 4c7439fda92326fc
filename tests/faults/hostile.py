"""Checks that hostile texts have no effect in the bot's messages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from bot.texts.isolation import FIRST_STRONG_ISOLATE, POP_ISOLATE
from tests.faults import forging
from tests.faults.busy_evening import BusyEvening

MARKUP = (
    "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "```", "**x", "||x", "](https", "<t:1:R", "<:a:1", "{name}", "\x1b",
)  # fmt: skip
"""Markup that only a user's name could bring into a message."""
ISOLATED = re.compile(f"{FIRST_STRONG_ISOLATE}[^{FIRST_STRONG_ISOLATE}{POP_ISOLATE}\n]+{POP_ISOLATE}")
SHORT = [name[:32] for name in forging.HOSTILE if name[:32].strip() and "\ud83d" not in name and "\x00" not in name]
"""Hostile texts that Discord allows and that are as short as a name."""


def harmless(text: str) -> None:
    """Fails if a text contains markup from a user's name, misleading characters, or unbalanced isolates."""
    assert [one for one in MARKUP if one in text] == [], text
    assert [f"{ord(one):x}" for one in text if misleads(one)] == [], text
    assert isolates(text), text


def misleads(letter: str) -> bool:
    """Returns whether a character is invisible or changes the direction of the line; joiners belong to emoji."""
    turns = unicodedata.bidirectional(letter) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI")
    return turns or letter in "\u200b\ufeff\u2028\u2029\x00"


def isolates(text: str) -> bool:
    """Returns whether right-to-left letters, and only these, are within directional isolates that end on their own
    line.
    """
    outside = ISOLATED.sub("", text)
    return not any(_from_the_right(one) or one in (FIRST_STRONG_ISOLATE, POP_ISOLATE) for one in outside) and all(
        any(_from_the_right(one) for one in name) for name in ISOLATED.findall(text)
    )


def _from_the_right(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")


def all_said(evening: BusyEvening) -> Iterator[str]:
    """Yields every text of all messages in the world: words, labels, alt texts, file names."""
    for channel in evening.world.channels.values():
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
