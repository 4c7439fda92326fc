"""The button and the form of a person's quiet hours, days off and holidays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime

from bot.features.profile.schedule import Typed, schedule_of
from bot.features.profile.schedule_view import DAYS_OFF, HOLIDAYS, QUIET, ZONE, in_words, schedule_form
from bot.interactions.component_context import ComponentContext
from bot.interactions.handlers import modal, press
from bot.tables.referee import Now
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.table_data import by_computer
from storage import Database


@dataclass(frozen=True)
class ScheduleHandlers:
    """Handlers of the button and the form with which a person changes their schedule."""

    db: Database
    tables: Tables
    now: Now

    @press("schedule")
    async def _schedule_button(self, press: ComponentContext) -> None:
        await press.ask(schedule_form(await self.db.schedules.get(press.user), self.now(), press.words))

    @modal("set_schedule")
    async def _schedule_form(self, press: ComponentContext) -> None:
        await press.ack()
        typed = Typed(press.typed(ZONE), press.typed(QUIET), press.picked(DAYS_OFF), press.typed(HOLIDAYS))
        dues = [due async for due in self._running_deadlines(press.user)]
        present = await self.db.schedules.get(press.user)
        schedule = schedule_of(typed, present, self.now(), max(dues, default=None))
        await self.db.schedules.set(press.user, schedule)
        note = press.words("It applies from the next decision on. A clock that runs already is not changed.")
        await press.say(f"🌙 {in_words(schedule, self.now(), press.words)}\n{note}")

    async def _running_deadlines(self, user: int) -> AsyncIterator[datetime]:
        """Yields the deadlines of the decisions in which this user is asked, at running tables by the day."""
        for row in await self.db.games.of_user(user):
            if row.phase != "running" or not row.by_day or row.paused_at is not None:
                continue
            try:
                live = await self.tables.get(row.id)
            except EXPECTED_ERRORS:
                continue
            asked = live.game.decision.seats if live.game is not None and live.game.decision is not None else ()
            own = (seat.seat for seat in live.seats if seat.user == user and not by_computer(seat))
            if live.deadline is not None and any(seat in asked for seat in own):
                yield live.deadline.due
