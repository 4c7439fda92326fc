"""The table and decision of the present work, which every line of the log can show."""

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
"""The attribute in which an error stores the work that it ended."""
_ABOUT: ContextVar[About | None] = ContextVar("what the work is about", default=None)


def present() -> About | None:
    """Returns the table and decision of the present work; None if it is about no table."""
    return _ABOUT.get()


@contextmanager
def about(game: int, decision: int | None = None) -> Iterator[None]:
    """Sets the table and decision of everything logged inside, and of an error that leaves it."""
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
    """Returns the table and decision of the work that this error ended; None if it was about no table."""
    found = getattr(error, CARRIED, None)
    return found if isinstance(found, About) else None


@contextmanager
def again(error: BaseException) -> Iterator[None]:
    """Sets the table and decision of that error, if it has any, for everything logged inside."""
    token = _ABOUT.set(of(error) or present())
    try:
        yield
    finally:
        _ABOUT.reset(token)
