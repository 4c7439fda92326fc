"""What the log says of an error: where it happened and what kind it is; its own words only where they hold no card."""

from __future__ import annotations

import traceback
from typing import Final

import aiohttp
import discord

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
