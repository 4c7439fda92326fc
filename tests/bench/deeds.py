"""`python -m tests.bench.deeds 2000`: counts how often each card really did something in that many random games.

Each card in turn is part of every game.
"""

from __future__ import annotations

import sys

from rules.star_wars_destiny.facts import CARDS
from tests.rules.star_wars_destiny.deeds import Deeds, expected, play


def main() -> None:
    """One line a card, the rarest deed of all at the end."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    deeds, codes = Deeds(), list(CARDS)
    with deeds.watching():
        for seed in range(games):
            play(deeds, seed, codes[seed % len(codes)])
    for code, printed in CARDS.items():
        counts = ", ".join(f"{what} {deeds[of, what]}" for of, what in expected() if of == code)
        print(f"{printed.number:>3} {code}: {counts}")
    code, what = min(expected(), key=lambda deed: deeds[deed])
    print(f"rarest of {len(expected())}: {code} {what}, {deeds[code, what]} times in {games} games")


if __name__ == "__main__":
    main()
