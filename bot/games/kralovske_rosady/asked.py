"""Every kind of decision: what is asked of somebody, what everybody waits for, and what explains it."""

from __future__ import annotations

from bot.games.kralovske_rosady.names import Speaker
from bot.games.protocol import About, Ask, Question, View
from bot.texts import later


def _of_a_column(message: str) -> Ask:
    """A message about a column, by its number and its point card."""

    def said(speaker: Speaker, about: About, view: View) -> str:
        number = about["column"]
        return speaker.words(message, number=number, point=speaker.point(view["columns"][number - 1]["point"]))

    return said


QUESTIONS = {
    "play": Question(
        later("Your turn: lay one card face down to an open column; then you draw back to three (K13)."),
        later("lay a card (K13)"),
        rule="K13",
        topics=("turn",),
        lead=later("The card that lay face down there is turned up, and what it does happens at once (K13)."),
    ),
    "disguise": Question(
        _of_a_column(later("Your disguise is turned, column {number}: hide a card of your hand under it? (K5)")),
        _of_a_column(later("disguise, column {number}: hide a card under it? (K5)")),
        rule="K5",
        topics=("card_disguise", "hidden"),
        lead=later("The hidden card takes part in the evaluation; the disguise itself is worth 0 (K5)."),
    ),
    "betray": Question(
        _of_a_column(
            later("Your traitor is turned, column {number} ({point}): swap its point card with another column's? (K15)")
        ),
        _of_a_column(later("traitor, column {number} ({point}): swap the point card? (K15)")),
        rule="K15",
        topics=("card_traitor",),
        lead=later("The two point cards change places, the cards below them stay (K15)."),
    ),
}
