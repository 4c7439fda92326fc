"""What only one seat may see."""

from __future__ import annotations

from discord import ui

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.texts import Words
from bot.views.custom_id import CustomId
from bot.views.parts import Style, button, message, rows
from rules.engine import Game


def own_cards(facts: TableFacts, game: Game, seat: str, words: Words, place: str = "") -> str:
    """All that the seat alone knows of its cards, under the game's name and where it is played."""
    board = BOARDS[facts.kind]
    heading = " · ".join(filter(None, (f"### {board.title(words)}", words("Your hand"), place)))
    return f"{heading}\n{board.own(game.view(seat), seat, words)}"


def hand(
    facts: TableFacts, game: Game, seat: str, words: Words, *, place: str = "", now: bool = False
) -> ui.LayoutView:
    """The seat's own hand; `now` adds what it may do at this moment, which a lasting message would have to follow."""
    board, view = BOARDS[facts.kind], game.view(seat)
    cards = own_cards(facts, game, seat, words, place)
    rest = [board.standing(view, seat, facts, words), _now(facts, game, seat, words)] if now else []
    if game.over or facts.phase in ("over", "ended"):
        return message(cards, words("The game is over."))
    buttons = [button(words("My move"), CustomId(facts.id, "move"), Style.primary)]
    if board.rule("window"):
        buttons.append(button(words("React"), CustomId(facts.id, "react")))
    return message(cards, "\n".join(rest), rows=rows(buttons))


def _now(facts: TableFacts, game: Game, seat: str, words: Words) -> str:
    decision = game.decision
    if facts.paused:
        return "⏸️ " + words("The game is paused: no time runs and no move counts.")
    if decision is None or seat not in game.waiting:
        return words("Nothing is asked of you now.")
    question = BOARDS[facts.kind].question(decision.kind, decision.about, game.view(seat), facts, words)
    return "➡️ " + question


def peek(facts: TableFacts, game: Game, seat: str, other: str, words: Words) -> ui.LayoutView | None:
    """Another seat's hand, where the rules let this seat see it, else None."""
    seen = BOARDS[facts.kind].other_hand(game.view(seat), other, facts, words)
    return None if seen is None else message(seen)
