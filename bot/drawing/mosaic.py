"""A picture made of parts: each part is drawn once, kept in the few colours of its game, and laid down again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import lru_cache, partial
from itertools import count
from typing import Any, Final, NamedTuple

from PIL import Image

from bot.drawing import strips
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import Weight, written
from bot.drawing.palette import CHANGED, NIGHT, Colour

MOST_KEPT: Final = 16 * 1024 * 1024
"""The maximum bytes of cached parts, for all games together; a pixel is a byte."""
MOST_PRIVATE: Final = 8 * 1024 * 1024
"""The same for parts that only their owner sees."""
OUTLINE: Final = 5
"""How many pixels an outline is thick."""
OUTSIDE: Final = 3
"""How many of them are outside the region."""
Corner = tuple[float, float]
Size = tuple[int, int]
Paint = Callable[..., None]
"""Draws on a canvas at a corner; the drawing depends only on the other arguments."""
Shape = Callable[[], Image.Image]


class Part(NamedTuple):
    """A part of a picture: its painter, its place, and everything that it shows."""

    paint: Paint
    corner: Corner
    size: Size
    shown: tuple[Hashable, ...]
    ground: Colour
    """The background, as far as the part does not cover it."""
    shape: Shape | None
    """The mask in black and white, if the part is not a rectangle."""


class Region(NamedTuple):
    """A named region of a picture."""

    corner: Corner
    size: Size
    shape: Shape | None
    """The mask of its outline, in black and white alone; None: the outline is a rectangle."""


CACHE: Final = strips.PictureCache[strips.Tile](
    MOST_KEPT, MOST_PRIVATE, lambda tile: tile.image.width * tile.image.height
)
_numbers = count()


class Mosaic:
    """A picture to be put together, in this order, from parts that do not reach over their sizes."""

    def __init__(self, wide: int, high: int, palette: bytes, *, private: bool = False) -> None:
        self.size = (wide, high)
        self.palette = palette
        self.private = private
        """Whether only its owner sees it."""
        self._parts: list[Part] = []
        self._named: dict[str, Region] = {}

    def lay(
        self, paint: Paint, corner: Corner, size: Size, *shown: Hashable, ground: Colour = NIGHT,
        shape: Shape | None = None,
    ) -> None:  # fmt: skip
        """One more part; `shown` must hold everything that the painter shows."""
        self._parts.append(Part(paint, corner, size, shown, ground, shape))

    def write(
        self, corner: Corner, text: str, size: int, ink: Colour, *, weight: Weight = "SemiBold", ground: Colour = NIGHT
    ) -> None:  # fmt: skip
        """One line on a plain ground, its top left there: a part just as large as its letters."""
        if text:
            mask, top = written(text, size, weight)
            self.lay(_line, (corner[0], corner[1] + top), mask.size, text, size, ink, weight, ground=ground)

    def name(self, part: str, corner: Corner, size: Size, shape: Shape | None = None) -> None:
        """Names a region of the picture, which can be outlined; `shape`: the outline's mask if it is no rectangle."""
        self._named[part] = Region(corner, size, shape)

    def outline(self, names: Collection[str]) -> None:
        """Lays an outline around these named regions, above everything else."""
        for name, region in self._named.items():
            if name in names:
                self._outline(region)

    def _outline(self, region: Region) -> None:
        (left, top), (wide, high) = region.corner, region.size
        if region.shape is not None:
            self.lay(_filled, region.corner, region.size, region.shape, shape=region.shape)
            return
        left, top = max(0, round(left) - OUTSIDE), max(0, round(top) - OUTSIDE)
        wide, high = (
            min(length + 2 * OUTSIDE, most - begin)
            for length, most, begin in zip((wide, high), self.size, (left, top), strict=True)
        )
        for x, y, size in (
            (left, top, (wide, OUTLINE)), (left, top + high - OUTLINE, (wide, OUTLINE)),
            (left, top, (OUTLINE, high)), (left + wide - OUTLINE, top, (OUTLINE, high)),
        ):  # fmt: skip
            self.lay(_bar, (x, y), size, size)

    def image(self) -> Image.Image:
        """Returns the picture in all its colours, with every part drawn again."""
        canvas = Canvas(*self.size)
        for part in self._parts:
            part.paint(canvas, part.corner, *part.shown)
        return canvas.image

    def png(self) -> bytes:
        """Returns the picture in the colours of the palette, each pixel in the nearest one."""
        laid = [strips.Laid(self._tile(part), round(part.corner[0]), round(part.corner[1])) for part in self._parts]
        return strips.png(self.size, self.palette, _night(self.palette), laid, private=self.private)

    def _tile(self, part: Part) -> strips.Tile:
        # Halves of pixels are rounded to the even one, so a part looks the same again two pixels further.
        offset = (part.corner[0] % 2, part.corner[1] % 2)
        key = (part.paint, offset, part.size, part.shown, part.ground, part.shape, self.palette)
        return CACHE.get(self.private, key, partial(_tile, part, offset, self.palette))


def flattened(image: Image.Image, palette: bytes) -> Image.Image:
    """The image in the nearest colours of a palette."""
    return image.quantize(palette=_holder(palette), dither=Image.Dither.NONE)


def clear_caches() -> None:
    """Empties the caches of parts and of strips."""
    CACHE.clear()
    strips.CACHE.clear()


def _tile(part: Part, offset: Corner, palette: bytes) -> strips.Tile:
    flat = flattened(_drawn(part, offset), palette)
    numbers = Image.frombytes("L", flat.size, flat.tobytes())
    return strips.Tile(numbers, next(_numbers), part.shape() if part.shape is not None else None)


def _drawn(part: Part, offset: Corner) -> Image.Image:
    (left, top), (wide, high) = map(round, offset), part.size
    canvas = Canvas(left + wide, top + high, part.ground)
    part.paint(canvas, offset, *part.shown)
    return canvas.image.crop((left, top, left + wide, top + high))


def _bar(canvas: Canvas, corner: Corner, size: Size) -> None:
    canvas.box(*corner, *size, CHANGED)


def _filled(canvas: Canvas, corner: Corner, shape: Shape) -> None:
    canvas.put(shape(), *corner, CHANGED)


def _line(canvas: Canvas, corner: Corner, text: str, size: int, ink: Colour, weight: Weight) -> None:
    canvas.put(written(text, size, weight)[0], *corner, ink)


@lru_cache(16)
def _night(palette: bytes) -> int:
    """The number of the colour around all parts."""
    return flattened(Image.new("RGB", (1, 1), NIGHT), palette).tobytes()[0]


@lru_cache(16)
def _holder(palette: bytes) -> Any:
    """An image that has this palette, as the library wants it."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette)
    return image
