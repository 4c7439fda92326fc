"""Draws pictures in threads of this process: the default, and the fallback if no drawing process can start."""

from __future__ import annotations

import asyncio
import logging
import threading

from bot.drawing.sketch import Picture, Sketch

log = logging.getLogger(__name__)


async def in_a_thread(sketch: Sketch) -> Picture:
    """Draws a picture in its own daemon thread, which cannot prevent the program from ending; raises drawing errors."""
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
            log.debug("a picture was finished after the program had ended")

    threading.Thread(target=draw, name=f"drawing {sketch.kind}", daemon=True).start()
    return await drawn
