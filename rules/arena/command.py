"""The command `arena`: plays games with rotating seats, and reports wins with 95 % intervals and thinking times."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NoReturn

from rules import GAME_AIS, GAMES
from rules.arena.estimates import FEWEST_DEALS, FEWEST_TO_FIT, Deal, paired, raw, reduced
from rules.arena.games import Order, Played, Tally, play_share
from rules.arena.players import NAMES
from rules.arena.results import Results, append
from rules.errors import BadRequest
from rules.players.ai import PLAYOUTS


def arena(words: Sequence[str]) -> int:
    """Runs the command `arena`: plays the games, in several processes if requested, prints the report, and returns 0.

    Its words are `GAME --seats A,B,… [--games N] [--jobs J] [--seed S] [--playouts P] [--luck K]
    [--option NAME=VALUE] [--results FILE]`. Games whose results are in the file are not played again. Raises
    BadRequest.
    """
    order, jobs, file = _order(words)
    results = Results(order, file)
    missing = [number for number in range(order.games) if number not in results.played]
    shares = [share for first in range(jobs) if (share := missing[first::jobs])]
    playing = partial(play_share, partial(append, file), order)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            results.add_all(pool.map(playing, shares))
    else:
        results.add_all(map(playing, shares))
    for line in report(order, [results.played[number] for number in range(order.games)]):
        print(line, flush=True)
    return 0


def report(order: Order, played: Sequence[Played]) -> Iterator[str]:
    """Yields the lines of the report: a heading, then one for each different player; equal players count together."""
    yield f"{order.game}: {order.games} games of {len(order.seats)} seats, seed {order.seed}, playouts {order.playouts}"
    for name in dict.fromkeys(order.seats):
        tally = Tally(name)
        for game in played:
            for one in game.tallies:
                if one.name == name:
                    tally.add(one)
        yield _line(tally, deals_of(order, played, name), len(order.seats))


def deals_of(order: Order, played: Sequence[Played], name: str) -> list[Deal]:
    """Returns the sums of seats, wins and luck of each deal for the players with that name, in order of the deals."""
    deals: dict[int, Deal] = {}
    for game in sorted(played, key=lambda game: game.number):
        seats = [tally for tally in game.tallies if tally.name == name]
        before = deals.get(game.number // len(order.seats), Deal(0, 0.0))
        deals[game.number // len(order.seats)] = Deal(
            before.seats + len(seats),
            before.wins + sum(tally.wins for tally in seats),
            before.luck + game.luck[name],
        )
    return list(deals.values())


def _line(tally: Tally, deals: Sequence[Deal], seats: int) -> str:
    """Returns one player's line of the report; with enough deals, the intervals by deals and without luck follow."""
    plain, pairs, fair = raw(deals), paired(deals), reduced(deals)
    each = 1000 * tally.seconds / max(1, tally.decisions)
    line = (
        f"{tally.name:<12} wins {tally.wins:g} of {tally.games} seats: {plain.share:.1%} "
        f"[{plain.low:.1%} to {plain.high:.1%}; chance {1 / seats:.1%}], "
        f"{each:.1f} ms a decision (longest {tally.longest:.2f} s, {tally.decisions} decisions)"
        + (f", {tally.refused} answers refused" if tally.refused else "")
    )
    if len(deals) >= FEWEST_DEALS:
        line += f"; by deals [{pairs.low:.1%} to {pairs.high:.1%}, as {pairs.saves(tally.games):.2f} times the games]"
    if any(deal.luck for deal in deals) and len(deals) >= FEWEST_TO_FIT:
        line += (
            f"; without luck {fair.share:.1%} [{fair.low:.1%} to {fair.high:.1%}, as "
            f"{fair.saves(tally.games):.2f} times the games]"
        )
    return line


def at_least(least: int) -> Callable[[str], int]:
    """Returns a type of argument: an integer that is not smaller than `least`."""

    def read(word: str) -> int:
        if not word.strip().isdecimal() or int(word) < least:
            raise argparse.ArgumentTypeError(f"must be a whole number, at least {least}, not {word}")
        return int(word)

    return read


class Reader(argparse.ArgumentParser):
    """The argument parser of a command about one game, with the arguments that several commands share.

    Raises BadRequest for wrong arguments, instead of printing the usage and exiting. `games`: the default number of
    games that the command plays; 0: it is not told a number.
    """

    def __init__(self, command: str, games: int = 0) -> None:
        super().__init__(f"python -m rules {command}")
        self.add_argument("game", choices=sorted(GAMES), help="the game")
        self.add_argument("--seed", type=int, default=1, help="seed of all random numbers (default: %(default)s)")
        if games:
            self.add_argument("--games", type=at_least(1), default=games, help="number of games (default: %(default)s)")
            self.add_argument("--jobs", type=at_least(1), default=1, help="number of processes (default: %(default)s)")

    def error(self, message: str) -> NoReturn:
        raise BadRequest(message)


def _order(words: Sequence[str]) -> tuple[Order, int, Path | None]:
    reader = Reader("arena", games=100)
    reader.add_argument("--seats", required=True, help=f"a player for each seat, separated by commas: {NAMES}")
    reader.add_argument(
        "--playouts", type=at_least(1), help="simulated games for each decision of hard (default: the game's)"
    )
    reader.add_argument(
        "--luck",
        type=at_least(0),
        default=0,
        help="playouts that measure luck in each chapter (default: 0, no measurement)",
    )
    reader.add_argument(
        "--option", action="append", default=[], help="an option of the game as NAME=VALUE; can be repeated"
    )
    reader.add_argument("--results", type=Path, help="a file for each game's result; games in it are not played again")
    given = reader.parse_args(list(words))
    seats = tuple(given.seats.split(","))
    if len(seats) not in GAMES[given.game].seats:
        players = GAMES[given.game].seats
        raise BadRequest(f"{given.game} is for {players[0]} to {players[-1]} players, not {len(seats)}")
    options = tuple((name, value) for name, _, value in (each.partition("=") for each in given.option))
    ai = GAME_AIS.get(given.game)
    playouts = given.playouts or (PLAYOUTS if ai is None else ai.budget(len(seats)))
    order = Order(given.game, seats, given.games, given.seed, playouts, options, given.luck)
    return order, given.jobs, given.results
