"""Tests the rules for takeovers in SECURITY.md: which players vote, and what a manager decides without a vote."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import voting
from storage import Proposed, SeatRow
from storage.personal_data import FIRST_STAND_IN, FORMER
from storage.rows import Vacated
from tests.bot.tables.backend import NOON

NEWCOMER, MANAGER = 77, 88


def seat(letter: str, vacated: Vacated | None = None, *, computer: bool = False, absences: int = 0) -> SeatRow:
    """Returns a seat. The holder's user id is the letter's place in the alphabet."""
    user, left = ord(letter) - ord("a") + 1, None if vacated is None else NOON
    name = letter.upper()
    return SeatRow(letter, -user if computer else user, name, computer, name, NOON, left, absences, vacated=vacated)


def forgotten(letter: str, vacated: Vacated) -> SeatRow:
    """Returns a seat whose holder has deleted their data after they had left or were removed."""
    return replace(seat(letter, vacated), user=FIRST_STAND_IN + 5, name=FORMER)


def voters(*seats: SeatRow, newcomer: int | None = NEWCOMER) -> str:
    """Returns the seats whose holders vote on a newcomer for seat a."""
    return "".join(sorted(voter.seat for voter in voting.voters(seats, Proposed("a", newcomer))))


def test_all_people_except_the_holder_vote() -> None:
    assert voters(seat("a"), seat("b"), seat("c"), seat("d", computer=True)) == "bc"


def test_the_holder_votes_too_if_at_most_one_other_person_is_at_the_table() -> None:
    assert voters(seat("a"), seat("b"), seat("c", computer=True)) == "ab"
    assert voters(seat("a"), seat("b", computer=True)) == "a"


@pytest.mark.parametrize("away", [seat("a", "left"), seat("a", "late"), seat("a", absences=2)])
def test_a_holder_who_has_left_or_missed_two_deadlines_does_not_vote(away: SeatRow) -> None:
    assert voters(away, seat("b"), seat("c", computer=True)) == "b"


@pytest.mark.parametrize("removed", [seat("a", "managed"), seat("a", "voted")])
def test_a_holder_who_was_removed_votes_if_only_one_other_person_plays(removed: SeatRow) -> None:
    assert voters(removed, seat("b"), seat("c", computer=True)) == "ab"


def test_people_replaced_by_a_manager_still_count_and_people_who_left_do_not() -> None:
    assert voters(seat("a"), seat("b"), seat("c", "managed"), seat("d", "left"), seat("e", "late")) == "bc"


def test_people_replaced_by_a_manager_count_in_votes_on_a_computer_too() -> None:
    seats = (seat("a"), seat("b"), seat("c", "managed"), seat("d", "left"), seat("e", computer=True))
    assert voters(*seats, newcomer=None) == "abc"


def test_the_people_vote_on_a_seat_that_a_computer_holds() -> None:
    assert voters(seat("a", computer=True), seat("b"), seat("c")) == "bc"


def test_a_holder_who_would_get_the_seat_back_does_not_vote() -> None:
    assert voters(seat("a", "voted"), seat("b"), seat("c"), newcomer=1) == "bc"
    assert voters(seat("a", "voted"), seat("b"), newcomer=1) == "b"


@pytest.mark.parametrize(
    ("holder", "newcomer", "alone"),
    [
        (seat("a"), None, True),
        (seat("a"), NEWCOMER, False),
        (seat("a", absences=1), NEWCOMER, False),
        (seat("a", absences=2), NEWCOMER, True),
        (seat("a", absences=2), MANAGER, False),
        (seat("a", "left"), NEWCOMER, True),
        (seat("a", "left"), MANAGER, False),
        (seat("a", "managed"), NEWCOMER, False),
        (seat("a", "voted"), NEWCOMER, False),
        (seat("a", "voted"), 1, True),
        (seat("a", computer=True), NEWCOMER, False),
        (seat("a", computer=True), MANAGER, False),
    ],
)
def test_a_manager_can_replace_a_player_without_a_vote(holder: SeatRow, newcomer: int | None, alone: bool) -> None:
    assert voting.manager_decides([holder, seat("b")], MANAGER, Proposed("a", newcomer)) is alone


@pytest.mark.parametrize("vacated", ["left", "managed", "voted", "late"])
def test_a_holder_who_has_deleted_their_data_never_votes(vacated: Vacated) -> None:
    assert voters(forgotten("a", vacated), seat("b"), seat("c", computer=True)) == "b"
    assert voters(seat("a"), seat("b"), seat("c"), forgotten("d", vacated)) == "bc"
    assert voters(seat("a"), forgotten("d", vacated), newcomer=None) == "a"


@pytest.mark.parametrize("vacated", ["left", "managed", "voted", "late"])
def test_a_manager_can_offer_the_seat_of_a_holder_who_has_deleted_their_data(vacated: Vacated) -> None:
    seats = [forgotten("a", vacated), seat("b")]
    assert voting.manager_decides(seats, MANAGER, Proposed("a", NEWCOMER))
    assert not voting.manager_decides(seats, MANAGER, Proposed("a", MANAGER))


def test_a_manager_cannot_return_to_a_seat_that_was_voted_away_without_votes() -> None:
    assert not voting.manager_decides([seat("a", "voted")], 1, Proposed("a", 1))
