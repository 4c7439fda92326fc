"""How it ended: the ranking and what decided between equal points (M26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.facts import TableFacts
from bot.games.mafia_city.terms import Speaker
from bot.games.naming import ranked
from bot.texts import Words, later

TIE_BREAKS = {
    "reserve": later("fewer mobsters in reserve"),
    "cards": later("more cards in hand"),
    "mayor": later("holding the mayor"),
    "order": later("nearer to the starting player"),
}


def ending(over: Mapping[str, Any], facts: TableFacts, words: Words) -> str:
    """Everybody in order, best first."""
    speaker = Speaker(words, facts)
    lines = [_place(at, entry, speaker) for at, entry in enumerate(over["ranking"], 1)]
    return "\n".join(lines)


def _place(at: int, entry: Mapping[str, Any], speaker: Speaker) -> str:
    words, said = speaker.words, ranked(at, entry, speaker)
    if entry["tie_break"] is None:
        return said
    return said + " – " + words("a tie, decided by: {what} (M26)", what=words(TIE_BREAKS[entry["tie_break"]]))
