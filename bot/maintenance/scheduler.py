"""Starts periodic jobs in the background, so that they never delay a deadline."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)
SECOND: Final = timedelta(seconds=1)
"""The minimum time between two checks for operators' requests; with many tables the clocks tick more often."""
JOB_TIMEOUT: Final = 1_800.0
"""The maximum seconds of one run of a job; the next run continues where it stopped."""
Job = Callable[[datetime], Awaitable[None]]


class Scheduler:
    """A scheduler of periodic jobs; at most one run of each job is in progress.

    Operators' requests are checked once a second, changes by other processes and boards that are shown step by step at
    every tick, puzzles to post and postponed reminders once a minute, idle tables once an hour.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - one for each job
        self, requests: Job, quiet: Job, background: Background, sequences: Job, others: Job, puzzles: Job,
        reminders: Job,
    ) -> None:  # fmt: skip
        self._others = others
        self._each_minute = {"puzzles": puzzles, "reminders after quiet hours": reminders}
        self._requests = requests
        self._sequences = sequences
        self._quiet = quiet
        self._background = background
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._last: datetime | None = None
        self._asked: datetime | None = None
        self._begun: dict[str, datetime] = {}
        """The jobs of each minute -> the last time at which they were started."""

    def begin(self, now: datetime) -> None:
        """Starts the jobs that are due at this tick in the background, and returns at once."""
        if self._asked is None or now - self._asked >= SECOND:
            self._asked = now
            self._begin("a look for requests of the shell", self._requests, now)
        self._begin("what is shown step by step", self._sequences, now)
        self._begin("what other processes have done", self._others, now)
        for what, job in self._each_minute.items():
            last = self._begun.get(what)
            if (last is None or now - last >= MINUTE) and self._begin(what, job, now):
                self._begun[what] = now
        due = self._last is None or now - self._last >= HOUR
        if due and self._begin("a look after quiet tables", self._quiet, now):
            self._last = now

    # Internal methods

    def _begin(self, what: str, look: Job, now: datetime) -> bool:
        task = self._looks.get(what)
        if task is not None and not task.done():
            return False
        self._looks[what] = self._background.run(_bounded(what, look, now), what)
        return True


async def _bounded(what: str, look: Job, now: datetime) -> None:
    try:
        async with asyncio.timeout(JOB_TIMEOUT):
            await look(now)
    except TimeoutError:
        log.warning("%s took too long; the next run continues", what)
    except TRANSIENT_ERRORS as error:
        log.warning("%s failed: %s Trying again later.", what, error)
    except Exception:
        log.exception("%s failed; trying again later", what)
