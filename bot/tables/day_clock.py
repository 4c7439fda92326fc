"""Clocks of tables that are played by the day (slow turns); they stand still while the person who is asked has a break.

Who is asked is public: the seats of the decision, whether or not they can do anything in it. A schedule applies from
the next decision on, or when a paused game resumes, so that changing it never extends the clock that runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.tables.live import LiveTable
from bot.tables.table_data import by_computer
from bot.tables.times import waiting_time
from rules.decisions import Decision
from rules.engine import Game
from storage import KEEP, Database, Deadline, GameRow, Keep, Schedule, SeatRow, breaks

NO_ONE: Final = Schedule()


def schedules(live: LiveTable) -> list[Schedule]:
    """Returns the loaded schedules of the people who are asked; none at a table that is not played by the day."""
    decision = live.game.decision if live.game is not None else None
    return [] if decision is None else asked(decision, live.row, live.seats, live.schedules)


def asked(decision: Decision, row: GameRow, seats: Iterable[SeatRow], known: Mapping[int, Schedule]) -> list[Schedule]:
    """Returns the schedules of the people that a decision asks; none at a table that is not played by the day."""
    if not row.by_day:
        return []
    users = [seat.user for seat in seats if seat.seat in decision.seats and not by_computer(seat)]
    return [at_table(known.get(user, NO_ONE), row) for user in users]


def at_table(schedule: Schedule, row: GameRow) -> Schedule:
    """Returns a schedule to which the weekend is added as days off if the table rests on weekends."""
    days = schedule.days_off | breaks.WEEKEND if row.weekends_off else schedule.days_off
    return replace(schedule, days_off=days)


async def load(db: Database, live: LiveTable) -> None:
    """Reads the schedules of a table's people into `live.schedules`, if the table is played by the day."""
    if live.row.by_day:
        live.schedules = await db.schedules.of(seat.user for seat in live.people())


async def deadline(db: Database, live: LiveTable, number: int, seconds: float, now: datetime) -> Deadline:
    """Returns the deadline that many seconds from now, not counting breaks; loads the schedules into `live`."""
    await load(db, live)
    known = schedules(live)
    return Deadline(number, breaks.deadline(now, seconds, known), away=breaks.away_until(now, known))


async def rest(db: Database, live: LiveTable, now: datetime) -> float | None:
    """Returns the seconds until the table's deadline, not counting breaks; None without a deadline.

    At a table by the day, they are never more than the decision's seconds, also if breaks were removed after it was
    asked.
    """
    if live.deadline is None:
        return None
    await load(db, live)
    left = breaks.counted(now, live.deadline.due, schedules(live))
    whole = waiting_time(live, live.game) if live.row.by_day and live.game is not None else None
    return left if whole is None else min(left, whole)


async def resumed(db: Database, live: LiveTable, now: datetime) -> Deadline | None:
    """Returns the deadline of a paused table that resumes now; None if it has no deadline."""
    if live.deadline is None or live.row.remaining is None:
        return None
    again = await deadline(db, live, live.deadline.number, live.row.remaining, now)
    return replace(again, reminded=live.deadline.reminded)


async def quiet_until(db: Database, live: LiveTable, users: Sequence[int], now: datetime) -> datetime | None:
    """Returns until when these users get no reminder of the table; None: they may get one now.

    That is the end of their breaks at a table by the day, and of the server's quiet hours.
    """
    absent = users if live.row.by_day else ()
    found = await db.schedules.of(absent)
    own = breaks.away_until(now, [at_table(found.get(user, NO_ONE), live.row) for user in absent])
    ends = [own, await server_quiet_until(db, live.row.guild, now)]
    return max((end for end in ends if end is not None), default=None)


async def server_quiet_until(db: Database, guild: int | None, now: datetime) -> datetime | None:
    """Returns the end of a server's quiet hours, in which the bot pings no one; None outside them."""
    settings = None if guild is None else await db.servers.get(guild)
    if settings is None or not settings.quiet:
        return None
    return breaks.away_until(now, [Schedule(settings.zone or "UTC", settings.quiet)])


async def next_deadline(
    db: Database, live: LiveTable, game: Game, now: datetime, *, is_new: bool
) -> Deadline | Keep | None:
    """Returns the deadline to store for the present decision: a new one, KEEP (no change), or None (no deadline).

    It depends on settings, schedules and public facts only. A decision that was asked without a deadline keeps none:
    when a second person joins, the pace applies from the next decision. `is_new`: whether an answer was just given.
    """
    seconds = waiting_time(live, game)
    if seconds is None:
        return None if live.deadline is not None else KEEP
    if live.deadline is None and not is_new:
        return KEEP
    if live.deadline is not None and live.deadline.number == game.number:
        return KEEP
    return await deadline(db, live, game.number, seconds, now)
