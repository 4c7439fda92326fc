"""Logging to standard error: without tokens and messages to players, and of errors only texts without cards."""

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
"""Errors that have never seen a hand, or whose words are made for operators; a KeyError says which card it missed."""
_REPEAT: Final = discord.app_commands.AppCommandError
"""Those of commands say what others said, and what was typed."""
_BECAUSE: Final = "\nThe above exception was the direct cause of the following exception:\n"
_MEANWHILE: Final = "\nDuring handling of the above exception, another exception occurred:\n"


def named(error: BaseException) -> str:
    """The error in a line."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    words = str(error) if isinstance(error, _SPEAK) and not isinstance(error, _REPEAT) else ""
    return f"{name}: {words}" if words else name


def traced(error: BaseException) -> str:
    """The error with the lines of code that led to it, and what it came from, in the order of Python itself."""
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
"""The form of Discord's tokens, in any library's text."""


class _Discreet(logging.Formatter):
    """Removes tokens from the log: the addresses of responses contain them."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's text without tokens; at its end which table's work it was said in."""
        return _without_tokens(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The first line."""
        said, about = super().formatMessage(record), _about(record)
        if about is None:
            return said
        decision = "" if about.decision is None else f", decision {about.decision}"
        return f"{said} [table {about.game}{decision}]"

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """Returns the error and its traceback."""
        return traced(_error(ei))


class _OneLine(_Discreet):
    """Shortens discord.py's tracebacks to the error's name, and its text if that is allowed."""

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """The error in one line."""
        return named(_error(ei))


class _Counted(logging.Handler):
    """Operators see that something failed, wherever it did: in a press, in the background, in a library."""

    def emit(self, record: logging.LogRecord) -> None:
        """Counted by the room it comes from, and by nothing that it says."""
        metrics.ERRORS.labels(metrics.room(record.name)).inc()


class _Structured(logging.Formatter):
    """One JSON object per line: time (UTC), level, logger, message; game, decision and error if they are known."""

    def __init__(self, text: logging.Formatter) -> None:
        super().__init__()
        self._text = text
        """Says what an error is."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as an object without tokens."""
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
    """Of what `logging` hands over."""
    error = ei[1] if isinstance(ei, tuple) else ei
    return error if isinstance(error, BaseException) else Exception()


def _about(record: logging.LogRecord) -> About | None:
    """Returns the table of the present work, otherwise that of the failed work."""
    return present() or (of(record.exc_info[1]) if record.exc_info else None)


def _without_tokens(text: str) -> str:
    return _BOT_TOKEN.sub("...", _TOKENS.sub(r"\1...", text))


def failed_unnoticed(_loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Logs a failure that no task awaited, for the event loop; asyncio itself would print tasks and arguments."""
    what, _, _ = str(context.get("message", "a failure")).partition("(")
    logging.getLogger("asyncio").error("%s", what, exc_info=context.get("exception"))


def set_up_logging(level: int, *, structured: bool = False) -> None:
    """Logs to standard error and counts errors; discord.py never below INFO, because it would print messages to
    players.

    `structured`: one JSON object per line.
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
    # A croupier has no voice: that its packages are missing is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
