"""A plain information-set Monte Carlo tree search as an independent reference for the computer players.

Single-observer ISMCTS (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, 2012): one tree of moves,
one new possible table per iteration, UCB1 with availability counts, and random moves to the end of the game. It uses
no policy and no evaluation of Krupier's computer players, only their possible tables. It takes a seat through the table
protocol:

    python -m rules arena kralovske_rosady --seats "hard,cmd:python -m tests.bench.ismcts --seconds 0.05"
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, log, sqrt
from random import Random
from typing import Any, Final

from rules import GAME_AIS, GAMES
from rules.decisions import CHANCE, Several
from rules.description import Rules
from rules.draws import Draw
from rules.engine import Game
from rules.players.ai import GameAI, Sampler
from rules.players.choosing import Keys, allowed, silent
from rules.players.playout import reach
from rules.players.question import Before, Facts, Question

EXPLORATION: Final = 0.7
"""The constant of UCB1 in the paper."""
LONGEST: Final = 3_000
"""The number of answers after which a random game counts as a draw."""
SETS: Final = 32
"""The number of sets of keys that are considered at a decision for several keys."""
MISSES: Final = 40
"""The number of impossible tables in a row after which the search gives up."""


@dataclass(slots=True)
class Node:
    """A move in the tree, with the results of the iterations that went through it."""

    mover: str = ""
    visits: int = 0
    wins: float = 0.0
    available: int = 0
    children: dict[Keys, Node] = field(default_factory=dict)

    def bound(self) -> float:
        """Returns the upper confidence bound (UCB1); its logarithm counts the iterations in which the move was
        possible.
        """
        return self.wins / self.visits + EXPLORATION * sqrt(log(self.available) / self.visits)


def search(rules: Rules, asked: Question, worlds: Sampler, late: Callable[[], bool], dice: Random) -> Keys | None:
    """Searches until `late()` is true or `MISSES` possible tables in a row do not lead to the decision.

    Returns the move with the most visits, None if no table led to the decision.
    """
    root, misses = Node(), 0
    while not late() and misses < MISSES:
        world = worlds(dice)
        game = None if world is None else reach(rules, world, asked, dice)
        if game is None:
            misses += 1
            continue
        misses = 0
        _iterate(root, game, asked.seat, dice)
    if not root.children:
        return None
    return max(root.children, key=lambda keys: root.children[keys].visits)


def _iterate(root: Node, game: Game, seat: str, dice: Random) -> None:
    path, node, mover = [root], root, seat
    while game.decision is not None:
        moves = _moves(game, mover)
        fresh = [keys for keys in moves if keys not in node.children]
        keys = dice.choice(fresh) if fresh else max(moves, key=lambda keys: node.children[keys].bound())
        if fresh:
            node.children[keys] = Node(mover)
        for each in moves:
            if each in node.children:
                node.children[each].available += 1
        node = node.children[keys]
        path.append(node)
        game.answer(game.number, mover, keys)
        _draw(game, dice)
        if fresh or game.decision is None:
            break
        mover = game.waiting[0]
    _play_out(game, dice)
    winners = game.over["winners"] if game.over else list(game.seats)
    for passed in path:
        passed.wins += 1 / len(winners) if passed.mover in winners else 0.0
        passed.visits += 1


def _moves(game: Game, seat: str) -> list[Keys]:
    """Returns the seat's moves; of a decision for several keys, at most `SETS` sets."""
    decision, keys = game.decision, tuple(game.keys(seat))
    if not isinstance(decision, Several):
        return [(key,) for key in keys]
    sizes = range(decision.least, decision.most + 1)
    if sum(comb(len(keys), size) for size in sizes) <= SETS:
        return [each for size in sizes for each in combinations(keys, size)]
    dice = Random(" ".join(keys))
    found: dict[Keys, None] = {}
    for _ in range(SETS):
        found[_some(keys, decision, dice)] = None
    return list(found)


def _some(keys: Sequence[str], decision: Several, dice: Random) -> Keys:
    places = dice.sample(range(len(keys)), dice.randint(decision.least, decision.most))
    return tuple(keys[place] for place in sorted(places))


def _play_out(game: Game, dice: Random) -> None:
    """Plays random moves to the end of the game."""
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None:
            return
        if isinstance(decision, Draw):
            _draw(game, dice)
            continue
        seat = game.waiting[0]
        keys = tuple(game.keys(seat))
        move = _some(keys, decision, dice) if isinstance(decision, Several) else (dice.choice(keys),)
        game.answer(game.number, seat, move)


def _draw(game: Game, dice: Random) -> None:
    while isinstance(game.decision, Draw):
        draw = game.decision
        game.answer(game.number, CHANCE, dice.sample(draw.options, draw.count))


class Seat:
    """A player for the table protocol that chooses its answers by the search.

    It remembers the events that it was told and its own turn so far.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._dice = Random(1)
        self._told: list[Facts] = []
        self._game = ""
        self._opening: Facts | None = None
        self._answers: list[tuple[str, str, Keys]] = []

    def answer(self, line: Facts) -> Keys:
        """Chooses and remembers the answer to a decision, given as a line of the protocol.

        If the search finds none, it is a random key, or the silence of a decision for several keys.
        """
        asked = self._question(line)
        keys = self._chosen(asked)
        if not allowed(asked, keys):
            keys = silent(asked)
        self._answers.append((asked.kind, asked.seat, keys))
        return keys

    def _question(self, line: Facts) -> Question:
        ai = GAME_AIS[line["game"]]
        self._hear(line, ai)
        about = line["asked"]
        return Question(
            line["game"], line["seat"], about["number"], about["kind"], about["shape"], about["about"], line["view"],
            tuple(line["keys"]), about["silence"], about["least"], about["most"], self._told,
            None if self._opening is None else Before(self._opening, tuple(self._answers)),
        )  # fmt: skip

    def _hear(self, line: Facts, ai: GameAI) -> None:
        """Notes what the seat was told; dice of its turn are answers of chance."""
        about = line["asked"]
        if self._told and about["number"] < self._last:
            self._told, self._opening = [], None
        self._last = about["number"]
        self._told = [*self._told, *line["told"]]
        if ai.turns is None:
            return
        if about["kind"] == ai.turns.opening and not about["about"]:
            self._opening, self._answers = line["view"], []
            return
        for event in line["told"]:
            if event["event"] in ("rolls", "rerolls"):
                self._answers += [(ai.turns.rolls, CHANCE, (word,)) for _, word in event["dice"]]

    _last = 0

    def _chosen(self, asked: Question) -> Keys:
        if not asked.has_choice:
            return silent(asked) if asked.several else (asked.keys[0],)
        until = time.process_time() + self._seconds
        ai = GAME_AIS[asked.game]
        worlds = ai.determinise(asked) if ai.determinise else None
        found = worlds and search(GAMES[asked.game], asked, worlds, lambda: time.process_time() >= until, self._dice)
        if found:
            return found
        return silent(asked) if asked.several else (self._dice.choice(asked.keys),)


def main(words: Sequence[str]) -> None:
    """Reads decisions from standard input, one JSON object per line, and writes an answer for each until the input
    ends.
    """
    reader = argparse.ArgumentParser("python -m tests.bench.ismcts")
    reader.add_argument("--seconds", type=float, default=0.1, help="CPU time per move")
    seat = Seat(reader.parse_args(list(words)).seconds)
    for raw in sys.stdin:
        line: dict[str, Any] = json.loads(raw)
        reply = {"cmd": "answer", "number": line["asked"]["number"], "seat": line["seat"], "keys": seat.answer(line)}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
