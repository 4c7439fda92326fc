"""How it ended: the ranking and what decided between equal points (M26)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.facts import TableFacts
from bot.games.mafia_city.names import Speaker, mobster
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
    words, seat = speaker.words, entry["seat"]
    said = words.plural(
        "{place}. {player}: {n} point", "{place}. {player}: {n} points", entry["points"],
        place=at, player=f"{mobster(seat)} {speaker.who(seat)}",
    )  # fmt: skip
    if entry["tie_break"] is None:
        return said
    return said + " – " + words("a tie, decided by: {what} (M26)", what=words(TIE_BREAKS[entry["tie_break"]]))
