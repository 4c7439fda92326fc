"""Periodic jobs other than deadlines: in the background, never in the way of a deadline."""

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
SECOND: Final = timedelta(seconds=1)
"""The shell waits longer than that, and with many tables the clocks tick more often."""
JOB_TIMEOUT: Final = 1_800.0
"""Seconds that one look may take; what it has not reached comes first at the next one."""
Job = Callable[[datetime], Awaitable[None]]


class Scheduler:
    """The shell and other processes at every tick (the shell once a second), quiet tables every hour.

    There is one look of each kind at a time.
    """

    def __init__(
        self, requests: Job, quiet: Job, background: Background, sequences: Job, others: Job
    ) -> None:  # fmt: skip
        self._others = others
        self._requests = requests
        self._sequences = sequences
        self._quiet = quiet
        self._background = background
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._last: datetime | None = None
        self._asked: datetime | None = None

    def begin(self, now: datetime) -> None:
        """Begin what is due at this tick; returns at once."""
        if self._asked is None or now - self._asked >= SECOND:
            self._asked = now
            self._begin("a look for requests of the shell", self._requests, now)
        self._begin("what is shown step by step", self._sequences, now)
        self._begin("what other processes have done", self._others, now)
        due = self._last is None or now - self._last >= HOUR
        if due and self._begin("a look after quiet tables", self._quiet, now):
            self._last = now

    # Inside

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
        log.warning("%s took too long; it goes on at the next one", what)
    except TRANSIENT_ERRORS as error:
        log.warning("%s failed: %s It is done again later.", what, error)
    except Exception:
        log.exception("%s failed; it is done again later", what)
