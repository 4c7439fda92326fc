"""Breaks: the times at which a person's clock stands still at tables by the day, and the deadlines that follow.

All functions are pure. Times are in UTC; breaks are computed in the person's own time zone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from storage.schedules import Schedule

WEEKEND: Final = frozenset({5, 6})
MAX_QUIET: Final = timedelta(hours=14)
"""The maximum length of the quiet hours, so that at least ten hours of a day count."""
MAX_DAYS_OFF: Final = 3
"""The maximum number of a person's days off in a week; with the weekends off, two days remain."""
MAX_ADDED: Final = timedelta(days=30)
"""The maximum time that breaks add to a deadline, also if a stored schedule has no end."""
_DAY: Final = timedelta(days=1)
_HOURS: Final = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])\s*[-–]\s*([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")


class Span(NamedTuple):
    """A time from `begin` to `end`, in UTC."""

    begin: datetime
    end: datetime


def deadline(start: datetime, seconds: float, schedules: Iterable[Schedule]) -> datetime:
    """Returns when a person has had that many seconds outside breaks; of several people, when the last of them has.

    Breaks add at most MAX_ADDED.
    """
    return max((_after(start, seconds, one) for one in schedules), default=start + timedelta(seconds=seconds))


def counted(start: datetime, end: datetime, schedules: Iterable[Schedule]) -> float:
    """Returns the seconds from start to end outside breaks; of several people, the fewest."""
    whole = max(end - start, timedelta())
    free = (sum((span.end - span.begin for span in _free(one, start, end)), timedelta()) for one in schedules)
    return min(free, default=whole).total_seconds()


def before(due: datetime, seconds: float, schedules: Iterable[Schedule]) -> datetime:
    """Returns the latest time from which a person has that many seconds outside breaks until a deadline.

    Of several people, the earliest of these times. Breaks add at most MAX_ADDED.
    """
    return min((_before(due, seconds, one) for one in schedules), default=due - timedelta(seconds=seconds))


def away_until(at: datetime, schedules: Iterable[Schedule]) -> datetime | None:
    """Returns when the last of these people's present breaks ends; None if no one has a break at that time."""
    ends = (span.end for one in schedules for span in breaks(one, at, at + MAX_ADDED) if span.begin <= at < span.end)
    return max(ends, default=None)


def breaks(schedule: Schedule, start: datetime, end: datetime) -> Iterator[Span]:
    """Yields a person's breaks that touch the time from start to end, in order; adjoining ones are one break."""
    latest: Span | None = None
    for span in _single_breaks(schedule, start, end):
        if span.begin >= end:
            break
        if latest is not None and span.begin <= latest.end:
            latest = Span(latest.begin, max(latest.end, span.end))
        else:
            if latest is not None and latest.end > start:
                yield latest
            latest = span
    if latest is not None and latest.end > start:
        yield latest


def quiet_hours(text: str) -> str | None:
    """Parses quiet hours that a person has typed: returns their stored form, for example `22:00-07:00`.

    None: they are invalid, or longer than MAX_QUIET.
    """
    found = _HOURS.fullmatch(text.strip())
    if found is None:
        return None
    hours = [int(part) for part in found.groups()]
    length = timedelta(hours=hours[2] - hours[0], minutes=hours[3] - hours[1]) % _DAY
    if not timedelta() < length <= MAX_QUIET:
        return None
    return "{:02}:{:02}-{:02}:{:02}".format(*hours)


@lru_cache(1)
def _zones() -> dict[str, str]:
    """Returns the names of all time zones, by the name in lower case and, if it is unique, by the city."""
    names = sorted(name for name in available_timezones() if not name.startswith(("Etc/", "SystemV/")))
    cities = [name.rpartition("/")[2].lower() for name in names]
    by_city = {city: name for city, name in zip(cities, names, strict=True) if cities.count(city) == 1}
    return by_city | {name.lower(): name for name in names}


def zone_named(text: str) -> str | None:
    """Returns the name of a time zone from what a person has typed: the name in any case, or its city; else None."""
    return _zones().get("_".join(text.split()).lower())


def _after(start: datetime, seconds: float, schedule: Schedule) -> datetime:
    left = timedelta(seconds=seconds)
    limit = start + left + MAX_ADDED
    for span in _free(schedule, start, limit):
        if span.end - span.begin >= left:
            return span.begin + left
        left -= span.end - span.begin
    return limit


def _before(due: datetime, seconds: float, schedule: Schedule) -> datetime:
    left = timedelta(seconds=seconds)
    limit = due - left - MAX_ADDED
    for span in reversed(list(_free(schedule, limit, due))):
        if span.end - span.begin >= left:
            return span.end - left
        left -= span.end - span.begin
    return limit


def _free(schedule: Schedule, start: datetime, end: datetime) -> Iterator[Span]:
    """Yields the times from start to end outside a person's breaks, in order."""
    for span in breaks(schedule, start, end):
        if start < min(span.begin, end):
            yield Span(start, min(span.begin, end))
        start = max(start, span.end)
    if start < end:
        yield Span(start, end)


def _single_breaks(schedule: Schedule, start: datetime, end: datetime) -> Iterator[Span]:
    """Yields the breaks of each day from the day before `start` on, ordered by their beginnings.

    Quiet hours that the clocks skip when they are put forward are left out.
    """
    zone, quiet = _zone(schedule.zone), _quiet(schedule.quiet)
    if quiet is None and not schedule.days_off and not schedule.holidays:
        return
    day, last = start.astimezone(zone).date() - _DAY, end.astimezone(zone).date()
    while day <= last:
        if day.weekday() in schedule.days_off or day in schedule.holidays:
            yield _span(day, time(), day + _DAY, time(), zone)
        if quiet is not None:
            begin, finish = quiet
            span = _span(day, begin, day if begin < finish else day + _DAY, finish, zone)
            if span.begin < span.end:
                yield span
        day += _DAY


def _span(first: date, begin: time, last: date, end: time, zone: ZoneInfo) -> Span:
    """Returns the time between two local times. If the clocks are put back, it ends when the end comes the second time.

    A local time that is skipped when the clocks are put forward is taken as if they had not been.
    """
    ends = (datetime.combine(last, end, zone).replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return Span(datetime.combine(first, begin, zone).astimezone(UTC), max(ends))


@lru_cache(1000)
def _zone(name: str) -> ZoneInfo:
    """Returns the time zone; UTC if this system does not know it (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _quiet(text: str) -> tuple[time, time] | None:
    begin, _, end = (quiet_hours(text) or "").partition("-")
    return (time.fromisoformat(begin), time.fromisoformat(end)) if end else None
