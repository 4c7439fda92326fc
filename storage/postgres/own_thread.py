"""A thread with an event loop of its own, for work that must not wait until the process's event loop has time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Final, Protocol, TypeVar

from storage.postgres.session import now

T = TypeVar("T")

HANG: Final = 30.0
"""Seconds without an answer after which an event loop counts as hanging."""
ENDS_WITHIN: Final = 5.0
"""The maximum seconds for work that is left when a thread ends."""


class Runner(Protocol):
    """A place where coroutines run: a thread of its own, or in the simulation the same event loop."""

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine to its end and returns its result; a cancelled caller cancels it."""

    async def run_last(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine to its end, even if the caller is cancelled; then the place ends."""


class OwnThread:
    """A thread that runs an event loop until it is stopped; it does not keep the process from ending."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine in the thread and returns its result; a cancelled caller cancels it."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def run_last(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine to its end, even if the caller is cancelled; then the thread ends, also if work is left."""
        done = asyncio.run_coroutine_threadsafe(_with_others(work), self._loop)
        # The coroutine may be over already, so this may be called in the caller's thread.
        done.add_done_callback(lambda _: self._loop.call_soon_threadsafe(self._loop.stop))
        await asyncio.shield(asyncio.wrap_future(done))

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()


async def _with_others(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine, and waits until the other tasks of this event loop have noticed that nothing follows."""
    try:
        await work
    finally:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=ENDS_WITHIN)


class Pulse:
    """Watches from another thread whether an event loop still runs what is given to it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._answered = now()
        self._waits = False

    def beats(self) -> bool:
        """Returns whether the loop has answered within the last `HANG` seconds, and asks it again."""
        if not self._waits:
            self._waits = True
            try:
                self._loop.call_soon_threadsafe(self._answer)
            except RuntimeError:  # The loop is closed.
                return False
        return now() - self._answered <= HANG

    def _answer(self) -> None:
        self._answered, self._waits = now(), False
