"""Tests of deadlines with quiet hours, days off and holidays, in the person's own time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from storage import Schedule
from storage.breaks import (
    MAX_ADDED,
    WEEKEND,
    away_until,
    before,
    breaks,
    counted,
    deadline,
    quiet_hours,
    zone_named,
)  # fmt: skip

HOUR: Final = 3600
DAY: Final = 24 * HOUR
NIGHTS: Final = Schedule("UTC", "22:00-07:00")
PRAGUE: Final = Schedule("Europe/Prague", "22:00-07:00")


def at(text: str) -> datetime:
    """Returns a moment of the year 2026 in UTC, from `month-day hour:minute`."""
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC)


def due(start: str, hours: float, *schedules: Schedule) -> str:
    """Returns the deadline of a turn that begins at `start` and has that many hours, for people with these schedules,
    as `month-day hour:minute`.
    """
    return f"{deadline(at(start), hours * HOUR, schedules):%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("start", "hours", "expected"),
    [
        ("06-10 08:00", 8, "06-10 16:00"),  # over before the evening
        ("06-10 14:00", 8, "06-10 22:00"),  # over just when the quiet hours begin
        ("06-10 20:00", 8, "06-11 13:00"),  # two hours in the evening, six after midnight's quiet hours
        ("06-10 22:00", 8, "06-11 15:00"),
        ("06-10 23:30", 8, "06-11 15:00"),  # nothing counts during the quiet hours
        ("06-11 03:00", 8, "06-11 15:00"),  # asked after midnight, in the break that began before it
        ("06-11 07:00", 8, "06-11 15:00"),
    ],
)
def test_quiet_hours_across_midnight_do_not_count(start: str, hours: float, expected: str) -> None:
    assert due(start, hours, NIGHTS) == expected


def test_a_turn_of_a_day_needs_as_many_waking_hours() -> None:
    assert due("06-10 12:00", 24, NIGHTS) == "06-11 21:00"  # ten hours until the evening, and fourteen


def test_quiet_hours_within_a_day_do_not_count() -> None:
    work = Schedule("UTC", "09:00-17:00")
    assert due("06-10 08:00", 2, work) == "06-10 18:00"
    assert due("06-10 16:59", 2, work) == "06-10 19:00"


def test_without_a_schedule_every_second_counts() -> None:
    assert due("06-10 20:00", 8) == "06-11 04:00"
    assert due("06-10 20:00", 8, Schedule("Asia/Tokyo")) == "06-11 04:00"


def test_quiet_hours_hold_in_the_own_time_zone() -> None:
    tokyo = Schedule("Asia/Tokyo", "22:00-07:00")  # 13:00 to 22:00 UTC
    assert due("06-10 12:00", 8, tokyo) == "06-11 05:00"
    assert due("06-10 12:00", 8, PRAGUE) == "06-10 20:00"  # in summer 20:00 to 05:00 UTC


def test_a_night_is_an_hour_shorter_when_summer_time_begins() -> None:
    assert due("03-28 20:00", 2, PRAGUE) == "03-29 06:00"  # an hour until 21:00 UTC, and one from 05:00 UTC on
    assert due("03-27 20:00", 2, PRAGUE) == "03-28 07:00"  # the night before: until 06:00 UTC


def test_a_night_is_an_hour_longer_when_summer_time_ends() -> None:
    assert due("10-24 19:00", 2, PRAGUE) == "10-25 07:00"  # an hour until 20:00 UTC, and one from 06:00 UTC on
    assert due("10-23 19:00", 2, PRAGUE) == "10-24 06:00"


def test_an_end_that_comes_twice_is_the_second_one() -> None:
    until_half_past_two = Schedule("Europe/Prague", "22:00-02:30")
    assert away_until(at("10-24 22:00"), [until_half_past_two]) == at("10-25 01:30")


def test_a_skipped_end_is_taken_as_if_the_clocks_had_not_been_put_forward() -> None:
    until_half_past_two = Schedule("Europe/Prague", "22:00-02:30")
    assert away_until(at("03-28 22:00"), [until_half_past_two]) == at("03-29 01:30")


def test_quiet_hours_within_the_skipped_hour_do_no_harm() -> None:
    assert due("03-28 22:00", 8, Schedule("Europe/Prague", "02:15-02:45")) == "03-29 06:30"


@pytest.mark.parametrize("quiet", ["02:00-03:00", "02:30-03:00", "02:30-03:15"])
def test_quiet_hours_that_end_with_the_skipped_hour_are_left_out(quiet: str) -> None:
    skipped = Schedule("Europe/Prague", quiet)
    assert list(breaks(skipped, at("03-29 00:00"), at("03-29 12:00"))) == []
    assert counted(at("03-29 00:00"), at("03-29 03:00"), [skipped]) == 3 * HOUR
    assert due("03-29 00:00", 3, skipped) == "03-29 03:00"


def test_a_day_off_lasts_from_midnight_to_midnight() -> None:
    wednesdays = Schedule("Europe/Prague", days_off=frozenset({2}))
    assert due("06-09 20:00", 4, wednesdays) == "06-11 00:00"  # two hours on Tuesday, two on Thursday
    assert away_until(at("06-10 12:00"), [wednesdays]) == at("06-10 22:00")


def test_the_weekend_ends_on_monday_morning() -> None:
    weekends = Schedule("UTC", days_off=WEEKEND)
    assert due("06-12 23:00", 2, weekends) == "06-15 01:00"
    assert due("06-13 12:00", 2, weekends) == "06-15 02:00"
    assert due("06-14 23:59", 2, weekends) == "06-15 02:00"


def test_a_day_off_on_which_the_clocks_change_has_23_or_25_hours() -> None:
    sundays = Schedule("Europe/Prague", days_off=frozenset({6}))
    assert due("03-28 22:00", 2, sundays) == "03-29 23:00"
    assert due("10-24 21:00", 2, sundays) == "10-26 00:00"


def test_adjoining_breaks_are_one_break() -> None:
    both = Schedule("UTC", "22:00-07:00", WEEKEND)
    assert away_until(at("06-12 22:30"), [both]) == at("06-15 07:00")
    assert [*breaks(both, at("06-12 12:00"), at("06-15 12:00"))] == [(at("06-12 22:00"), at("06-15 07:00"))]


def test_holidays_do_not_count() -> None:
    away = Schedule("UTC", holidays=frozenset({date(2026, 12, 31), date(2027, 1, 1)}))
    assert due("12-30 20:00", 8, away) == "01-02 04:00"


def test_of_several_people_the_last_one_decides() -> None:
    assert due("06-10 18:00", 8, NIGHTS, PRAGUE) == "06-11 11:00"
    assert due("06-10 18:00", 8, PRAGUE, NIGHTS, Schedule()) == "06-11 11:00"
    assert away_until(at("06-10 23:00"), [NIGHTS, PRAGUE]) == at("06-11 07:00")


def test_no_one_is_away_outside_breaks() -> None:
    assert away_until(at("06-10 12:00"), [NIGHTS, Schedule()]) is None
    assert away_until(at("06-10 07:00"), [NIGHTS]) is None
    assert away_until(at("06-10 22:00"), [NIGHTS]) == at("06-11 07:00")


@pytest.mark.parametrize("days", [frozenset(range(7)), frozenset(range(8))])
def test_breaks_that_never_end_add_a_limited_time(days: frozenset[int]) -> None:
    never = Schedule("UTC", days_off=days)
    assert deadline(at("06-10 12:00"), DAY, [never]) == at("06-11 12:00") + MAX_ADDED


@pytest.mark.parametrize("stored", [Schedule("Nowhere/At_All", "nonsense"), Schedule("../etc/passwd", "00:00-00:00")])
def test_a_damaged_schedule_has_no_breaks(stored: Schedule) -> None:
    assert due("06-10 12:00", 24, stored) == "06-11 12:00"


def test_the_rest_of_a_turn_is_counted_outside_breaks() -> None:
    assert counted(at("06-10 20:00"), at("06-11 13:00"), [NIGHTS]) == 8 * HOUR
    assert counted(at("06-10 23:00"), at("06-11 07:30"), [NIGHTS]) == HOUR / 2
    assert counted(at("06-10 20:00"), at("06-11 13:00"), []) == 17 * HOUR
    assert counted(at("06-10 20:00"), at("06-10 19:00"), [NIGHTS]) == 0


def test_a_reminder_comes_while_its_reader_is_not_away() -> None:
    assert before(at("06-11 10:00"), 8 * HOUR, [NIGHTS]) == at("06-10 17:00")
    assert before(at("06-15 01:00"), 8 * HOUR, [Schedule("UTC", days_off=WEEKEND)]) == at("06-12 17:00")
    assert before(at("06-11 10:00"), 8 * HOUR, []) == at("06-11 02:00")


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("22:00-07:00", "22:00-07:00"),
        (" 22.00 – 7.00 ", "22:00-07:00"),
        ("9:30-17:15", "09:30-17:15"),
        ("20:00-10:00", "20:00-10:00"),  # fourteen hours
        ("20:00-10:01", None),
        ("00:00-00:00", None),  # the whole day
        ("07:00-06:59", None),
        ("24:00-07:00", None),
        ("22-7", None),
        ("", None),
    ],
)
def test_quiet_hours_last_at_most_fourteen_hours(typed: str, stored: str | None) -> None:
    assert quiet_hours(typed) == stored


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Prague", "Europe/Prague"),
        ("europe/bratislava ", "Europe/Bratislava"),
        ("Prague", "Europe/Prague"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        ("Atlantis", None),
        ("../../etc/passwd", None),
        ("", None),
    ],
)
def test_a_time_zone_is_found_by_its_name_or_city(typed: str, zone: str | None) -> None:
    assert zone_named(typed) == zone


SCHEDULES: Final = st.builds(
    Schedule,
    zone=st.sampled_from(["UTC", "Europe/Prague", "America/St_Johns", "Africa/Cairo", "Australia/Lord_Howe"]),
    quiet=st.sampled_from(["", "22:00-07:00", "00:00-14:00", "23:59-00:01", "02:00-03:00", "02:30-02:31"]),
    days_off=st.frozensets(st.integers(0, 6), max_size=5),
    holidays=st.frozensets(st.dates(date(2026, 1, 1), date(2026, 12, 31)), max_size=10),
)
STARTS: Final = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)).map(lambda one: one.replace(tzinfo=UTC))  # noqa: DTZ001


@given(STARTS, st.integers(1, 2 * DAY), SCHEDULES)
def test_until_a_deadline_exactly_the_given_seconds_count(start: datetime, seconds: int, schedule: Schedule) -> None:
    end = deadline(start, seconds, [schedule])
    if end < start + timedelta(seconds=seconds) + MAX_ADDED:
        assert counted(start, end, [schedule]) == seconds
        assert before(end, seconds, [schedule]) >= start
    assert deadline(start, seconds + 1, [schedule]) > end or end - start >= MAX_ADDED


@given(STARTS, SCHEDULES)
@example(at("03-01 00:00"), Schedule("Europe/Prague", "02:00-03:00"))
@example(at("03-01 00:00"), Schedule("Europe/Prague", "02:30-03:00"))
def test_breaks_are_in_order_and_apart(start: datetime, schedule: Schedule) -> None:
    found = list(breaks(schedule, start, start + timedelta(days=40)))
    assert all(span.begin < span.end for span in found)
    assert all(one.end < other.begin for one, other in pairwise(found))
