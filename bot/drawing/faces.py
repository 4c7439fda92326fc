"""Pictures of card faces with their texts: several side by side, or a single large one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from bot.drawing.canvas import LEFT, Canvas, line_height
from bot.drawing.fonts import fitting, width, wrapped
from bot.drawing.mosaic import Corner, Mosaic
from bot.drawing.palette import CREAM, GOLD, INK, NIGHT, SNOW, Colour, blend
from bot.drawing.pen import Icon

GAP = 14
IN_A_ROW = 2
STEP = 532
"""The distance of the left ends of neighbouring cards in pixels: an even number, because a part of a `Mosaic` is drawn
again at an odd distance."""
TEXT_SIZES = range(34, 17, -1)


@dataclass(frozen=True, slots=True)
class Face:
    """The content of a card face: texts, icons and colours; `big` is a text that replaces the icon."""

    title: str
    line: str
    text: str
    tint: Colour
    icon: Icon | None = None
    big: str = ""
    foot: Icon | None = None
    """A second icon at the bottom of the coloured strip."""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Size:
    """The sizes of a card, its coloured strip and its letters in pixels; `texts` are the sizes tried for the text."""

    wide: int
    high: int
    strip: int
    title: int
    line: int
    texts: range


SMALL = Size(520, 340, 112, 46, 30, TEXT_SIZES)
LARGE = Size(1052, 480, 230, 76, 44, range(46, 21, -1))


def side_by_side(faces: Sequence[Face], palette: bytes) -> Mosaic:
    """Returns a private picture of these card faces, in rows of two."""
    columns = min(len(faces), IN_A_ROW)
    rows = -(-len(faces) // IN_A_ROW)
    mosaic = Mosaic(2 * GAP + SMALL.wide + (columns - 1) * STEP, GAP + rows * (SMALL.high + GAP), palette, private=True)
    for at, face in enumerate(faces):
        corner = GAP + at % IN_A_ROW * STEP, GAP + at // IN_A_ROW * (SMALL.high + GAP)
        mosaic.lay(_small, corner, (SMALL.wide, SMALL.high), face)
    return mosaic


def alone(face: Face | None, key: str) -> Image.Image:
    """Returns a large picture of one card; raises KeyError if the card has no picture."""
    if face is None:
        raise KeyError(key)
    canvas = Canvas(LARGE.wide + 2 * GAP, LARGE.high + 2 * GAP)
    _face(canvas, face, (GAP, GAP), LARGE)
    return canvas.image


def _small(canvas: Canvas, corner: Corner, face: Face) -> None:
    _face(canvas, face, corner, SMALL)


def _face(canvas: Canvas, face: Face, corner: Corner, size: Size) -> None:
    x, y = corner
    radius, edge = size.strip // 5, size.strip // 28
    canvas.frame(x, y, size.wide, size.high, (blend(face.tint, NIGHT, 0.45), CREAM), (radius, edge))
    canvas.box(x, y, size.strip, size.high, face.tint, radius, LEFT)
    _strip(canvas, face, corner, size)
    left, room = x + size.strip + size.title // 2, size.wide - size.strip - size.title
    title = fitting(face.title, range(size.title, size.title // 2, -2), room, "Bold")
    canvas.text(left, y + size.title // 3, face.title, title, INK, weight="Bold")
    below = y + size.title // 3 + line_height(size.title)
    canvas.text(left, below - 4, face.line, fitting(face.line, range(size.line, 14, -1), room), face.tint)
    top = below + line_height(size.line) + size.line // 3
    _text(canvas, face.text, (left, top), (room, y + size.high - top - size.title // 4), size.texts)
    if face.count > 1:
        _count(canvas, face.count, x + size.strip / 2, y + size.high * 0.52)


def _strip(canvas: Canvas, face: Face, corner: Corner, size: Size) -> None:
    x, y = corner
    middle, wide = x + size.strip / 2, round(size.strip * 0.72)
    if face.big:
        big = fitting(face.big, range(round(size.strip * 0.62), 20, -2), size.strip - 14, "Bold")
        canvas.centred(middle, y + size.strip * 0.62, face.big, big, SNOW)
    elif face.icon:
        canvas.icon(face.icon, middle, y + size.strip * 0.66, wide, SNOW)
    if face.foot:
        canvas.disc(middle, y + size.high - size.strip * 0.55, size.strip * 0.37, CREAM)
        canvas.icon(face.foot, middle, y + size.high - size.strip * 0.55, round(size.strip * 0.46), INK)


def _text(canvas: Canvas, text: str, corner: Corner, room: Corner, sizes: range) -> None:
    """Draws a text, wrapped into lines, in the first of the sizes that fits into its room, otherwise in the last."""
    wide, high = room
    size = next((one for one in sizes if len(wrapped(text, one, wide, "Medium")) * line_height(one) <= high), sizes[-1])
    x, y = corner
    for at, line in enumerate(wrapped(text, size, wide, "Medium")):
        canvas.text(x, y + at * line_height(size), line, size, INK, weight="Medium")


def _count(canvas: Canvas, count: int, x: float, y: float) -> None:
    said = f"×{count}"
    wide = width(said, 38, "Bold") + 28
    canvas.box(x - wide / 2, y - 27, wide, 54, INK, 27)
    canvas.centred(x, y, said, 38, GOLD)
