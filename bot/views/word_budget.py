"""The words below a board's picture: their maximum number, and the lines that fit into it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.news import Line

MAX_WORDS: Final = 80
"""The number of words below a board's picture, with the labels of its buttons, beyond which events are left out."""


def count(*texts: str | None) -> int:
    """Returns the number of words of these texts, separated by white space."""
    return sum(len(text.split()) for text in texts if text)


def newest(lines: Sequence[Line], room: int) -> list[Line]:
    """Returns the lines that fit into `room` words: routine ones are left out first, then the oldest ones.

    Lasting lines are left out after all others. The last line always stays; if it is too long, it is truncated.
    """
    kept = list(lines)
    while len(kept) > 1 and count(*(line.text for line in kept)) > room:
        kept.remove(min(kept[:-1], key=lambda line: (line.lasting, not line.routine)))
    if not kept or count(kept[-1].text) <= room:
        return kept if room > 0 else []
    cut = " ".join(kept[-1].text.split()[: room - 1])
    return [kept[-1]._replace(text=f"{cut} …")] if room > 1 else []


def as_text(lines: Sequence[Line]) -> str:
    """Returns the lines as one text."""
    return "\n".join(line.text for line in lines)
