"""Background tasks: keeps a reference to each task until it finishes, and logs exceptions.

The log leaves out texts that might name hidden cards (`bot.monitoring.logs`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, Final, TypeVar

from storage.errors import TRANSIENT_ERRORS, StorageError

log = logging.getLogger(__name__)

T = TypeVar("T")
Errors = type[Exception] | tuple[type[Exception], ...]
MAX_BACKOFF: Final = 8.0
"""The maximum seconds between two attempts, so that play resumes soon after a full disk was cleaned up."""
LOG_INTERVAL: Final = 60.0


class LoggedError(Exception):
    """The base of errors whose reason was logged when they were raised, so that a background task need not log it."""


class Background:
    """The running background tasks of a process: starts them, logs their exceptions, and ends them at a shutdown."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    def run(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Starts a background task whose exceptions are logged, unless this is closed; returns the task."""
        if self._closed:
            work.close()
            work = _nothing()
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    async def settled(self) -> None:
        """Waits until all tasks are done."""
        while self._running:
            await asyncio.wait(set(self._running))

    def abandon(self) -> None:
        """Cancels all tasks at once and starts no new ones."""
        self._closed = True
        for task in self._running:
            task.cancel()

    async def close(self, patience: float = 5.0) -> None:
        """Gives all tasks, and those that they start, `patience` seconds to finish; then cancels them."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.settled()
        self._closed = True
        late = set(self._running)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TRANSIENT_ERRORS):
            log.warning("%s failed: %s", task.get_name(), error)
        elif isinstance(error, LoggedError):
            log.info("%s failed (%s)", task.get_name(), type(error).__name__)
        elif error is not None:
            log.error("%s failed", task.get_name(), exc_info=error)


class RateLimitedLog:
    """A logger that repeats the same warning at most once a minute."""

    def __init__(self, log: logging.Logger, now: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._now = now
        self._said: dict[str, float] = {}

    def warn(self, text: str) -> None:
        """Logs the warning, unless it was logged within the last minute."""
        now = self._now()
        if now - self._said.get(text, -math.inf) >= LOG_INTERVAL:
            self._said[text] = now
            self._log.warning("%s", text)


def pauses(first: float, most: float = MAX_BACKOFF) -> Iterator[float]:
    """Yields the seconds before each further attempt, without end; each pause is twice as long, up to `most`."""
    pause = first
    while True:
        yield pause
        pause = min(2 * pause, most)


async def retry_with_backoff(work: Callable[[], Awaitable[T]], what: str, errors: Errors, first: float = 1.0) -> T:
    """Repeats the work until it succeeds, and returns its result: after one of these errors it logs and waits.

    `first`: the first pause in seconds; each further one is twice as long, up to MAX_BACKOFF.
    """
    for pause in pauses(first):
        try:
            return await work()
        except errors as error:
            # The texts of other errors may contain secrets.
            text = f": {error}" if isinstance(error, StorageError) else ""
            log.warning("%s failed (%s); it is tried again in %.0f s%s", what, type(error).__name__, pause, text)
        await asyncio.sleep(pause)
    raise AssertionError("pauses never end")


async def _nothing() -> None:
    """Does nothing, in place of work that is started after the shutdown."""
