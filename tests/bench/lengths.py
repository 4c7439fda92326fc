"""Counts the decisions and windows of whole games, for the minutes that a game takes.

python -m tests.bench.lengths mafia_city --seats 3 --games 20
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import median

from rules import GAMES
from rules.arena.match import Seat, play
from rules.decisions import Window
from rules.description import SEATS
from rules.draws import Draw
from rules.engine import Game
from rules.players.choosing import Keys
from rules.players.levels import player

DECISION, WINDOW = 20, 8
"""The seconds that a decision with a choice and a window take."""


class Counted:
    """A watcher that counts the decisions with more than one possible answer, and the windows."""

    def __init__(self) -> None:
        self.decisions: set[tuple[int, str]] = set()
        self.windows: set[int] = set()

    def asks(self, game: Game) -> None:
        """Counts what the game asks now."""
        if isinstance(game.decision, Window):
            self.windows.add(game.number)
            return
        self.decisions |= {(game.number, seat) for seat in game.waiting if len(game.keys(seat)) > 1}

    def drawn(self, game: Game, draw: Draw, keys: Keys) -> None:
        """Does nothing: draws take no time."""

    @property
    def minutes(self) -> float:
        """The minutes of the game at the usual pace."""
        return (len(self.decisions) * DECISION + len(self.windows) * WINDOW) / 60


def counted(kind: str, seats: int, number: int) -> Counted:
    """Plays one game of *easy* computers and returns what was counted."""
    letters, easy, found = SEATS[:seats], player(kind, "easy"), Counted()
    play(GAMES[kind], {letter: Seat(easy) for letter in letters}, list(letters), f"length {number}", {}, [found])
    return found


def spread(values: Sequence[float]) -> str:
    """Returns the median, and the first and the last tenth in brackets."""
    ranked = sorted(values)
    tenth = len(ranked) // 10
    return f"{median(ranked):.0f} ({ranked[tenth]:.0f} to {ranked[-1 - tenth]:.0f})"


def main(words: Sequence[str]) -> None:
    """Prints the row of docs/performance.md for the games that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES, help="the game")
    parser.add_argument("--seats", type=int, required=True, help="number of players")
    parser.add_argument("--games", type=int, default=20, help="number of games (default: %(default)s)")
    given = parser.parse_args(words)
    found = [counted(given.game, given.seats, number) for number in range(given.games)]
    decisions, windows = [len(one.decisions) for one in found], [len(one.windows) for one in found]
    minutes = spread([one.minutes for one in found])
    print(f"| {given.game} | {given.seats}, {given.games} | {spread(decisions)} | {spread(windows)} | {minutes} |")


if __name__ == "__main__":
    main(sys.argv[1:])
