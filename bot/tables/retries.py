"""Retries a table operation after a conflict with another process; tolerates database errors after an answer."""

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
    """Repeats a table operation after a conflict with another process: reloads the table and runs it again.

    The conflict has removed the game from memory, so it is replayed from the record.
    """

    async def tried(*args: P.args, **named: P.kwargs) -> T:
        try:
            return await method(*args, **named)
        except ConflictError:
            return await method(*args, **named)

    return functools.update_wrapper(tried, method)


@contextmanager
def tolerate_transient_errors(game: int) -> Iterator[None]:
    """Ignores errors of the database that will pass: the answer counts and is shown anyway."""
    try:
        yield
    except TRANSIENT_ERRORS as error:
        log.warning("table %s: what follows from an answer is not noted (%s)", game, type(error).__name__)
