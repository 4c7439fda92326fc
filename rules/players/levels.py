"""The levels: random (for comparison), easy, normal and hard players of any game."""

from __future__ import annotations

from collections.abc import Callable

from rules import GAMES, MINDS
from rules.errors import BadRequest
from rules.players.choosing import Easy, Keys, Normal, Player, Random, Thought, allowed, silent
from rules.players.mind import Dice, Mind, World
from rules.players.question import Question, ask
from rules.players.search import PLAYOUTS, Hard, never

__all__ = [
    "LEVELS",
    "Dice",
    "Keys",
    "Mind",
    "Player",
    "Question",
    "Thought",
    "World",
    "allowed",
    "ask",
    "player",
    "silent",
]

LEVELS = ("easy", "normal", "hard")
"""What a computer at a table can be."""


def player(game: str, level: str, playouts: int = PLAYOUTS, late: Callable[[], bool] = never) -> Player:
    """A player of that game and level (`random`, for comparison, is one too); raises BadRequest.

    A *hard* one plays out so many games for a decision, fewer where `late` says so.
    """
    if game not in GAMES:
        raise BadRequest(f"unknown game; known are {', '.join(GAMES)}")
    mind = MINDS.get(game) or Mind()
    match level:
        case "random":
            return Random()
        case "easy":
            return Easy(mind)
        case "normal":
            return Normal(mind)
        case "hard":
            return Hard(GAMES[game], mind, playouts, late)
    raise BadRequest(f"a level is one of {', '.join(LEVELS)}, not {level}")
