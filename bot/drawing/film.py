"""Animated GIFs of several pictures, each with a caption."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import wrapped, writable
from bot.drawing.palette import CREAM, NIGHT
from bot.drawing.sketch import Picture, Sketch, first_alt

MAX_FILM_BYTES: Final = 8_000_000
"""The maximum size of a film in bytes. Discord accepts 10 MB from every user; phones prefer less."""
WIDTHS: Final = (720, 540, 400, 280)
"""The widths in pixels that are tried until the film is small enough."""
TALLEST: Final = 1.6
"""The maximum ratio of height to width; higher pictures are scaled down."""
COLOURS: Final = 96
SECONDS, LAST_SECONDS = 2.6, 5.0
TEXT, LINE, MAX_LINES = 26, 34, 2


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of a film and its caption."""

    sketch: Sketch
    caption: str


class Film(Sketch):
    """A sketch of several pictures that are drawn as one animation."""

    @property
    def scenes(self) -> Sequence[Scene]:
        """The scenes of the film in order."""
        scenes: Sequence[Scene] = self.scene
        return scenes

    def picture(self) -> Picture:
        """Draws the film in the largest of WIDTHS whose file is below MAX_FILM_BYTES; raises ValueError if none is."""
        drawn = [(one.sketch.image(), one.caption) for one in self.scenes]
        for width in WIDTHS:
            if len(file := encoded([frame(image, caption, width) for image, caption in drawn])) < MAX_FILM_BYTES:
                return Picture(file, self.alt, "gif")
        raise ValueError("the film exceeds the size limit even at its smallest scale")


def film(scenes: Sequence[Scene], heading: str) -> Film:
    """Returns a film of these scenes; its alt text is the heading with all captions or, if too long, only the last."""
    first, captions = scenes[0].sketch, [scene.caption for scene in scenes if scene.caption]
    alt = first_alt(". ".join([heading, *said]) for said in (captions, captions[-1:]))
    return Film(first.game, "film", first.language, tuple(scenes), alt, first.paint)


def frame(image: Image.Image, caption: str, wide: int) -> Image.Image:
    """Returns a frame of that width in pixels: the picture, scaled down or up, with at most two lines of caption below.

    Frames may still differ in height.
    """
    scale = min(wide / image.width, wide * TALLEST / image.height)
    small = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.LANCZOS)
    size, line = max(14, TEXT * wide // WIDTHS[0]), max(18, LINE * wide // WIDTHS[0])
    canvas = Canvas(wide, small.height + MAX_LINES * line + line // 2)
    canvas.image.paste(small, ((wide - small.width) // 2, 0))
    for at, text in enumerate(wrapped(writable(caption), size, wide - 2 * line)[:MAX_LINES]):
        canvas.text(line, small.height + line // 4 + at * line, text, size, CREAM)
    return canvas.image


def encoded(frames: Sequence[Image.Image]) -> bytes:
    """Returns the frames as a GIF that repeats forever; each is shown for SECONDS, the last one for LAST_SECONDS."""
    high = max(image.height for image in frames)
    few = [_few_colours(_as_high(image, high)) for image in frames]
    lengths = [round(1000 * SECONDS)] * (len(few) - 1) + [round(1000 * LAST_SECONDS)]
    file = io.BytesIO()
    few[0].save(
        file, "GIF", save_all=True, append_images=few[1:], duration=lengths, loop=0, disposal=1, optimize=False
    )  # fmt: skip
    return file.getvalue()


def _as_high(image: Image.Image, high: int) -> Image.Image:
    whole = Image.new("RGB", (image.width, high), NIGHT)
    whole.paste(image, (0, 0))
    return whole


def _few_colours(image: Image.Image) -> Image.Image:
    return image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
