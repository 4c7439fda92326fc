"""Tests of the form of quiet hours, days off and holidays."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from bot.emulator.world import interactions
from bot.features.profile.schedule import Typed, runs, schedule_of, upcoming
from bot.features.profile.schedule_view import in_words
from bot.tables.refusals import Refused
from bot.texts import translator_for
from storage import Schedule
from tests.bot.table import Evening

NOW: Final = datetime(2026, 6, 10, 23, 30, tzinfo=UTC)
"""The time at which the forms are sent; in Prague, it is 11 June already."""
NONE: Final = Schedule()


def typed(holidays: str, present: Schedule = NONE) -> list[str]:
    """Returns the holidays of a schedule, as ISO dates, after a user has sent the form with these holidays."""
    found = schedule_of(Typed("Prague", "", (), holidays), present, NOW).holidays
    return sorted(one.isoformat() for one in found)


def test_a_whole_form_is_read() -> None:
    form = Typed(" europe/prague", "22.00 – 7.00", ("6", "5"), "2026-12-24 – 2026-12-26\n1. 8. 2026")
    assert schedule_of(form, NONE, NOW) == Schedule(
        "Europe/Prague", "22:00-07:00", frozenset({5, 6}),
        frozenset({date(2026, 8, 1), date(2026, 12, 24), date(2026, 12, 25), date(2026, 12, 26)}),
    )  # fmt: skip


def test_an_empty_form_ends_all_breaks() -> None:
    present = Schedule("Asia/Tokyo", "22:00-07:00", frozenset({1}), frozenset({date(2026, 8, 1)}))
    assert schedule_of(Typed("", "", (), ""), present, NOW) == Schedule("Asia/Tokyo")


@pytest.mark.parametrize(
    "form",
    [
        Typed("", "22:00-07:00", (), ""),
        Typed("Atlantis", "22:00-07:00", (), ""),
        Typed("UTC", "00:00-23:59", (), ""),
        Typed("UTC", "in the night", (), ""),
        Typed("UTC", "", ("0", "1", "2", "3"), ""),
        Typed("UTC", "", (), "at Christmas"),
        Typed("UTC", "", (), "2026-02-30"),
        Typed("UTC", "", (), "2026-06-09"),  # yesterday
        Typed("UTC", "", (), "2028-01-01"),
        Typed("UTC", "", (), "2026-12-26 – 2026-12-24"),
        Typed("UTC", "", (), "2026-12-24 2026-12-25 2026-12-26"),
        Typed("UTC", "", (), "2026-12-24 – 9999-12-31"),
        Typed("UTC", "", (), "2026-12-24 – 2026-12-29"),  # six days in a row
        Typed("UTC", "", (), "2026-12-29 – 2026-12-31\n2027-01-01 – 2027-01-03"),
        Typed("UTC", "", (), "\n".join(f"{day}. 8. 2026" for day in range(1, 23, 2))),  # eleven
    ],
)
def test_what_is_not_possible_is_refused(form: Typed) -> None:
    with pytest.raises(Refused):
        schedule_of(form, NONE, NOW)


def test_ten_days_a_calendar_year_are_possible() -> None:
    ten = [f"2026-08-{day:02}" for day in range(1, 20, 2)]
    assert typed("\n".join([*ten, "2027-02-01"])) == [*ten, "2027-02-01"]


def test_holidays_that_have_begun_stay_and_count() -> None:
    begun = frozenset(date(2026, 2, day) for day in range(1, 19, 2))
    present = Schedule("Europe/Prague", holidays=begun | {date(2026, 6, 11), date(2026, 8, 1)})
    assert "2026-08-01" not in typed("", present)
    assert "2026-06-11" in typed("", present)
    with pytest.raises(Refused):
        typed("2026-08-01", present)


def test_another_time_zone_does_not_free_a_holiday_that_has_begun() -> None:
    present = Schedule("Pacific/Kiritimati", holidays=frozenset({date(2026, 6, 12)}))
    night = datetime(2026, 6, 11, 20, tzinfo=UTC)
    found = schedule_of(Typed("Pacific/Honolulu", "", (), ""), present, night)
    assert found.holidays == present.holidays


def test_changing_the_time_zone_twice_does_not_free_a_holiday_that_has_begun() -> None:
    present = Schedule("Pacific/Kiritimati", holidays=frozenset({date(2026, 6, 12)}))
    night = datetime(2026, 6, 11, 20, tzinfo=UTC)
    moved = schedule_of(Typed("Pacific/Honolulu", "", (), ""), present, night)
    assert schedule_of(Typed("Pacific/Honolulu", "", (), ""), moved, night).holidays == present.holidays


def test_holidays_that_have_begun_nowhere_can_be_taken_back() -> None:
    present = Schedule("Europe/Prague", holidays=frozenset({date(2026, 6, 12)}))
    before = datetime(2026, 6, 11, 9, 59, tzinfo=UTC)
    assert not schedule_of(Typed("Prague", "", (), ""), present, before).holidays


def test_holidays_until_a_running_deadline_stay_and_count() -> None:
    present = Schedule("Europe/Prague", holidays=frozenset(date(2026, 6, day) for day in (15, 16, 20)))
    due = datetime(2026, 6, 17, 12, tzinfo=UTC)
    found = schedule_of(Typed("Prague", "", (), ""), present, NOW, due).holidays
    assert found == {date(2026, 6, 15), date(2026, 6, 16)}


def test_a_deadline_that_has_passed_frees_no_holiday_of_today() -> None:
    present = Schedule("Europe/Prague", holidays=frozenset({date(2026, 6, 11)}))
    due = datetime(2026, 6, 9, 12, tzinfo=UTC)
    assert schedule_of(Typed("Prague", "", (), ""), present, NOW, due).holidays == present.holidays


def test_holidays_of_former_years_are_dropped() -> None:
    present = Schedule("Europe/Prague", holidays=frozenset({date(2024, 8, 1), date(2025, 8, 1)}))
    assert typed("", present) == ["2025-08-01"]


def test_consecutive_days_are_one_run() -> None:
    days = frozenset({date(2026, 12, 31), date(2027, 1, 1), date(2027, 1, 3)})
    assert list(runs(days)) == [(date(2026, 12, 31), date(2027, 1, 1)), (date(2027, 1, 3), date(2027, 1, 3))]
    assert upcoming(Schedule("UTC", holidays=days), NOW) == list(runs(days))


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
def test_the_profile_names_all_breaks_and_their_time_zone(language: str) -> None:
    words = translator_for(language)
    present = Schedule("Europe/Prague", "22:00-07:00", frozenset({6}), frozenset({date(2026, 12, 24)}))
    said = in_words(present, NOW, words)
    assert all(part in said for part in ("22:00-07:00", words("Sunday"), "2026-12-24", "Europe/Prague"))
    assert words("never") in in_words(NONE, NOW, words)


HOSTILE: Final = (
    "\ud83d",
    "../../etc/passwd",
    "<@&1> @everyone",
    "2026-12-24 – " * 300,
    "\u202e22:00-07:00",
    "9" * 4_000,
)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["zone", "quiet", "holidays"])
async def test_hostile_text_in_the_form_changes_nothing(database: Path, field: str, text: str) -> None:
    async with Evening.of("Anna", database=database) as evening:
        anna, before = evening.person("Anna"), Schedule("Europe/Prague", "22:00-07:00")
        await evening.bot.app.db.schedules.set(anna.id, before)
        await evening.slash("Anna", "profile")
        opened = await anna.press(evening.private("Anna"), Evening.part(evening.private("Anna"), "schedule"))
        assert opened.modal is not None
        typed = {"zone": "Prague", "quiet": "", "holidays": ""} | {field: text}
        inputs = [{"type": 4, "custom_id": name, "value": value} for name, value in typed.items()]
        chosen = {"type": 22, "custom_id": "days_off", "values": []}
        rows = [{"type": 18, "component": part} for part in (*inputs, chosen)]
        data = {"custom_id": opened.modal.data["custom_id"], "components": rows}
        sent = interactions.submit(evening.world, opened.modal.interaction, data)
        await evening.noticed(lambda: sent.state != "pending")
        await evening.settled()
        assert sent.state == "acknowledged"
        assert await evening.bot.app.db.schedules.get(anna.id) == before
        assert text not in evening.private("Anna").text


async def test_the_profile_opens_the_form_and_stores_it(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.slash("Anna", "profile")
        panel = evening.private("Anna")
        opened = await evening.person("Anna").press(panel, Evening.part(panel, "schedule"))
        assert opened.modal is not None
        values = {"zone": "Prague", "quiet": "22:00-07:00", "days_off": ["5", "6"], "holidays": ""}
        await evening.person("Anna").submit(opened.modal, values)
        await evening.settled()
        stored = await evening.bot.app.db.schedules.get(evening.person("Anna").id)
        assert stored == Schedule("Europe/Prague", "22:00-07:00", frozenset({5, 6}))
        await evening.slash("Anna", "profile")
        assert "22:00-07:00" in evening.private("Anna").text
        evening.clean()


async def test_holidays_that_a_running_clock_includes_cannot_be_taken_back(database: Path) -> None:
    names = ("Anna", "Bert", "Cyril")
    async with Evening.of(*names, database=database) as evening:
        users = [evening.person(name).id for name in names]
        today = evening.bot.app.now().date()
        coming = frozenset(today + timedelta(days=day) for day in (1, 2, 30))
        for user in users:
            await evening.bot.app.db.schedules.set(user, Schedule(holidays=coming))
        await evening.sit_down(*names, pace="correspondence")
        for name in names:
            await evening.slash(name, "profile")
            panel = evening.private(name)
            opened = await evening.person(name).press(panel, Evening.part(panel, "schedule"))
            assert opened.modal is not None
            await evening.person(name).submit(opened.modal, {"holidays": ""})
            await evening.settled()
        decision = evening.live.running().decision
        assert decision is not None
        for seat in evening.live.seats:
            kept = (await evening.bot.app.db.schedules.get(seat.user)).holidays
            used = {one for one in coming if one <= today + timedelta(days=2)}
            assert kept == (used if seat.seat in decision.seats else set())
