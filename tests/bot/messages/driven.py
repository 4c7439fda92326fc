"""An event loop whose time passes only while all tasks wait, so that hours of pauses take a moment."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
AGES = 10 * 24 * 3600.0


class DrivenLoop(asyncio.SelectorEventLoop):
    """An event loop with its own time, which jumps to the next due task when all wait; tasks run in due order."""

    def __init__(self) -> None:
        self._passed = 1000.0
        super().__init__(_Impatient(self))

    def time(self) -> float:
        """Returns the loop's time in seconds."""
        return self._passed

    def skip(self, seconds: float) -> None:
        """Advances the loop's time by this many seconds."""
        self._passed += seconds


class _Impatient(selectors.SelectSelector):
    def __init__(self, loop: DrivenLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("everybody waits, and nothing will ever happen")
        self._loop.skip(timeout)
        return super().select(0)


def driven(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in a driven event loop and returns its result.

    Raises AssertionError if everything waits and nothing has a deadline, and TimeoutError after `AGES`.
    """
    with asyncio.Runner(loop_factory=DrivenLoop) as runner:
        return runner.run(_within(work))


async def _within(work: Coroutine[Any, Any, T]) -> T:
    async with asyncio.timeout(AGES):
        return await work
