"""The canvas on which pictures are drawn; shapes are pasted through anti-aliased masks."""

from __future__ import annotations

from typing import Literal

from PIL import Image

from bot.drawing.fonts import Weight, font, width, written
from bot.drawing.palette import NIGHT, Colour
from bot.drawing.pen import Icon, box_mask, disc_mask, icon_mask

Side = Literal["left", "middle", "right"]
HIGH_BOX = 56
"""The height in pixels from which the middle of a box is filled without a mask, which is faster."""


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

    def box(self, x: float, y: float, wide: int, high: int, ink: Colour, radius: int = 0) -> None:
        """Draws a filled rectangle, with rounded corners if the radius is not 0."""
        if high < HIGH_BOX or not 0 < 2 * radius <= wide:
            self.put(box_mask(wide, high, radius), x, y, ink)
            return
        ends = box_mask(wide, 2 * radius, radius)
        self.put(ends.crop((0, 0, wide, radius)), x, y, ink)
        left, top = round(x), round(y)
        self.image.paste(ink, (left, top + radius, left + wide, top + high - radius))
        self.put(ends.crop((0, radius, wide, 2 * radius)), left, top + high - radius, ink)

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
