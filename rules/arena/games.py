"""Plays the games of one order of the arena, each deal once from each seat, and tallies their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules import GAME_AIS, GAMES
from rules.arena.luck import Luck
from rules.arena.match import Seat, Sitting, play
from rules.arena.players import begin, seated, watching
from rules.arena.program import Program
from rules.description import SEATS
from rules.players.ai import GameAI


@dataclass(frozen=True, slots=True)
class Order:
    """The games that the arena plays: the game, the players' names, the number of games, and the parameters."""

    game: str
    seats: tuple[str, ...]
    games: int
    seed: int
    playouts: int
    options: tuple[tuple[str, str], ...] = ()
    luck: int = 0
    """The number of playouts for each side of the comparison by which luck is measured; 0: not measured."""


@dataclass(slots=True)
class Tally:
    """The results of one named player: games, wins, decisions, thinking time in seconds and refused answers."""

    name: str
    games: int = 0
    wins: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    refused: int = 0

    def add(self, other: Tally) -> None:
        """Adds the results of the same player in other games to this tally."""
        self.games += other.games
        self.wins += other.wins
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.refused += other.refused


@dataclass(frozen=True, slots=True)
class Played:
    """The results of one game."""

    number: int
    tallies: Sequence[Tally]
    """The results of each named player, in the order of the command."""
    luck: Mapping[str, float]
    """Each player's name -> its average luck less that of all others."""


def play_share(note: Callable[[Played], None], order: Order, numbers: Sequence[int]) -> list[Played]:
    """Plays the games with these numbers, passes each result to `note`, and returns all of them.

    Starts the players' programs once and closes them.
    """
    sitting: list[Sitting] = []
    try:
        for name in order.seats:
            sitting.append(seated(order.game, name, order.playouts))  # noqa: PERF401 - a failure must close those that sit already
        played: list[Played] = []
        for number in numbers:
            played.append(game := _one_game(order, number, sitting))
            note(game)
        return played
    finally:
        for one in sitting:
            if isinstance(one, Program):
                one.close()


def _one_game(order: Order, number: int, sitting: Sequence[Sitting]) -> Played:
    rules, count = GAMES[order.game], len(sitting)
    who = [(number + place) % count for place in range(count)]
    seats = {SEATS[place]: Seat(sitting[at], not isinstance(sitting[at], Program)) for place, at in enumerate(who)}
    for one in sitting:
        begin(one)
    names = [f"{order.seats[at].replace('|', '/')} {place}" for place, at in enumerate(who, 1)]
    deal = f"{order.seed}-{number // count}"
    luck = Luck(rules, GAME_AIS.get(rules.name) or GameAI(), order.luck, f"{deal}-{number}")
    watchers = [*([luck] if order.luck else []), *(each for one in sitting for each in watching(one))]
    winners = play(rules, seats, names, deal, dict(order.options), watchers)
    tallies = [Tally(name) for name in order.seats]
    for place, at in enumerate(who):
        seat = seats[SEATS[place]]
        share = 1 / len(winners) if SEATS[place] in winners else 0.0
        tallies[at].add(Tally("", 1, share, seat.decisions, seat.seconds, seat.longest, seat.refused))
    places = {name: [SEATS[place] for place, at in enumerate(who) if order.seats[at] == name] for name in order.seats}
    return Played(number, tallies, {name: luck.lead(letters) for name, letters in places.items()})
