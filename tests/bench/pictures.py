"""What the pictures of a whole game cost: every board that differs from the one before, in the order of the game."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from bot.drawing import Sketch, mosaic
from bot.drawing.sketch import encoded
from bot.games.pictures import PICTURES
from rules import GAMES
from tests.bot.games.every_board import undecided
from tests.bot.games.pictures import pictured_board

AT_LEAST, AIM = 4, 10
"""So many times less CPU than where all of a board is drawn anew, in colours of its own."""
BOARDS, EVERY = 200, 10


def a_board(kind: str) -> tuple[list[float], list[float]]:
    """Milliseconds of CPU for each board of a game of as many as can play, nothing being kept when it begins.

    Then of every tenth, all of it drawn anew.
    """
    mosaic.forget()
    spent: list[float] = []
    anew: list[float] = []
    last = ""
    for game in undecided(kind, GAMES[kind].seats[-1], 5, BOARDS):
        board = pictured_board(kind, game)
        if board.digest != last:
            spent.append(_cost(board.picture))
            if len(spent) % EVERY == 0:
                anew.append(_cost(partial(_anew, board)))
        last = board.digest
    return spent, anew


def _anew(board: Sketch) -> bytes:
    return encoded(board.image())


def _cost(draw: Callable[[], object]) -> float:
    begin = time.process_time()
    draw()
    return (time.process_time() - begin) * 1000


def figures() -> Iterator[str]:
    """The median and the mean of each game, and what they save."""
    for kind in PICTURES:
        spent, anew = a_board(kind)
        median, mean = statistics.median(spent), statistics.mean(spent)
        name = f"pictures of a game, {kind}:"
        times = statistics.mean(anew) / mean
        yield (
            f"{name:<39} {median:5.1f} ms CPU a board, mean {mean:.1f}, of {len(spent)} boards; "
            f"1/{times:.1f} of drawing anew  [1/{AT_LEAST}; aim 1/{AIM}]"
        )
