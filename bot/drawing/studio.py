"""Draws pictures without keeping anybody waiting: beside the event loop, never the same one twice, never too long."""

from __future__ import annotations

import asyncio
import logging
import threading

from cachetools import LRUCache

from bot.drawing.sketch import Picture, Sketch

log = logging.getLogger(__name__)
PATIENCE = 2.0
"""After so many seconds the text is shown without the picture."""
KEPT = 128
AT_ONCE = 2
MOST_WAITING = 32
"""With so many pictures not finished (something is badly wrong, then) no further one is begun."""


class Studio:
    """Gives pictures for sketches; None where there is none in time, and then the text alone is shown."""

    def __init__(self, *, patience: float = PATIENCE, kept: int = KEPT) -> None:
        self.patience = patience
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._done: LRUCache[str, Picture] = LRUCache(kept)
        self._making: dict[str, asyncio.Task[Picture | None]] = {}
        self._failed: set[tuple[str, str]] = set()

    async def picture(self, sketch: Sketch) -> Picture | None:
        """The picture, from the shelf or drawn now; None if it fails or takes longer than the patience (seconds).

        A picture that comes too late is kept all the same, for whoever asks for it again.
        """
        digest = sketch.digest
        if (done := self._done.get(digest)) is not None:
            return done
        if digest not in self._making:
            if len(self._making) >= MOST_WAITING:
                return None
            self._making[digest] = asyncio.create_task(self._make(sketch), name=f"drawing {sketch.game} {sketch.kind}")
        making = self._making[digest]
        finished, _ = await asyncio.wait({making}, timeout=self.patience)
        return making.result() if finished and not making.cancelled() else None

    def ready(self, sketch: Sketch) -> Picture | None:
        """The picture if it is on the shelf: for whoever cannot wait at all."""
        return self._done.get(sketch.digest)

    async def close(self) -> None:
        """Nobody waits for what is still being drawn."""
        making = set(self._making.values())
        for task in making:
            task.cancel()
        if making:
            await asyncio.wait(making)

    async def _make(self, sketch: Sketch) -> Picture | None:
        try:
            async with self._slots:
                picture = await _in_a_thread(sketch)
        except Exception as error:
            self._complain(sketch, error)
            return None
        finally:
            del self._making[sketch.digest]
        self._done[sketch.digest] = picture
        return picture

    def _complain(self, sketch: Sketch, error: Exception) -> None:
        """Once for each kind of picture, by the error's class alone: its text might name a card of somebody's hand."""
        kind = (sketch.game, sketch.kind)
        if kind not in self._failed:
            self._failed.add(kind)
            log.error("Pictures (%s, %s) fail with %s; the text is shown alone.", *kind, type(error).__name__)


async def _in_a_thread(sketch: Sketch) -> Picture:
    """In a thread of its own which, unlike a pool's, cannot keep the program from ending however long it takes."""
    loop = asyncio.get_running_loop()
    drawn: asyncio.Future[Picture] = loop.create_future()

    def finish(picture: Picture | None, error: Exception | None) -> None:
        if drawn.cancelled():
            return
        if picture is not None:
            drawn.set_result(picture)
        else:
            drawn.set_exception(error or RuntimeError("no picture"))

    def draw() -> None:
        picture, wrong = None, None
        try:
            picture = sketch.picture()
        except Exception as error:
            wrong = error
        try:
            loop.call_soon_threadsafe(finish, picture, wrong)
        except RuntimeError:
            log.debug("A picture was finished after the program had ended.")

    threading.Thread(target=draw, name=f"drawing {sketch.kind}", daemon=True).start()
    return await drawn
