"""Classifies results and errors of requests to Discord, so that callers need not know discord.py's exceptions."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, TypeVar, cast

import aiohttp
import discord

from bot.drawing import signs
from bot.messages.requests import EXPIRED, LOST, OLD_EDITS, Waited

T = TypeVar("T")

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
ARCHIVED: Final = 50083
"""The error code of an archived thread: no message in it can be edited, and if it is locked, none can be posted."""
ANSWERED: Final = 40060
"""The error code of an interaction that already has a response."""
INVALID_FORM: Final = 50035
INVALID_EMOJI: Final = "emoji"
"""The word by which Discord's explanation of an invalid form shows that an emoji in it does not exist."""
TOO_LATE: Final = frozenset({10062, ANSWERED})
"""The error codes of an interaction that was answered too late, or twice."""
CLOSED: Final = frozenset({50007, 50278, 50009})
"""The error codes of a user who does not accept DMs."""

_GONE: Final = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, *EXPIRED})
_FORBIDDEN: Final = frozenset({50001, 50013, 160002}) | CLOSED
_NOT_THE_PICTURE: Final = _GONE | CLOSED | TOO_LATE | {ARCHIVED, 50001}
"""Refusals that do not depend on whether a file is sent."""
_ANSWERS: Final = (discord.HTTPException, discord.ClientException)
START_FAILURES: Final = (
    discord.LoginFailure, discord.GatewayNotFound, discord.ConnectionClosed, discord.HTTPException, aiohttp.ClientError,
)  # fmt: skip
"""Errors that end a connection to Discord or prevent it."""


class Outcome(Enum):
    """The outcome of a request to Discord."""

    SHOWN = "shown"
    """Discord has executed the request."""
    GONE = "gone"
    """The channel, message, user or token does not exist (any more)."""
    FORBIDDEN = "forbidden"
    """A permission is missing, or the user accepts no DMs."""
    TOO_OLD = "too old"
    """The message is too old to be edited again soon."""
    RATE_LIMITED = "rate limited"
    """The request was not carried out because of a limit, Discord's or our own."""
    LOST = "lost"
    """There was no answer, or one that does not say whether the request was executed."""
    REFUSED = "refused"
    """The request is invalid and can never succeed."""


@dataclass(frozen=True, slots=True)
class Result(Generic[T]):
    """The classified result of a request; `str()` of it, for logs, never has the error's text."""

    outcome: Outcome
    value: T | None = None
    error: Exception | None = None

    @property
    def ok(self) -> bool:
        """Whether Discord has executed the request."""
        return self.outcome is Outcome.SHOWN

    @property
    def code(self) -> int:
        """Discord's error code; 0 if there is none."""
        return getattr(self.error, "code", 0) or 0

    @property
    def status(self) -> int:
        """The HTTP status of an error; 0 if there was no answer."""
        return getattr(self.error, "status", 0) or 0

    @property
    def said(self) -> str:
        """Discord's own explanation of an error, in one line."""
        return " ".join(str(getattr(self.error, "text", "")).split())

    @property
    def is_final(self) -> bool:
        """Whether Discord has refused the request permanently, which means that it changed nothing."""
        return self.outcome not in {Outcome.SHOWN, Outcome.LOST, Outcome.RATE_LIMITED}

    @property
    def was_sent(self) -> bool:
        """Whether the request was sent to Discord."""
        return not isinstance(self.error, Waited)

    @property
    def was_answered(self) -> bool:
        """Whether the request failed with an answer from Discord, or with an error of discord.py before it was sent."""
        return isinstance(self.error, _ANSWERS)

    def unwrap(self) -> T:
        """Returns the value; raises the error instead if there is one."""
        if self.error is not None:
            raise self.error
        return cast("T", self.value)

    def __str__(self) -> str:
        """Returns the error's class and code for the log."""
        name = type(self.error).__name__
        return f"{name}, code {self.code}" if self.status else name


async def safe_call(request: Awaitable[T]) -> Result[T]:
    """Awaits a request and returns its result, with the classified error if Discord or the network caused one.

    Other exceptions are raised. If Discord says that an emoji does not exist, only Unicode emojis are sent from now on.
    """
    try:
        return Result(Outcome.SHOWN, await request)
    except (*_ANSWERS, *LOST) as error:
        if getattr(error, "code", 0) == INVALID_FORM and INVALID_EMOJI in str(getattr(error, "text", "")):
            # Someone has deleted one of the application's emojis: from now on, Unicode emojis are sent.
            signs.use({})
        return Result(outcome_of(error), error=error)


def failure(error: Exception) -> Result[None] | None:
    """Returns the classified error; None if it is neither Discord's nor the network's."""
    return Result(outcome_of(error), error=error) if isinstance(error, (*_ANSWERS, *LOST)) else None


def outcome_of(error: Exception) -> Outcome:
    """Returns the outcome that an error of the Discord library or the network means."""
    if isinstance(error, Waited):
        return Outcome.RATE_LIMITED
    if not isinstance(error, discord.HTTPException):
        return Outcome.REFUSED if isinstance(error, _ANSWERS) else Outcome.LOST
    if error.code == OLD_EDITS:
        return Outcome.TOO_OLD
    if error.code in _FORBIDDEN:
        return Outcome.FORBIDDEN
    if error.code in _GONE or error.status == 404:
        return Outcome.GONE
    if error.status == 403:
        return Outcome.FORBIDDEN
    if error.status == 429:
        return Outcome.RATE_LIMITED
    return Outcome.LOST if error.status >= 500 else Outcome.REFUSED


def is_for_the_picture(result: Result[T]) -> bool:
    """Returns whether Discord may have refused a request because of its file."""
    return result.status in {400, 403, 413, 415} and result.code not in _NOT_THE_PICTURE


def start_failure(error: Exception) -> Result[None]:
    """Returns the classified cause of a failed start."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    cause = cause if isinstance(cause, Exception) else error
    return Result(outcome_of(cause), error=cause)
