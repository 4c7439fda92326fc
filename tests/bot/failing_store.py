"""A replacement of `Messages.put` that makes storing the IDs of messages of one kind fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Put = Callable[..., Coroutine[Any, Any, None]]


def failing(put: Put, kind: str, fails: Callable[..., Awaitable[None]]) -> Put:
    """Returns a replacement of `Messages.put` that awaits `fails` before it stores a message of one kind.

    The message is stored unless `fails` raises an exception.
    """

    async def storing(*args: Any, **named: Any) -> None:
        if args[-1].slot.kind == kind:
            await fails()
        await put(*args, **named)

    return storing
