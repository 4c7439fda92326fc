"""Starts periodic jobs in the background, so that they never delay a deadline."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.background import Background
from storage.errors import TRANSIENT_ERRORS

log = logging.getLogger(__name__)

EACH_TICK: Final = timedelta(0)
HOUR: Final = timedelta(hours=1)
MINUTE: Final = timedelta(minutes=1)
SECOND: Final = timedelta(seconds=1)
"""The minimum time between two checks for operators' requests; with many tables the clocks tick more often."""
JOB_TIMEOUT: Final = 1_800.0
"""The maximum seconds of one run of a job; the next run continues where it stopped."""
Job = Callable[[datetime], Awaitable[None]]


class Scheduler:
    """A scheduler of periodic jobs; at most one run of each job is in progress.

    `jobs`: the jobs by name, each with the minimum time between the beginnings of two runs.
    """

    def __init__(self, background: Background, jobs: Mapping[str, tuple[Job, timedelta]]) -> None:
        self._background = background
        self._jobs = jobs
        self._latest: dict[str, tuple[datetime, asyncio.Task[None]]] = {}
        """The latest run of each job, with the time of its beginning."""

    def begin(self, now: datetime) -> None:
        """Starts the jobs that are due at this tick in the background, and returns at once."""
        for what, (job, pause) in self._jobs.items():
            if what in self._latest:
                begun, run = self._latest[what]
                if not run.done() or now - begun < pause:
                    continue
            self._latest[what] = now, self._background.run(_bounded(what, job, now), what)


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
