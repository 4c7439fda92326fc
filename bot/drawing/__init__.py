"""Pictures of boards, hands and help pages, drawn with Pillow from a description of their content.

`Sketch` is the description with its alt text; `Sketch.picture()` draws it; `Studio` draws off the event loop.
"""

from __future__ import annotations

from bot.drawing.sketch import MAX_ALT, MAX_BYTES, Picture, Sketch
from bot.drawing.studio import Studio

__all__ = ["MAX_ALT", "MAX_BYTES", "Picture", "Sketch", "Studio"]
