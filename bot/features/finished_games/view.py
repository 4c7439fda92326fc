"""Messages after a game: the last board with its buttons, and the last hands.

The buttons of the last board belong to no game: their custom_id has game 0, and the number of the finished table in the
place of a running game's decision.
"""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.features.analysis.view import why_button
from bot.games import GAME_UIS, context
from bot.games.facts import TableFacts
from bot.games.log import latest
from bot.texts import N_, Translator
from bot.views.custom_id import NO_GAME, CustomId
from bot.views.parts import Button, Style, button, fitting, length, message, room, rows, state
from rules.engine import Game

_RECENT: Final = 10
"""The minimum number of sentences; the whole last chapter is shown in any case."""
_OFFERS: Final = {
    "rematch": (N_("Rematch"), Style.primary),
    "replay": (N_("Replay"), Style.secondary),
    "verify": (N_("Verify"), Style.secondary),
    "export": (N_("Export"), Style.secondary),
    "log": (N_("Log"), Style.secondary),
}
"""What the last board offers, for ever; a new verb needs this line and its handler."""


def ended(facts: TableFacts, game: Game, words: Translator, *, offers: bool = True) -> ui.LayoutView:
    """The last board: the whole last chapter, and below it who wins, or that the game ended without a winner.

    The last part is the proof of the shuffle; the picture of the points over the rounds comes above it.
    """
    outcome, now, proof = _outcome(facts, game, words), state(facts, game, words), _proof(facts, game, words)
    chapter = "\n".join(latest(facts, game, words, _RECENT, chapter=True))
    if length(chapter) > room((outcome, now, proof)):
        # How the table stands is less at the end than how it has come to that.
        now = ""
    buttons = rows(_buttons(facts, words)) if offers else ()
    return message(fitting(chapter, (outcome, now, proof)), now, outcome, proof, rows=buttons)


def _buttons(facts: TableFacts, words: Translator) -> list[Button]:
    offers = [button(words(text), CustomId(NO_GAME, verb, facts.id), style) for verb, (text, style) in _OFFERS.items()]
    return [*offers, why_button(facts.id, words)] if any(seat.user is None for seat in facts.seats) else offers


def _outcome(facts: TableFacts, game: Game, words: Translator) -> str:
    heading = "## " + words("Game over")
    if not game.over:
        return heading + "\n" + words("The players end the game without a winner.")
    winners = ", ".join(facts.seat(seat).mention for seat in game.over["winners"])
    ranking = GAME_UIS[facts.kind].ending(context(facts, words), game.over)
    whose = words("Winners") if len(game.over["winners"]) > 1 else words("Winner")
    return f"{heading}\n🏆 **{whose}: {winners}**\n{ranking}"


def _proof(facts: TableFacts, game: Game, words: Translator) -> str:
    seed = game.record().seed or facts.seed
    said = ["-# " + words("Shuffle seal: {hash}", hash=f"`{facts.commitment}`")] if facts.commitment else []
    if seed:
        said.append("-# " + words("Seed: {seed}", seed=f"`{seed}`"))
    said.append("-# " + words("The record: /record export. A check of the shuffles: /record verify."))
    said.append(
        "-# " + words("Play again with the same seats: /game rematch. Show everyone your last hand: /record reveal.")
    )
    return "\n".join(said)


def last_hand(facts: TableFacts, game: Game, seat: str, words: Translator, *, here: bool = True) -> ui.LayoutView:
    """To its owner alone: the hand at the end; in the game's channel (`here`) it can be shown to everybody."""
    show = button(words("Show it to everyone"), CustomId(facts.id, "reveal"))
    heading = f"### {GAME_UIS[facts.kind].title} · {words('Your last hand')}"
    return message(
        f"{heading}\n{_cards(facts, game, seat, words)}",
        words("The game is over. Show this hand to everyone, or keep it private."),
        rows=rows([show, rematch_button(facts.id, words)] if here else []),
    )


def revealed(facts: TableFacts, game: Game, seat: str, words: Translator) -> ui.LayoutView:
    """To everybody, by its owner's wish: the hand with which the game ended."""
    heading = words("{player} shows their last hand:", player=facts.seat(seat).mention)
    return message(f"🂠 **{heading}**\n{_cards(facts, game, seat, words)}")


def with_rematch(text: str, game: int, words: Translator) -> ui.LayoutView:
    """A private word after the end that offers a rematch."""
    return message(text, rows=rows([rematch_button(game, words)]))


def rematch_button(game: int, words: Translator) -> Button:
    """Opens a lobby with the same seats; only on private answers, the ended board has no components."""
    return button(words("Rematch"), CustomId(game, "rematch"), Style.primary)


def _cards(facts: TableFacts, game: Game, seat: str, words: Translator) -> str:
    ctx = context(facts, words, game, seat)
    if not ctx.view["players"][seat]["hand"]:
        return words("No card in hand.")
    return GAME_UIS[facts.kind].hand(ctx)
