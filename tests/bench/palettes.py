"""`python -m tests.bench.palettes`: chooses the colours of each game's boards and writes them next to its pictures.

The most common colours are exact; the others are spread so that the largest error is small.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import bot.games
from bot.drawing import Sketch
from bot.drawing.palette import CHANGED
from bot.games import GAME_UIS
from rules import GAMES
from tests.bot.games.every_board import played
from tests.bot.games.pictures import pictured_board

Shown = tuple[int, int, int]
COLOURS, FLAT, APART = 256, 64, 10
"""The number of colours of a palette, how many of them are the most common ones, and the minimum distance between
these.
"""
EVERY, GAMES_OF_EACH = 12, 3
"""The number of decisions between two boards, and the number of random games of each kind and number of players."""


def boards(kind: str, seed: int, every: int = EVERY) -> Iterator[Sketch]:
    """Yields boards of one random game for each number of players, with that many decisions between them."""
    for seats in GAMES[kind].seats:
        for at, game in enumerate(played(kind, seats, seed)):
            if at % every == 0 and game.decision is not None:
                yield pictured_board(kind, game)


def chosen(seen: Counter[Shown]) -> list[Shown]:
    """Returns a sorted palette of `COLOURS` colours, chosen from (colour → number of pixels).

    First come the outline's and the most common ones, then always the one farthest from all chosen.
    """
    found: list[Shown] = [CHANGED]
    for shown, _ in seen.most_common(1000):
        if len(found) < FLAT and all(_squared(shown, one) >= APART**2 for one in found):
            found.append(shown)
    rest = sorted(seen)
    off = [min(_squared(shown, one) for one in found) for shown in rest]
    while len(found) < COLOURS:
        new = rest[max(range(len(rest)), key=off.__getitem__)]
        found.append(new)
        off = [min(before, _squared(shown, new)) for before, shown in zip(off, rest, strict=True)]
    return sorted(found)


def _squared(one: Shown, other: Shown) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def main() -> None:
    """Writes the palettes of all games."""
    for kind in GAME_UIS:
        seen: Counter[Shown] = Counter()
        for seed in range(GAMES_OF_EACH):
            for board in boards(kind, random.Random(seed).randrange(1000)):
                for count, shown in board.image().getcolors(1 << 24) or ():
                    seen[shown] += count  # type: ignore[index]
        codes = [bytes(shown).hex() for shown in chosen(seen)]
        lines = [" ".join(codes[at : at + 16]) for at in range(0, COLOURS, 16)]
        (Path(bot.games.__file__).parent / kind / "palette.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
        print(kind, len(seen), "colours seen")


if __name__ == "__main__":
    main()
