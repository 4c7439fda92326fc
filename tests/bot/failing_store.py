"""A database that fails when it should store where messages of one kind are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Put = Callable[..., Coroutine[Any, Any, None]]


def failing(put: Put, kind: str, fails: Callable[..., Awaitable[None]]) -> Put:
    """Returns a replacement of `Messages.put` that fails for messages of one kind."""

    async def storing(*args: Any, **named: Any) -> None:
        if args[-1].slot.kind == kind:
            await fails()
        await put(*args, **named)

    return storing
