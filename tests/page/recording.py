"""Records the games that `make demo` shows again: `python -m tests.page.recording`.

The cards follow from a seed, and every seat is played by a hard computer player. Of several such games the shortest
complete one is stored. It takes a while: every decision is searched.
"""

from __future__ import annotations

import hashlib
import sys
from random import Random

from bot.local.demo import record_path
from rules import GAMES
from rules.engine import Game
from rules.players.levels import ask, player

NAMES = tuple(f"Computer {number}" for number in (1, 2, 3))
TRIED = 3
LONGEST = 4_000
"""Answers after which an unfinished game is given up."""


def played(kind: str, number: int, seed: int) -> Game:
    """Plays a game of hard computer players and returns it; its cards follow from the seed."""
    dice, seats = Random(seed), max(min(len(NAMES), GAMES[kind].seats[-1]), GAMES[kind].seats[0])
    secret = hashlib.sha256(f"Krupier demo {kind} {seed}".encode()).digest()
    game = Game.new(GAMES[kind], NAMES[:seats], game_id=str(number), seed=secret)
    hard = player(kind, "hard")
    for _ in range(LONGEST):
        if game.decision is None:
            break
        seat = game.waiting[0]
        game.answer(game.number, seat, hard.choose(ask(game, seat), dice))
    return game


def main() -> None:
    """Plays `TRIED` games of each kind, and writes the record of the shortest complete one to its file."""
    for number, kind in enumerate(GAMES, 1):
        games = [game for seed in range(TRIED) if (game := played(kind, number, seed)).over]
        shortest = min(games, key=lambda game: len(game.entries))
        record_path(kind).write_text("\n".join([*shortest.record().lines(), ""]), encoding="utf-8")
        sys.stdout.write(f"{kind}: {len(shortest.entries)} answers\n")


if __name__ == "__main__":
    main()
