"""Measures the time that *hard* needs for a searched decision; at a live pace ten tables ask for five a second."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from random import Random

from rules import GAME_AIS, GAMES
from rules.description import Rules
from rules.players.levels import ask, player
from tests.rules.random_play import new_game

DECISIONS = 24
EVERY = 7
"""Every seventh decision with more than one answer is measured, so that the whole game is covered."""


def figures() -> Iterator[str]:
    """Yields lines for each game with the most players, and with the most playouts: the mean and the longest CPU time
    of a decision of *hard*.
    """
    for rules in GAMES.values():
        ai = GAME_AIS[rules.name]
        for seats in sorted({rules.seats[-1], max(rules.seats, key=ai.budget)}):
            spent = [1000 * each for each in seconds(rules, seats)]
            yield (
                f"{rules.name}, {seats} seats: hard, {ai.budget(seats)} playouts: {statistics.mean(spent):4.0f} ms CPU "
                f"a decision  [500], longest {max(spent):4.0f} ms  [1,500]"
            )


def seconds(rules: Rules, seats: int) -> list[float]:
    """Returns the CPU seconds that *hard* takes for each of some decisions in a game of *normal* players."""
    hard, normal, dice = player(rules.name, "hard"), player(rules.name, "normal"), Random(1)
    spent: list[float] = []
    game, number = new_game(rules, seats, 1), 0
    while game.decision and len(spent) < DECISIONS:
        asked = ask(game, game.waiting[0])
        if len(asked.keys) > 1:
            number += 1
            if number % EVERY == 0:
                began = time.process_time()
                hard.choose(asked, dice)
                spent.append(time.process_time() - began)
        game.answer(asked.number, asked.seat, normal.choose(asked, dice))
    return spent
