"""Deadlines -> answers: reminders, pings, silences; a heartbeat, so that lost time is given back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Container
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from bot.background import Background
from bot.monitoring import metrics
from bot.tables.alarms import Alarm, Alarms
from bot.tables.bus import Bus
from bot.tables.events import ClockTicked
from bot.tables.live import LiveTable
from bot.tables.referee import Referee
from bot.tables.refusals import EXPECTED_ERRORS
from bot.tables.registry import Tables
from bot.tables.shards import Shards
from bot.tables.times import PING, WORD
from bot.tables.wakeups import Wakeups
from storage import Database, Deadline
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

HEARTBEAT: Final = 10.0
"""Seconds between two heartbeats, and the longest that the clocks sleep."""
NEGLIGIBLE_SHARE: Final = 0.01
"""Of the time that is left: who sees so small a difference on the board?"""
RETRY_INTERVAL: Final = timedelta(seconds=1)
"""So long the clocks sleep at once: they notice within it that the process stood still."""
OUTAGE: Final = timedelta(seconds=2)
"""Shorter ones are not worth giving back."""


class Reminders(Protocol):
    """The interface of the clocks to the messages for players."""

    async def word(self, game: int, user: int) -> None:
        """A private word: the table waits."""

    async def ping(self, game: int, user: int) -> None:
        """One public ping."""

    def changed(self, game: int) -> None:
        """The table's time has changed, and nothing else."""


