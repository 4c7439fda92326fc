"""How it ended: the ranking, and whose point cards were doubled (K11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.facts import TableFacts
from bot.games.kralovske_rosady.names import Speaker
from bot.games.naming import ranked
from bot.texts import Words


def ending(over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
    """Everybody in order, best first; equal points share a place."""
    speaker = Speaker(words, facts)
    points = [entry["points"] for entry in over["ranking"]]
    lines = [_place(points.index(entry["points"]) + 1, entry, speaker) for entry in over["ranking"]]
    if len(over["winners"]) > 1:
        lines.append(words("Equal points share the victory (K11)."))
    return "\n".join(lines)


def _place(place: int, entry: Mapping[str, Any], speaker: Speaker) -> str:
    said = ranked(place, entry, speaker)
    return f"{said} – {speaker.words('doubled (K11)')}" if entry["doubled"] else said
