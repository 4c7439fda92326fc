"""The levels: random (for comparison), easy, normal and hard players of any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules import GAMES, MINDS
from rules.engine import Game
from rules.errors import BadRequest
from rules.players import question
from rules.players.choosing import Easy, Keys, Normal, Player, Random, Thought, allowed, silent
from rules.players.mind import Dice, Mind, World
from rules.players.question import Facts, Question
from rules.players.search import PLAYOUTS, Hard, never
from rules.players.turn import turn_so_far

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


def ask(game: Game, seat: str, told: Sequence[Facts] | None = None) -> Question:
    """The present decision as that seat, which must be asked, sees it; sharing nothing with the game."""
    asked = question.ask(game, seat, told)
    turns = (MINDS.get(game.rules.name) or Mind()).turns
    return asked if turns is None else replace(asked, before=turn_so_far(game, seat, turns))


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
