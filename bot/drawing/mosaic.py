"""A picture made of parts: each part is drawn once, kept in the few colours of its game, and laid down again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from cachetools import LRUCache
from PIL import Image

from bot.drawing.canvas import Canvas
from bot.drawing.palette import NIGHT, Colour

MOST_KEPT: Final = 16 * 1024 * 1024
"""So many bytes of parts are kept at most, for all games together; a pixel is a byte."""
Corner = tuple[float, float]
Size = tuple[int, int]
Paint = Callable[..., None]
"""Canvas, corner, and what is shown -> nothing; what it draws follows from these alone."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a picture: who paints it, where, and everything that it shows."""

    paint: Paint
    corner: Corner
    size: Size
    shown: tuple[Hashable, ...]
    ground: Colour
    """What lies below it, as far as it does not cover that itself."""
    shape: Image.Image | None
    """Where it is not a rectangle: its mask, in black and white alone."""


_kept: LRUCache[Hashable, Image.Image] = LRUCache(MOST_KEPT, getsizeof=lambda tile: tile.width * tile.height)
_access = threading.Lock()


class Mosaic:
    """A picture to be put together, in this order, from parts that do not reach over their sizes."""

    def __init__(self, wide: int, high: int, palette: bytes) -> None:
        self.size = (wide, high)
        self.palette = palette
        self._parts: list[Part] = []

    def lay(
        self, paint: Paint, corner: Corner, size: Size, *shown: Hashable, ground: Colour = NIGHT,
        shape: Image.Image | None = None,
    ) -> None:  # fmt: skip
        """One more part; `shown` must hold everything that the painter shows."""
        self._parts.append(Part(paint, corner, size, shown, ground, shape))

    def image(self) -> Image.Image:
        """The picture in all its colours, every part drawn anew."""
        canvas = Canvas(*self.size)
        for part in self._parts:
            part.paint(canvas, part.corner, *part.shown)
        return canvas.image

    def flat(self) -> Image.Image:
        """The same in the colours of the palette, each pixel in the nearest one."""
        image = Image.new("P", self.size, flattened(Image.new("RGB", (1, 1), NIGHT), self.palette).getpixel((0, 0)))
        image.putpalette(self.palette)
        for part in self._parts:
            x, y = part.corner
            image.paste(self._tile(part), (round(x), round(y)), part.shape)
        return image

    def _tile(self, part: Part) -> Image.Image:
        # Halves of pixels are rounded to the even one, so a part looks the same again two pixels further.
        offset = (part.corner[0] % 2, part.corner[1] % 2)
        key = (part.paint, offset, part.size, part.shown, part.ground, self.palette)
        with _access:
            tile = _kept.get(key)
        if tile is None:
            tile = flattened(_drawn(part, offset), self.palette)
            # One that is larger than all that may be kept is none the worse for it.
            with _access, suppress(ValueError):
                _kept[key] = tile
        return tile


def flattened(image: Image.Image, palette: bytes) -> Image.Image:
    """The image in the nearest colours of a palette."""
    return image.quantize(palette=_holder(palette), dither=Image.Dither.NONE)


def kept_bytes() -> int:
    """How much room the kept parts take."""
    return int(_kept.currsize)


def forget() -> None:
    """No part is kept any more."""
    with _access:
        _kept.clear()


def _drawn(part: Part, offset: Corner) -> Image.Image:
    (left, top), (wide, high) = map(round, offset), part.size
    canvas = Canvas(left + wide, top + high, part.ground)
    part.paint(canvas, offset, *part.shown)
    return canvas.image.crop((left, top, left + wide, top + high))


@lru_cache(16)
def _holder(palette: bytes) -> Any:
    """An image that has this palette, as the library wants it."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette)
    return image
