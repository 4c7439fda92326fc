"""All running deadlines by what is due next, however many there are: nothing walks through all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from heapq import heapify, heappop, heappush
from typing import Final, Self

from bot.tables.live import LiveTable
from bot.tables.times import PING, WORD, waiting_time
from storage import Deadline

WORD_AFTER_SHARE: Final = 2 / 3
PING_AFTER_SHARE: Final = 0.9
MIN_COMPACTION: Final = 64


@dataclass(frozen=True, slots=True)
class Alarm:
    """A running deadline, and when a private word and a public ping are due before it (None: there is none)."""

    deadline: Deadline
    word: datetime | None = None
    ping: datetime | None = None
    look: datetime | None = None
    """The table is not loaded yet: before this moment there is no message and no ping."""

    @classmethod
    def of(cls, live: LiveTable, deadline: Deadline) -> Self:
        """Returns the alarm of a loaded table."""
        seconds = waiting_time(live, live.game) if live.game is not None else None
        if seconds is None or not live.reminds:
            return cls(deadline)
        word, ping = (timedelta(seconds=seconds * (1 - part)) for part in (WORD_AFTER_SHARE, PING_AFTER_SHARE))
        return cls(deadline, deadline.due - word, deadline.due - ping)

    @classmethod
    def asleep(cls, deadline: Deadline, longest: int | None) -> Self:
        """Returns the alarm of a table that is not loaded yet; its decisions wait `longest` seconds at most (None: no
        reminders)."""
        if deadline.reminded >= PING or longest is None:
            return cls(deadline)
        return cls(deadline, look=deadline.due - timedelta(seconds=longest * (1 - WORD_AFTER_SHARE)))

    def next_step(self) -> datetime:
        """Returns the moment of the next step."""
        if self.look is not None:
            return min(self.look, self.deadline.due)
        if self.deadline.reminded < WORD and self.word is not None:
            return self.word
        if self.deadline.reminded < PING and self.ping is not None:
            return self.ping
        return self.deadline.due

    def later(self, by: timedelta) -> Alarm:
        """Returns the same alarm, postponed."""
        deadline = replace(self.deadline, due=self.deadline.due + by)
        word, ping, look = (None if at is None else at + by for at in (self.word, self.ping, self.look))
        return Alarm(deadline, word, ping, look)


class Alarms:
    """One for each table at which time runs."""

    def __init__(self) -> None:
        self._armed: dict[int, Alarm] = {}
        self._queue: list[tuple[datetime, int]] = []
        """The soonest first; what no longer counts is passed over when it comes up."""

    def __iter__(self) -> Iterator[int]:
        return iter(self._armed)

    def get(self, game: int) -> Alarm | None:
        """The table's."""
        return self._armed.get(game)

    def put(self, game: int, alarm: Alarm) -> None:
        """From now on this one counts for the table."""
        self._armed[game] = alarm
        heappush(self._queue, (alarm.next_step(), game))
        if len(self._queue) > 2 * len(self._armed) + MIN_COMPACTION:
            self._queue = [(each.next_step(), game) for game, each in self._armed.items()]
            heapify(self._queue)

    def drop(self, game: int) -> None:
        """No time runs there."""
        self._armed.pop(game, None)

    def soonest(self) -> datetime | None:
        """Returns the moment of the next step of any table; None if there is none."""
        while self._queue:
            moment, game = self._queue[0]
            if self._counts(moment, game):
                return moment
            heappop(self._queue)
        return None

    def due(self, now: datetime) -> list[tuple[int, Alarm]]:
        """Returns the alarms that are due, by table; each stays until it is replaced or dropped."""
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
