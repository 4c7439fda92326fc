"""Measures random play (decisions per second) and replay (answers per second) of the rules, on one core."""

from __future__ import annotations

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator

from rules import GAMES, RUNNING
from rules.decisions import Several
from rules.description import Rules
from rules.engine import Game
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.notation import parse
from rules.star_wars_destiny import STAR_WARS_DESTINY
from tests.bench import peers
from tests.rules.random_play import new_game, play

RUNS = 7
GAMES_A_RUN = 30
MEASURED: dict[str, Rules] = {**GAMES, STAR_WARS_DESTINY.name: STAR_WARS_DESTINY}
"""All games."""
AIMS = {
    STAR_WARS_DESTINY.name: ("15,000; aim 30,000", "60,000; aim 120,000"),
    KRALOVSKE_ROSADY.name: ("30,000; aim 150,000", "150,000; aim 300,000"),
}
OF_OTHERS = ("30,000; aim 150,000", "200,000; aim 500,000")


def per_second(work: Callable[[], int]) -> float:
    """Returns the median rate per second of CPU over several runs; `work` returns the number of things it did."""
    rates = []
    for _ in range(RUNS):
        gc.collect()
        start = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - start))
    return statistics.median(rates)


def figures() -> Iterator[str]:
    """Yields the lines of the report: each game's rates of random play (with all keys listed) and of replay.

    A comparison with other projects follows.
    """
    yield f"rules: {RUNNING}"
    at_play: dict[str, float] = {}
    for rules in MEASURED.values():
        at_random, by_record = AIMS.get(rules.name, OF_OTHERS)
        played, replayed, read = rates(rules)
        at_play[rules.name] = played
        yield f"{rules.name}: random play {played:>9,.0f} decisions/s  [{at_random}]"
        yield f"{rules.name}: replay      {replayed:>9,.0f} answers/s    [{by_record}]"
        yield f"{rules.name}: the same, read from the record's lines first {read:>9,.0f} answers/s"
    yield from peers.figures(at_play, per_second)


def rates(rules: Rules) -> tuple[float, float, float]:
    """Returns three rates per second: decisions of random play, answers replayed, and answers read from a record and
    replayed.
    """
    seats = [rules.seats[number % len(rules.seats)] for number in range(GAMES_A_RUN)]
    records = [play(rules, players, number).record() for number, players in enumerate(seats)]

    def at_random() -> int:
        return sum(_play(rules, players, number) for number, players in enumerate(seats))

    def replay() -> int:
        return sum(len(Game.replay(rules, record).entries) for record in records)

    texts = [record.lines() for record in records]

    def read_and_replay() -> int:
        return sum(len(Game.replay(rules, parse(lines)).entries) for lines in texts)

    return per_second(at_random), per_second(replay), per_second(read_and_replay)


def _play(rules: Rules, seats: int, seed: int) -> int:
    """Plays a random game and returns its number of entries; does as little more as the other projects' players."""
    dice = random.Random(seed)
    choice, game = dice.choice, new_game(rules, seats, seed)
    while (decision := game.decision) is not None:
        waiting = game.waiting
        seat = waiting[0] if len(waiting) == 1 else choice(waiting)
        keys = game.keys(seat)
        if isinstance(decision, Several):
            chosen = dice.sample([*keys], dice.randint(decision.least, decision.most))
        else:
            chosen = [choice([*keys])]
        game.answer(game.number, seat, chosen)
    return len(game.entries)
