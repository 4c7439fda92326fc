"""Watches the bot's log during an evening: no fault outside the bot may raise an exception that it does not expect."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from storage.errors import TRANSIENT_ERRORS
from tests.faults.failpoints import Killed

LOGGERS: Final = ("bot", "rules", "storage")
CAUSED: Final = (Killed, *TRANSIENT_ERRORS)
"""The exceptions that the simulation causes: the end of a process, and a disk that is full or fails."""


class ErrorLog(logging.Handler):
    """A log handler that adds each error with a traceback to a list, except those in `CAUSED`.

    Errors without a traceback tell the operator of a fault outside the bot.
    """

    def __init__(self, wrong: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._wrong = wrong

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        if kind is not None and not issubclass(kind, CAUSED):
            self._wrong.append(f"{record.name} logs an error: {record.getMessage()} ({kind.__name__})")


@contextmanager
def watched(wrong: list[str]) -> Iterator[None]:
    """Adds the exceptions that the bot logs as errors during the block to this list."""
    handler, loggers = ErrorLog(wrong), [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.setLevel(min(logger.getEffectiveLevel(), logging.ERROR))
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
