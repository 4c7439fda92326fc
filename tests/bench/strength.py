"""Measures the strength of *hard* against other players, and how late its answers are at ten tables on one core."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from bot.games.levels import search_seconds
from bot.tables.computers import TURN_SHARE, WINDOW_SHARE
from bot.tables.thinkers import Thinkers
from rules import GAME_AIS, GAMES
from rules.arena.estimates import wilson
from rules.arena.match import Seat, play
from rules.decisions import Window
from rules.description import Rules
from rules.engine import Game
from rules.players.ai import GameAI
from rules.players.choosing import Keys, Player, Thought
from rules.players.levels import Question, ask, player
from rules.players.search import Hard
from tests.rules.random_play import new_game

GAMES_EACH = 20
PLAYOUTS = 24
SAMPLE = 12
"""Decisions that are used to find the number of playouts with the same duration."""
TABLES = 10
SECONDS = 30.0
TURN, WINDOW = 90.0, 20.0
"""Seconds of the live pace."""


# Strength at equal time


def figures() -> Iterator[str]:
    """Yields two lines for each game, with the fewest players: the share of games that *hard* wins.

    The first is against *normal*, the second against playouts without a policy that take the same time.
    """
    for rules in GAMES.values():
        hard = player(rules.name, "hard", PLAYOUTS)
        yield _line(rules, "normal", hard, player(rules.name, "normal"))
        yield _line(rules, "playouts alone in the same time", hard, plain(rules, equal_playouts(rules, hard)))


def plain(rules: Rules, playouts: int) -> Player:
    """Returns a *hard* player without any hooks of the game except the guesses of hidden cards and the course of
    turns.
    """
    mind = GAME_AIS[rules.name]
    return Hard(rules, GameAI(determinise=mind.determinise, turns=mind.turns), playouts)


def equal_playouts(rules: Rules, hard: Player) -> int:
    """Returns the number of playouts with which the player of `plain` takes as long for a decision as *hard*."""
    asked = list(_questions(rules))
    return max(2, round(PLAYOUTS * _spent(hard, asked) / _spent(plain(rules, PLAYOUTS), asked)))


def _questions(rules: Rules) -> Iterator[Question]:
    """Yields some decisions of a game of *normal* players."""
    game, normal, dice, number = new_game(rules, rules.seats[0], 3), player(rules.name, "normal"), Random(1), 0
    found = 0
    while game.decision and found < SAMPLE:
        asked = ask(game, game.waiting[0])
        number += len(asked.keys) > 1
        if len(asked.keys) > 1 and number % 5 == 0:
            found += 1
            yield asked
        game.answer(asked.number, asked.seat, normal.choose(asked, dice))


def _spent(one: Player, asked: list[Question]) -> float:
    began = time.process_time()
    for each in asked:
        one.choose(each, Random(1))
    return time.process_time() - began


def _line(rules: Rules, name: str, hard: Player, other: Player) -> str:
    count, won = rules.seats[0], 0.0
    spent = {"hard": [0.0, 0.0], "other": [0.0, 0.0]}
    for number in range(GAMES_EACH):
        letters = "abcdefgh"[:count]
        mine = letters[number % count]
        seats = {letter: Seat(hard if letter == mine else other) for letter in letters}
        winners = play(rules, seats, [f"P{letter}" for letter in letters], f"bench-{number // count}", {})
        won += 1 / len(winners) if mine in winners else 0.0
        for letter, seat in seats.items():
            each = spent["hard" if letter == mine else "other"]
            each[0], each[1] = each[0] + seat.seconds, each[1] + seat.decisions
    low, high = wilson(won, GAMES_EACH)
    mine_ms, other_ms = (1000 * seconds / max(1, decisions) for seconds, decisions in spent.values())
    return (
        f"{rules.name}: hard ({mine_ms:.1f} ms a decision) against {name} ({other_ms:.1f} ms), {count} seats, "
        f"{GAMES_EACH} games: {won / GAMES_EACH:.0%} ({low:.0%} to {high:.0%})  [more than {1 / count:.0%}]"
    )


# Ten tables on one core


class Counted(Thinkers):
    """A pool with one process for all searches, which counts the searches and those without a result in time."""

    def __init__(self) -> None:
        super().__init__(size=1)
        self.searched = 0
        self.missed = 0

    async def _searched(self, asked: Question, level: str, patience: float) -> Thought | None:
        found = await super()._searched(asked, level, patience)
        self.searched += 1
        self.missed += found is None
        return found


@dataclass
class Lateness:
    """The record of a measurement: the seconds by which each answer to a decision with a choice came too late."""

    seconds: list[float] = field(default_factory=list)


async def live() -> str:
    """Plays ten tables of *hard* players at the live pace on one core; returns the line of the report."""
    thinkers, late = Counted(), Lateness()
    try:
        first = new_game(next(iter(GAMES.values())), 3, 1)
        await thinkers.choose(ask(first, first.waiting[0]), "hard", 60.0)  # The process begins.
        thinkers.searched = thinkers.missed = 0
        end = time.monotonic() + SECONDS
        await asyncio.gather(*(_table(number, thinkers, late, end) for number in range(TABLES)))
    finally:
        thinkers.close()
    late.seconds.sort()
    tenth = late.seconds[int(0.99 * len(late.seconds))]
    return (
        f"ten tables of hard on one core, live pace, {SECONDS:.0f} s: {len(late.seconds)} answers, late by "
        f"{1000 * statistics.mean(late.seconds):.0f} ms on average  [50], {1000 * tenth:.0f} ms at 99 %  [500]; "
        f"easy instead of hard {thinkers.missed / max(1, thinkers.searched):.1%}  [1 %]"
    )


async def _table(number: int, thinkers: Thinkers, late: Lateness, end: float) -> None:
    """Plays games of *hard* computers at table `number`, one after another, until `end`; notes in `late` how late each
    answer is. The number picks the game and the random times at which seats should answer.
    """
    dice, rules = Random(number), list(GAMES.values())[number % len(GAMES)]
    game = new_game(rules, rules.seats[-1], number)
    await asyncio.sleep(3 * dice.random())
    while time.monotonic() < end:
        if game.decision is None:
            game = new_game(rules, rules.seats[-1], number + 100)
        await _round(game, thinkers, late, dice)


async def _round(game: Game, thinkers: Thinkers, late: Lateness, dice: Random) -> None:
    """Lets all asked seats of a decision think at the same time and answer, each at a random scheduled time."""
    window = isinstance(game.decision, Window)
    least, most = WINDOW_SHARE if window else TURN_SHARE
    whole = WINDOW if window else TURN
    number = game.number
    asked = [ask(game, seat) for seat in game.waiting]
    answers = [
        _answered(each, max(search_seconds("hard"), whole * (least + (most - least) * dice.random())), thinkers, late)
        for each in asked
    ]
    for each, keys in zip(asked, await asyncio.gather(*answers), strict=True):
        if game.number == number and each.seat in game.waiting:
            game.answer(number, each.seat, keys)


async def _answered(asked: Question, delay: float, thinkers: Thinkers, late: Lateness) -> Keys:
    moment = time.monotonic() + delay
    keys = (await thinkers.choose(asked, "hard", delay)).keys
    if len(asked.keys) > 1:
        late.seconds.append(max(0.0, time.monotonic() - moment))
    await asyncio.sleep(max(0.0, moment - time.monotonic()))
    return keys


def main() -> None:
    """Prints the figures of this module: the strength, then the lateness."""
    for line in figures():
        print(line, flush=True)
    print(asyncio.run(live()), flush=True)


if __name__ == "__main__":
    main()
