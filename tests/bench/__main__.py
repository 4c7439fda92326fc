"""`make bench`: runs all benchmarks and prints each figure, most with their targets in brackets."""

from __future__ import annotations

import asyncio
import platform
import warnings
from itertools import chain

from tests.bench import (
    appends,
    call_path,
    pictures,
    players,
    presses,
    reloads,
    rules,
    scale,
    servers,
    starts,
    strength,
    workers,
)
from tests.bot.games.pictures import city_milliseconds
from tests.bot.games.star_wars_destiny.destiny import crowd_milliseconds


def main() -> None:
    """Runs all benchmarks of this package and prints their figures, one per line."""
    warnings.simplefilter("ignore", DeprecationWarning)
    print(f"Python {platform.python_version()}, {platform.machine()}; medians; aims in brackets")
    for line in rules.figures():
        print(line, flush=True)
    for line in chain(players.figures(), strength.figures()):
        print(line, flush=True)
    print(asyncio.run(strength.live()), flush=True)
    print(f"one picture of a busy city:     {city_milliseconds():5.1f} ms CPU  [120]", flush=True)
    print(f"one picture of forty dice:      {crowd_milliseconds():5.1f} ms CPU  [60]", flush=True)
    for line in pictures.figures():
        print(line, flush=True)
    for line in chain(starts.figures(), reloads.figures()):
        print(line, flush=True)
    for line in call_path.figures()[1:4]:
        print(line, flush=True)
    for line in asyncio.run(presses.figures()):
        print(line, flush=True)
    for line in chain(appends.figures(), workers.figures(), servers.figures(), asyncio.run(scale.figures())):
        print(line, flush=True)


if __name__ == "__main__":
    main()
