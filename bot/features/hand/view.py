"""Messages with a seat's private cards."""

from __future__ import annotations

from discord import ui

from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.texts import Translator
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Style, button, message, rows
from rules.engine import Game


def own_cards(facts: TableFacts, game: Game, seat: str, words: Translator, place: str = "") -> str:
    """Returns a seat's private cards as text, under the name and the place of the game."""
    game_ui = GAME_UIS[facts.kind]
    heading = " · ".join(filter(None, (f"### {game_ui.title}", words("Your hand"), place)))
    return f"{heading}\n{game_ui.own(context(facts, words, game, seat))}"


def hand(
    facts: TableFacts, game: Game, seat: str, words: Translator, *, place: str = "", now: bool = False
) -> ui.LayoutView:
    """Returns the message with a seat's own hand.

    `now` adds what holds only at this moment, such as the seat's question and further buttons; a permanent message
    would have to be updated with it, and says instead that it may be late (`BEHIND_A_PANEL`).
    """
    game_ui = GAME_UIS[facts.kind]
    cards = own_cards(facts, game, seat, words, place)
    rest = ["-# " + words("While your panel is open, this message may be updated up to two minutes late.")]
    if now:
        rest = [game_ui.standing(context(facts, words, game, seat)), _now(facts, game, seat, words)]
    if game.over or facts.phase in ("over", "ended"):
        return message(cards, words("The game is over."))
    buttons = [button(words("My move"), CustomId(facts.id, "move"), Style.primary)]
    if game_ui.rule("window"):
        buttons.append(button(words("React"), CustomId(facts.id, "react")))
    if now:
        buttons += peek_buttons(facts, game, seat, words)
    return message(cards, "\n".join(rest), rows=rows(buttons))


def _now(facts: TableFacts, game: Game, seat: str, words: Translator) -> str:
    """Returns the question that the seat must answer now, or that there is none or the game is paused."""
    decision = game.decision
    if facts.paused:
        return "⏸️ " + words("The game is paused. The clock is stopped, and no moves are accepted.")
    if decision is None or seat not in game.waiting:
        return words("You have nothing to decide now.")
    return "➡️ " + GAME_UIS[facts.kind].questions[decision.kind].prompt(context(facts, words, game, seat))


def peek_buttons(facts: TableFacts, game: Game, seat: str, words: Translator) -> list[Button]:
    """Returns a button for each other hand that the rules allow this seat to see now."""
    game_ui = GAME_UIS[facts.kind]
    if not game_ui.rule("peek"):
        return []
    ctx = context(facts, words, game, seat)
    return [
        button(words("{player}'s cards", player=facts.seat(other).name), CustomId(facts.id, "peek", at), emoji="👁️")
        for at, other in enumerate(game.seats)
        if other != seat and game_ui.other_hand(ctx, other) is not None
    ]


def peek(facts: TableFacts, game: Game, seat: str, other: str, words: Translator) -> ui.LayoutView | None:
    """Returns another seat's hand, if the rules allow this seat to see it; otherwise None."""
    seen = GAME_UIS[facts.kind].other_hand(context(facts, words, game, seat), other)
    return None if seen is None else message(seen)
