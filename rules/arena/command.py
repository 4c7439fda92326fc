"""The command: seats rotated from game to game, wins with 95 % intervals, time a decision."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from rules import GAMES
from rules.arena.match import Seat, Sitting, play
from rules.arena.program import Program
from rules.description import SEATS
from rules.errors import BadRequest
from rules.players.levels import LEVELS, RANDOM, player
from rules.players.search import PLAYOUTS

Z = 1.96
"""In a normal distribution, 95 % of the values lie within this many standard deviations."""


@dataclass(frozen=True, slots=True)
class Order:
    """The games that the arena plays."""

    game: str
    seats: tuple[str, ...]
    games: int
    seed: int
    playouts: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Tally:
    """The results of one named player."""

    name: str
    games: int = 0
    wins: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    refused: int = 0

    def add(self, other: Tally) -> None:
        """Adds the results of the same player in other games."""
        self.games += other.games
        self.wins += other.wins
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.refused += other.refused


def arena(words: Sequence[str]) -> int:
    """`arena GAME --seats A,B,… [--games N] [--jobs J] [--seed S] [--playouts P] [--option NAME=VALUE]`."""
    order, jobs = _order(words)
    rounds = range(order.games)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            shares = [list(rounds[first::jobs]) for first in range(jobs)]
            tallies = sum_up(order, pool.map(partial(play_share, order), shares))
    else:
        tallies = play_share(order, list(rounds))
    for line in report(order, tallies):
        print(line, flush=True)
    return 0


def play_share(order: Order, numbers: Sequence[int]) -> list[Tally]:
    """Games of these numbers, one after another: a tally for each named player."""
    rules = GAMES[order.game]
    sitting: list[Sitting] = []
    tallies = [Tally(name) for name in order.seats]
    try:
        for name in order.seats:
            sitting.append(seated(order, name))  # noqa: PERF401 - a failure must close those that sit already
        for number in numbers:
            _one_game(order, rules.name, number, sitting, tallies)
    finally:
        for one in sitting:
            if isinstance(one, Program):
                one.close()
    return tallies


def seated(order: Order, name: str) -> Sitting:
    """Returns the player of a name: a level, or `cmd:` and a program."""
    kind, _, command = name.partition(":")
    return Program(command) if kind == "cmd" else player(order.game, name, order.playouts)


def _one_game(order: Order, game: str, number: int, sitting: Sequence[Sitting], tallies: Sequence[Tally]) -> None:
    count = len(sitting)
    who = [(number + place) % count for place in range(count)]
    seats = {SEATS[place]: Seat(sitting[at], not isinstance(sitting[at], Program)) for place, at in enumerate(who)}
    for one in sitting:
        if isinstance(one, Program):
            one.begin()
    names = [f"{order.seats[at].replace('|', '/')} {place}" for place, at in enumerate(who, 1)]
    winners = play(GAMES[game], seats, names, f"{order.seed}-{number // count}", dict(order.options))
    for place, at in enumerate(who):
        seat = seats[SEATS[place]]
        share = 1 / len(winners) if SEATS[place] in winners else 0.0
        tallies[at].add(Tally("", 1, share, seat.decisions, seat.seconds, seat.longest, seat.refused))


def sum_up(order: Order, shares: Iterator[list[Tally]]) -> list[Tally]:
    """All shares together."""
    whole = [Tally(name) for name in order.seats]
    for share in shares:
        for one, other in zip(whole, share, strict=True):
            one.add(other)
    return whole


def report(order: Order, tallies: Sequence[Tally]) -> Iterator[str]:
    """A line for each different player; equal ones are counted together."""
    yield f"{order.game}: {order.games} games of {len(order.seats)} seats, seed {order.seed}, playouts {order.playouts}"
    together: dict[str, Tally] = {}
    for tally in tallies:
        together.setdefault(tally.name, Tally(tally.name)).add(tally)
    for one in together.values():
        low, high = wilson(one.wins, one.games)
        each = 1000 * one.seconds / max(1, one.decisions)
        yield (
            f"{one.name:<12} wins {one.wins:g} of {one.games} seats: {one.wins / max(1, one.games):.1%} "
            f"[{low:.1%} to {high:.1%}; chance {1 / len(order.seats):.1%}], "
            f"{each:.1f} ms a decision (longest {one.longest:.2f} s, {one.decisions} decisions)"
            + (f", {one.refused} answers refused" if one.refused else "")
        )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * (share * (1 - share) / games + z2 / (4 * games * games)) ** 0.5 / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


class _Reader(argparse.ArgumentParser):
    """Says what is wrong as everything here does."""

    def error(self, message: str) -> NoReturn:
        raise BadRequest(message)


def _order(words: Sequence[str]) -> tuple[Order, int]:
    reader = _Reader("python -m rules arena")
    reader.add_argument("game", choices=sorted(GAMES))
    reader.add_argument(
        "--seats", required=True, help=f"{', '.join((RANDOM, *LEVELS))} or cmd:PROGRAM, with commas between"
    )
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--playouts", type=int, default=PLAYOUTS)
    reader.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    given = reader.parse_args(list(words))
    seats = tuple(given.seats.split(","))
    if len(seats) not in GAMES[given.game].seats:
        players = GAMES[given.game].seats
        raise BadRequest(f"{given.game} is for {players[0]} to {players[-1]} players, not {len(seats)}")
    options = tuple((name, value) for name, _, value in (each.partition("=") for each in given.option))
    return Order(given.game, seats, given.games, given.seed, given.playouts, options), given.jobs
