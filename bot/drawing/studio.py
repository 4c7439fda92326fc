"""Draws pictures without blocking the event loop, each one only once and with a time limit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext

from cachetools import LRUCache

from bot.drawing.process import NotDrawn
from bot.drawing.sketch import Picture, Sketch
from bot.drawing.threads import in_a_thread

log = logging.getLogger(__name__)
PICTURE_TIMEOUT = 2.0
"""The seconds after which a message is sent without its picture."""
BRIEF_TIMEOUT = 0.2
"""The seconds for which the response to a press waits for its picture."""
CACHE_SIZE = 128
MAX_CONCURRENT = 2
MAX_QUEUED = 32
"""The number of unfinished pictures from which on no further one is started, because something must be wrong."""


Draw = Callable[[Sketch], Awaitable[Picture]]


def always() -> bool:
    """Returns True: the default test of whether a picture is still wanted."""
    return True


class Studio:
    """A service that draws and caches pictures; returns None if a picture is not ready in time."""

    def __init__(self, draw: Draw = in_a_thread, *, patience: float = PICTURE_TIMEOUT, kept: int = CACHE_SIZE) -> None:
        self.draw = draw
        """The function that draws a picture."""
        self.patience = patience
        self.brief = BRIEF_TIMEOUT
        self._slots = asyncio.Semaphore(MAX_CONCURRENT)
        self._private_slot = asyncio.Semaphore(1)
        """Lets only one private picture be drawn at a time, so that a board never waits for more than one of them."""
        self._done: LRUCache[str, Picture] = LRUCache(kept)
        self._making: dict[str, asyncio.Task[Picture | None]] = {}
        self._wanted: dict[str, list[Callable[[], bool]]] = {}
        """Digests of unfinished pictures -> functions that return whether their requesters still want them."""
        self._failed: set[tuple[str, str]] = set()

    async def picture(
        self, sketch: Sketch, still: Callable[[], bool] = always, patience: float | None = None
    ) -> Picture | None:
        """Returns the picture from the cache or draws it; None if that fails or takes longer than `patience` seconds.

        A late picture is cached for the next request. A picture that is no longer wanted (`still`) when its turn comes
        is not drawn, nor is one while MAX_QUEUED others are unfinished; then, too, the result is None.
        """
        digest = sketch.digest
        if (done := self._done.get(digest)) is not None:
            return done
        if digest not in self._making:
            if len(self._making) >= MAX_QUEUED:
                return None
            self._making[digest] = asyncio.create_task(self._make(sketch), name=f"drawing {sketch.game} {sketch.kind}")
        self._wanted.setdefault(digest, []).append(still)
        making = self._making[digest]
        finished, _ = await asyncio.wait({making}, timeout=self.patience if patience is None else patience)
        return making.result() if finished and not making.cancelled() else None

    def ready(self, sketch: Sketch) -> Picture | None:
        """Returns the picture if it is in the cache, otherwise None; does not draw it."""
        return self._done.get(sketch.digest)

    def when_drawn(self, sketch: Sketch, call: Callable[[], None]) -> None:
        """Calls `call` when a requested picture is drawn, immediately if it already is.

        Never calls it if drawing fails or the picture was not requested; does not draw anything itself.
        """

        def done(making: asyncio.Task[Picture | None]) -> None:
            if not making.cancelled() and making.result() is not None:
                call()

        if (making := self._making.get(sketch.digest)) is not None:
            making.add_done_callback(done)
        elif sketch.digest in self._done:
            call()

    async def close(self) -> None:
        """Cancels the unfinished pictures and waits until their tasks have ended."""
        making = set(self._making.values())
        for task in making:
            task.cancel()
        if making:
            await asyncio.wait(making)

    async def _make(self, sketch: Sketch) -> Picture | None:
        try:
            async with self._private_slot if sketch.owner else nullcontext(), self._slots:
                if not any(still() for still in self._wanted[sketch.digest]):
                    return None
                picture = await self.draw(sketch)
        except Exception as error:
            self._complain(sketch, error)
            return None
        finally:
            del self._making[sketch.digest], self._wanted[sketch.digest]
        self._done[sketch.digest] = picture
        return picture

    def _complain(self, sketch: Sketch, error: Exception) -> None:
        """Logs an error once per game and kind of picture, with only the error's class: its text might name a card."""
        kind = (sketch.game, sketch.kind)
        if kind not in self._failed:
            self._failed.add(kind)
            failure = str(error) if isinstance(error, NotDrawn) else type(error).__name__
            log.error("cannot draw pictures (%s, %s): %s; only the text is shown", *kind, failure)
