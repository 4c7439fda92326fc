"""The errors of the rules: in answers, requests and records, and in rule code itself."""

from __future__ import annotations


class RulesError(Exception):
    """The base class of errors in answers, requests and records; `code` is the error's name in the table protocol."""

    code = "bad-request"

    def __init__(self, message: str) -> None:
        super().__init__(message)


class BadRequest(RulesError):
    """The error that a request is malformed, or that its names, options, deck or table are not possible."""


class BadRecord(RulesError):
    """The error that a record is malformed or does not fit the rules; `line` counts from 1 (None: no single line)."""

    code = "bad-record"

    def __init__(self, expected: str, found: str, line: int | None = None) -> None:
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{where}expected {expected}, found {found}")
        self.line = line
        self.expected = expected
        self.found = found


class AnswerRefused(RulesError):
    """The base class of refused answers; the game has not changed."""


class StaleNumber(AnswerRefused):
    """The error that the answered decision is not the current one, or that the game is over."""

    code = "stale-number"


class NotAsked(AnswerRefused):
    """The error that the seat need not answer, or has already answered."""

    code = "not-asked"


class NotAllowed(AnswerRefused):
    """The error that the keys are not among those offered, or too many or too few."""

    code = "not-allowed"


class NoUndo(NotAllowed):
    """The error that a seat cannot take an answer back now.

    `why` is `window` (a window is open), `nothing` (the seat has no answer) or `revealed` (something hidden was
    seen since, or may have been).
    """

    def __init__(self, why: str, message: str) -> None:
        super().__init__(message)
        self.why = why


class ForeignAwait(RuntimeError):
    """The error that rule code has awaited something that is not a decision, which is a bug of the rules."""
