"""Pictures composed of parts: each part is drawn once, reduced to the game's palette, cached and reused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import lru_cache, partial
from itertools import count
from typing import Any, Final, NamedTuple, cast

from PIL import Image

from bot.drawing import strips
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import Weight, written
from bot.drawing.palette import CHANGED, NIGHT, Colour

MAX_KEPT: Final = 16 * 1024 * 1024
"""The maximum bytes of cached public parts, over all games; a pixel takes one byte."""
MAX_PRIVATE: Final = 8 * 1024 * 1024
"""The maximum bytes of cached private parts."""
OUTLINE: Final = 5
"""The thickness of an outline in pixels."""
OUTSIDE: Final = 3
"""The number of pixels by which an outline extends beyond its region on each side."""
Corner = tuple[float, float]
Size = tuple[int, int]
Paint = Callable[..., None]
"""A function that draws on a canvas at a corner; the drawing depends only on the other arguments."""
Shape = Callable[[], Image.Image]


class Part(NamedTuple):
    """A part of a picture: its drawing function, its place, and the arguments that determine what it shows."""

    paint: Paint
    corner: Corner
    size: Size
    shown: tuple[Hashable, ...]
    ground: Colour
    """The colour of the part's background."""
    shape: Shape | None
    """A black and white mask, if the part is not a rectangle."""


class Region(NamedTuple):
    """A region of a picture that can be outlined."""

    corner: Corner
    size: Size
    shape: Shape | None
    """The mask of the outline in black and white; None: the outline is a rectangle."""


CACHE: Final = strips.PictureCache[strips.Tile](
    MAX_KEPT, MAX_PRIVATE, lambda tile: tile.image.width * tile.image.height
)
_numbers = count()


class Mosaic:
    """A picture that is composed of parts in the order in which they are added; a part never exceeds its own size."""

    def __init__(self, wide: int, high: int, palette: bytes, *, private: bool = False) -> None:
        self.size = (wide, high)
        self.palette = palette
        self.private = private
        """Whether the picture is private to one user."""
        self._parts: list[Part] = []
        self._named: dict[str, Region] = {}

    def lay(
        self, paint: Paint, corner: Corner, size: Size, *shown: Hashable, ground: Colour = NIGHT,
        shape: Shape | None = None,
    ) -> None:  # fmt: skip
        """Adds a part to the picture, drawn later by `paint(canvas, corner, *shown)` or taken from the cache.

        `shown` must hold everything that the part shows, because it is a part of the cache key.
        """
        self._parts.append(Part(paint, corner, size, shown, ground, shape))

    def frame(self, corner: Corner, size: Size, colours: tuple[Colour, Colour], how: Size) -> None:
        """Adds a rectangle with a border (`Canvas.frame`), which costs the same in all sizes."""
        self.lay(_framed, (round(corner[0]), round(corner[1])), size, size, colours, how)

    def write(
        self, corner: Corner, text: str, size: int, ink: Colour, *, weight: Weight = "SemiBold", ground: Colour = NIGHT
    ) -> None:  # fmt: skip
        """Adds a line of text on a plain background, with its top left corner at that position."""
        if text:
            mask, top = written(text, size, weight)
            self.lay(_line, (corner[0], corner[1] + top), mask.size, text, size, ink, weight, ground=ground)

    def name(self, part: str, corner: Corner, size: Size, shape: Shape | None = None) -> None:
        """Stores a named region of the picture, so that `outline` can outline it.

        `shape`: the outline's mask if it is not a rectangle.
        """
        self._named[part] = Region(corner, size, shape)

    def outline(self, names: Collection[str]) -> None:
        """Adds an outline around each region with one of these names, above everything else."""
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
        """Returns the picture in full colour; draws every part again."""
        canvas = Canvas(*self.size)
        for part in self._parts:
            part.paint(canvas, part.corner, *part.shown)
        return canvas.image

    def png(self) -> bytes:
        """Returns the picture as a PNG in the palette's colours, composed of cached parts."""
        laid = [strips.Laid(self._tile(part), round(part.corner[0]), round(part.corner[1])) for part in self._parts]
        return strips.png(self.size, self.palette, _night(self.palette), laid, private=self.private)

    def _tile(self, part: Part) -> strips.Tile:
        # Pillow rounds half pixels to even numbers, so a part looks the same again only two pixels further.
        offset = (part.corner[0] % 2, part.corner[1] % 2)
        key = (part.paint, offset, part.size, part.shown, part.ground, part.shape, self.palette)
        return CACHE.get(self.private, key, partial(_tile, part, offset, self.palette))


def flattened(image: Image.Image, palette: bytes) -> Image.Image:
    """Returns the image in the nearest colours of a palette."""
    return image.quantize(palette=_holder(palette), dither=Image.Dither.NONE)


def clear_caches() -> None:
    """Empties the caches of parts and of strips."""
    CACHE.clear()
    strips.CACHE.clear()


def _tile(part: Part, offset: Corner, palette: bytes) -> strips.Tile:
    flat = _stretched_frame(part, palette) if part.paint is _framed else flattened(_drawn(part, offset), palette)
    return strips.Tile(flat, next(_numbers), part.shape() if part.shape is not None else None)


def _drawn(part: Part, offset: Corner) -> Image.Image:
    (left, top), (wide, high) = map(round, offset), part.size
    canvas = Canvas(left + wide, top + high, part.ground)
    part.paint(canvas, offset, *part.shown)
    if offset == (0, 0):
        return canvas.image
    return canvas.image.crop((left, top, left + wide, top + high))


def _framed(canvas: Canvas, corner: Corner, size: Size, colours: tuple[Colour, Colour], how: Size) -> None:
    canvas.frame(*corner, *size, colours, how)


def _stretched_frame(part: Part, palette: bytes) -> Image.Image:
    """Returns a frame in the palette's colours: a small one whose middle row and column are repeated."""
    (wide, high), how = part.size, cast("Size", part.shown[2])
    edge = sum(how)
    side = 2 * edge + 1
    if wide < side or high < side:
        return flattened(_drawn(part, (0, 0)), palette)
    small = flattened(_drawn(part._replace(size=(side, side), shown=((side, side), *part.shown[1:])), (0, 0)), palette)
    turned = Image.Transpose.TRANSPOSE
    higher = _widened(small.transpose(turned), edge, high).transpose(turned)
    return _widened(higher, edge, wide)


def _widened(image: Image.Image, edge: int, wide: int) -> Image.Image:
    """Returns the image in a larger width: what is between its edges on the left and the right is repeated."""
    high = image.height
    widened = image.resize((wide, high), Image.Resampling.NEAREST, (edge, 0, edge + 1, high))
    widened.paste(image.crop((0, 0, edge, high)), (0, 0))
    widened.paste(image.crop((image.width - edge, 0, image.width, high)), (wide - edge, 0))
    return widened


def _bar(canvas: Canvas, corner: Corner, size: Size) -> None:
    canvas.box(*corner, *size, CHANGED)


def _filled(canvas: Canvas, corner: Corner, shape: Shape) -> None:
    canvas.put(shape(), *corner, CHANGED)


def _line(canvas: Canvas, corner: Corner, text: str, size: int, ink: Colour, weight: Weight) -> None:
    canvas.put(written(text, size, weight)[0], *corner, ink)


@lru_cache(16)
def _night(palette: bytes) -> int:
    """Returns the palette index of the background colour."""
    return flattened(Image.new("RGB", (1, 1), NIGHT), palette).tobytes()[0]


@lru_cache(16)
def _holder(palette: bytes) -> Any:
    """Returns an image that holds this palette, because Pillow takes palettes only in this form."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette)
    return image
