"""The deadlines and reminders of this process's running games, in a priority queue ordered by the next one's time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush
from typing import Final, Self

from bot.tables import day_clock
from bot.tables.live import LiveTable
from bot.tables.times import PING, WORD, waiting_time
from storage import Deadline, breaks

WORD_AFTER_SHARE: Final = 2 / 3
PING_AFTER_SHARE: Final = 0.9
MIN_COMPACTION: Final = 64


@dataclass(frozen=True, slots=True)
class Alarm:
    """The deadline of one table, with the times of its private reminder and its public ping (None: it gets none)."""

    deadline: Deadline
    word: datetime | None = None
    ping: datetime | None = None
    look: datetime | None = None
    """The time at which the table is loaded and its exact reminders are computed: no reminder is due earlier. None if
    they are known."""

    @classmethod
    def of(cls, live: LiveTable, deadline: Deadline) -> Self:
        """Returns the alarm of a loaded table: its deadline and the times of its reminders."""
        seconds = waiting_time(live, live.game) if live.game is not None else None
        if seconds is None or not live.reminds:
            return cls(deadline)
        word, ping = (seconds * (1 - part) for part in (WORD_AFTER_SHARE, PING_AFTER_SHARE))
        known = day_clock.schedules(live)
        return cls(deadline, *(breaks.before(deadline.due, left, known) for left in (word, ping)))

    @classmethod
    def asleep(cls, deadline: Deadline, longest: int | None) -> Self:
        """Returns the alarm of a table that is not loaded yet, with an estimated time to load it before its reminders.

        `longest`: the table's longest waiting time in seconds, from which the first reminder is estimated; None: no
        reminders. Breaks are ignored, because tables whose people have breaks are loaded when the process starts.
        """
        if deadline.reminded >= PING or longest is None:
            return cls(deadline)
        return cls(deadline, look=deadline.due - timedelta(seconds=longest * (1 - WORD_AFTER_SHARE)))

    def next_step(self) -> datetime:
        """Returns the time of the next action: a reminder, a look at the table, or the end of the deadline."""
        if self.look is not None:
            return min(self.look, self.deadline.due)
        if self.deadline.reminded < WORD and self.word is not None:
            return self.word
        if self.deadline.reminded < PING and self.ping is not None:
            return self.ping
        return self.deadline.due

    def later(self, by: timedelta) -> Alarm:
        """Returns a copy of the alarm with all its times postponed by that duration."""
        deadline = replace(self.deadline, due=self.deadline.due + by)
        word, ping, look = (None if at is None else at + by for at in (self.word, self.ping, self.look))
        return Alarm(deadline, word, ping, look)


class Alarms:
    """A priority queue with at most one alarm for each table."""

    def __init__(self) -> None:
        self._armed: dict[int, Alarm] = {}
        self._queue: list[tuple[datetime, int]] = []
        """A heap of (time, table), the earliest first. Outdated entries are dropped when they reach the top."""

    def __iter__(self) -> Iterator[int]:
        return iter(self._armed)

    def get(self, game: int) -> Alarm | None:
        """Returns the alarm of a table; None if none is set."""
        return self._armed.get(game)

    def put(self, game: int, alarm: Alarm) -> None:
        """Sets the alarm of that table and replaces an earlier one."""
        self._armed[game] = alarm
        heappush(self._queue, (alarm.next_step(), game))
        if len(self._queue) > 2 * len(self._armed) + MIN_COMPACTION:
            self._queue = [(each.next_step(), game) for game, each in self._armed.items()]
            heapify(self._queue)

    def drop(self, game: int) -> None:
        """Removes the alarm of that table."""
        self._armed.pop(game, None)

    def soonest(self) -> datetime | None:
        """Returns the time of the earliest action of any table; None if no alarm is set."""
        while self._queue:
            moment, game = self._queue[0]
            if self._counts(moment, game):
                return moment
            heappop(self._queue)
        return None

    def due(self, now: datetime) -> list[tuple[int, Alarm]]:
        """Returns the tables whose action is due, with their alarms, which stay set until they are replaced or
        dropped."""
        found: dict[int, Alarm] = {}
        while self._queue and self._queue[0][0] <= now:
            moment, game = heappop(self._queue)
            if self._counts(moment, game):
                found[game] = self._armed[game]
        for game, alarm in found.items():
            heappush(self._queue, (alarm.next_step(), game))
        return sorted(found.items(), key=lambda armed: armed[0])

    def _counts(self, moment: datetime, game: int) -> bool:
        alarm = self._armed.get(game)
        return alarm is not None and alarm.next_step() == moment
