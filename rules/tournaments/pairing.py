"""Pairs the players of a tournament's round: seats players of similar standing together, who have rarely met before.

Everything follows from public facts and from the tournament's committed seed, so anyone who knows the seed can pair
the rounds again:

- the order is drawn: all who are there, in the order of joining (draw number 100·round);
- a bye goes to the player with the fewest byes, then the fewest points, then the last one in the drawn order;
- tables are as even in size as the game allows, and as near to the wished size as can be;
- among all ways to fill them the one is taken in which the fewest have met before (twice counts double), then the one
  in which points at a table differ least (sum of squares), then the first one, with the players ordered by points and
  then as drawn; if there are too many ways to compare all of them, a first grouping is improved by exchanges of two
  players;
- the seats of each table are drawn (draw number 100·round + table).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb
from typing import Final

ORDER: Final = 100
"""The number of a round's first draw is the round's number times this; its tables have the numbers that follow."""
AT_MOST: Final = 20_000
"""The maximum number of groupings that are all compared; if there are more, one is improved by exchanges of players."""
Met = Mapping[frozenset[int], int]
"""Two users -> how often they have been at one table in this tournament."""
Draw = Callable[[int, Sequence[str], int], tuple[str, ...]]
"""A function that draws: takes the number of the draw, the options and how many to draw, and returns these in the order
drawn; for example `rules.chance.Chance.pick`."""
Cost = tuple[int, int]
"""The cost of a grouping, which the best one minimises: first the earlier meetings of players who share a table, summed
over all pairs, then the squared differences of their points, summed over all pairs."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The data by which a player is paired: the user's ID, points (in 120ths) and the number of byes so far."""

    user: int
    points: int
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A paired round: its tables, each in the order of its seats, and the players with a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


class TooFew(ValueError):
    """The error that there are too few players to fill even one table."""


def paired(number: int, there: Sequence[Standing], met: Met, sizes: Collection[int], wished: int, draw: Draw) -> Round:
    """Returns the round with this number: which players sit at which table in which seats, and who has a bye.

    `there`: the players in the order of joining; `sizes`: the numbers of players that the game allows; `wished`: the
    preferred one. Raises TooFew if the players cannot fill one table.
    """
    wanted = table_sizes(len(there), sizes, wished)
    by_user = {str(one.user): one for one in there}
    drawn = [by_user[user] for user in draw(ORDER * number, list(by_user), len(by_user))]
    byes = _byes(drawn, len(there) - sum(wanted))
    playing = sorted((one for one in drawn if one not in byes), key=lambda one: -one.points)
    groups = _Grouping(playing, met).best(wanted)
    tables = []
    for table, group in enumerate(groups, 1):
        seats = [str(playing[at].user) for at in group]
        tables.append(tuple(int(user) for user in draw(ORDER * number + table, seats, len(seats))))
    return Round(tuple(tables), tuple(one.user for one in byes))


def table_sizes(people: int, sizes: Collection[int], wished: int) -> list[int]:
    """Returns the sizes of the tables, largest first: as few byes as possible, even tables, near the wished size.

    Raises TooFew if the people cannot fill one table.
    """
    for playing in range(people, 0, -1):
        ways = [_evenly(playing, tables) for tables in range(1, playing + 1)]
        lawful = [way for way in ways if all(size in sizes for size in way)]
        if lawful:
            return min(lawful, key=lambda way: (sum(abs(size - wished) for size in way), len(way)))
    raise TooFew


def _evenly(people: int, tables: int) -> list[int]:
    size, more = divmod(people, tables)
    return [size + (at < more) for at in range(tables)]


def _byes(drawn: Sequence[Standing], count: int) -> list[Standing]:
    """Returns the `count` players who get a bye: those with the fewest byes so far, then the fewest points, then the
    last in the drawn order."""
    order = {one.user: at for at, one in enumerate(drawn)}
    return sorted(drawn, key=lambda one: (one.byes, one.points, -order[one.user]))[:count]


