"""The registry of the levels at which a computer plays any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rules import GAME_AIS, GAMES
from rules.description import Rules
from rules.engine import Game
from rules.errors import BadRequest
from rules.players import question
from rules.players.ai import Dice, GameAI, World
from rules.players.choosing import Easy, Keys, Normal, Player, Random, Thought, allowed, silent
from rules.players.question import Facts, Question
from rules.players.search import Hard, never
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
    """A level of computer players: its ID, how its player is created, and how long a decision may take."""

    id: str
    """The ID that is stored with a seat and is part of custom_ids, so it never changes."""
    build: Callable[[Rules, GameAI, int | None, Late, int], Player]
    """Creates the player for a game. A search uses the number of playouts, `late` and `effort`; other levels ignore
    them."""
    effort: int = 1
    """The factor by which a search multiplies its number of playouts."""
    seconds: float = 0.0
    """The CPU time, in seconds, that one decision at a table may take; 0: the level does not search."""

    @property
    def searches(self) -> bool:
        """Whether a decision takes so long that it is computed in another process."""
        return self.seconds > 0


LEVELS: Final = {
    level.id: level
    for level in (
        Level("easy", lambda _rules, ai, *_: Easy(ai)),
        Level("normal", lambda _rules, ai, *_: Normal(ai)),
        Level("hard", Hard, seconds=1.5),
        Level("expert", Hard, effort=4, seconds=3.0),
    )
}
"""The levels of computers at tables by ID, from the weakest to the strongest."""
RANDOM: Final = "random"
"""The level with which the arena compares other levels; no computer at a table uses it."""


def ask(game: Game, seat: str, told: Sequence[Facts] | None = None) -> Question:
    """Returns the current decision as that seat sees it, as plain copies; raises ValueError if the seat is not asked.

    If the game describes its turns, the question also contains the beginning of the seat's turn.
    """
    asked = question.ask(game, seat, told)
    turns = (GAME_AIS.get(game.rules.name) or GameAI()).turns
    return asked if turns is None else asked._replace(before=turn_so_far(game, seat, turns))


def player(game: str, level: str, playouts: int | None = None, late: Late = never) -> Player:
    """Creates a player for that game and level (or `RANDOM`); raises BadRequest if either is unknown.

    A level that searches makes that many playouts per decision (None: the number of the game and its seats) times its
    effort, or fewer when `late` returns True.
    """
    if game not in GAMES:
        raise BadRequest(f"unknown game; the games are {', '.join(GAMES)}")
    ai = GAME_AIS.get(game) or GameAI()
    if level == RANDOM:
        return Random()
    if level not in LEVELS:
        raise BadRequest(f"a level must be one of {', '.join(LEVELS)}, not {level}")
    chosen = LEVELS[level]
    return chosen.build(GAMES[game], ai, playouts, late, chosen.effort)
