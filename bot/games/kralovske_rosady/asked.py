"""What is asked of somebody, and what everybody waits for."""

from __future__ import annotations

from bot.games.facts import TableFacts
from bot.games.kralovske_rosady.names import Speaker
from bot.games.protocol import About, View
from bot.texts import Words, later

QUESTIONS = {
    "play": later("Your turn: lay one card face down to an open column; then you draw back to three (K13)."),
    "disguise": later("Your disguise is turned, column {number}: hide a card of your hand under it? (K5)"),
    "betray": later(
        "Your traitor is turned, column {number} ({point}): swap its point card with another column's? (K15)"
    ),
}
WAITING = {
    "play": later("lay a card (K13)"),
    "disguise": later("disguise, column {number}: hide a card under it? (K5)"),
    "betray": later("traitor, column {number} ({point}): swap the point card? (K15)"),
}


def question(kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
    """What is asked, with its rule."""
    return _filled(QUESTIONS[kind], about, view, Speaker(words, facts))


def waiting_for(kind: str, about: About, view: View, facts: TableFacts, words: Words) -> str:
    """What everybody waits for."""
    return _filled(WAITING[kind], about, view, Speaker(words, facts))


def _filled(message: str, about: About, view: View, speaker: Speaker) -> str:
    number = about.get("column")
    if number is None:
        return speaker.words(message)
    point = speaker.point(view["columns"][number - 1]["point"])
    return speaker.words(message, number=number, point=point)