class _Grouping:
    """A search for the best way to divide players into tables; a player is identified by the index in `people`."""

    def __init__(self, people: Sequence[Standing], met: Met) -> None:
        count = range(len(people))
        self._met = [[met.get(frozenset((people[a].user, people[b].user)), 0) for b in count] for a in count]
        self._apart = [[(people[a].points - people[b].points) ** 2 for b in count] for a in count]
        self._best: tuple[Cost, list[tuple[int, ...]]] | None = None

    def best(self, sizes: Sequence[int]) -> list[tuple[int, ...]]:
        """Returns the best grouping for tables of these sizes, the table of the leader first.

        If there are more than AT_MOST groupings, it is a good one, but perhaps not the best.
        """
        if _ways(sizes) <= AT_MOST:
            self._search(tuple(range(len(self._met))), list(sizes), (0, 0), [])
            assert self._best is not None  # noqa: S101 - there is at least one way
            return self._best[1]
        return self._improved(sizes)

    def cost(self, group: Sequence[int]) -> Cost:
        """Returns the cost of one table with these people, summed over their pairs: how often each pair has met
        before, and the square of each pair's difference in points."""
        pairs = list(combinations(sorted(group), 2))
        return sum(self._met[a][b] for a, b in pairs), sum(self._apart[a][b] for a, b in pairs)

    # Internal methods

    def _search(self, left: tuple[int, ...], sizes: list[int], spent: Cost, groups: list[tuple[int, ...]]) -> None:
        """Tries every grouping in order and notes the best one; skips branches that already cost as much as that."""
        if self._best is not None and spent >= self._best[0]:
            return
        if not left:
            self._best = spent, groups
            return
        for size in dict.fromkeys(sizes):
            rest = list(sizes)
            rest.remove(size)
            for others in combinations(left[1:], size - 1):
                group = (left[0], *others)
                remaining = tuple(one for one in left if one not in group)
                self._search(remaining, rest, _sum(spent, self.cost(group)), [*groups, group])

    def _improved(self, sizes: Sequence[int]) -> list[tuple[int, ...]]:
        """Returns a good grouping: tables filled in order, improved by the best exchange of two people until none
        helps."""
        people = iter(range(len(self._met)))
        groups = [[next(people) for _ in range(size)] for size in sizes]
        while self._exchanged(groups):
            pass
        return sorted(tuple(sorted(group)) for group in groups)

    def _exchanged(self, groups: list[list[int]]) -> bool:
        found: tuple[Cost, tuple[int, int, int, int]] | None = None
        for first, second in combinations(range(len(groups)), 2):
            before = _sum(self.cost(groups[first]), self.cost(groups[second]))
            for way, after in self._exchanges(groups, first, second):
                gain = after[0] - before[0], after[1] - before[1]
                if gain < (0, 0) and (found is None or gain < found[0]):
                    found = gain, way
        if found is None:
            return False
        first, a, second, b = found[1]
        groups[first][a], groups[second][b] = groups[second][b], groups[first][a]
        return True

    def _exchanges(
        self, groups: list[list[int]], first: int, second: int
    ) -> Iterator[tuple[tuple[int, int, int, int], Cost]]:
        for a, one in enumerate(groups[first]):
            for b, other in enumerate(groups[second]):
                here = [other if at == a else person for at, person in enumerate(groups[first])]
                there = [one if at == b else person for at, person in enumerate(groups[second])]
                yield (first, a, second, b), _sum(self.cost(here), self.cost(there))


def _sum(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1]


def _ways(sizes: Sequence[int]) -> int:
    """Returns how many groupings exist for tables of these sizes: exact if all sizes are equal, else an estimate."""
    ways, left = 1, sum(sizes)
    different = sum(larger != smaller for larger, smaller in pairwise(sizes))
    for size in sizes:
        ways *= comb(left - 1, size - 1)
        left -= size
    return ways * (len(sizes) if different else 1)
