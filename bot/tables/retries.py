"""Retries table operations after a conflict with another process, and ignores transient database errors."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from storage.errors import TRANSIENT_ERRORS
from storage.table_errors import ConflictError

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


def retry_on_conflict(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Decorates a method to run a second time after a conflict with another process.

    The conflict has removed the table from memory, so it is loaded from its record.
    """

    async def tried(*args: P.args, **named: P.kwargs) -> T:
        try:
            return await method(*args, **named)
        except ConflictError:
            return await method(*args, **named)

    return functools.update_wrapper(tried, method)


@contextmanager
def tolerate_transient_errors(game: int) -> Iterator[None]:
    """Logs and suppresses transient database errors in the block, whose work is not essential because the answer is
    already committed."""
    try:
        yield
    except TRANSIENT_ERRORS as error:
        log.warning("table %s: cannot store the consequences of an answer (%s)", game, type(error).__name__)
