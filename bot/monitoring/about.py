"""Which table, and which of its decisions, the work at hand is about: every line of the log can say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class About(NamedTuple):
    """A table's number, and that of the decision that stood when the work began (None: not known)."""

    game: int
    decision: int | None = None


_ABOUT: ContextVar[About | None] = ContextVar("what the work is about", default=None)


def present() -> About | None:
    """What the work at hand is about; None where it is about no table."""
    return _ABOUT.get()


@contextmanager
def about(game: int, decision: int | None = None) -> Iterator[None]:
    """What is logged inside is about that table and decision."""
    token = _ABOUT.set(About(game, decision))
    try:
        yield
    finally:
        _ABOUT.reset(token)
