"""The players of the arena by name: levels, searches with other budgets, players that only measure, and programs."""

from __future__ import annotations

from typing import Final

from rules import GAME_AIS, GAMES
from rules.arena.exploiter import Exploiter, corrections_of, responder
from rules.arena.match import Sitting, Watcher
from rules.arena.open_hands import OpenHands
from rules.arena.program import Program
from rules.errors import BadRequest
from rules.players.ai import GameAI
from rules.players.choosing import Easy
from rules.players.levels import LEVELS, RANDOM, player

HARD: Final = "hard"
OPEN: Final = "open"
NAMES: Final = (
    f"{', '.join((RANDOM, *LEVELS))}, hard:PLAYOUTS, hard:open, hard:PLAYOUTS:open, newcomer, exploiter, responder "
    "or cmd:PROGRAM"
)
"""The names of all players, as a help text lists them."""


class Newcomer(Easy):
    """The player `newcomer`, which imitates a person in a first game: *easy* with twice as many mistakes."""

    SLIPS = 2 * Easy.SLIPS


def seated(game: str, name: str, playouts: int) -> Sitting:
    """Creates the player of a name; `cmd:PROGRAM` starts that program. Raises BadRequest if there is no such player."""
    kind, _, rest = name.partition(":")
    if kind == "cmd":
        return Program(rest)
    if kind == HARD and rest:
        return _searching(game, name, rest.split(":"), playouts)
    if name == "newcomer":
        return Newcomer(_hooks(game))
    if name == "exploiter":
        return Exploiter(GAMES[game], _hooks(game), playouts)
    if name == "responder":
        return responder(_hooks(game), corrections_of(game))
    if name not in (RANDOM, *LEVELS):
        raise BadRequest(f"a seat must be one of {NAMES}, not {name}")
    return player(game, name, playouts)


def _hooks(game: str) -> GameAI:
    return GAME_AIS.get(game) or GameAI()


def _searching(game: str, name: str, words: list[str], playouts: int) -> Sitting:
    """Creates *hard* with another number of playouts, with open hands, or both; raises BadRequest for other words."""
    first, *others = words
    if first.isdecimal() and int(first) > 0:
        playouts = int(first)
    elif first == OPEN and not others:
        others = [OPEN]
    else:
        raise BadRequest(f"a seat must be one of {NAMES}, not {name}")
    if not others:
        return player(game, HARD, playouts)
    if others != [OPEN]:
        raise BadRequest(f"a seat must be one of {NAMES}, not {name}")
    return OpenHands(GAMES[game], _hooks(game), playouts)


def begin(sitting: Sitting) -> None:
    """Makes a participant forget the last game, before another one begins, if it keeps a state."""
    if isinstance(sitting, Program | OpenHands):
        sitting.begin()


def watching(sitting: Sitting) -> list[Watcher]:
    """Returns a list of the participant if it also observes the whole game; otherwise an empty list."""
    return [sitting] if isinstance(sitting, OpenHands) else []
