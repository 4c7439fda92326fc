"""Any worker may referee any game: whoever was overtaken looks at what is new and tries once more."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from storage.errors import Overtaken

P = ParamSpec("P")
T = TypeVar("T")


def once_more(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """What another process has been faster with is tried once more against the record as it is then.

    The game that was overtaken has been forgotten with the error, so that it is replayed from the record.
    """

    async def tried(*args: P.args, **named: P.kwargs) -> T:
        try:
            return await method(*args, **named)
        except Overtaken:
            return await method(*args, **named)

    return functools.update_wrapper(tried, method)
