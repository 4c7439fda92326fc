"""Tests pairing: no player twice, valid tables, few repeated meetings, byes in turn, and reproducible draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.chance import Chance
from rules.tournaments.pairing import Round, Standing, TooFew, paired, table_sizes

CHANCE = Chance(bytes(32), "tournament-1")
RANGES = sorted({(rules.seats[0], rules.seats[-1]) for rules in GAMES.values()} | {(2, 2), (2, 6), (3, 5), (4, 4)})


def an_evening(people: int, sizes: range, wished: int, rounds: int, chance: Chance = CHANCE) -> list[Round]:
    """Pairs that many rounds and returns them; at every table, players with lower numbers get better places."""
    points, byes, met = Counter[int](), Counter[int](), Counter[frozenset[int]]()
    played = []
    for number in range(1, rounds + 1):
        there = [Standing(user, points[user], byes[user]) for user in range(1, people + 1)]
        found = paired(number, there, met, sizes, wished, chance.pick)
        played.append(found)
        byes.update(found.byes)
        points.update(dict.fromkeys(found.byes, 120))
        for table in found.tables:
            met.update(frozenset(pair) for pair in combinations(table, 2))
            points.update({user: 120 * (len(table) - at) // len(table) for at, user in enumerate(sorted(table))})
    return played


@given(
    people=st.integers(2, 20), limits=st.sampled_from(RANGES), wished=st.integers(2, 6), rounds=st.integers(1, 4),
    seed=st.binary(min_size=32, max_size=32),
)  # fmt: skip
@settings(deadline=None, max_examples=120)
def test_no_one_sits_twice_and_every_table_is_valid(
    people: int, limits: tuple[int, int], wished: int, rounds: int, seed: bytes
) -> None:
    sizes = range(limits[0], limits[1] + 1)
    if people < limits[0]:
        with pytest.raises(TooFew):
            table_sizes(people, sizes, wished)
        return
    for found in an_evening(people, sizes, wished, rounds, Chance(seed, "tournament-2")):
        everybody = [*found.byes, *(user for table in found.tables for user in table)]
        assert sorted(everybody) == list(range(1, people + 1))
        assert all(len(table) in sizes for table in found.tables)
        assert max(map(len, found.tables)) - min(map(len, found.tables)) <= 1


@given(people=st.integers(2, 40), limits=st.sampled_from(RANGES), wished=st.integers(2, 6))
def test_no_table_could_take_in_those_with_a_bye(people: int, limits: tuple[int, int], wished: int) -> None:
    sizes = range(limits[0], limits[1] + 1)
    if people < limits[0]:
        return
    playing = sum(table_sizes(people, sizes, wished))
    fillable = {0}
    for _ in range(people):
        fillable |= {some + size for some in fillable for size in sizes if some + size <= people}
    assert playing == max(fillable)


def ways(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yields every way to seat the players at tables of these sizes; some ways appear twice."""
    if not people:
        yield []
        return
    for at, size in enumerate(sizes):
        for others in combinations(people[1:], size - 1):
            group = (people[0], *others)
            rest = [one for one in people if one not in group]
            yield from ([group, *more] for more in ways(rest, [*sizes[:at], *sizes[at + 1 :]]))


def repeats(tables: Sequence[Sequence[int]], met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


@given(
    people=st.integers(4, 8), limits=st.sampled_from([(2, 2), (2, 4), (3, 5)]), data=st.data(),
    seed=st.binary(min_size=32, max_size=32),
)  # fmt: skip
@settings(deadline=None, max_examples=60)
def test_opponents_meet_again_as_rarely_as_can_be(
    people: int, limits: tuple[int, int], data: st.DataObject, seed: bytes
) -> None:
    pairs = [frozenset(pair) for pair in combinations(range(people), 2)]
    met = Counter({pair: data.draw(st.integers(0, 2)) for pair in pairs})
    there = [Standing(user, data.draw(st.sampled_from([0, 60, 120]))) for user in range(people)]
    found = paired(3, there, met, range(limits[0], limits[1] + 1), 3, Chance(seed, "t").pick)
    playing = [user for table in found.tables for user in table]
    sizes = [len(table) for table in found.tables]
    assert repeats(found.tables, met) == min(repeats(way, met) for way in ways(playing, sizes))


def test_eight_play_seven_rounds_of_two_without_meeting_twice_if_standing_allows() -> None:
    met = Counter(
        frozenset(pair) for found in an_evening(8, range(2, 3), 2, 4) for table in found.tables
        for pair in combinations(table, 2)
    )  # fmt: skip
    assert set(met.values()) == {1}


def test_forty_people_are_paired_by_standing_and_hardly_anyone_meets_twice() -> None:
    rounds = an_evening(40, range(3, 6), 4, 4)
    met = Counter(
        frozenset(pair) for found in rounds for table in found.tables for pair in combinations(table, 2)
    )  # fmt: skip
    assert max(met.values()) == 1


def test_people_of_the_same_standing_sit_together() -> None:
    there = [Standing(user, points) for user, points in enumerate((120, 0, 120, 0, 120, 0, 60, 60, 60))]
    found = paired(2, there, {}, range(3, 6), 3, CHANCE.pick)
    assert sorted(sorted(table) for table in found.tables) == [[0, 2, 4], [1, 3, 5], [6, 7, 8]]


def test_a_bye_goes_to_the_last_and_to_no_one_twice_before_all_had_one() -> None:
    rounds = an_evening(5, range(2, 3), 2, 5)
    had = [found.byes for found in rounds]
    assert all(len(byes) == 1 for byes in had)
    assert len({user for byes in had for user in byes}) == 5


def test_the_draw_decides_the_first_round_and_the_seats() -> None:
    found = {an_evening(6, range(2, 7), 3, 1, Chance(bytes([at]) * 32, "t"))[0] for at in range(20)}
    assert len(found) == 20
    assert an_evening(9, range(3, 6), 3, 3) == an_evening(9, range(3, 6), 3, 3)


@pytest.mark.parametrize(
    ("people", "sizes", "wished", "expected"),
    [
        (7, range(3, 6), 4, [4, 3]), (6, range(3, 6), 4, [3, 3]), (5, range(3, 6), 4, [5]), (8, range(2, 7), 4, [4, 4]),
        (9, range(2, 3), 2, [2, 2, 2, 2]), (9, range(2, 5), 2, [3, 2, 2, 2]), (11, range(3, 6), 5, [4, 4, 3]),
        (2, range(2, 7), 6, [2]), (7, range(2, 7), 6, [4, 3]),
    ],
)  # fmt: skip
def test_tables_are_even_and_near_the_wished_size(people: int, sizes: range, wished: int, expected: list[int]) -> None:
    assert table_sizes(people, sizes, wished) == expected
