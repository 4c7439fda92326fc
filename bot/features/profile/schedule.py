"""Parses a person's typed schedule (time zone, quiet hours, days off, holidays), or refuses all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta, timezone
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.tables.refusals import NO_QUIET_HOURS, NO_SUCH_ZONE, Refused
from bot.texts import N_
from storage import Schedule
from storage.breaks import MAX_DAYS_OFF, quiet_hours, zone_named

MAX_HOLIDAYS: Final = 10
"""The maximum number of holidays in a calendar year.

The bot's seasons belong to one game on one server, so holidays, which hold at all tables, count by calendar year.
"""
MAX_IN_A_ROW: Final = 5
MAX_AHEAD: Final = timedelta(days=366)
_DAY: Final = timedelta(days=1)
_EARLIEST: Final = timezone(timedelta(hours=14))
"""The time zone in which each day begins first."""
_DATE: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})")
_NO_HOLIDAYS: Final = N_(
    "Type holidays such as `2026-12-24 – 2026-12-28`, one entry a line, at most a year ahead. Nothing has changed."
)


class Typed(NamedTuple):
    """The text fields of the schedule's form, as the user typed them."""

    zone: str
    quiet: str
    days_off: Sequence[str]
    holidays: str


def schedule_of(typed: Typed, present: Schedule, now: datetime, due: datetime | None = None) -> Schedule:
    """Returns the schedule that was typed, without storing it; raises Refused if it is not possible.

    Holidays that have begun anywhere in the world stay, so that they count in whichever time zones the person had; also
    those until the person's latest running deadline (`due`), because that deadline includes them.
    """
    quiet, wished = typed.quiet.strip(), bool(typed.quiet.strip() or typed.days_off or typed.holidays.strip())
    if wished and not typed.zone.strip():
        raise Refused(N_("Type your time zone too, for example `Europe/Prague`. Nothing has changed."))
    zone = zone_named(typed.zone) if typed.zone.strip() else present.zone
    if zone is None:
        raise Refused(NO_SUCH_ZONE)
    hours = quiet_hours(quiet) if quiet else ""
    if hours is None:
        raise Refused(NO_QUIET_HOURS)
    days = frozenset(int(one) for one in typed.days_off if one in set("0123456"))
    if len(days) > MAX_DAYS_OFF:
        raise Refused(N_("Choose at most {most} days off a week. Nothing has changed."), most=MAX_DAYS_OFF)
    today, used = now.astimezone(ZoneInfo(zone)).date(), max(due or now, now).astimezone(_EARLIEST).date()
    taken = frozenset(one for one in present.holidays if one <= used and one.year >= today.year - 1)
    return Schedule(zone, hours, days, _holidays(typed.holidays, taken, today))


def runs(days: frozenset[date]) -> Iterator[tuple[date, date]]:
    """Returns the first and the last day of each series of consecutive days, in order."""
    firsts = sorted(one for one in days if one - _DAY not in days)
    lasts = sorted(one for one in days if one + _DAY not in days)
    return zip(firsts, lasts, strict=True)


def upcoming(schedule: Schedule, now: datetime) -> list[tuple[date, date]]:
    """Returns the holidays from today on: the first and the last day of each series of consecutive days."""
    today = now.astimezone(ZoneInfo(schedule.zone)).date()
    return list(runs(frozenset(one for one in schedule.holidays if one >= today)))


def _holidays(text: str, begun: frozenset[date], today: date) -> frozenset[date]:
    found = begun | _typed_days(text, today, begun)
    for year in {one.year for one in found}:
        if sum(one.year == year for one in found) > MAX_HOLIDAYS:
            raise Refused(
                N_(
                    "You have {most} holidays in a calendar year, and those that have begun count. Nothing has changed."
                ),
                most=MAX_HOLIDAYS,
            )
    if any(last - first >= MAX_IN_A_ROW * _DAY for first, last in runs(found)):
        raise Refused(N_("Holidays last at most {most} days in a row. Nothing has changed."), most=MAX_IN_A_ROW)
    return found


def _typed_days(text: str, today: date, begun: frozenset[date]) -> frozenset[date]:
    found = {day for entry in re.split(r"[\n,;]", text) if entry.strip() for day in _days(entry)}
    if any(not today <= one <= today + MAX_AHEAD for one in found - begun):
        raise Refused(_NO_HOLIDAYS)
    return frozenset(found)


def _days(entry: str) -> list[date]:
    """Returns the days of one entry: a date, or a first and a last date."""
    dates = [_date(match) for match in _DATE.finditer(entry)]
    if len(dates) not in (1, 2) or _DATE.sub("", entry).strip(" \t\r-–—"):
        raise Refused(_NO_HOLIDAYS)
    first, last = dates[0], dates[-1]
    if not timedelta() <= last - first <= MAX_AHEAD:
        raise Refused(_NO_HOLIDAYS)
    return [first + timedelta(days=at) for at in range((last - first).days + 1)]


def _date(match: re.Match[str]) -> date:
    year, month, day, of_month, named, in_year = match.groups()
    try:
        return date(int(year or in_year), int(month or named), int(day or of_month))
    except (ValueError, OverflowError):
        raise Refused(_NO_HOLIDAYS) from None
