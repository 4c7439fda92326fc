"""Every kind of decision: what is asked of somebody, what everybody waits for, and what explains it."""

from __future__ import annotations

from bot.games.game_ui import Ask, Question
from bot.games.kralovske_rosady.names import RosadyContext
from bot.texts import N_


def _of_a_column(message: str) -> Ask:
    """A message about a column, by its number and its point card."""

    def said(ctx: RosadyContext) -> str:
        number = ctx.about["column"]
        return ctx.t(message, number=number, point=ctx.point(ctx.view["columns"][number - 1]["point"]))

    return said


QUESTIONS = {
    "play": Question(
        N_("Your turn: lay a card face down"),
        N_("lay a card"),
        rule="K13",
        topics=("turn",),
        lead=N_("The card that lay face down there is turned up, and what it does happens at once."),
    ),
    "disguise": Question(
        _of_a_column(N_("Disguise, column {number}: hide a card under it?")),
        _of_a_column(N_("disguise, column {number}: hide a card under it?")),
        rule="K5",
        topics=("card_disguise", "hidden"),
        lead=N_("The hidden card takes part in the evaluation; the disguise itself is worth 0."),
    ),
    "betray": Question(
        _of_a_column(N_("Traitor, column {number} ({point}): swap its point card?")),
        _of_a_column(N_("traitor, column {number} ({point}): swap the point card?")),
        rule="K15",
        topics=("card_traitor",),
        lead=N_("The two point cards change places, the cards below them stay."),
    ),
}
