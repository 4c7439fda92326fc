"""Plays other projects' games at random in the same run for comparison, listing all moves before each (extra
`bench`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec

GAMES_A_RUN = 30
AIMS: Mapping[str, Mapping[str, str]] = {
    "RLCard's UNO": {"mafia_city": "1.1; aim 1.8", "kralovske_rosady": "1.0; aim 1.5"},
    "catanatron": {"mafia_city": "6; aim 10", "kralovske_rosady": "5; aim 8"},
}


def uno() -> int:
    """Plays `GAMES_A_RUN` games of UNO for four with RLCard's rules, listing the legal actions of each state; returns
    the number of decisions.
    """
    from rlcard.games.uno import Game  # noqa: PLC0415 - only if it is installed

    decisions = 0
    for number in range(GAMES_A_RUN):
        dice = random.Random(number)
        game = Game(num_players=4)
        game.np_random.seed(number)
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(dice.choice(state["legal_actions"]))
            decisions += 1
    return decisions


def settlers() -> int:
    """Plays three games of Catan for four, listing the playable actions after each move; returns the number of
    decisions.
    """
    from catanatron.game import Game  # noqa: PLC0415
    from catanatron.models.player import Color, SimplePlayer  # noqa: PLC0415

    decisions = 0
    for number in range(1, 4):
        game = Game([SimplePlayer(color) for color in Color], seed=number)
        dice = random.Random(number)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.execute(dice.choice(game.state.playable_actions))
            decisions += 1
    return decisions


PEERS: Mapping[str, tuple[str, Callable[[], int]]] = {
    "RLCard's UNO": ("rlcard", uno),
    "catanatron": ("catanatron", settlers),
}


def figures(played: Mapping[str, float], per_second: Callable[[Callable[[], int]], float]) -> Iterator[str]:
    """Yields the rate of each other project, and how many times as fast our games are."""
    for name, (package, work) in PEERS.items():
        if find_spec(package) is None:
            yield f"{name}: not installed (make bench does it)"
            continue
        rate = per_second(work)
        yield f"{name}: random play {rate:>9,.0f} decisions/s"
        for game, aim in AIMS[name].items():
            yield f"{game}: × {played[game] / rate:4.2f} of {name}  [{aim}]"
