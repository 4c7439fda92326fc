"""Pools of worker processes with a low priority, which end with the bot."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, Final

WITHOUT_WORKERS: Final = (BrokenProcessPool, OSError, ImportError, RuntimeError)
"""Errors that mean that no worker can run: it has died, or the system cannot start it."""


def pool(size: int, begin: Callable[..., None], *given: Any) -> ProcessPoolExecutor:
    """Returns a pool of at most `size` processes; each starts when it is first needed, with `begin(*given)`."""
    # A forked process would contain a copy of every game.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(size, mp_context=context, initializer=begin, initargs=given)


def ready() -> None:
    """Does nothing; submitting it to a pool starts a process before it is needed."""


def begin(niceness: int) -> None:
    """Initializes a worker process: lowers its priority, makes it end when the bot ends, and ignores Ctrl+C."""
    # Windows has no niceness, and a service unit may forbid it.
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    bot = multiprocessing.parent_process()
    if bot is not None:
        wait([bot.sentinel])
        os._exit(0)
