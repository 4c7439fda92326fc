"""Tunes the arena's `responder` against a player by random search, and writes the corrections next to the game.

    python -m tests.bench.responder kralovske_rosady --against hard:10 --trials 20 --games 60 --seed 3 --write

Each trial changes some corrections of the best responder so far, and plays the same deals. A change is kept if it wins
more of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from rules import GAME_AIS, GAMES
from rules.arena.exploiter import FILE, move_of, responder
from rules.arena.match import Seat, Sitting, play
from rules.arena.players import seated
from rules.description import SEATS
from rules.players.ai import Dice
from rules.players.choosing import Keys, Normal
from rules.players.question import Question

CHANGED = 0.3
"""The share of the corrections that one trial changes."""
MOST_CORRECTIONS = 12
"""The number of kinds of moves with a correction: the most frequent ones."""


class Counting:
    """A player that answers by the game's policy and records, for each kind of move, how often it was possible.

    It also records by how much the best weight of the policy exceeds the median, for each decision.
    """

    def __init__(self, game: str) -> None:
        self._plays = Normal(GAME_AIS[game])
        self.moves: dict[str, int] = {}
        self.spreads: list[float] = []

    def choose(self, asked: Question, dice: Dice) -> Keys:
        thought = self._plays.think(asked, dice)
        for move in {move_of(asked, key) for key in asked.keys}:
            self.moves[move] = self.moves.get(move, 0) + 1
        weights = [weight for _, weight in thought.weighed]
        if len(weights) > 1:
            self.spreads.append(weights[0] - weights[len(weights) // 2])
        return thought.keys


def wins(game: str, mine: Sitting, other: Sitting, games: int, seed: int) -> float:
    """Returns the share of wins of the first player against the other at all other seats, each deal from every seat."""
    seats, won = GAMES[game].seats[0], 0.0
    letters = SEATS[:seats]
    for number in range(games):
        own = letters[number % seats]
        sitting = {letter: Seat(mine if letter == own else other) for letter in letters}
        winners = play(GAMES[game], sitting, list(letters), f"respond-{seed}-{number // seats}", {})
        won += 1 / len(winners) if own in winners else 0.0
    return won / games


def tune(game: str, against: str, trials: int, games: int, seed: int) -> tuple[dict[str, float], float, float]:
    """Searches at random; returns the best corrections, their share of wins in these games, and the share without
    them.
    """
    ai, other, dice = GAME_AIS[game], seated(game, against, 40), Random(seed)
    counting = Counting(game)
    wins(game, counting, Normal(ai), 6, seed)
    moves = sorted(counting.moves, key=lambda move: -counting.moves[move])[:MOST_CORRECTIONS]
    step = sorted(counting.spreads)[len(counting.spreads) // 2] or 0.1
    best: dict[str, float] = dict.fromkeys(moves, 0.0)
    first = most = wins(game, responder(ai, best), other, games, seed)
    for _ in range(trials):
        tried = {move: value + (dice.gauss(0, step) if dice.random() < CHANGED else 0) for move, value in best.items()}
        won = wins(game, responder(ai, tried), other, games, seed)
        if won > most:
            best, most = tried, won
    return best, most, first


def text(command: str, corrections: Mapping[str, float]) -> str:
    """Returns the content of the corrections file (TOML), with the command that made it as a comment."""
    lines = [f'"{move}" = {value:.3f}' for move, value in sorted(corrections.items())]
    return "\n".join(["# Made by: " + command, "[corrections]", *lines, ""])


def main(words: Sequence[str]) -> None:
    """Tunes a responder, and prints or writes its corrections."""
    reader = argparse.ArgumentParser("python -m tests.bench.responder")
    reader.add_argument("game", choices=sorted(GAMES))
    reader.add_argument("--against", default="hard:10")
    reader.add_argument("--trials", type=int, default=20)
    reader.add_argument("--games", type=int, default=60)
    reader.add_argument("--seed", type=int, default=3)
    reader.add_argument("--write", action="store_true")
    given = reader.parse_args(list(words))
    best, most, first = tune(given.game, given.against, given.trials, given.games, given.seed)
    print(f"{given.game}: {most:.1%} of {given.games} games of the search, {first:.1%} without corrections")
    content = text("python -m tests.bench.responder " + " ".join(words), best)
    if given.write:
        (Path(__file__).parents[2] / "rules" / given.game / FILE).write_text(content, encoding="utf-8")
    else:
        print(content)


if __name__ == "__main__":
    main(sys.argv[1:])
