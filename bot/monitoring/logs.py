"""Logging to standard error, without tokens, messages to players, or texts of exceptions that may name cards."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import aiohttp
import discord

from bot.monitoring import metrics
from bot.monitoring.log_context import About, of, present
from storage.errors import StorageError

_SPEAK: Final = (discord.DiscordException, aiohttp.ClientError, OSError, StorageError)
"""Exceptions whose text is safe to log. The text of others, such as a KeyError, may name a card."""
_REPEAT: Final = discord.app_commands.AppCommandError
"""Exceptions of commands, whose text is not logged because it repeats other exceptions and user input."""
_BECAUSE: Final = "\nThe above exception was the direct cause of the following exception:\n"
_MEANWHILE: Final = "\nDuring handling of the above exception, another exception occurred:\n"


def named(error: BaseException) -> str:
    """Returns the class of an exception and, if it is safe, its text."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    words = str(error) if isinstance(error, _SPEAK) and not isinstance(error, _REPEAT) else ""
    return f"{name}: {words}" if words else name


def traced(error: BaseException) -> str:
    """Returns an exception with its traceback and causes in Python's format, without texts that may name cards."""
    return "\n".join(_lines(error, set()))


def _lines(error: BaseException, told: set[int]) -> list[str]:
    told.add(id(error))
    lines = _before(error, told)
    if error.__traceback__ is not None:
        steps = "".join(traceback.format_tb(error.__traceback__)).rstrip("\n")
        lines += ["Traceback (most recent call last):", steps]
    lines.append(named(error))
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            lines += ["", *_lines(one, told)]
    return lines


def _before(error: BaseException, told: set[int]) -> list[str]:
    cause, context = error.__cause__, error.__context__
    if cause is not None and id(cause) not in told:
        return [*_lines(cause, told), _BECAUSE]
    if context is not None and not error.__suppress_context__ and id(context) not in told:
        return [*_lines(context, told), _MEANWHILE]
    return []


_TOKENS: Final = re.compile(r"(/(?:webhooks|interactions)/[0-9]+/)[^/\s?]+")
_BOT_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}")
"""The form of a bot token in a text."""


class _Discreet(logging.Formatter):
    """A formatter of text lines that adds the table of the work in progress and removes tokens, also from URLs."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the record's text without tokens."""
        return _without_tokens(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Returns the first line, with the table of the work in progress at its end."""
        said, about = super().formatMessage(record), _about(record)
        if about is None:
            return said
        decision = "" if about.decision is None else f", decision {about.decision}"
        return f"{said} [table {about.game}{decision}]"

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """Returns the exception with its traceback."""
        return traced(_error(ei))


class _OneLine(_Discreet):
    """A formatter for discord.py's log that replaces tracebacks by the exception's class and, if it is safe, its
    text."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """Returns the exception in one line."""
        return named(_error(ei))


class _Counted(logging.Handler):
    """A handler that counts errors in all loggers for the metric."""

    def emit(self, record: logging.LogRecord) -> None:
        """Counts a record of an error by its logger, never by its text; writes nothing."""
        metrics.ERRORS.labels(metrics.package_of(record.name)).inc()


class _Structured(logging.Formatter):
    """A formatter for one JSON object per line: time (UTC), level, logger, message; game, decision and error if
    known."""

    def __init__(self, text: logging.Formatter) -> None:
        super().__init__()
        self._text = text
        """The formatter of a record's exception."""

    def format(self, record: logging.LogRecord) -> str:
        """Returns the record as a JSON object without tokens."""
        moment = datetime.fromtimestamp(record.created, UTC)
        said: dict[str, object] = {
            "time": moment.isoformat(timespec="milliseconds"), "level": record.levelname, "logger": record.name,
            "message": _without_tokens(record.getMessage()),
        }  # fmt: skip
        if (about := _about(record)) is not None:
            said |= {name: value for name, value in about._asdict().items() if value is not None}
        if record.exc_info:
            said["error"] = _without_tokens(self._text.formatException(record.exc_info))
        return json.dumps(said, ensure_ascii=False)


def _error(ei: object) -> BaseException:
    """Returns the exception in the `exc_info` of a log record; an empty one if there is none."""
    error = ei[1] if isinstance(ei, tuple) else ei
    return error if isinstance(error, BaseException) else Exception()


def _about(record: logging.LogRecord) -> About | None:
    """Returns the table and decision of the work in progress, otherwise those of the logged exception, if any."""
    return present() or (of(record.exc_info[1]) if record.exc_info else None)


def _without_tokens(text: str) -> str:
    return _BOT_TOKEN.sub("...", _TOKENS.sub(r"\1...", text))


def failed_unnoticed(_loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Logs a failure of a task that was not awaited; an exception handler of the event loop.

    asyncio's own handler would print tasks and arguments.
    """
    what, _, _ = str(context.get("message", "a failure")).partition("(")
    logging.getLogger("asyncio").error("%s", what, exc_info=context.get("exception"))


def set_up_logging(level: int, *, structured: bool = False) -> None:
    """Configures logging to standard error and the counting of errors.

    discord.py never logs below INFO, because it would print messages to players. `structured`: one JSON object per
    line.
    """
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    ours, theirs = logging.StreamHandler(sys.stderr), logging.StreamHandler(sys.stderr)
    for handler, text in ((ours, _Discreet(form)), (theirs, _OneLine(form))):
        handler.setFormatter(_Structured(text) if structured else text)
    counted = _Counted(logging.ERROR)
    logging.basicConfig(level=logging.WARNING, handlers=[ours, counted])
    for name in ("bot", "storage", "rules"):
        logging.getLogger(name).setLevel(level)
    others = logging.getLogger("discord")
    others.setLevel(max(level, logging.INFO))
    others.addHandler(theirs)
    others.addHandler(counted)
    others.propagate = False
    # The bot does not use voice, so discord.py's warning about missing voice packages is useless.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
