"""Messages in place of a panel: without a question, after a pass, and after the game."""

from __future__ import annotations

from discord import ui

from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.pre_orders import PreOrders
from bot.texts import Translator, cited
from bot.views.custom_id import CustomId
from bot.views.parts import Style, button, message, rows
from rules.decisions import CHANCE, Window
from rules.engine import Game


def not_asked(
    facts: TableFacts, game: Game, words: Translator, *, note: str = "", ordered: bool = False
) -> ui.LayoutView:
    """Returns the message for a user who is not asked, or has just moved (`note`).

    It stays on the screen while others move, so only the refusal, without a note, says who is asked and cites the rule.
    `ordered`: the seat can cancel its orders for this phase.
    """
    opens = "-# " + words("This panel opens by itself when it is your turn.") if game.decision is not None else ""
    cancels = [button(words("Ask me again"), CustomId(facts.id, "ask_again"), emoji="🔔")] if ordered else []
    refused = "" if note and game.decision is not None else _refusal(facts, game, words)
    return message(note, refused, opens, rows=rows(cancels))


def nothing_to_play(facts: TableFacts, game: Game, seat: str, words: Translator, *, note: str = "") -> ui.LayoutView:
    """Returns the message for a player who is asked but needs no press, because silence passes: what was played."""
    ctx = context(facts, words, game, seat)
    detail = "" if game.decision is None else GAME_UIS[facts.kind].questions[game.decision.kind].facts(ctx)
    return message(note, detail, "-# " + words("You have nothing to play here. The game continues by itself."))


def _refusal(facts: TableFacts, game: Game, words: Translator) -> str:
    decision = game.decision
    if decision is None:
        return words("The game is over.")
    if CHANCE in decision.seats:
        return words("The cards are being dealt. Try again in a moment.")
    rule = GAME_UIS[facts.kind].rule(decision.kind)
    if isinstance(decision, Window):
        return cited(words("You are not asked here, or you have already answered."), rule)
    awaited = GAME_UIS[facts.kind].questions[decision.kind].awaited(context(facts, words, game), decision.seats[0])
    said = f"{awaited}."
    return cited(f"{words('It is not your turn.')} {said}", rule)


def over(words: Translator) -> ui.LayoutView:
    """Returns the message that replaces every panel when its game ends."""
    return message(words("The game is over; thank you for playing."))


def passed(words: Translator) -> ui.LayoutView:
    """Returns the confirmation of a pass in a window; the text is the same for every hand."""
    return message("👌 " + words("You don't react. The game continues when everyone has answered or time is up."))


def stay_out(facts: TableFacts, words: Translator) -> ui.LayoutView:
    """Returns the question, after a pass, whether the seat stays out of the rest of the phase or is asked again."""
    said = GAME_UIS[facts.kind].get(PreOrders).staying_out(words)
    buttons = [
        button(words("Don't ask again"), CustomId(facts.id, "stay_out"), Style.primary),
        button(words("Keep asking me"), CustomId(facts.id, "keep_asking")),
    ]
    return message(said, rows=rows(buttons))
