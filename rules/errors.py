"""Errors in answers, requests and records; each says what to do instead."""

from __future__ import annotations


class RulesError(Exception):
    """The root of everything that `rules` refuses; `code` is its word in the table protocol."""

    code = "bad-request"

    def __init__(self, message: str) -> None:
        super().__init__(message)


class BadRequest(RulesError):
    """The request is not of the form that the protocol asks for."""


class BadRecord(RulesError):
    """A record does not fit the rules; `line` counts from 1, or is None if no single line is wrong."""

    code = "bad-record"

    def __init__(self, expected: str, found: str, line: int | None = None) -> None:
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{where}expected {expected}, found {found}")
        self.line = line
        self.expected = expected
        self.found = found


class AnswerRefused(RulesError):
    """The answer is not accepted; the game has not changed."""


class StaleNumber(AnswerRefused):
    """The answer is to a decision that is not the present one."""

    code = "stale-number"


class NotAsked(AnswerRefused):
    """The seat is not asked, or has already answered."""

    code = "not-asked"


class NotAllowed(AnswerRefused):
    """The keys are not among those offered, or too many or too few."""

    code = "not-allowed"


class NoUndo(NotAllowed):
    """Nothing can be taken back now; `why` is `window`, `nothing` or `revealed`."""

    def __init__(self, why: str, message: str) -> None:
        super().__init__(message)
        self.why = why


class ForeignAwait(RuntimeError):
    """Rule code has awaited something that is not a decision: a defect of the rules, never of an answer."""
