"""Measures how many games the arena's control variate (luck) saves, and that its mean is 0.

    python -m tests.bench.luck kralovske_rosady --games 10000 --samples 1 --jobs 2

The arena plays each deal from every seat, so equal players win exactly their share. Here *normal* players play each
deal once, and the wins of the first seat are counted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from rules import GAME_AIS, GAMES
from rules.arena.estimates import Deal, raw, reduced
from rules.arena.luck import Luck
from rules.arena.match import Seat, play
from rules.description import SEATS
from rules.players.levels import player


class Order(NamedTuple):
    """The settings of a run: the game, the number of seats, the samples of luck, and the seed of the deals."""

    game: str
    seats: int
    samples: int
    seed: int


def one_game(order: Order, number: int) -> Deal:
    """Plays one deal by *normal* players; returns the result and the luck of the first seat."""
    rules, normal = GAMES[order.game], player(order.game, "normal")
    letters, deal = SEATS[: order.seats], f"luck-{order.seed}-{number}"
    luck = Luck(rules, GAME_AIS[order.game], order.samples, deal)
    winners = play(rules, {letter: Seat(normal) for letter in letters}, list(letters), deal, {}, [luck])
    return Deal(1, 1 / len(winners) if "a" in winners else 0.0, luck.lead("a"))


def standard_errors(values: Sequence[float]) -> float:
    """Returns the distance of the mean from 0 in standard errors."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean / (spread / len(values)) ** 0.5 if spread else 0.0


def main(words: Sequence[str]) -> None:
    """Plays games of *normal* players; prints the first seat's share of wins with and without luck, and mean luck."""
    reader = argparse.ArgumentParser("python -m tests.bench.luck")
    reader.add_argument("game", choices=sorted(GAMES))
    reader.add_argument("--games", type=int, default=1000)
    reader.add_argument("--seats", type=int, default=0, help="number of players (default: the fewest)")
    reader.add_argument("--samples", type=int, default=2)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=1)
    given = reader.parse_args(list(words))
    order = Order(given.game, given.seats or GAMES[given.game].seats[0], given.samples, given.seed)
    with ProcessPoolExecutor(given.jobs) as pool:
        deals = list(pool.map(partial(one_game, order), range(given.games), chunksize=20))
    plain, fair = raw(deals), reduced(deals)
    print(
        f"{order.game}, {order.seats} seats, {given.games} games of normal: seat a wins {plain.share:.2%} "
        f"[{plain.low:.2%} to {plain.high:.2%}; chance {1 / order.seats:.1%}]; without luck {fair.share:.2%} "
        f"[{fair.low:.2%} to {fair.high:.2%}], as {fair.saves(given.games):.2f} times the games; mean luck "
        f"{standard_errors([deal.luck for deal in deals]):+.2f} standard errors"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
