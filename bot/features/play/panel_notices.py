"""Messages in place of a panel: after an answer, without a question, and before a seat is left."""

from __future__ import annotations

from discord import ui

from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.pre_orders import PreOrders
from bot.texts import Translator, cited
from bot.views.custom_id import CustomId
from bot.views.parts import MAX_COMPONENTS, Style, button, message, rows
from rules.decisions import CHANCE, Window
from rules.engine import Game


def not_asked(facts: TableFacts, game: Game, words: Translator, *, note: str = "") -> ui.LayoutView:
    """Returns the public state for a user who pressed out of turn, or has moved (`note`): which seat is on turn.

    Only the refusal, without a note, cites the rule.
    """
    opens = "-# " + words("This panel opens by itself when it is your turn.") if game.decision is not None else ""
    decision = game.decision
    rule = GAME_UIS[facts.kind].rule(decision.kind) if decision is not None and not note else ""
    return message(note, _whose_turn(facts, game, words, rule), opens)


def _whose_turn(facts: TableFacts, game: Game, words: Translator, rule: str) -> str:
    decision = game.decision
    if decision is None:
        return words("The game is over.")
    if CHANCE in decision.seats:
        return words("The cards are being dealt. Try again in a moment.")
    if isinstance(decision, Window):
        return cited(words("You are not asked here, or you have already answered."), rule)
    what = GAME_UIS[facts.kind].questions[decision.kind].waiting_for(context(facts, words, game))
    players = ", ".join(facts.seat(seat).mention for seat in decision.seats)
    said = words("It is not your turn. Waiting for {player}: {what}.", player=players, what=what)
    return cited(said, rule)


def add_take_back(view: ui.LayoutView, custom_id: CustomId, words: Translator) -> None:
    """Adds the button that takes the answer back, if the message has room for it."""
    if view.total_children_count + 2 <= MAX_COMPONENTS:
        view.add_item(ui.ActionRow(button(words("Take back"), custom_id, emoji="↩️")))


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
