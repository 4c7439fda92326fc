"""The last board: how the game has ended, and what there is of it for whoever wants more.

Its buttons belong to no game any more, like those of the walk-through: their custom_id has game 0, and the number of
the table that is over stands where a running game has its decision.
"""

from __future__ import annotations

from typing import Final

from discord import ui

from bot.games import BOARDS
from bot.games.facts import TableFacts
from bot.games.log import latest
from bot.texts import Words, later
from bot.views.custom_id import CustomId
from bot.views.parts import Button, Style, button, fitting, length, message, room, rows, state
from rules.engine import Game

NO_GAME: Final = 0
"""The game of components that outlive every game."""
_RECENT: Final = 10
"""So many sentences at least, and the whole last chapter."""
_OFFERS: Final = {
    "rematch": (later("Rematch"), Style.primary),
    "replay": (later("Replay"), Style.secondary),
    "verify": (later("Verify"), Style.secondary),
    "export": (later("Export"), Style.secondary),
    "log": (later("Log"), Style.secondary),
}
"""What the last board offers, for ever; a new verb needs this line and its handler."""


def ended(facts: TableFacts, game: Game, words: Words, *, offers: bool = True) -> ui.LayoutView:
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


def _buttons(facts: TableFacts, words: Words) -> list[Button]:
    offers = [button(words(text), CustomId(NO_GAME, verb, facts.id), style) for verb, (text, style) in _OFFERS.items()]
    return [*offers, why_button(facts.id, words)] if any(seat.user is None for seat in facts.seats) else offers


def why_button(game: int, words: Words, entries: int | None = None) -> Button:
    """Leads to the decisions of a game's computers: to the first one, or to the last one before so many answers."""
    custom = CustomId(NO_GAME, "why", game) if entries is None else CustomId(NO_GAME, "why_then", game, (entries,))
    return button(words("Why did the computer do that?"), custom, emoji="💭")


def _outcome(facts: TableFacts, game: Game, words: Words) -> str:
    heading = "## " + words("Game over")
    if not game.over:
        return heading + "\n" + words("The table ends the game without a winner.")
    winners = ", ".join(facts.seat(seat).mention for seat in game.over["winners"])
    ranking = BOARDS[facts.kind].ending(game.view(None), game.over, facts, words)
    whose = words("Winners") if len(game.over["winners"]) > 1 else words("Winner")
    return f"{heading}\n🏆 **{whose}: {winners}**\n{ranking}"


def _proof(facts: TableFacts, game: Game, words: Words) -> str:
    seed = game.record().seed or facts.seed
    said = (
        ["-# " + words("Commitment of the shuffle: {hash}", hash=f"`{facts.commitment}`")] if facts.commitment else []
    )
    if seed:
        said.append("-# " + words("Seed: {seed}", seed=f"`{seed}`"))
    said.append("-# " + words("The record: /game export. A check of the shuffles: /game verify."))
    said.append("-# " + words("The same seats once more: /game rematch. Show everybody your last hand: /game reveal."))
    return "\n".join(said)
