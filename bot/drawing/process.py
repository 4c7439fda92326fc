"""Draws pictures in a separate process, so that the event loop stays free for interactions."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final

from bot.drawing.sketch import Picture, Sketch
from bot.drawing.threads import in_a_thread
from bot.processes import pool as processes
from bot.processes.garbage import collect_rarely
from bot.processes.pool import WITHOUT_WORKERS

log = logging.getLogger(__name__)

NICENESS: Final = 5
"""The niceness of the drawing process: a lower priority than the bot's, a higher one than that of computer players."""
DRAWING_TIMEOUT: Final = 20.0
"""The seconds after which a drawing is considered stuck and its process is ended."""
TRIES: Final = 3
"""The number of consecutive processes that fail to start before drawing moves to threads."""
TRIMMED_EVERY: Final = 20
"""The number of pictures after which the process returns free memory to the system."""


class NotDrawn(Exception):
    """The error that a picture could not be drawn; the message is only the error's class, because its text might name a
    card."""


class DrawingProcess:
    """A separate process that draws pictures one by one and is started again if it dies.

    If no process can start, pictures are drawn in threads of this process.
    """

    def __init__(self, longest: float = DRAWING_TIMEOUT, *, stays: bool = True) -> None:
        self._longest = longest
        self._stays = stays
        """Whether the process is kept for the next picture."""
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0
        """The number of pictures in progress."""
        self._begun: Future[None] | None = None
        """The future of the process's start; None if it was not started."""
        self._in_vain = 0
        """The number of consecutive processes that have ended before they started."""

    def warm(self) -> None:
        """Starts the process, so that the first picture need not wait for it; logs a warning if that is impossible."""
        try:
            self._present_pool()
        except WITHOUT_WORKERS as error:
            self._lost(self._pool, error)

    async def draw(self, sketch: Sketch) -> Picture:
        """Draws a picture in the process, or in a thread if no process can start.

        Raises NotDrawn if the drawing fails, BrokenProcessPool if the process dies; from a thread, the drawing's error.
        """
        if self._in_vain >= TRIES:
            return await in_a_thread(sketch)
        pool = None
        self._asked += 1
        try:
            pool = self._present_pool()
            picture, failure = await asyncio.wrap_future(pool.submit(_drawn, sketch))
        except WITHOUT_WORKERS as error:
            self._lost(pool, error)
            if isinstance(error, BrokenProcessPool):
                raise
            return await in_a_thread(sketch)
        finally:
            self._asked -= 1
            if not self._stays and not self._asked:
                self.close()
        if picture is None:
            raise NotDrawn(failure)
        return picture

    def close(self) -> None:
        """Ends the process after the picture that it is drawing, and cancels the pictures that wait; does not block."""
        pool, self._pool, self._begun = self._pool, None, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    # Internal methods

    def _present_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = processes.pool(1, _begin, self._longest)
            self._begun = self._pool.submit(processes.ready)
        return self._pool

    def _lost(self, pool: ProcessPoolExecutor | None, error: BaseException) -> None:
        """Closes a process that has died or could not start, counts failed starts, and logs a warning.

        Acts once for each process, although several pictures may have waited for it.
        """
        if pool is not self._pool:
            return
        begun = self._begun is not None and self._begun.done() and self._begun.exception() is None
        self.close()
        self._in_vain = 0 if begun else self._in_vain + 1
        then = "a new one is begun" if self._in_vain < TRIES else "from now on they are drawn in threads"
        log.warning("the process that draws pictures has died (%s); %s", type(error).__name__, then)


def _begin(longest: float) -> None:
    processes.begin(NICENESS)
    _here.longest = longest
    with suppress(OSError, AttributeError):
        _here.trim = ctypes.CDLL(None).malloc_trim


class _Here:
    """The state that exists once in the drawing process."""

    longest = DRAWING_TIMEOUT
    drawn = 0
    trim: Callable[[int], object] | None = None
    """The function of the C library that returns free memory to the system; None if it has none."""


_here = _Here()


def _drawn(sketch: Sketch) -> tuple[Picture | None, str]:
    """Draws a picture in the drawing process; returns it, or the class of the error. A drawing that takes too long ends
    the process.
    """
    _end_after(_here.longest)
    try:
        return sketch.picture(), ""
    except Exception as error:
        return None, type(error).__name__
    finally:
        _end_after(0)
        _here.drawn += 1
        if _here.drawn == 1:  # By now, most modules of pictures are loaded.
            collect_rarely()
        if _here.trim is not None and _here.drawn % TRIMMED_EVERY == 0:
            _here.trim(0)


def _end_after(seconds: float) -> None:
    """Sets the timer that ends this process after that many seconds, even during a drawing (0: stops the timer).

    Has no effect on Windows.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
