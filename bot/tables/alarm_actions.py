"""Sends the reminders of tables and answers for silent seats when an alarm is due."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.background import Background
from bot.monitoring import metrics
from bot.tables import day_clock
from bot.tables.alarms import Alarm, Alarms
from bot.tables.live import LiveTable
from bot.tables.referee import Referee
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.times import PING, WORD
from storage import Database, Deadline
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

HEARTBEAT: Final = 10.0
"""Seconds between two heartbeats; also the longest pause between two ticks of the clocks, and the pause before a failed
action is repeated."""
RETRY_INTERVAL: Final = timedelta(seconds=1)
"""The longest single sleep, and the pause after a failed tick or reminder. A sleep that takes much longer shows that
the process was suspended."""


class Reminders(Protocol):
    """The interface by which the clocks send reminders to players."""

    async def word(self, game: int, user: int) -> None:
        """Sends the user a private reminder that the table is waiting for them."""

    async def ping(self, game: int, user: int) -> None:
        """Pings the user in the table's channel."""

    def changed(self, game: int) -> None:
        """Updates the board of a table of which only the deadline has changed."""


@dataclass(eq=False, repr=False)
class AlarmActions:
    """A service that sends due reminders and ends overdue decisions; after a database error it sets an alarm that tries
    again."""

    _db: Database
    _tables: Tables
    _referee: Referee
    _reminders: Reminders
    _now: Callable[[], datetime]
    _background: Background
    _alarms: Alarms
    _arm: Callable[[LiveTable], None]
    """Sets the alarm of a table from its current deadline."""

    async def act(self, game: int, alarm: Alarm, now: datetime) -> None:
        """Executes the due action of a table's alarm: ends the decision whose deadline has passed, loads the table to
        compute its reminders, or sends a ping or a private reminder.

        Reminders are postponed to the end of the players' breaks and of the server's quiet hours.
        """
        deadline = alarm.deadline
        if now >= deadline.due:
            await self._silence(game, deadline)
        elif alarm.look is not None:
            await self.look_again(game, deadline, settle=True)
        elif alarm.ping is not None and now >= alarm.ping and deadline.reminded < PING:
            await self._remind(game, deadline, PING)
        elif alarm.word is not None and now >= alarm.word and deadline.reminded < WORD:
            await self._remind(game, deadline, WORD)

    async def _silence(self, game: int, deadline: Deadline) -> None:
        try:
            await self._referee.clock(game, deadline.number)
            metrics.LATENESS.observe((self._now() - deadline.due).total_seconds())
        except EXPECTED_ERRORS as error:
            log.info("table %s: its clock cannot run now; trying again (%s)", game, type(error).__name__)
        except TRANSIENT_ERRORS as error:
            log.warning("table %s: its clock cannot reach the database; trying again: %s", game, error)
            self._a_little_later(game, deadline)
            return
        except Exception:
            # The table was dropped from memory; it is rebuilt at the next check, a little later.
            log.exception("table %s: its clock failed; trying again", game)
            self._a_little_later(game, deadline)
            return
        alarm = self._alarms.get(game)
        if alarm is not None and alarm.deadline == deadline:
            await self.look_again(game, deadline)

    def _a_little_later(self, game: int, deadline: Deadline) -> None:
        self._alarms.put(game, Alarm(Deadline(deadline.number, self._now() + timedelta(seconds=HEARTBEAT), PING)))

    async def look_again(self, game: int, deadline: Deadline, *, settle: bool = False) -> None:
        """Loads a table, reads its deadline from the database again, and sets its alarm from it, or removes the alarm.

        After a database error or an unexpected one, sets an alarm that tries again after `HEARTBEAT` seconds; after one
        of EXPECTED_ERRORS, the table has no alarm. `settle`: also lets the table go on, because it was not loaded yet
        and its computer players may not have been asked.
        """
        self._alarms.drop(game)
        try:
            async with self._tables.held(game) as live:
                await self._tables.refresh(live)
                if live.deadline is not None and live.game is not None and live.deadline.number == live.game.number:
                    self._arm(live)
                    if settle and live.ours:
                        await self._referee.settle_held(live)
        except EXPECTED_ERRORS as error:
            log.info("table %s: its clock cannot be set now (%s)", game, type(error).__name__)
        except TRANSIENT_ERRORS as error:
            log.warning("table %s: its clock cannot reach the database; trying again: %s", game, error)
            self._a_little_later(game, deadline)
        except Exception:
            log.exception("table %s: its clock failed; trying again", game)
            self._a_little_later(game, deadline)

    async def _remind(self, game: int, deadline: Deadline, step: int) -> None:
        try:
            async with self._tables.held(game) as live:
                if live.deadline != deadline or live.row.phase != "running" or not live.ours:
                    return
                who = live.waited_for
                if quiet := await day_clock.quiet_until(self._db, live, who, self._now()):
                    self._alarms.put(game, Alarm(deadline, look=quiet))
                    return
                live.deadline = replace(deadline, reminded=step)
                await self._db.deadlines.set(game, deadline.number, deadline.due, step, deadline.away)
                self._arm(live)
        except EXPECTED_ERRORS:
            return
        except TRANSIENT_ERRORS as error:
            log.warning("table %s: a reminder cannot reach the database; trying again: %s", game, error)
            self._alarms.put(game, Alarm(deadline, look=self._now() + RETRY_INTERVAL))
            return
        for user in who:
            work = self._reminders.word(game, user) if step == WORD else self._reminders.ping(game, user)
            self._background.run(work, f"the reminder at table {game}")
