"""Measures how far *hard* is from an equilibrium in Kuhn and Leduc poker. These games are small enough to compute it.

python -m tests.bench.poker --times 100
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from rules.players.choosing import Normal, Player
from rules.players.search import Hard
from tests.rules.players.exploitability import exploitability, observed
from tests.rules.players.poker import KUHN, LEDUC, Poker, ai_of, game_of, sensible, uniform

VARIETY = 0.1
"""The maximum distance from the best weight at which players in playouts choose a key."""


def players(kind: Poker) -> Iterator[tuple[str, Player]]:
    """Yields the players to measure, each with its name: policies, and searches with different numbers of playouts."""
    rules = game_of(kind)
    blind = ai_of(kind, uniform, VARIETY)
    seeing = ai_of(kind, partial(sensible, kind), VARIETY)
    yield "any key", Normal(blind)
    yield "policy", Normal(seeing)
    for playouts in (10, 40, 160):
        yield f"hard, {playouts} playouts of any key", Hard(rules, blind, playouts)
        yield f"hard, {playouts} playouts of the policy", Hard(rules, seeing, playouts)


def main(words: Sequence[str]) -> None:
    """Prints the exploitability of each player in thousandths of a chip per hand."""
    reader = argparse.ArgumentParser("python -m tests.bench.poker")
    reader.add_argument("--times", type=int, default=100, help="answers in each situation, with other random numbers")
    reader.add_argument("--seed", type=int, default=1)
    given = reader.parse_args(list(words))
    for kind in (KUHN, LEDUC):
        for name, player in players(kind):
            lost = exploitability(kind, observed(kind, player, given.times, given.seed))
            print(f"{kind.name}: {name}: a best responder wins {1000 * lost:.0f} thousandths of a chip", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
