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
        N_("Your turn: lay one card face down to an open column; then you draw back to three (K13)."),
        N_("lay a card (K13)"),
        rule="K13",
        topics=("turn",),
        lead=N_("The card that lay face down there is turned up, and what it does happens at once (K13)."),
    ),
    "disguise": Question(
        _of_a_column(N_("Your disguise is turned, column {number}: hide a card of your hand under it? (K5)")),
        _of_a_column(N_("disguise, column {number}: hide a card under it? (K5)")),
        rule="K5",
        topics=("card_disguise", "hidden"),
        lead=N_("The hidden card takes part in the evaluation; the disguise itself is worth 0 (K5)."),
    ),
    "betray": Question(
        _of_a_column(
            N_("Your traitor is turned, column {number} ({point}): swap its point card with another column's? (K15)")
        ),
        _of_a_column(N_("traitor, column {number} ({point}): swap the point card? (K15)")),
        rule="K15",
        topics=("card_traitor",),
        lead=N_("The two point cards change places, the cards below them stay (K15)."),
    ),
}
