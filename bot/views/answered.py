"""What is said in place of a panel: once an answer stands, where nothing is asked, and before a seat is left."""

from __future__ import annotations

from discord import ui

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.texts import Words, cited
from bot.views.custom_id import CustomId
from bot.views.parts import Style, button, message, rows
from rules.decisions import CHANCE, Window
from rules.engine import Game


def not_asked(facts: TableFacts, game: Game, words: Words, *, note: str = "") -> ui.LayoutView:
    """Somebody pressed out of turn, or has moved: whose turn it is, by what everybody may know."""
    opens = "-# " + words("This panel opens by itself when you are asked.") if game.decision is not None else ""
    return message(note, _whose_turn(facts, game, words), opens)


def _whose_turn(facts: TableFacts, game: Game, words: Words) -> str:
    decision = game.decision
    if decision is None:
        return words("The game is over.")
    if CHANCE in decision.seats:
        return words("The cards are being dealt. Press again in a moment.")
    if isinstance(decision, Window):
        said = words("You have no answer to give in this window, or you have given it already.")
        return cited(said, BOARDS[facts.kind].rule(decision.kind))
    what = BOARDS[facts.kind].waiting_for(decision.kind, decision.about, game.view(None), facts, words)
    players = ", ".join(facts.seat(seat).mention for seat in decision.seats)
    return words("It is not your turn. Waiting for {player}: {what}", player=players, what=what)


def passed(words: Words) -> ui.LayoutView:
    """A window's pass, acknowledged in the same words whatever is held."""
    return message("👌 " + words("You let it pass. The window closes when all have answered or time is up."))


def stay_out(facts: TableFacts, words: Words, text: str | None = None) -> ui.LayoutView:
    """After a pass: stay out for the rest of the phase (which holds anyway), or be asked again."""
    said = BOARDS[facts.kind].staying_out(words)
    buttons = [
        button(words("Stay out"), CustomId(facts.id, "stay_out"), Style.primary),
        button(words("Keep asking me"), CustomId(facts.id, "keep_asking")),
    ]
    return message(text or "", said, rows=rows(buttons))


def end_twice(game: int, noted: str, words: Words) -> ui.LayoutView:
    """Whoever may manage the channel and plays, or has pressed a button, is asked twice whether to end the game."""
    said = words(
        "You may manage this channel, so your word alone ends the game for everybody, without a winner. End it?"
    )
    buttons = [
        button(words("End the game for everybody"), CustomId(game, "end_sure"), Style.danger),
        button(words("Let it go on"), CustomId(game, "keep_on")),
    ]
    return message(noted, said, rows=rows(buttons))


def leave_twice(facts: TableFacts, words: Words) -> ui.LayoutView:
    """Leaving a running game is asked twice: this is the first time."""
    said = words(
        "The game is running. If you leave, the computer plays your seat on until somebody takes it over. Leave?"
    )
    buttons = [
        button(words("Leave the game"), CustomId(facts.id, "leave_really"), Style.danger),
        button(words("Stay"), CustomId(facts.id, "stay_in")),
    ]
    return message(said, rows=rows(buttons))


def leave_really(facts: TableFacts, words: Words) -> ui.LayoutView:
    """The second time."""
    said = words("Really leave? The others go on without you.")
    buttons = [
        button(words("Really leave"), CustomId(facts.id, "leave_sure"), Style.danger),
        button(words("Stay"), CustomId(facts.id, "stay_in")),
    ]
    return message(said, rows=rows(buttons))
