"""Runs the deadlines of tables: sends reminders, answers for silent seats, and extends deadlines after outages."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Container
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.background import Background
from bot.tables.alarm_actions import HEARTBEAT, RETRY_INTERVAL, AlarmActions, Reminders
from bot.tables.alarms import Alarm, Alarms
from bot.tables.bus import Bus
from bot.tables.events import ClockTicked
from bot.tables.live import LiveTable
from bot.tables.referee import Referee
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.wakeups import Wakeups
from storage import Database
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

NEGLIGIBLE_SHARE: Final = 0.01
"""The share of the remaining time below which an extension is too small to show on the board."""
OUTAGE: Final = timedelta(seconds=2)
"""The minimum duration of an outage for which deadlines are extended."""


class Clocks:
    """The scheduler of all deadlines in this process; `run` calls `tick` whenever something is due."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, db: Database, tables: Tables, referee: Referee, reminders: Reminders, now: Callable[[], datetime],
        background: Background, bus: Bus, shards: Shards | None = None, wakeups: Wakeups | None = None,
    ) -> None:  # fmt: skip
        self._db = db
        self._tables = tables
        self._reminders = reminders
        self._now = now
        self._shards = shards or Shards(bus)
        self._bus = bus
        self.wakeups = wakeups or Wakeups()
        self._armed = Alarms()
        self._actions = AlarmActions(db, tables, referee, reminders, now, background, self._armed, self.arm)
        self._until = datetime.max.replace(tzinfo=UTC)
        """The time until which the clocks sleep; only an earlier alarm or a requested wakeup ends the sleep before."""
        self._cut: dict[int, datetime] = {}
        """Shards without a connection, with the time of the disconnection. No deadline passes until all are
        connected."""
        self._beat: datetime | None = None
        self._owed = timedelta(0)
        """The time during which the process was suspended and by which deadlines have not been extended yet."""
        self.wait: Callable[[float], Awaitable[None]] = self._wait
        """Waits for a number of seconds, or until the clocks are woken; tests replace it."""

    async def give_back(self) -> timedelta:
        """Extends the stored deadlines of this process's shards, each by the time since the shard's last heartbeat.

        Returns the longest of these times, which is negative if the clock was set back. Called once at the start. The
        time is the duration of the outage: while another process serves a shard, that process stores the heartbeats.
        """
        now = self._now()
        lost = await self._db.deadlines.give_back_downtime(now, self._shards.served)
        self._beat, self._cut = now, dict.fromkeys(self._cut, now)
        return lost

    async def load(self, games: Container[int]) -> None:
        """Schedules the stored deadlines of these games; a table is only loaded when its deadline or a reminder is
        due."""
        for game, deadline, longest in await self._db.deadlines.running():
            if game in games and self._armed.get(game) is None:
                self._put(game, Alarm.asleep(deadline, longest))

    def due(self, game: int) -> datetime:
        """Returns the deadline of a table as far as this process knows; the maximum datetime if no deadline runs."""
        alarm = self._armed.get(game)
        return datetime.max.replace(tzinfo=UTC) if alarm is None else alarm.deadline.due

    async def take(self, shard: int) -> timedelta:
        """Takes over a shard from another process: extends the deadlines of its games by the outage, and returns that
        time.

        The shard counts as disconnected until `found` is called. The other shards are extended by their own outages
        first.
        """
        await self._settle_up()
        now = self._now()
        lost = await self._db.deadlines.give_back_downtime(now, self._shards.only(shard))
        self._cut[shard] = now
        return lost

    def arm(self, live: LiveTable) -> None:
        """Schedules the current deadline of a table after a change, or removes its alarm if no deadline runs or another
        process runs the table."""
        running = live.row.phase == "running" and live.row.paused_at is None
        if live.deadline is None or not running or not live.ours:
            self._armed.drop(live.id)
            return
        self._put(live.id, Alarm.of(live, live.deadline))

    def leave(self, game: int) -> None:
        """Removes the alarm of a table that another process runs now."""
        self._armed.drop(game)

    @property
    def cut_off(self) -> bool:
        """Whether a shard is disconnected, so that no deadline passes."""
        return bool(self._cut)

    def lost(self, shard: int) -> None:
        """Notes that a shard is disconnected. No deadline passes until `found`, because players cannot answer."""
        self._cut.setdefault(shard, self._now())

    async def found(self, shard: int) -> None:
        """Notes that a shard is connected again, and wakes the clocks.

        When all shards are connected, extends all deadlines of this process by the outage, if it took at least
        `OUTAGE`; if the database fails, a later tick does that.
        """
        since = self._cut.get(shard)
        if since is None:
            return
        others = [number for number in self._cut if number != shard]
        if others:
            self._cut[others[0]] = min(since, self._cut[others[0]])
        elif (outage := self._now() - since) >= OUTAGE:
            try:
                await self._give_back(outage)
            except TRANSIENT_ERRORS as error:
                log.warning("cannot extend the deadlines after an outage yet; trying again: %s", error)
                self._owed += outage
        self._cut.pop(shard, None)
        self.wakeups.woken.set()

    async def run(self) -> None:
        """Runs forever: ticks, then sleeps until something is due."""
        while True:
            self.wakeups.woken.clear()
            begun = self._now()
            ticked = await self._ticked()
            self._stood(begun)
            if not ticked:
                # After a failed tick the work is still due; the pause avoids hundreds of requests a second to a
                # database that is down.
                paused = self._now()
                await self.wait(RETRY_INTERVAL.total_seconds())
                self._stood(paused)
            await self._sleep()

    async def tick(self) -> None:
        """Does everything that is due now: stores the heartbeat, publishes ClockTicked, sends reminders, and ends
        decisions whose deadline has passed.

        While a shard is disconnected there is no heartbeat, so the outage is compensated even if the process ends. A
        process whose lease has expired does nothing: the next owner of its shards extends the deadlines.
        """
        self.wakeups.clear(self._now())
        if not self._shards.valid:
            return
        await self._pay_back()
        now = self._now()
        if not self._cut and (self._beat is None or (now - self._beat).total_seconds() >= HEARTBEAT):
            self._beat = now
            await self._db.deadlines.heartbeat(now, self._shards.served)
        self._bus.publish(ClockTicked(now, running=not self._cut))
        if self._cut:
            return
        for game, alarm in self._armed.due(now):
            if self._shards.valid:
                await self._actions.act(game, alarm, now)

    def _put(self, game: int, alarm: Alarm) -> None:
        """Sets a table's alarm, and wakes the clocks if it is due before the end of their sleep."""
        self._armed.put(game, alarm)
        if alarm.next_step() < self._until:
            self.wakeups.woken.set()

    async def _ticked(self) -> bool:
        """Ticks and logs an exception; returns False if there was one."""
        try:
            await self.tick()
        except TRANSIENT_ERRORS as error:
            log.warning("the clocks cannot reach the database; trying again: %s", error)
            return False
        except Exception:
            log.exception("the clocks failed once; they continue")
            return False
        return True

    async def _sleep(self) -> None:
        """Sleeps until something is due, at most `RETRY_INTERVAL` at a time, to notice when the process was suspended.

        Players cannot answer then, so the time is added to `_owed`. A disconnection is not counted twice.
        """
        end = self._until = self._now() + timedelta(seconds=self._pause())
        while not self.wakeups.woken.is_set() and (left := end - self._now()) > timedelta(0):
            if self._owed and not self._cut and self._shards.valid:
                return
            awake = self._now() + min(left, RETRY_INTERVAL)
            await self.wait(min(left, RETRY_INTERVAL).total_seconds())
            self._stood(awake)

    def _stood(self, since: datetime) -> None:
        """Adds the time since `since` to `_owed` if it is so long that the process must have been suspended."""
        stood = min(self._cut.values(), default=self._now()) - since
        if stood >= OUTAGE:
            self._owed += stood

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.wakeups.woken.wait(), seconds)

    async def _pay_back(self) -> None:
        """Extends this process's deadlines by the time that is still owed to players, unless a shard is disconnected.

        It is called before any deadline is checked.
        """
        if self._owed and not self._cut:
            owed = self._owed
            await self._give_back(owed)
            self._owed -= owed

    async def _settle_up(self) -> None:
        """Extends all deadlines by the outage so far and by `_owed`, although a shard is still disconnected."""
        now = self._now()
        owed = self._owed + (now - min(self._cut.values(), default=now))
        if owed:
            await self._give_back(owed)
        self._owed, self._cut = timedelta(0), dict.fromkeys(self._cut, now)

    def _pause(self) -> float:
        now = self._now()
        beat = None if self._beat is None else self._beat + timedelta(seconds=HEARTBEAT)
        due = (self.wakeups.due, *(() if self._cut else (self._armed.soonest(), beat)))
        soonest = min(((moment - now).total_seconds() for moment in due if moment is not None), default=HEARTBEAT)
        return min(max(soonest, 0.01), HEARTBEAT)

    async def _give_back(self, outage: timedelta) -> None:
        self._beat = self._now()
        await self._db.deadlines.shift(outage, self._beat, self._shards.served)
        log.info("deadlines extended by %.0f seconds in which no one could answer", outage.total_seconds())
        for game in tuple(self._armed):
            alarm = self._armed.get(game)
            if alarm is None:
                continue
            if self._asleep(game, alarm):
                self._armed.put(game, alarm.later(outage))
            else:
                await self._actions.look_again(game, alarm.deadline)
            if outage.total_seconds() > NEGLIGIBLE_SHARE * (alarm.deadline.due - self._now()).total_seconds():
                self._reminders.changed(game)

    def _asleep(self, game: int, alarm: Alarm) -> bool:
        """Returns whether a table's alarm can be postponed without loading the table.

        That is possible if the table is not in memory, its deadline has not passed, and no other process uses the
        database.
        """
        return not (self._db.shared or game in self._tables) and alarm.deadline.due > self._now()
