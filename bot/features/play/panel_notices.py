"""Messages in place of a panel: after an answer, without a question, and before a seat is left."""

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


def not_asked(facts: TableFacts, game: Game, words: Translator, *, note: str = "") -> ui.LayoutView:
    """Returns the public state for a user who pressed out of turn, or has moved: which seat is on turn."""
    opens = "-# " + words("This panel opens by itself when it is your turn.") if game.decision is not None else ""
    return message(note, _whose_turn(facts, game, words), opens)


def _whose_turn(facts: TableFacts, game: Game, words: Translator) -> str:
    decision = game.decision
    if decision is None:
        return words("The game is over.")
    if CHANCE in decision.seats:
        return words("The cards are being dealt. Try again in a moment.")
    if isinstance(decision, Window):
        said = words("You are not asked here, or you have already answered.")
        return cited(said, GAME_UIS[facts.kind].rule(decision.kind))
    what = GAME_UIS[facts.kind].questions[decision.kind].waiting_for(context(facts, words, game))
    players = ", ".join(facts.seat(seat).mention for seat in decision.seats)
    said = words("It is not your turn. Waiting for {player}: {what}.", player=players, what=what)
    return cited(said, GAME_UIS[facts.kind].rule(decision.kind))


def over(words: Translator) -> ui.LayoutView:
    """Replaces every panel when its game ends."""
    return message(words("The game is over; thank you for playing."))


def passed(words: Translator) -> ui.LayoutView:
    """Acknowledges a pass in a window; the text is the same for every hand."""
    return message("👌 " + words("You don't react. The game continues when everyone has answered or time is up."))


def stay_out(facts: TableFacts, words: Translator, text: str | None = None) -> ui.LayoutView:
    """After a pass: stay out for the rest of the phase (which holds anyway), or be asked again."""
    said = GAME_UIS[facts.kind].get(PreOrders).staying_out(words)
    buttons = [
        button(words("Stay out"), CustomId(facts.id, "stay_out"), Style.primary),
        button(words("Keep asking me"), CustomId(facts.id, "keep_asking")),
    ]
    return message(text or "", said, rows=rows(buttons))
