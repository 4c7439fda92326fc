"""The players' boxes below a table: disc and letter, name, what is held, a few numbers, maybe a track of points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import cut, writable
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import CREAM, EDGE, FADED, GOLD, PANEL, SNOW, Colour, of_emoji
from bot.drawing.pen import Icon
from bot.drawing.tokens import arrow, badge, player_disc, track

GAP = 12
COLUMNS = 2
HIGH, TRACK_HIGH = 132, 34
TURN = (340, 170)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its icon; the first one of a box is large and may have a target."""

    icon: Icon
    number: int


@dataclass(frozen=True, slots=True)
class Box:
    """One player, ready to be drawn; `held` are badges: an icon with the colours of its ground and of itself."""

    seat: str
    emoji: str
    name: str
    turn: bool
    figures: tuple[Figure, ...]
    target: int | None = None
    """How many of the first figure are wanted, where that is so: they are drawn as so many of so many."""
    held: tuple[tuple[Icon, tuple[Colour, Colour]], ...] = ()
    resting: bool = False


def height(boxes: Sequence[Box]) -> int:
    """How high all boxes are together, with the gaps around them."""
    rows = -(-len(boxes) // COLUMNS)
    return rows * (_high(boxes) + GAP) + GAP


def lay(mosaic: Mosaic, boxes: Sequence[Box], top: float) -> None:
    """All boxes in two columns; a last one alone stands in the middle."""
    whole = mosaic.size[0]
    wide, high = (whole - (COLUMNS + 1) * GAP) // COLUMNS, _high(boxes)
    for at, box in enumerate(boxes):
        alone = at == len(boxes) - 1 and len(boxes) % COLUMNS
        x = (whole - wide) / 2 if alone else GAP + at % COLUMNS * (wide + GAP)
        mosaic.lay(_box, (x, top + at // COLUMNS * (high + GAP)), (wide, high), box, (wide, high))


def lay_turn(mosaic: Mosaic, boxes: Sequence[Box]) -> None:
    """Who is on turn, at the top right of the picture."""
    for box in boxes:
        if box.turn:
            mosaic.lay(_turn, (mosaic.size[0] - TURN[0], 0), TURN, box.seat, box.emoji, box.name)


def _turn(canvas: Canvas, corner: tuple[float, float], seat: str, emoji: str, name: str) -> None:
    right = corner[0] + TURN[0]
    canvas.icon(arrow, right - 152, 64, 48, GOLD)
    canvas.paste(player_disc(seat, of_emoji(emoji), 92), right - 120, 18)
    canvas.text(right - 28, 116, cut(writable(name), 38, 300), 38, CREAM, side="right")


def _high(boxes: Sequence[Box]) -> int:
    return HIGH + (TRACK_HIGH if any(box.target for box in boxes) else 0)


def _box(canvas: Canvas, corner: tuple[float, float], box: Box, size: tuple[int, int]) -> None:
    (x, y), (wide, high) = corner, size
    canvas.frame(x, y, wide, high, (GOLD if box.turn else EDGE, PANEL), (18, 6 if box.turn else 3))
    canvas.paste(player_disc(box.seat, of_emoji(box.emoji), 66), x + 14, y + 12)
    right = x + wide - 16
    for icon, colours in box.held:
        badge(canvas, icon, right - 29, y + 44, 58, colours)
        right -= 64
    name = cut(writable(box.name), 40, round(right - x - 100))
    canvas.text(x + 92, y + 20, name, 40, FADED if box.resting else CREAM)
    _figures(canvas, box, (x + 22, y + 84), wide)
    if box.target:
        how_far = min(box.figures[0].number, box.target), box.target
        track(canvas, x + 18, y + high - 23, wide - 36, how_far, of_emoji(box.emoji))


def _figures(canvas: Canvas, box: Box, corner: tuple[float, float], wide: int) -> None:
    x, y = corner
    first, *others = box.figures
    canvas.icon(first.icon, x + 16, y + 18, 36, GOLD)
    reached = canvas.text(x + 42, y - 4, str(first.number), 40, SNOW, weight="Bold")
    if box.target:
        canvas.text(x + 42 + reached, y + 6, f"/{box.target}", 30, FADED)
    step = (wide - 200) / len(others)
    for at, figure in enumerate(others):
        canvas.icon(figure.icon, x + 190 + at * step, y + 18, 36, CREAM)
        canvas.text(x + 216 + at * step, y - 2, str(figure.number), 38, CREAM)
