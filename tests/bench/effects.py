"""`python -m tests.bench.effects 2000`: counts how often each card had an effect in that many random games.

Each card in turn is part of every game.
"""

from __future__ import annotations

import sys

from rules.star_wars_destiny.facts import CARDS
from tests.rules.star_wars_destiny.effects import Effects, expected, play


def main() -> None:
    """Plays random games; prints a line of counts for each card, and at the end the rarest effect of all."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    effects, codes = Effects(), list(CARDS)
    with effects.watching():
        for seed in range(games):
            play(effects, seed, codes[seed % len(codes)])
    for code, printed in CARDS.items():
        counts = ", ".join(f"{what} {effects[of, what]}" for of, what in expected() if of == code)
        print(f"{printed.number:>3} {code}: {counts}")
    code, what = min(expected(), key=lambda effect: effects[effect])
    print(f"rarest of {len(expected())}: {code} {what}, {effects[code, what]} times in {games} games")


if __name__ == "__main__":
    main()
