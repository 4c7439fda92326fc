"""Tests the file of a tournament's draws: it proves every round, and no part of it can be altered unnoticed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.tournaments.draws_file import draws_file
from rules import GAMES
from rules.errors import BadRecord
from rules.mafia_city import MAFIA_CITY
from rules.tournaments.verify import Verified, verify
from storage import TournamentState
from tests.documented_programs import CHECK, PAIRINGS, refusal, run

from .simulated import KIND, SEED, begun, with_round, with_ruling

CUT = "žába 🐸"


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> str:
    """Returns the name of a game for exactly two players, so that an odd player has a bye."""
    monkeypatch.setitem(GAMES, "pairs", replace(MAFIA_CITY, seats=range(2, 3)))
    return "pairs"


def played(people: int, seed: int, *, rounds: int = 4, cut: str | None = CUT, kind: str = KIND) -> TournamentState:
    state, dice = begun(people, cut=cut, seats=2 + seed % 3, kind=kind), random.Random(seed)
    for _ in range(rounds):
        state = with_round(state, dice)
    return state


def lines_of(state: TournamentState) -> list[str]:
    found = draws_file(state, SEED)
    assert found.holds
    return found.lines


def refused(lines: list[str]) -> str:
    with pytest.raises(BadRecord) as error:
        verify(lines)
    return str(error.value)


def tables_of(lines: list[str]) -> int:
    return sum(bool(re.match(r"draw \d+(?!00)\d\d:", line)) for line in lines)


def at(lines: list[str], start: str) -> int:
    return next(place for place, line in enumerate(lines) if line.startswith(start))


@pytest.mark.parametrize(("people", "seed"), [(4, 1), (5, 2), (6, 3), (7, 4), (9, 5), (12, 6), (13, 7), (20, 8)])
def test_the_file_of_every_tournament_is_proved(people: int, seed: int) -> None:
    state = played(people, seed, cut=CUT if seed % 2 else None)
    lines = lines_of(state)
    assert verify(lines) == Verified(tables_of(lines) + 4, 4, seed % 2, ())
    assert sum(line.startswith("ruling ") for line in lines) == len(state.rulings)


@pytest.mark.parametrize(("people", "seed"), [(5, 2), (7, 4), (13, 7), (14, 10)])
def test_the_documented_programs_prove_the_same_files(people: int, seed: int, tmp_path: Path) -> None:
    """With 13 and 14 players there are too many groupings to compare all of them."""
    lines = lines_of(played(people, seed))
    assert run(CHECK, tmp_path, lines, CUT).stdout == f"ok, {tables_of(lines) + 4} draws\n"
    assert run(PAIRINGS, tmp_path, lines).stdout == f"ok, {tables_of(lines)} tables\n"


def free_in(lines: list[str], number: int) -> str:
    """Returns the only player with a bye in a round of two tables."""
    there, *seated = (lines[at(lines, f"draw {number}0{table}")].split(" -> ")[1].split() for table in (0, 1, 2))
    [free] = set(there) - {user for table in seated for user in table}
    return free


def test_byes_are_proved_and_worth_a_point(pairs: str, tmp_path: Path) -> None:
    state, dice = begun(5, seats=2, kind=pairs), random.Random(1)
    for _ in range(3):
        state = with_round(state, dice, dropping=0)
    lines = lines_of(state)
    free = free_in(lines, 1)
    draw = lines[at(lines, "draw 200:")].split()
    assert lines[at(lines, "points 200:")].split()[draw.index(free)] == "120"
    assert verify(lines).unproven == ()
    assert run(PAIRINGS, tmp_path, lines).stdout == "ok, 6 tables\n"
    second = exchanged(exchanged(lines, "draw 201", free, free_in(lines, 2)), "draw 202", free, free_in(lines, 2))
    assert free_in(second, 2) == free
    assert "other players belong to this table" in refusal(PAIRINGS, tmp_path, second)
    assert "expected draw 20" in refused(second)


def test_a_tournament_that_was_called_off_has_a_file_without_rounds(tmp_path: Path) -> None:
    lines = lines_of(begun(3))
    assert lines[-1] == "tables kralovske_rosady: 2 3 4 5 6 about 3"
    assert verify(lines) == Verified(0, 0, 0, ())
    assert run(PAIRINGS, tmp_path, lines).stdout == "ok, 0 tables\n"


def test_a_ruling_is_listed_before_the_first_round_whose_points_need_it() -> None:
    state = begun(2, seats=2)
    places: list[dict[int, int | None]] = [{11: 1, 12: 2}, {11: 2, 12: 1}, {11: None, 12: 1}, {11: 1, 12: None}]
    for number, (first, second) in enumerate(((0, None), (1, 2)), 1):
        state = with_round(state, random.Random(0), dropping=0, deciding=False)
        state = with_ruling(state, number, 1, places[first])
        if second is not None:
            state = with_ruling(state, 1, 1, places[second])
    state = with_round(state, random.Random(0), dropping=0, deciding=False)
    state = with_ruling(state, 3, 1, {11: 1, 12: 1})
    lines = [line for line in lines_of(state) if line.startswith(("points", "ruling", "result"))]
    seats = {one.number: one.tables[0].users for one in state.rounds}

    def listed(number: int, found: dict[int, int | None]) -> str:
        return f"ruling {number}01: {' '.join(str(found[user] or '-') for user in seats[number])}"

    assert lines == [
        listed(1, places[0]), "points 200: 120 0", listed(2, places[1]), listed(1, places[2]), "points 300: 0 240",
        listed(3, {11: 1, 12: 1}),
    ]  # fmt: skip
    assert verify(lines_of(state)).unproven == ()


def test_points_that_do_not_follow_from_the_results_are_noticed() -> None:
    state = played(6, 3)
    second = state.rounds[1]
    (user, points), *others = second.scores
    forged = replace(state, rounds=(
        state.rounds[0], replace(second, scores=((user, points + 1), *others)), *state.rounds[2:]
    ))  # fmt: skip
    found = draws_file(forged, SEED)
    assert not found.holds
    assert "expected points 200: " in refused(found.lines)


def test_a_forged_seating_is_noticed_in_every_round() -> None:
    state = played(7, 4)
    for at_round, one in enumerate(state.rounds):
        *tables, last = one.tables
        swapped = replace(last, users=last.users[::-1])
        rounds = [*state.rounds]
        rounds[at_round] = replace(one, tables=(*tables, swapped))
        assert not draws_file(replace(state, rounds=tuple(rounds)), SEED).holds


def test_without_the_games_of_a_deleted_server_the_points_are_not_proved(tmp_path: Path) -> None:
    state = begun(4, seats=2)
    for _ in range(3):
        state = with_round(state, random.Random(5), dropping=0, ruling=0)
    first, *later = state.rounds
    erased = tuple(replace(table, game=None) for table in first.tables)
    lines = lines_of(replace(state, rounds=(replace(first, tables=erased), *later)))
    assert verify(lines).unproven == (2, 3)
    assert run(PAIRINGS, tmp_path, lines).stdout.splitlines() == [
        "points 200 are not proved: a result is missing", "points 300 are not proved: a result is missing",
        f"ok, {tables_of(lines)} tables",
    ]  # fmt: skip


def alterations(line: str) -> Iterator[str]:
    """Yields the line of a draw with any two neighbours of its options, or of its result, exchanged."""
    words = line.split()
    for place in range(2, len(words) - 1):
        if "->" not in words[place : place + 2]:
            yield " ".join([*words[:place], words[place + 1], words[place], *words[place + 2 :]])


def test_every_altered_draw_is_refused_with_its_line() -> None:
    lines = lines_of(played(6, 3))
    tried = 0
    for place, line in enumerate(lines):
        if line.startswith("draw "):
            for altered in alterations(line):
                assert altered != line
                message = refused([*lines[:place], altered, *lines[place + 1 :]])
                assert message.startswith(f"line {place + 1}: expected ") or "draw 100:" in line, altered
                tried += 1
    assert tried > 40


def test_every_removed_draw_or_line_of_points_is_refused() -> None:
    lines = lines_of(played(6, 3))
    for place, line in enumerate(lines):
        if line.startswith(("draw", "points", "id", "commitment", "seed", "cuts", "tables")):
            assert refused([*lines[:place], *lines[place + 1 :]]), line


def altered(lines: list[str], start: str, new: str) -> list[str]:
    place = at(lines, start)
    assert lines[place] != new
    return [*lines[:place], new, *lines[place + 1 :]]


def test_other_altered_lines_are_refused() -> None:
    state = begun(3, cut=CUT)
    for _ in range(2):
        state = with_round(state, random.Random(5), dropping=0, ruling=0)
    lines = lines_of(state)
    hashed = lines[at(lines, "cut ")].split()[1]
    result = lines[at(lines, "result 101")]
    start, _, places = result.rpartition(": ")
    for first, new, message in (
        ("id", "id tournament-5", "a seed that keeps the commitment"),
        ("id", "id tournament-0", "the id of a tournament"),
        ("seed", f"seed {'5' * 64}", "a seed that keeps the commitment"),
        ("cuts", f"cuts {hashed} - -", "draw 100:"),
        ("cuts", f"cuts - {hashed}", "2 players, as in the line about cuts"),
        ("cut ", f"cut {hashed} another", "the text of one of the cuts"),
        ("cut ", f"cut {'5' * 64} {CUT}", "the text of one of the cuts"),
        ("tables", "tables kralovske_rosady: 2 about 3", "the sizes of its tables"),
        ("tables", "tables unknown: 2 3 4 5 6 about 3", "the sizes of its tables"),
        ("tables", "tables kralovske_rosady: 2 3 4 5 6 about 0", "the sizes of tables"),
        ("result 101", f"{start}: {places} 1", "a place for each player"),
        ("result 101", f"{start.replace('101', '102')}: {places}", "one result for each table of round 1"),
        ("result 101", f"{start}: - - -", "points 200: 0 0 0"),
        ("result 101", "ruling 109: 1 2 3", "a place for each player of a table"),
        ("draw 100", "draw 100: 11 11 12 -> 11 12 11", "the players in the order of joining"),
        ("draw 100", "draw 100: 11 -> 11", "3 players"),
        ("points 200", "points 200: 0 0", "the points of 3 players"),
        ("points 200", "points 300: 0 0 0", "points 200"),
        ("draw 200", "draw 200: 12 11 13 -> 11 12 13", "the players in the order of joining"),
    ):  # fmt: skip
        assert message in refused(altered(lines, first, new)), new
    twice = [*lines[: at(lines, "points")], result, *lines[at(lines, "points") :]]
    assert "one result for each table of round 1" in refused(twice)
    assert "the end of the file" in refused([*lines, "anything"])
    alone = [line for line in lines if not line.startswith("cut")][:4]
    assert "enough players" in refused([*alone, "draw 100: 11 -> 11"])


def exchanged(lines: list[str], start: str, one: str, other: str) -> list[str]:
    """Returns the lines with two players exchanged in all lines that begin so."""
    swap = {one: other, other: one}
    return [
        re.sub(r"(?<= )\d+(?!:)", lambda found: swap.get(found[0], found[0]), line) if line.startswith(start) else line
        for line in lines
    ]


def test_the_documented_program_refuses_what_does_not_follow(tmp_path: Path) -> None:
    """The draws of these files follow from the seed, because a draw depends on places and not on names."""
    state = begun(6, seats=3)
    for _ in range(3):
        state = with_round(state, random.Random(5), dropping=0, ruling=0)
    lines = lines_of(state)
    ends, last = lines[at(lines, "draw 100")].split()[-6::5], lines[at(lines, "draw 302")].split()
    third = [lines[at(lines, f"draw 30{table}")].split()[2] for table in (1, 2)]
    result = lines[at(lines, "result 202")]
    start, _, places = result.rpartition(": ")
    for forged, message in (
        (exchanged(exchanged(lines, "draw 101", *ends), "draw 102", *ends), "draw 101: other players belong to"),
        (exchanged(lines, "draw 200", "11", "12"), "draw 200: not the order of joining"),
        (exchanged(exchanged(lines, "draw 301", *third), "draw 302", *third), "draw 301: other players belong to"),
        (exchanged(lines, "draw 302", last[2], "17"), "draw 302: other players belong to this table"),
        (altered(lines, "result 202", f"{start}: {'3 2 1' if places != '3 2 1' else '1 2 3'}"), "points 300 do not"),
        (altered(lines, "points 300", "points 300: 0 0 0 0 0 0"), "points 300 do not follow from the results"),
        ([line for line in lines if " 102" not in line[:11]], "draw 200: the round before lacks a table"),
        ([line for line in lines if " 302" not in line[:11]], "the last round lacks a table"),
    ):  # fmt: skip
        assert forged != lines
        assert message in refusal(PAIRINGS, tmp_path, forged)
        assert refused(forged)
