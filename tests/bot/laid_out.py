"""Games of Mafia City for display tests: facts of a table, random play, and given positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.games.facts import Seat, TableFacts
from rules import GAMES
from rules.decisions import Several
from rules.engine import Game
from storage.personal_data import FIRST_STAND_IN
from tests.rules.mafia_city.layout import layout

KIND = "mafia_city"
LONGEST_ID = FIRST_STAND_IN - 1
"""The largest ID of a user; larger numbers are stand-ins of forgotten users."""
NAMES = ("Anna", "Bert", "Cyril", "Dora", "Emil")
SEED = bytes(range(32))


def facts(seats: int = 3, **how: Any) -> TableFacts:
    """Returns the facts of a running table of Mafia City; users with IDs of the maximum length hold all seats."""
    sitting = tuple(Seat("abcde"[at], LONGEST_ID - at, NAMES[at]) for at in range(seats))
    table = TableFacts(
        42, KIND, "running", "cs", {"goal": "beginners"}, "relaxed", 600, 120, LONGEST_ID, "ab" * 32, sitting,
        due=datetime(2026, 11, 22, tzinfo=UTC),
    )  # fmt: skip
    return replace(table, **how)


def new_game(seats: int = 3, seed: bytes = SEED) -> Game:
    return Game.new(GAMES[KIND], NAMES[:seats], game_id="42", seed=seed)


def laid_out(seats: int = 3, **how: Any) -> Game:
    """Returns a game at a table that `layout` describes, whose draws follow a seed."""
    return Game.at(GAMES[KIND], layout(seats, **how), NAMES[:seats], game_id="42", seed=SEED)


def played(seats: int, seed: int, most: int = 400) -> Iterator[Game]:
    """Plays a random game; yields the same game object before each of its decisions, at most `most` times, and at its
    end.
    """
    dice = random.Random(seed)
    game = new_game(seats, bytes([seed % 256]) * 32)
    for _ in range(most):
        yield game
        if game.decision is None:
            return
        answer(game, dice)


def answer(game: Game, dice: random.Random) -> None:
    """Gives a random answer for one of the asked seats of any game; it is seldom a pass, so that much happens."""
    assert game.decision is not None
    seat = dice.choice(game.waiting)
    keys = list(game.keys(seat))
    if isinstance(game.decision, Several):
        count = dice.randint(game.decision.least, min(game.decision.most, len(keys)))
        game.answer(game.number, seat, dice.sample(keys, count))
        return
    words = sorted({key.partition(":")[0] for key in keys})
    if len(words) > 1 and dice.random() < 0.8:
        words = [word for word in words if word not in ("pass", "stay", "decline")]
    word = dice.choice(words)
    game.answer(game.number, seat, [dice.choice([key for key in keys if key.partition(":")[0] == word])])
