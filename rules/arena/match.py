"""One game between computer players: each is handed what its seat sees, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from rules.decisions import Several
from rules.description import Rules
from rules.engine import Game
from rules.players.ai import Dice
from rules.players.choosing import Keys, allowed, silent
from rules.players.levels import ask
from rules.players.question import Facts, Question, heard

LONGEST = 20_000
"""The number of answers after which a game counts as one without a winner."""


class Sitting(Protocol):
    """A participant: a player of this program, or another program."""

    def choose(self, asked: Question, dice: Dice) -> Keys:
        """Keys that the question allows."""


@dataclass(slots=True)
class Seat:
    """One seat: who sits there, what it was told, and how long it thought."""

    sitting: Sitting
    inside: bool = True
    """Whether it thinks in this process, so that its time is the processor's and not the wall clock's."""
    told: list[Facts] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    refused: int = 0


def play(rules: Rules, seats: Mapping[str, Seat], names: Sequence[str], seed: str, options: Facts) -> list[str]:
    """A whole game; the winners' seats."""
    # The players' random numbers are others than those that the game's seed comes from: nothing follows from them.
    dice = Random(f"players {seed}")  # noqa: S311 - a game that can be played again, no secret
    hidden = Random(f"game {seed}").randbytes(32)  # noqa: S311
    game = Game.new(rules, names, dict(options), seed=hidden, game_id="arena")
    read = 0
    for _ in range(LONGEST):
        if game.over is not None:
            return list(game.over["winners"])
        news, read = game.told[read:], len(game.told)
        for letter, seat in seats.items():
            seat.told += heard(news, letter)
        # Who is asked first in a window is left to chance: no seat is always the quicker.
        letter = dice.choice(game.waiting)
        game.answer(game.number, letter, _answer(game, letter, seats[letter], dice))
    return []


def _answer(game: Game, letter: str, seat: Seat, dice: Random) -> Keys:
    keys = tuple(game.keys(letter))
    if len(keys) == 1 and not isinstance(game.decision, Several):
        return keys
    asked = ask(game, letter, seat.told)
    clock = time.process_time if seat.inside else time.perf_counter
    began = clock()
    keys = seat.sitting.choose(asked, dice)
    spent = clock() - began
    seat.decisions += 1
    seat.seconds += spent
    seat.longest = max(seat.longest, spent)
    if not allowed(asked, keys):
        seat.refused += 1
        return silent(asked)
    return keys
