"""What the pictures of a whole game cost: every board that differs from the one before, in the order of the game."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from bot.drawing import mosaic
from bot.games.pictures import PICTURES
from rules import GAMES
from tests.bot.games.every_board import undecided
from tests.bot.games.pictures import pictured_board

AIM = 7
"""A quarter of what a board cost while all of it was drawn anew (ms)."""
BOARDS = 200


def a_board(kind: str) -> list[float]:
    """Milliseconds of CPU for each board of a game of as many as can play, nothing being kept when it begins."""
    mosaic.forget()
    spent, last = [], ""
    for game in undecided(kind, GAMES[kind].seats[-1], 5, BOARDS):
        board = pictured_board(kind, game)
        if board.digest != last:
            begin = time.process_time()
            board.picture()
            spent.append((time.process_time() - begin) * 1000)
        last = board.digest
    return spent


def figures() -> Iterator[str]:
    """The median and the mean of each game."""
    for kind in PICTURES:
        spent = a_board(kind)
        median, mean = statistics.median(spent), statistics.mean(spent)
        name = f"pictures of a game, {kind}:"
        yield f"{name:<39} {median:5.1f} ms CPU a board, mean {mean:.1f}, of {len(spent)} boards  [{AIM}]"
