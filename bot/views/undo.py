"""What a board says and asks where somebody wants to take back and others have answered since."""

from __future__ import annotations

from bot.games.facts import TableFacts
from bot.texts import Words
from bot.views.custom_id import CustomId
from bot.views.parts import Button, button


def lines(facts: TableFacts, words: Words) -> list[str]:
    """Who wants to take back, and whose consent is awaited still."""
    asked = facts.undoing
    if asked is None:
        return []
    missing = ", ".join(facts.seat(letter).mention for letter in sorted(asked.needed - asked.agreed))
    said = words(
        "{player} asks for the last move back. Must still agree: {players}",
        player=facts.seat(asked.seat).mention,
        players=missing,
    )
    return ["↩️ " + said]


def buttons(facts: TableFacts, words: Words) -> list[Button]:
    """Consent and refusal, bound to the decision that is asked now."""
    asked = facts.undoing
    if asked is None:
        return []
    return [
        button(words("Agree to the move back"), CustomId(facts.id, "agree_undo", asked.number)),
        button(words("Let the move stand"), CustomId(facts.id, "refuse_undo", asked.number)),
    ]