class Clocks:
    """All running deadlines; `tick` does what is due, and is called by itself once `run` runs."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each neighbour
        self, db: Database, tables: Tables, referee: Referee, reminders: Reminders, now: Callable[[], datetime],
        background: Background, bus: Bus, shards: Shards | None = None, wakeups: Wakeups | None = None,
    ) -> None:  # fmt: skip
        self._db = db
        self._tables = tables
        self._referee = referee
        self._reminders = reminders
        self._now = now
        self._background = background
        self._shards = shards or Shards()
        self._bus = bus
        self.wakeups = wakeups or Wakeups()
        self._armed = Alarms()
        self._until = datetime.max.replace(tzinfo=UTC)
        """The moment at which the clocks wake up by themselves; only an earlier deadline wakes them."""
        self._cut: dict[int, datetime] = {}
        """Shards without a connection and the moment of its loss; the clocks stand still during that time."""
        self._beat: datetime | None = None
        self._owed = timedelta(0)
        """How long the process stood still while it meant to sleep a moment; not given back yet."""
        self.wait: Callable[[float], Awaitable[None]] = self._wait
        """Waits for a number of seconds, or until the clocks are woken; tests replace it."""

    async def give_back(self) -> timedelta:
        """Gives the time since the last heartbeat back to every table, at the start.

        It includes outages until now. It does not include the time during which other processes served and this one
        waited.
        """
        now = self._now()
        lost = await self._db.deadlines.give_back_downtime(now, self._shards.served)
        self._beat, self._cut = now, dict.fromkeys(self._cut, now)
        return lost

    async def load(self, games: Container[int]) -> None:
        """The deadlines of these games are armed as they are stored, without a look at the table until one is due."""
        for game, deadline, longest in await self._db.deadlines.running():
            if game in games and self._armed.get(game) is None:
                self._put(game, Alarm.asleep(deadline, longest))

    def due(self, game: int) -> datetime:
        """Returns the end of the table's time as far as it is known; the end of all times if no clock runs."""
        alarm = self._armed.get(game)
        return datetime.max.replace(tzinfo=UTC) if alarm is None else alarm.deadline.due

    async def take(self, shard: int) -> timedelta:
        """A shard is taken over while others run: its games have their lost time back; found once it is connected.

        What the others are owed by then they get before, and it does not.
        """
        await self._settle_up()
        now = self._now()
        lost = await self._db.deadlines.give_back_downtime(now, self._shards.only(shard))
        self._cut[shard] = now
        return lost

    def arm(self, live: LiveTable) -> None:
        """The table has changed: its deadline is the one that counts."""
        running = live.row.phase == "running" and live.row.paused_at is None
        if live.deadline is None or not running or not live.ours:
            self._armed.drop(live.id)
            return
        self._put(live.id, Alarm.of(live, live.deadline))

    def leave(self, game: int) -> None:
        """Another process looks after the table: its clock is there."""
        self._armed.drop(game)

    @property
    def cut_off(self) -> bool:
        """Whether a shard has no connection, so that no time runs."""
        return bool(self._cut)

    def lost(self, shard: int) -> None:
        """Notes that a shard has lost its connection: no player can answer, so no time runs."""
        self._cut.setdefault(shard, self._now())

    async def found(self, shard: int) -> None:
        """A shard is connected again; the time is given back once all are, and only then does it run on."""
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
                log.warning("an outage is given back a little later: %s", error)
                self._owed += outage
        self._cut.pop(shard, None)
        self.wakeups.woken.set()

    async def run(self) -> None:
        """Ticks for ever."""
        while True:
            self.wakeups.woken.clear()
            begun = self._now()
            ticked = await self._ticked()
            self._stood(begun)
            if not ticked:
                # Unfinished work stays due: a database that is away is not asked a hundred times a second.
                paused = self._now()
                await self.wait(RETRY_INTERVAL.total_seconds())
                self._stood(paused)
            await self._sleep()

    async def tick(self) -> None:
        """Does everything that is due now: the heartbeat, reminders, silences.

        Without a connection there is no heartbeat, so that the time is given back even if the process ends. A process
        that may not serve any more does nothing: its successor gives the lost time back.
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
                await self._look(game, alarm, now)

    # Inside

    def _put(self, game: int, alarm: Alarm) -> None:
        """Sets the table's alarm, and wakes the clocks if it is due before they wake up by themselves."""
        self._armed.put(game, alarm)
        if alarm.next_step() < self._until:
            self.wakeups.woken.set()

    async def _ticked(self) -> bool:
        """Ticks; returns False if an error prevented its end."""
        try:
            await self.tick()
        except TRANSIENT_ERRORS as error:
            log.warning("the clocks wait for the database: %s", error)
            return False
        except Exception:
            log.exception("the clocks stumbled and go on")
            return False
        return True

    async def _sleep(self) -> None:
        """Sleeps until something is due, a moment at a time; a moment that takes longer shows that the process stood
        still.

        No player could answer then. An outage of Discord that is given back anyway is not counted twice.
        """
        end = self._until = self._now() + timedelta(seconds=self._pause())
        while not self.wakeups.woken.is_set() and (left := end - self._now()) > timedelta(0):
            if self._owed and not self._cut and self._shards.valid:
                return
            awake = self._now() + min(left, RETRY_INTERVAL)
            await self.wait(min(left, RETRY_INTERVAL).total_seconds())
            self._stood(awake)

    def _stood(self, since: datetime) -> None:
        """Notes that the process stood still if an action without any duration ended much later than it began."""
        stood = min(self._cut.values(), default=self._now()) - since
        if stood >= OUTAGE:
            self._owed += stood

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.wakeups.woken.wait(), seconds)

    async def _pay_back(self) -> None:
        """Before anything is looked at that may be due."""
        if self._owed and not self._cut:
            owed = self._owed
            await self._give_back(owed)
            self._owed -= owed

    async def _settle_up(self) -> None:
        """Gives the owed time back now, although the clocks stand still for longer."""
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

    async def _look(self, game: int, alarm: Alarm, now: datetime) -> None:
        deadline = alarm.deadline
        if now >= deadline.due:
            await self._silence(game, deadline)
        elif alarm.look is not None:
            await self._look_again(game, deadline, settle=True)
        elif alarm.ping is not None and now >= alarm.ping and deadline.reminded < PING:
            await self._remind(game, deadline, PING)
        elif alarm.word is not None and now >= alarm.word and deadline.reminded < WORD:
            await self._remind(game, deadline, WORD)

    async def _silence(self, game: int, deadline: Deadline) -> None:
        try:
            await self._referee.clock(game, deadline.number)
            metrics.LATENESS.observe((self._now() - deadline.due).total_seconds())
        except EXPECTED_ERRORS as error:
            log.info("table %s: its clock does not count now (%s)", game, type(error).__name__)
        except TRANSIENT_ERRORS as error:
            log.warning("table %s: its clock waits for the database: %s", game, error)
            self._a_little_later(game, deadline)
            return
        except Exception:
            # The game was dropped; it is rebuilt at the next look, a little later.
            log.exception("table %s: its clock stumbled", game)
            self._a_little_later(game, deadline)
            return
        alarm = self._armed.get(game)
        if alarm is not None and alarm.deadline == deadline:
            await self._look_again(game, deadline)

    def _a_little_later(self, game: int, deadline: Deadline) -> None:
        self._armed.put(game, Alarm(Deadline(deadline.number, self._now() + timedelta(seconds=HEARTBEAT), PING)))

    async def _look_again(self, game: int, deadline: Deadline, *, settle: bool = False) -> None:
        """Reads the deadline again if the clock and the table disagree: the database decides; without an answer, a
        little later.

        `settle`: the table is not loaded yet, so a computer may not have been asked.
        """
        self._armed.drop(game)
        try:
            async with self._tables.held(game) as live:
                await self._tables.refresh(live)
                if live.deadline is not None and live.game is not None and live.deadline.number == live.game.number:
                    self.arm(live)
                    if settle and live.ours:
                        await self._referee.settle_held(live)
        except EXPECTED_ERRORS as error:
            log.info("table %s has no clock now (%s)", game, type(error).__name__)
        except TRANSIENT_ERRORS as error:
            log.warning("table %s: its clock waits for the database: %s", game, error)
            self._a_little_later(game, deadline)
        except Exception:
            log.exception("table %s: its clock stumbled", game)
            self._a_little_later(game, deadline)

    async def _remind(self, game: int, deadline: Deadline, step: int) -> None:
        try:
            async with self._tables.held(game) as live:
                if live.deadline != deadline or live.row.phase != "running" or not live.ours:
                    return
                live.deadline = Deadline(deadline.number, deadline.due, step)
                await self._db.deadlines.set(game, deadline.number, deadline.due, step)
                self.arm(live)
                who = live.waited_for
        except EXPECTED_ERRORS:
            return
        except TRANSIENT_ERRORS as error:
            log.warning("table %s: a reminder waits for the database: %s", game, error)
            self._armed.put(game, Alarm(deadline, look=self._now() + RETRY_INTERVAL))
            return
        for user in who:
            work = self._reminders.word(game, user) if step == WORD else self._reminders.ping(game, user)
            self._background.run(work, f"a reminder of table {game}")

    async def _give_back(self, outage: timedelta) -> None:
        self._beat = self._now()
        await self._db.deadlines.shift(outage, self._beat, self._shards.served)
        log.info("%.0f seconds in which no one could answer are given back", outage.total_seconds())
        for game in tuple(self._armed):
            alarm = self._armed.get(game)
            if alarm is None:
                continue
            if self._asleep(game, alarm):
                self._armed.put(game, alarm.later(outage))
            else:
                await self._look_again(game, alarm.deadline)
            if outage.total_seconds() > NEGLIGIBLE_SHARE * (alarm.deadline.due - self._now()).total_seconds():
                self._reminders.changed(game)

    def _asleep(self, game: int, alarm: Alarm) -> bool:
        """Returns whether the table is not in memory, so that its deadline can be postponed without loading it."""
        return not (self._db.shared or game in self._tables) and alarm.deadline.due > self._now()
