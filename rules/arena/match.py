"""Plays one game between computer players; each question contains only what its seat sees. Observers see everything."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from rules.chance import Chance
from rules.decisions import CHANCE, Several
from rules.description import Rules
from rules.draws import Draw
from rules.engine import Game
from rules.players.ai import Dice
from rules.players.choosing import Keys, allowed, silent
from rules.players.levels import ask
from rules.players.question import Facts, Question, heard

GAME_ID = "arena"
LONGEST = 20_000
"""The number of answers after which a game counts as one without a winner."""


class Watcher(Protocol):
    """The interface of an observer who sees everything, including hidden cards, and changes nothing."""

    def drawn(self, game: Game, draw: Draw, keys: Keys) -> None:
        """Notes a draw before it takes effect, with the keys that are drawn."""

    def asks(self, game: Game) -> None:
        """Notes the table before a seat answers."""


class Sitting(Protocol):
    """The interface of a participant: a player of this program, or another program."""

    def choose(self, asked: Question, dice: Dice) -> Keys:
        """Returns the participant's answer; a wrong answer counts as refused, and silence is used instead."""


@dataclass(slots=True)
class Seat:
    """One seat: its participant, the events that it was told, its thinking time in seconds, and refused answers."""

    sitting: Sitting
    inside: bool = True
    """Whether the participant runs in this process, so that CPU time is measured instead of wall-clock time."""
    told: list[Facts] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    refused: int = 0


def play(
    rules: Rules, seats: Mapping[str, Seat], names: Sequence[str], seed: str, options: Facts,
    watchers: Sequence[Watcher] = (),
) -> list[str]:  # fmt: skip
    """Plays a whole game and returns the seats of the winners; empty if the game is not over after `LONGEST` answers.

    The events, decisions, thinking times and refused answers are added to the seats. All draws follow from `seed`.
    """
    # The players' random numbers are independent of the game's seed, so that nothing about it follows from them.
    dice = Random(f"players {seed}")  # noqa: S311 - a game that can be played again, no secret
    hidden = Random(f"game {seed}").randbytes(32)  # noqa: S311
    chance = Chance(hidden, GAME_ID)
    game = Game.new(rules, names, dict(options), game_id=GAME_ID)
    read = 0
    for _ in range(LONGEST):
        _draw(game, chance, watchers)
        if game.over is not None:
            return list(game.over["winners"])
        for watcher in watchers:
            watcher.asks(game)
        news, read = game.told[read:], len(game.told)
        for letter, seat in seats.items():
            seat.told += heard(news, letter)
        # The order in a window is random, so that no seat is always the first.
        letter = dice.choice(game.waiting)
        game.answer(game.number, letter, _answer(game, letter, seats[letter], dice))
    return []


def _draw(game: Game, chance: Chance, watchers: Sequence[Watcher]) -> None:
    """Answers draws by `chance` until a seat is asked or the game is over; notifies the observers before each draw."""
    while isinstance(game.decision, Draw):
        draw = game.decision
        keys = chance.pick(game.number, draw.options, draw.count)
        for watcher in watchers:
            watcher.drawn(game, draw, keys)
        game.answer(game.number, CHANCE, keys)


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
