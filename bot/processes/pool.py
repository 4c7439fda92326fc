"""Processes beside the bot's: each holds nothing but what it is asked, yields to the bot, and ends with it."""

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
"""What tells that no process can work: one has died, or the machine lets none begin."""


def pool(size: int, begin: Callable[..., None], *given: Any) -> ProcessPoolExecutor:
    """So many processes at most; each begins, when it is needed first, with `begin(*given)`."""
    # Not forked: a copy of this process would hold every game.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(size, mp_context=context, initializer=begin, initargs=given)


def ready() -> None:
    """What a process does to be there before it is needed: nothing, but it has begun."""


def begin(niceness: int) -> None:
    """What each process does first: it yields to others, and ends with the bot alone."""
    # Windows knows no niceness, and a unit may forbid it.
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    bot = multiprocessing.parent_process()
    if bot is not None:
        wait([bot.sentinel])
        os._exit(0)
