"""Measures the cost of a game's pictures, the delays of the event loop while they are drawn, and their encodings.

`python -m tests.bench.pictures GAME` plays three games of three players in a new process and prints the CPU
milliseconds per decision in each.
"""

from __future__ import annotations

import asyncio
import io
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle
from typing import Any

from PIL import Image

from bot.drawing import Sketch, Studio, mosaic
from bot.drawing.process import DrawingProcess
from bot.drawing.sketch import COLOURS, encoded
from bot.games import GAME_UIS
from bot.games.pictures import Pictures
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from tests.bot.games.every_board import undecided
from tests.bot.games.pictures import pictured_board

AT_LEAST, AIM = 4, 10
"""The minimum and the target of the saving: how many times as cheap as drawing everything in full."""
BOARDS, EVERY = 200, 10
DECISIONS, HAND = 100, 6
"""The number of decisions per game, and the number of decisions between two pictures of a hand."""
BEFORE = {
    "mafia_city": (24.4, 22.1), "kralovske_rosady": (19.0, 18.7), "star_wars_destiny": (25.2, 19.5),
}  # fmt: skip
"""CPU milliseconds per decision in the first and in the third game before any caching (on the authors' machine)."""
ENCODINGS: Mapping[str, Mapping[str, Any]] = {
    "PNG": {"format": "PNG", "compress_level": 2},
    "PNG, smaller": {"format": "PNG", "compress_level": 6},
    "WebP": {"format": "WEBP", "lossless": True, "quality": 0, "method": 0},
    "WebP, smaller": {"format": "WEBP", "lossless": True, "quality": 75, "method": 4},
}
A_SECOND, TICK, SECONDS = 25, 0.005, 6.0
"""Pictures per second (as for 50 presses), seconds between checks of the event loop, and seconds of the measurement."""


def a_board(kind: str) -> tuple[list[float], list[float]]:
    """Returns the CPU milliseconds of each board that differs from the one before, in a game with the most players.

    The caches are empty at the beginning. The second list has the milliseconds of every tenth board, drawn in full.
    """
    mosaic.clear_caches()
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


def of_a_decision(kind: str, seed: int) -> float:
    """Returns the milliseconds of CPU per decision for the pictures of a game of three, each different picture drawn
    once.
    """
    spent, seen = 0.0, set[str]()
    for at, game in enumerate(undecided(kind, 3, seed, DECISIONS)):
        for sketch in _shown(kind, game, at):
            if sketch.digest not in seen:
                seen.add(sketch.digest)
                spent += _cost(sketch.picture)
    return spent / (at + 1)


def _shown(kind: str, game: Game, at: int) -> list[Sketch]:
    """Returns the sketch of a decision's board and, at every sixth decision, that of a hand."""
    seat = game.seats[at // HAND % len(game.seats)]
    hand = None if at % HAND else GAME_UIS[kind].get(Pictures).hand(game.view(seat), seat, translator_for("cs"))
    return [pictured_board(kind, game)] + ([hand] if hand is not None else [])


def in_a_fresh_process(kind: str) -> str:
    """Measures the first and the third game of a new process; returns the line of the report."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.pictures", kind], check=True, capture_output=True, text=True
    )
    first, _, third = map(float, told.stdout.split())
    least = " / ".join(f"{before / AT_LEAST:.1f}" for before in BEFORE[kind])
    aim = " / ".join(f"{before / AIM:.1f}" for before in BEFORE[kind])
    costs = f"{first:.1f} ms CPU in the first game of a process, {third:.1f} in the third"
    return f"pictures a decision, {kind}: {costs}  [{least}; aim {aim}]"


async def late(by: str) -> list[float]:
    """Returns how late the event loop ran at each check, in milliseconds.

    At the same time, pictures are drawn in a `process`, in `threads`, or (empty) not at all.
    """
    mosaic.clear_caches()
    process = DrawingProcess()
    games = {kind: undecided(kind, 3, 5, BOARDS) for kind in GAME_UIS}
    boards = [pictured_board(kind, game) for kind, played in games.items() for game in played]
    studio = Studio(process.draw, kept=1) if by == "process" else Studio(kept=1)
    if by == "process":
        await studio.picture(boards[-1])
    found, begun, drawn = list[float](), time.monotonic(), 0
    waiting = set[asyncio.Task[object]]()
    for board in cycle(boards):
        if by and (time.monotonic() - begun) * A_SECOND > drawn:
            drawn += 1
            waiting.add(asyncio.create_task(studio.picture(board)))
        due = time.monotonic() + TICK
        await asyncio.sleep(TICK)
        found.append((time.monotonic() - due) * 1000)
        if time.monotonic() - begun > SECONDS:
            break
    await asyncio.gather(*waiting)
    await studio.close()
    process.close()
    return found


def beside_the_loop() -> str:
    """Measures the delays of the event loop with drawing in a process, in threads, and without it; returns the line of
    the report.
    """
    found = [sorted(asyncio.run(late(by))) for by in ("process", "threads", "")]
    told = [f"p50 {one[len(one) // 2]:.1f}, p99 {one[len(one) * 99 // 100]:.1f} ms" for one in found]
    return f"the loop is late beside {A_SECOND} pictures/s: {told[0]}; drawn in threads: {told[1]}; without: {told[2]}"


def encodings(kind: str) -> str:
    """Measures the size and time of the same boards as PNG and as lossless WebP; returns the line of the report."""
    boards = [pictured_board(kind, game).image() for game in undecided(kind, 3, 5, BOARDS)][::EVERY]
    flat = [board.quantize(COLOURS, dither=Image.Dither.NONE) for board in boards]
    told = []
    for name, how in ENCODINGS.items():
        sizes: list[int] = []
        spent = [_cost(partial(_saved, image, how, sizes)) for image in flat]
        told.append(f"{name} {statistics.mean(sizes) / 1024:.0f} KB in {statistics.mean(spent):.1f} ms")
    return f"encoded whole, {kind}: {', '.join(told)}"


def _saved(image: Image.Image, how: Mapping[str, Any], sizes: list[int]) -> None:
    file = io.BytesIO()
    (image.convert("RGB") if how["format"] == "WEBP" else image).save(file, **how)
    sizes.append(file.tell())


def figures() -> Iterator[str]:
    """Yields the lines of the report: the cost of a board in each game and what caching saves, delays, and
    encodings.
    """
    for kind in GAME_UIS:
        spent, anew = a_board(kind)
        median, mean = statistics.median(spent), statistics.mean(spent)
        name = f"pictures of a game, {kind}:"
        times = statistics.mean(anew) / mean
        yield (
            f"{name:<39} {median:5.1f} ms CPU a board, mean {mean:.1f}, of {len(spent)} boards; "
            f"1/{times:.1f} of drawing anew  [1/{AT_LEAST}; aim 1/{AIM}]"
        )
    yield from map(in_a_fresh_process, GAME_UIS)
    yield beside_the_loop()
    yield from map(encodings, GAME_UIS)


if __name__ == "__main__":
    print(*(f"{of_a_decision(sys.argv[1], seed):.3f}" for seed in (1, 2, 3)))
