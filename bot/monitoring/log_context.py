"""Which table, and which of its decisions, the work at hand is about: every line of the log can say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple


class About(NamedTuple):
    """A table's number, and that of the decision that stood when the work began (None: not known)."""

    game: int
    decision: int | None = None


CARRIED: Final = "about"
"""Where an error keeps what the work was about that it has ended."""
_ABOUT: ContextVar[About | None] = ContextVar("what the work is about", default=None)


def present() -> About | None:
    """What the work at hand is about; None where it is about no table."""
    return _ABOUT.get()


@contextmanager
def about(game: int, decision: int | None = None) -> Iterator[None]:
    """What is logged inside is about that table and decision, and so is an error that leaves it, wherever it ends."""
    here = About(game, decision)
    token = _ABOUT.set(here)
    try:
        yield
    except BaseException as error:
        error.__dict__.setdefault(CARRIED, here)
        raise
    finally:
        _ABOUT.reset(token)


def of(error: BaseException | None) -> About | None:
    """What the work was about that this error has ended; None where it was about no table."""
    found = getattr(error, CARRIED, None)
    return found if isinstance(found, About) else None


@contextmanager
def again(error: BaseException) -> Iterator[None]:
    """What is logged inside is about the table and decision of that error, where it has any."""
    token = _ABOUT.set(of(error) or present())
    try:
        yield
    finally:
        _ABOUT.reset(token)
