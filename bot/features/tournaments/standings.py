"""Results of a tournament: points, standings with tie-breaks, and the verification of the draws.

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

from rules import GAMES
from rules.chance import Chance
from rules.tournaments.pairing import Round, Standing, paired
from rules.tournaments.points import POINT, shares
from storage import RoundRow, TableRow, TournamentRow, TournamentState
from storage.tournaments import game_id

BYE: Final = 0
"""The table number of the players with a bye."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line in the standings, with points in 120ths; `place` is shared if no tie-break decides."""

    place: int
    user: int
    points: int
    opponents: Fraction
    """The average points of all opponents in 120ths, each counted as often as met."""
    firsts: int
    """The number of tables that this player has won."""
    tables: int
    """The number of this player's tables that have a result."""
    dropped: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A draw from the seed: its number, its options in order, and its result."""

    number: int
    options: tuple[str, ...]
    drawn: tuple[str, ...]


def chance_of(state: TournamentState, seed: bytes) -> Chance:
    """Returns the source of a tournament's draws, which depend on the seed and on the cuts in order of joining."""
    return Chance(seed, game_id(state.row.id), [one.cut_hash for one in state.entrants])


def places_of(table: TableRow) -> Mapping[int, int | None] | None:
    """Returns each player's place at a table, as the organiser ruled or else as the game ended; None: no result yet.

    The place None is that of a player who gave up the seat, or who gets none by a ruling.
    """
    if table.ruling is not None:
        return table.ruling
    if table.game is None or table.game.phase != "over" or not table.game.places:
        return None
    placed = dict(table.game.places)
    return {user: placed.get(user) for user in table.users}


def points_of(table: TableRow) -> dict[int, int] | None:
    """Returns the players' points at a table in 120ths; None if it has no result yet."""
    if table.number == BYE:
        return dict.fromkeys(table.users, POINT)
    places = places_of(table)
    if places is None:
        return None
    others = () if table.ruling is not None else others_of(table)
    return dict(zip(table.users, shares([places.get(user) for user in table.users], others), strict=True))


def others_of(table: TableRow) -> tuple[int, ...]:
    """Returns the places of those who held seats at the end without being drawn: computers and substitutes."""
    return () if table.game is None else tuple(place for user, place in table.game.places if user not in table.users)


def settled(found: RoundRow) -> bool:
    """Returns whether every table of a round has a result."""
    return all(points_of(table) is not None for table in found.tables)


def totals(rounds: Sequence[RoundRow]) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Returns each player's points (in 120ths), number of tables won, and number of tables with a result."""
    points, firsts, tables = Counter[int](), Counter[int](), Counter[int]()
    for table in (table for one in rounds for table in one.tables):
        found = points_of(table)
        if found is None:
            continue
        points.update(found)
        if table.number != BYE:
            tables.update(table.users)
            firsts.update(user for user, place in (places_of(table) or {}).items() if place == 1)
    return points, firsts, tables


def standings(state: TournamentState) -> list[Line]:
    """Returns the standings: by points, then by the average points of the opponents, then by tables won."""
    points, firsts, tables = totals(state.rounds)
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
    """Returns the next round, paired among the players who have not dropped out; does not store it; raises TooFew."""
    points, _, _ = totals(state.rounds)
    scores = tuple((one.user, points[one.user]) for one in state.entrants if not one.dropped)
    number = len(state.rounds) + 1
    found = _paired(state.row, state.rounds, number, scores, chance_of(state, seed))
    byes = [TableRow(BYE, found.byes)] if found.byes else []
    tables = [TableRow(at, users) for at, users in enumerate(found.tables, 1)]
    return RoundRow(number, scores, (*byes, *tables))


def check(state: TournamentState, seed: bytes) -> tuple[bool, list[Drawing]]:
    """Pairs every round again from the seed; returns whether the result is the same, and all draws."""
    noting = _Noting(chance_of(state, seed))
    holds = True
    for at, found in enumerate(state.rounds):
        again = _paired(state.row, state.rounds[:at], found.number, found.scores, noting)
        tables = tuple(table.users for table in found.tables if table.number != BYE)
        byes = tuple(user for table in found.tables if table.number == BYE for user in table.users)
        holds = holds and again == Round(tables, byes)
    return holds, noting.draws


class _Noting:
    """A source of draws that also records them."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.draws: list[Drawing] = []

    def pick(self, number: int, options: Sequence[str], count: int) -> tuple[str, ...]:
        """Draws as `Chance.pick` does, and records the draw."""
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
    """Returns how often each two players have been at one table."""
    return Counter(
        frozenset(pair)
        for one in rounds
        for table in one.tables
        if table.number != BYE
        for pair in combinations(table.users, 2)
    )
