"""The curve of one player's chance to win over a game, with numbered marks at some decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from bot.drawing.canvas import Canvas
from bot.drawing.palette import CREAM, EDGE, FADED, GOLD, INK, NIGHT, PANEL
from bot.drawing.seats import colour_of

WIDE, HIGH = 1080, 760
LEFT, RIGHT, TOP, BOTTOM = 150, 1080 - 50, 110, 660
TIMES: Final = 3
LABEL: Final = 40
"""The size of the labels' letters in pixels; a phone shows the picture at about a third of its size."""
MAX_LABELS: Final = 10
MARK: Final = 29
"""The radius of a mark in pixels."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The data of a curve: the seat, percentages, the labels below some points, and the marked points."""

    seat: str
    title: str
    percents: tuple[int, ...]
    labels: tuple[tuple[int, str], ...]
    """Pairs of a point's index and its label, from left to right."""
    marks: tuple[int, ...]
    """The indices of the marked points; the first one gets the number 1."""


Corner = tuple[float, float]


def painted(curve: Curve, _language: str = "") -> Image.Image:
    """Returns the whole picture of a curve."""
    canvas = Canvas(WIDE, HIGH)
    canvas.text(40, 28, curve.title, 44, CREAM, weight="Bold")
    canvas.box(LEFT, TOP - 16, RIGHT - LEFT + 20, BOTTOM - TOP + 32, PANEL, 14)
    for percent in (0, 25, 50, 75, 100):
        canvas.box(LEFT, _y(percent) - 1, RIGHT - LEFT + 20, 3 if percent == 50 else 2, EDGE)
        canvas.text(LEFT - 18, _y(percent) - 24, f"{percent} %", LABEL, FADED, side="right")
    for at, label in _apart(curve.labels):
        canvas.text(_x(curve, at), BOTTOM + 26, label, LABEL, FADED, side="middle")
    corners = [(_x(curve, at), _y(percent)) for at, percent in enumerate(curve.percents)]
    if corners:
        _draw_line(canvas, corners, curve)
    taken: list[Corner] = []
    for number, at in enumerate(curve.marks, start=1):
        taken.append(_place(corners[at], taken))
        _mark(canvas, number, taken[-1])
    return canvas.image


def _x(curve: Curve, at: int) -> float:
    return LEFT + 24 + (RIGHT - LEFT - 40) * at / max(1, len(curve.percents) - 1)


def _y(percent: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * percent / 100


def _apart(labels: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
    """Returns every n-th label of the x-axis, so that they are at most MAX_LABELS and fit next to each other."""
    return labels[:: -(-len(labels) // MAX_LABELS)] if labels else ()


def _draw_line(canvas: Canvas, corners: Sequence[Corner], curve: Curve) -> None:
    """Draws the line with rounded joints, and a dot at its end."""
    box = (LEFT, TOP - 16, RIGHT + 20, BOTTOM + 16)
    piece = canvas.image.crop(box)
    large = piece.resize((piece.width * TIMES, piece.height * TIMES), Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(large)
    scaled = [((x - box[0]) * TIMES, (y - box[1]) * TIMES) for x, y in corners]
    for ink, thick in ((NIGHT, 14), (colour_of(curve.seat), 8)):
        draw.line(scaled, fill=ink, width=thick * TIMES, joint="curve")
        radius = (thick / 2 + 5) * TIMES
        x, y = scaled[-1]
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
    canvas.image.paste(large.reduce(TIMES), box[:2])


def _place(corner: Corner, taken: Sequence[Corner]) -> Corner:
    """Returns the middle of a mark: above its point, below it or further away, without overlap if possible."""
    x, y = corner
    places = [(x, y + step * MARK) for step in (-2, 2, -4, 4)]
    free = [place for place in places if TOP <= place[1] <= BOTTOM and all(_far(place, other) for other in taken)]
    return (free or places)[0]


def _far(one: Corner, other: Corner) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 >= (2 * MARK + 4) ** 2


def _mark(canvas: Canvas, number: int, middle: Corner) -> None:
    """Draws a numbered disc."""
    x, y = middle
    canvas.disc(x, y, MARK + 4, NIGHT)
    canvas.disc(x, y, MARK, GOLD)
    canvas.centred(x, y, str(number), 40, INK)
