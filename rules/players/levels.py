"""The registry of the levels at which a computer plays any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules import GAME_AIS, GAMES
from rules.description import Rules
from rules.engine import Game
from rules.errors import BadRequest
from rules.players import question
from rules.players.ai import Dice, GameAI, World
from rules.players.choosing import Easy, Keys, Normal, Player, Random, Thought, allowed, silent
from rules.players.question import Facts, Question
from rules.players.search import PLAYOUTS, Hard, never
from rules.players.turn import turn_so_far

__all__ = [
    "LEVELS",
    "Dice",
    "GameAI",
    "Keys",
    "Level",
    "Player",
    "Question",
    "Thought",
    "World",
    "allowed",
    "ask",
    "player",
    "silent",
]

Late = Callable[[], bool]
"""Returns whether the time for one decision is used up."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a computer player."""

    id: str
    """Stored with a seat and part of custom_ids: it never changes."""
    build: Callable[[Rules, GameAI, int, Late], Player]
    """Returns the player of a game; a search uses the number of playouts and the clock, other levels ignore them."""
    searches: bool = False
    """Whether a decision takes so long that it needs a process of its own."""


LEVELS: Final = {
    level.id: level
    for level in (
        Level("easy", lambda _rules, ai, _playouts, _late: Easy(ai)),
        Level("normal", lambda _rules, ai, _playouts, _late: Normal(ai)),
        Level("hard", Hard, searches=True),
    )
}
"""By id, from the weakest to the strongest: what a computer at a table can be."""
RANDOM: Final = "random"
"""The player that the arena compares levels with; no computer at a table plays like this."""


def ask(game: Game, seat: str, told: Sequence[Facts] | None = None) -> Question:
    """The present decision as that seat, which must be asked, sees it; sharing nothing with the game."""
    asked = question.ask(game, seat, told)
    turns = (GAME_AIS.get(game.rules.name) or GameAI()).turns
    return asked if turns is None else replace(asked, before=turn_so_far(game, seat, turns))


def player(game: str, level: str, playouts: int = PLAYOUTS, late: Late = never) -> Player:
    """Returns a player of that game and level (or `RANDOM`); raises BadRequest.

    A level that searches plays out that many games per decision, or fewer when `late` returns True.
    """
    if game not in GAMES:
        raise BadRequest(f"unknown game; known are {', '.join(GAMES)}")
    ai = GAME_AIS.get(game) or GameAI()
    if level == RANDOM:
        return Random()
    if level not in LEVELS:
        raise BadRequest(f"a level is one of {', '.join(LEVELS)}, not {level}")
    return LEVELS[level].build(GAMES[game], ai, playouts, late)
