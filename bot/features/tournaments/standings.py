"""Results of a tournament: points, standings with their tie-breaks, and the check of the draws afterwards.

Points are counted in 120ths, so that every table's share of them is a whole number: 120 for the first, 0 for the last,
the others evenly between; players who share a place share its points. A bye is worth what a table is to its winner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from bot.features.tournaments.pairing import Round, Standing, paired
from rules import GAMES
from rules.chance import Chance
from storage import RoundRow, TableRow, TournamentRow, TournamentState

POINT: Final = 120
BYE: Final = 0
"""The number of the table at which those stand who have a bye."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the standings; `place` is shared where nothing decides."""

    place: int
    user: int
    points: int
    opponents: Fraction
    """The average points of everybody met, each as often as met."""
    firsts: int
    tables: int
    """How many tables of this player are settled."""
    dropped: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """One draw from the seed: its number, from which options in which order, and what came of it."""

    number: int
    options: tuple[str, ...]
    drawn: tuple[str, ...]


def chance_of(tournament: int, seed: bytes) -> Chance:
    """The verifiable draws of a tournament."""
    return Chance(seed, f"tournament-{tournament}")


def places_of(table: TableRow) -> Mapping[int, int | None] | None:
    """Returns the places of a settled table; None: not settled yet. No place: the seat was given up."""
    if table.ruling is not None:
        return table.ruling
    if table.game is None or table.game.phase != "over" or not table.game.places:
        return None
    placed = dict(table.game.places)
    return {user: placed.get(user) for user in table.users}


def points_of(table: TableRow) -> dict[int, int] | None:
    """Everybody's points at a table, in 120ths; None where it is not settled yet."""
    if table.number == BYE:
        return dict.fromkeys(table.users, POINT)
    places = places_of(table)
    if places is None:
        return None
    taken = list(places.values()) if table.ruling is not None or table.game is None else _taken(table)
    seats = len(table.users)
    return {
        user: 0 if place is None else _share(place, taken.count(place), seats)
        for user in table.users
        for place in [places.get(user)]
    }


def settled(found: RoundRow) -> bool:
    """Whether every table of a round has come to something."""
    return all(points_of(table) is not None for table in found.tables)


def standings(state: TournamentState) -> list[Line]:
    """The players by points, then by the points of their opponents, then by tables won."""
    points, firsts, tables = _totals(state)
    met = _met(state.rounds)
    sums: Counter[int] = Counter()
    times: Counter[int] = Counter()
    for pair, often in met.items():
        for user, other in (tuple(pair), tuple(pair)[::-1]):
            sums[user] += often * points[other]
            times[user] += often
    keys = {
        one.user: (points[one.user], Fraction(sums[one.user], max(times[one.user], 1)), firsts[one.user])
        for one in state.entrants
    }
    ordered = sorted(state.entrants, key=lambda one: keys[one.user], reverse=True)
    better = [sum(other > keys[one.user] for other in keys.values()) for one in ordered]
    return [
        Line(before + 1, one.user, *keys[one.user], tables[one.user], one.dropped)
        for one, before in zip(ordered, better, strict=True)
    ]


def next_round(state: TournamentState, seed: bytes) -> RoundRow:
    """Returns the next round of the present players; raises TooFew."""
    points, _, _ = _totals(state)
    scores = tuple((one.user, points[one.user]) for one in state.entrants if not one.dropped)
    number = len(state.rounds) + 1
    found = _paired(state.row, state.rounds, number, scores, chance_of(state.row.id, seed))
    byes = [TableRow(BYE, found.byes)] if found.byes else []
    tables = [TableRow(at, users) for at, users in enumerate(found.tables, 1)]
    return RoundRow(number, scores, (*byes, *tables))


def check(state: TournamentState, seed: bytes) -> tuple[bool, list[Drawing]]:
    """Whether every round was paired as the seed and the standings of its moment say, and all draws of it."""
    noting = _Noting(chance_of(state.row.id, seed))
    holds = True
    for at, found in enumerate(state.rounds):
        again = _paired(state.row, state.rounds[:at], found.number, found.scores, noting)
        tables = tuple(table.users for table in found.tables if table.number != BYE)
        byes = tuple(user for table in found.tables if table.number == BYE for user in table.users)
        holds = holds and again == Round(tables, byes)
    return holds, noting.draws


class _Noting:
    """Draws, and keeps what was drawn."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.draws: list[Drawing] = []

    def pick(self, number: int, options: Sequence[str], count: int) -> tuple[str, ...]:
        """As the chance itself."""
        drawn = self._chance.pick(number, options, count)
        self.draws.append(Drawing(number, tuple(options), drawn))
        return drawn


def _paired(
    row: TournamentRow, before: Sequence[RoundRow], number: int, scores: Sequence[tuple[int, int]],
    chance: Chance | _Noting,
) -> Round:  # fmt: skip
    byes = Counter(user for one in before for table in one.tables if table.number == BYE for user in table.users)
    there = [Standing(user, points, byes[user]) for user, points in scores]
    return paired(number, there, _met(before), GAMES[row.kind].seats, row.seats, chance.pick)


def _met(rounds: Sequence[RoundRow]) -> Counter[frozenset[int]]:
    """Returns how often two players have been paired at one table."""
    return Counter(
        frozenset(pair)
        for one in rounds
        for table in one.tables
        if table.number != BYE
        for pair in combinations(table.users, 2)
    )


def _totals(state: TournamentState) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Everybody's points, tables won and tables that are settled."""
    points, firsts, tables = Counter[int](), Counter[int](), Counter[int]()
    for table in (table for one in state.rounds for table in one.tables):
        found = points_of(table)
        if found is None:
            continue
        points.update(found)
        if table.number != BYE:
            tables.update(table.users)
            firsts.update(user for user, place in (places_of(table) or {}).items() if place == 1)
    return points, firsts, tables


def _taken(table: TableRow) -> list[int | None]:
    """All places of a table's game, those of computers and substitutes among them."""
    return [place for _, place in table.game.places] if table.game is not None else []


def _share(place: int, sharing: int, seats: int) -> int:
    return (2 * (seats - place) - sharing + 1) * (POINT // 2) // (seats - 1)
