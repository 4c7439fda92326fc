"""Tests results of tables: shares of points, tie-breaks, byes, seats that were given up, and verifiable draws."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from bot.features.tournaments import view
from bot.features.tournaments.service import own_table, ranked, table_of
from bot.features.tournaments.standings import BYE, check, next_round, points_of, settled, standings
from bot.tables.refusals import Refused
from bot.texts import translator_for
from rules import GAMES
from rules.tournaments.pairing import TooFew
from rules.tournaments.points import POINT
from storage import Entrant, RoundRow, TableRow, TournamentGame, TournamentPhase, TournamentRow, TournamentState
from tests.bot.screen import Screen

KIND = next(iter(GAMES))
SEED = bytes(range(32))
ROW = TournamentRow(
    guild=7, channel=500, kind=KIND, language="cs", options={}, pace="live", turn_seconds=None, window_seconds=None,
    rounds=3, seats=3, organiser=1, created=datetime(2025, 3, 1, tzinfo=UTC), id=4, phase="running"
)  # fmt: skip


def table(*places: tuple[int, int], users: tuple[int, ...] = (), number: int = 1) -> TableRow:
    """Returns a tournament's table whose game is over; `places`: (user, place) of each player."""
    return TableRow(number, users or tuple(user for user, _ in places), TournamentGame(9, 500, "over", places))


def state(*rounds: RoundRow, people: int = 6, dropped: int = 0) -> TournamentState:
    entrants = tuple(Entrant(user, f"Player {user}", user == dropped) for user in range(1, people + 1))
    return TournamentState(ROW, entrants, rounds)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        (((1, 1), (2, 2)), {1: 120, 2: 0}), (((1, 1), (2, 1)), {1: 60, 2: 60}),
        (((1, 2), (2, 1), (3, 3)), {1: 60, 2: 120, 3: 0}), (((1, 1), (2, 2), (3, 2)), {1: 120, 2: 30, 3: 30}),
        (((1, 1), (2, 1), (3, 1)), {1: 60, 2: 60, 3: 60}),
        (((1, 1), (2, 2), (3, 3), (4, 4)), {1: 120, 2: 80, 3: 40, 4: 0}),
        (((1, 1), (2, 2), (3, 3), (4, 3), (5, 5)), {1: 120, 2: 90, 3: 45, 4: 45, 5: 0}),
        (((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)), {1: 120, 2: 96, 3: 72, 4: 48, 5: 24, 6: 0}),
    ],
)  # fmt: skip
def test_a_table_shares_out_the_same_no_matter_what_its_ties(
    places: tuple[tuple[int, int], ...], points: dict[int, int]
) -> None:
    assert points_of(table(*places)) == points
    assert sum(points.values()) == POINT * len(places) // 2


def test_computers_and_substitutes_take_places_and_no_points() -> None:
    assert points_of(table((1, 2), (-1, 1), (0, 3), users=(1, 2, 3))) == {1: 60, 2: 0, 3: 0}


def test_a_bye_is_a_point_and_what_has_no_result_is_none() -> None:
    assert points_of(TableRow(BYE, (5, 6))) == {5: POINT, 6: POINT}
    for phase in ("lobby", "running", "ended", "over"):
        assert points_of(TableRow(1, (1, 2), TournamentGame(9, 500, phase))) is None
    assert points_of(TableRow(1, (1, 2))) is None
    assert not settled(RoundRow(1, (), (TableRow(1, (1, 2)),)))


def test_the_organisers_ruling_overrides_the_game() -> None:
    found = replace(table((1, 1), (2, 2), (3, 3)), ruling={1: None, 2: 1, 3: 1})
    assert points_of(found) == {1: 0, 2: 90, 3: 90}


def test_any_numbers_are_places() -> None:
    assert ranked({1: 5, 2: None, 3: 2, 4: 5, 5: 9}) == {1: 2, 2: None, 3: 1, 4: 2, 5: 4}


def test_equal_points_are_decided_by_the_opponents_then_by_tables_won() -> None:
    first = RoundRow(1, (), (table((1, 1), (2, 2)), table((3, 1), (4, 2), number=2), table((5, 1), (6, 1), number=3)))
    second = RoundRow(2, (), (table((1, 2), (3, 1)), table((2, 1), (4, 2), number=2), TableRow(BYE, (5, 6))))
    lines = {line.user: line for line in standings(state(first, second))}
    assert lines[3].points == 2 * POINT
    assert (lines[5].points, lines[6].points) == (180, 180)
    assert lines[5].place == lines[6].place == 2
    assert (lines[1].points, lines[2].points) == (POINT, POINT)
    assert lines[1].opponents == Fraction(POINT + 2 * POINT, 2)
    assert lines[2].opponents == Fraction(POINT + 0, 2)
    assert (lines[1].place, lines[2].place, lines[4].place) == (4, 5, 6)
    assert (lines[5].tables, lines[5].firsts) == (1, 1)


def test_opponents_without_points_are_left_out_of_the_text() -> None:
    first = RoundRow(1, (), (table((1, 1), (2, 2)), table((3, 1), (4, 1), number=2), TableRow(BYE, (5, 6))))
    text = Screen(view.table_page(state(first), 0, translator_for("en"))).text
    lines = {user: next(line for line in text.splitlines() if f"<@{user}>" in line) for user in range(1, 7)}
    assert [user for user, line in lines.items() if "opponents: " in line] == [2, 3, 4]
    assert "points: 1 · won: 1/1" in lines[1]
    assert "points: 0 · opponents: 1 · won: 0/1" in lines[2]


def test_a_round_is_paired_from_who_is_there_and_can_be_checked() -> None:
    rounds: tuple[RoundRow, ...] = ()
    for _ in range(3):
        found = next_round(state(*rounds, people=7, dropped=7), SEED)
        assert [user for user, _ in found.scores] == [1, 2, 3, 4, 5, 6]
        tables = tuple(
            replace(one, ruling={user: place for place, user in enumerate(sorted(one.users), 1)})
            for one in found.tables
        )
        rounds = (*rounds, replace(found, tables=tables))
    holds, draws = check(state(*rounds), SEED)
    assert holds
    assert {draw.number // 100 for draw in draws} == {1, 2, 3}
    assert not check(state(*rounds), bytes(32))[0]
    swapped = [list(one.users) for one in rounds[1].tables]
    swapped[0][0], swapped[-1][0] = swapped[-1][0], swapped[0][0]
    forged = replace(
        rounds[1],
        tables=tuple(replace(one, users=tuple(users)) for one, users in zip(rounds[1].tables, swapped, strict=True)),
    )
    assert not check(state(rounds[0], forged, rounds[2]), SEED)[0]


def test_too_few_are_not_paired() -> None:
    with pytest.raises(TooFew):
        next_round(state(people=1), SEED)


def test_everyone_has_one_table_or_none() -> None:
    played = state(RoundRow(1, (), (TableRow(BYE, (5,)), TableRow(1, (1, 2, 3)))))
    assert own_table(played, 2).number == 1
    for user in (5, 6):
        with pytest.raises(Refused):
            own_table(played, user)
    with pytest.raises(TournamentPhase):
        own_table(replace(played, row=replace(ROW, phase="over")), 2)
    assert table_of(played, 1, 1).users == (1, 2, 3)
    for number, of in ((1, 0), (1, 2), (2, 1)):
        with pytest.raises(Refused):
            table_of(played, number, of)
