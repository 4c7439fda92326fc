"""The table and decision of the work in progress, which are added to every log line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple


class About(NamedTuple):
    """The table that the work in progress is about, and the number of its decision at the beginning (None: unknown)."""

    game: int
    decision: int | None = None


CARRIED: Final = "about"
"""The name of the attribute in which an exception stores the table and decision."""
_ABOUT: ContextVar[About | None] = ContextVar("what the work is about", default=None)


def present() -> About | None:
    """Returns the table and decision of the work in progress; None if it is about no table."""
    return _ABOUT.get()


@contextmanager
def about(game: int, decision: int | None = None) -> Iterator[None]:
    """Adds the table and decision to everything logged in the block, and to an exception that leaves it."""
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
    """Returns the table and decision that `about` has stored in an exception; None if there are none."""
    found = getattr(error, CARRIED, None)
    return found if isinstance(found, About) else None


@contextmanager
def again(error: BaseException) -> Iterator[None]:
    """Adds the table and decision that an exception stores to everything logged in the block."""
    token = _ABOUT.set(of(error) or present())
    try:
        yield
    finally:
        _ABOUT.reset(token)
