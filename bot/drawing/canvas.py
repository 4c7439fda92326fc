"""The canvas on which pictures are drawn; shapes are pasted through anti-aliased masks."""

from __future__ import annotations

from typing import Literal

from PIL import Image

from bot.drawing.fonts import Weight, font, width, written
from bot.drawing.palette import NIGHT, Colour
from bot.drawing.pen import Icon, box_mask, corner_masks, disc_mask, icon_mask

Side = Literal["left", "middle", "right"]
LARGE_BOX = 10_000
"""The area in pixels from which only the corners of a box are drawn through a mask, which is faster."""
Corners = tuple[bool, bool, bool, bool]
"""Whether the corners of a box are rounded: top left, top right, bottom left, bottom right."""
ALL: Corners = (True, True, True, True)
TOP: Corners = (True, True, False, False)
LEFT: Corners = (True, False, True, False)


class Canvas:
    """A drawing surface; positions are in pixels from the top left corner."""

    def __init__(self, wide: int, high: int, ground: Colour = NIGHT) -> None:
        self.image = Image.new("RGB", (wide, high), ground)

    @classmethod
    def on(cls, image: Image.Image) -> Canvas:
        """Returns a canvas with a copy of an image."""
        canvas = cls.__new__(cls)
        canvas.image = image.copy()
        return canvas

    def put(self, mask: Image.Image, x: float, y: float, ink: Colour) -> None:
        """Draws one colour through a mask, whose top left corner is at that position."""
        self.image.paste(ink, (round(x), round(y)), mask)

    def paste(self, image: Image.Image, x: float, y: float, mask: Image.Image | None = None) -> None:
        """Pastes an image at that position, limited to a mask or to its own transparency."""
        self.image.paste(image, (round(x), round(y)), image if mask is None else mask)

    def box(  # noqa: PLR0913, PLR0917 - where, how large, and how it looks
        self, x: float, y: float, wide: int, high: int, ink: Colour, radius: int = 0, corners: Corners = ALL
    ) -> None:  # fmt: skip
        """Draws a filled rectangle; these of its corners are rounded if the radius is not 0."""
        if corners == ALL and (wide * high < LARGE_BOX or 2 * radius > min(wide, high)):
            self.put(box_mask(wide, high, radius), x, y, ink)
            return
        left, top, paste = round(x), round(y), self.image.paste
        right, bottom = left + wide, top + high
        upper_left, upper_right, lower_left, lower_right = (radius if rounded else 0 for rounded in corners)
        paste(ink, (left + radius, top, right - radius, bottom))
        paste(ink, (left, top + upper_left, left + radius, bottom - lower_left))
        paste(ink, (right - radius, top + upper_right, right, bottom - lower_right))
        places = (left, top), (right - radius, top), (left, bottom - radius), (right - radius, bottom - radius)
        for rounded, place, mask in zip(corners, places, corner_masks(radius), strict=False):
            if rounded:
                paste(ink, place, mask)

    def frame(self, x: float, y: float, wide: int, high: int, colours: tuple[Colour, Colour], how: Point) -> None:
        """Draws a rectangle with a border; `colours`: border and inside; `how`: corner radius and border width in
        pixels."""
        (edge, inside), (radius, thick) = colours, how
        self.box(x, y, wide, high, edge, radius)
        self.box(x + thick, y + thick, wide - 2 * thick, high - 2 * thick, inside, max(0, radius - thick))

    def disc(self, x: float, y: float, radius: float, ink: Colour) -> None:
        """Draws a filled circle around a point."""
        size = round(2 * radius)
        self.put(disc_mask(size), x - size / 2, y - size / 2, ink)

    def icon(self, icon: Icon, x: float, y: float, size: int, ink: Colour) -> None:
        """Draws an icon centred on a point."""
        self.put(icon_mask(icon, size), x - size / 2, y - size / 2, ink)

    def text(  # noqa: PLR0913 - where, what, and how it looks
        self, x: float, y: float, text: str, size: int, ink: Colour, *, weight: Weight = "SemiBold", side: Side = "left"
    ) -> int:  # fmt: skip
        """Draws one line of text with its top at `y`, and its left, middle or right end at `x`; returns its width."""
        if not text:
            return 0
        wide = width(text, size, weight)
        mask, top = written(text, size, weight)
        left = {"left": x, "middle": x - wide / 2, "right": x - wide}[side]
        self.put(mask, left, y + top, ink)
        return wide

    def centred(self, x: float, y: float, text: str, size: int, ink: Colour) -> None:
        """Draws a letter or number centred on a point."""
        mask, _ = written(text, size, "Bold")
        self.put(mask, x - mask.width / 2, y - mask.height / 2, ink)


Point = tuple[int, int]


def line_height(size: int) -> int:
    """Returns the height of a line of text in pixels, given the size of the font."""
    ascent, descent = font(size).getmetrics()
    return ascent + descent
