"""The repository of users' schedules: when the clocks of tables by the day stand still for them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from storage.connection import Row
from storage.repository import Repository, transaction, upsertion

_PUT: Final = upsertion("schedules", "user", "zone, quiet, days_off, holidays")
_GAMES: Final = """
SELECT DISTINCT seats.game FROM schedules JOIN seats ON seats.user = schedules.user
JOIN games ON games.id = seats.game WHERE games.phase = 'running'
"""
UTC_ZONE: Final = "UTC"


@dataclass(frozen=True, slots=True)
class Schedule:
    """A user's quiet hours, days off and holidays, in their own time zone."""

    zone: str = UTC_ZONE
    """The time zone's name in the IANA database, for example `Europe/Prague`."""
    quiet: str = ""
    """The quiet hours of every day, for example `22:00-07:00`; empty: none."""
    days_off: frozenset[int] = frozenset()
    """Weekdays, from 0 (Monday) to 6."""
    holidays: frozenset[date] = frozenset()


class Schedules(Repository):
    """The repository of all users' schedules."""

    async def get(self, user: int) -> Schedule:
        """Returns the user's schedule; an empty one if none is stored."""
        return (await self.of([user])).get(user, Schedule())

    async def of(self, users: Iterable[int]) -> dict[int, Schedule]:
        """Returns the schedules of users, by user; users without one are left out."""
        asked = tuple(users)
        if not asked:
            return {}
        sql = f"SELECT * FROM schedules WHERE user IN ({', '.join('?' for _ in asked)})"
        return {row["user"]: _schedule(row) for row in await self._rows(sql, *asked)}

    async def games(self) -> frozenset[int]:
        """Returns the numbers of the running games in which someone with a schedule has a seat."""
        return frozenset(await self._column(_GAMES))

    @transaction
    async def set(self, user: int, schedule: Schedule) -> None:
        """Stores a user's schedule."""
        days = "".join(map(str, sorted(schedule.days_off)))
        holidays = json.dumps([one.isoformat() for one in sorted(schedule.holidays)])
        await self._execute(_PUT, user, schedule.zone, schedule.quiet, days, holidays)


def _schedule(row: Row) -> Schedule:
    """Returns the schedule of a row; an empty one if a disk has altered it, so that the person's tables go on."""
    try:
        days = frozenset(map(int, row["days_off"]))
        holidays = frozenset(map(date.fromisoformat, json.loads(row["holidays"])))
    except (ValueError, TypeError):
        return Schedule()
    return Schedule(row["zone"], row["quiet"], days, holidays)
