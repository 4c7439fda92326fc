"""Pictures: drawn from a small description of what is shown, in plain code, with shapes and a font of our own choice.

`Sketch` is the description with its alt text; `Sketch.picture()` draws it; `Studio` draws off the event loop.
"""

from __future__ import annotations

from bot.drawing.sketch import MOST_ALT, MOST_BYTES, Picture, Sketch
from bot.drawing.studio import Studio

__all__ = ["MOST_ALT", "MOST_BYTES", "Picture", "Sketch", "Studio"]
