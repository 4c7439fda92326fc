"""Anti-aliased shapes as masks, which are drawn in four times the size, reduced and cached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, radians, sin

from PIL import Image, ImageDraw

TIMES = 4
Point = tuple[float, float]


class Pen:
    """A drawing tool for a square mask: draws shapes in units of 1/100 of its side, from the top left.

    `size`: the side of the finished mask in pixels. `fill=0` erases. Every shape returns the pen, for chained calls.
    """

    def __init__(self, size: int) -> None:
        self.image = Image.new("L", (size * TIMES, size * TIMES))
        self._draw = ImageDraw.Draw(self.image)
        self._unit = size * TIMES / 100

    def shape(self, *points: Point, fill: int = 255) -> Pen:
        """Draws a filled polygon."""
        self._draw.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=fill)
        return self

    def disc(self, x: float, y: float, radius: float, fill: int = 255) -> Pen:
        """Draws a filled circle."""
        self._draw.ellipse(self._box(x - radius, y - radius, x + radius, y + radius), fill=fill)
        return self

    def oval(self, left: float, top: float, right: float, bottom: float, fill: int = 255) -> Pen:
        """Draws a filled ellipse."""
        self._draw.ellipse(self._box(left, top, right, bottom), fill=fill)
        return self

    def box(self, left: float, top: float, right: float, bottom: float, *, round_by: float = 0, fill: int = 255) -> Pen:
        """Draws a filled rectangle, perhaps with rounded corners."""
        self._draw.rounded_rectangle(self._box(left, top, right, bottom), round_by * self._unit, fill=fill)
        return self

    def line(self, *points: Point, thick: float = 8, fill: int = 255) -> Pen:
        """Draws a line through these points, with round ends and joints."""
        scaled = [(x * self._unit, y * self._unit) for x, y in points]
        self._draw.line(scaled, fill=fill, width=max(1, round(thick * self._unit)), joint="curve")
        for x, y in points:
            self.disc(x, y, thick / 2, fill)
        return self

    def arc(self, x: float, y: float, radius: float, span: Point, thick: float = 8, fill: int = 255) -> Pen:
        """Draws an arc between two angles in degrees, clockwise from the right; the radius is that of the outer
        edge."""
        box = self._box(x - radius, y - radius, x + radius, y + radius)
        self._draw.arc(box, *span, fill=fill, width=max(1, round(thick * self._unit)))
        return self

    def ring(self, x: float, y: float, radius: float, thick: float = 8) -> Pen:
        """Draws a circle's line; the radius is that of the outer edge."""
        return self.arc(x, y, radius, (0, 360), thick)

    def star(self, x: float, y: float, radius: float, points: int = 5, inner: float = 0.4, fill: int = 255) -> Pen:
        """Draws a star with one point at the top."""
        return self.shape(*star_points(x, y, radius, points, inner), fill=fill)

    def done(self) -> Image.Image:
        """Returns the mask in its final size."""
        return self.image.reduce(TIMES)

    def _box(self, left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        unit = self._unit
        return left * unit, top * unit, right * unit, bottom * unit


Icon = Callable[[Pen], object]


@lru_cache(512)
def icon_mask(icon: Icon, size: int) -> Image.Image:
    """Returns the mask of an icon in that size in pixels."""
    pen = Pen(size)
    icon(pen)
    return pen.done()


@lru_cache(512)
def disc_mask(size: int) -> Image.Image:
    """Returns the mask of a filled circle of that diameter in pixels."""
    return Pen(size).disc(50, 50, 50).done()


@lru_cache(64)
def corner_masks(radius: int) -> Sequence[Image.Image]:
    """Returns the masks of the rounded corners of a rectangle: top left, top right, bottom left, bottom right.

    Empty if the radius is 0.
    """
    circle = disc_mask(2 * radius) if radius else None
    sides = ((x, y) for y in (0, radius) for x in (0, radius))
    return () if circle is None else tuple(circle.crop((x, y, x + radius, y + radius)) for x, y in sides)


@lru_cache(256)
def box_mask(width: int, height: int, radius: int) -> Image.Image:
    """Returns the mask of a rectangle with rounded corners."""
    mask = Image.new("L", (width, height), 255)
    radius = min(radius, width // 2, height // 2)
    if radius:
        circle = disc_mask(2 * radius)
        for x, left in ((0, 0), (width - radius, radius)):
            for y, top in ((0, 0), (height - radius, radius)):
                mask.paste(circle.crop((left, top, left + radius, top + radius)), (x, y))
    return mask


@lru_cache(32)
def polygon_mask(width: int, height: int, points: tuple[Point, ...]) -> Image.Image:
    """Returns the mask of a polygon, whose points are given as shares (0 to 1) of width and height."""
    mask = Image.new("L", (width * TIMES, height * TIMES))
    scaled = [(x * width * TIMES, y * height * TIMES) for x, y in points]
    ImageDraw.Draw(mask).polygon(scaled, fill=255)
    return mask.reduce(TIMES)


def star_points(x: float, y: float, radius: float, points: int, inner: float) -> Sequence[Point]:
    """Returns the corners of a star with one point at the top; `inner`: the share of the inner radius in the outer."""
    corners = []
    for at in range(2 * points):
        reach = radius if at % 2 == 0 else radius * inner
        angle = pi * at / points - pi / 2
        corners.append((x + reach * cos(angle), y + reach * sin(angle)))
    return corners


def around(x: float, y: float, radius: float, degrees: float) -> Point:
    """Returns a point on a circle; the angle is in degrees, clockwise from the right."""
    return x + radius * cos(radians(degrees)), y + radius * sin(radians(degrees))
