"""The players' boxes below a board: disc with letter, name, badges, a few numbers, and perhaps a track of points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import Weight, fitted, width, writable, written
from bot.drawing.mosaic import Corner, Mosaic
from bot.drawing.palette import CREAM, EDGE, FADED, GOLD, PANEL, SNOW, Colour
from bot.drawing.pen import Icon
from bot.drawing.seats import colour_of
from bot.drawing.tokens import arrow, badge, player_disc, track

GAP = 12
COLUMNS = 2
HIGH, TRACK_HIGH = 132, 34
TURN = (340, 170)
DISC, BADGE, TRACK = 66, 58, 28
NAME_SIZES = range(40, 26, -2)
ICON, ASIDE, ROW = 36, 44, 44
"""Sizes of a figure in pixels: its icon, the distance of the number from the left, and the height of both."""


class Look(NamedTuple):
    """The size, colours and weight of a figure."""

    size: int
    icon: Colour
    ink: Colour
    weight: Weight = "SemiBold"


FIRST, OTHER = Look(40, GOLD, SNOW, "Bold"), Look(38, CREAM, CREAM)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its icon. The first figure of a box is large and may have a target."""

    icon: Icon
    number: int


@dataclass(frozen=True, slots=True)
class Box:
    """The content of one player's box.

    `held`: badges, each an icon with the colours of its background and of itself; `resting`: whether the name is faded,
    because the player has passed.
    """

    seat: str
    name: str
    turn: bool
    figures: tuple[Figure, ...]
    target: int | None = None
    """The target of the first figure, if there is one, which is drawn as that many dots."""
    held: tuple[tuple[Icon, tuple[Colour, Colour]], ...] = ()
    resting: bool = False


def height(boxes: Sequence[Box]) -> int:
    """Returns the total height of all boxes with their gaps in pixels."""
    rows = -(-len(boxes) // COLUMNS)
    return rows * (_high(boxes) + GAP) + GAP


def lay(mosaic: Mosaic, boxes: Sequence[Box], top: float) -> None:
    """Adds all boxes to a picture in two columns; a single last one is centred."""
    whole = mosaic.size[0]
    wide, high = (whole - (COLUMNS + 1) * GAP) // COLUMNS, _high(boxes)
    for at, box in enumerate(boxes):
        alone = at == len(boxes) - 1 and len(boxes) % COLUMNS
        x = (whole - wide) / 2 if alone else GAP + at % COLUMNS * (wide + GAP)
        _lay_box(mosaic, (x, top + at // COLUMNS * (high + GAP)), box, (wide, high))


def parts(boxes: Sequence[Box]) -> dict[str, object]:
    """Returns what each region that `lay` names shows (each figure, and each player's badges), to find changes."""
    named: dict[str, object] = {f"{box.seat} holds": (box.held, box.resting) for box in boxes}
    named.update((f"{box.seat} {at}", one.number) for box in boxes for at, one in enumerate(box.figures))
    return named


def lay_turn(mosaic: Mosaic, boxes: Sequence[Box]) -> None:
    """Adds the active player (arrow, disc and name) to the top right corner of a picture, if there is one."""
    for box in boxes:
        if box.turn:
            mosaic.lay(_turn, (mosaic.size[0] - TURN[0], 0), TURN, box.seat, box.name)


def _turn(canvas: Canvas, corner: tuple[float, float], seat: str, name: str) -> None:
    right = corner[0] + TURN[0]
    canvas.icon(arrow, right - 152, 64, 48, GOLD)
    canvas.paste(player_disc(seat, 92), right - 120, 18)
    shown, size = fitted(writable(name), NAME_SIZES[1:], 300)
    canvas.text(right - 28, 116, shown, size, CREAM, side="right")


def _high(boxes: Sequence[Box]) -> int:
    return HIGH + (TRACK_HIGH if any(box.target for box in boxes) else 0)


def _lay_box(mosaic: Mosaic, corner: Corner, box: Box, size: tuple[int, int]) -> None:
    (x, y), (wide, high) = corner, size
    mosaic.frame(corner, size, (GOLD if box.turn else EDGE, PANEL), (18, 6 if box.turn else 3))
    mosaic.lay(_disc, (x + 14, y + 12), (DISC, DISC), box.seat, ground=PANEL)
    right = x + wide - 16
    for icon, colours in box.held:
        mosaic.lay(_held, (right - BADGE, y + 44 - BADGE / 2), (BADGE, BADGE), icon, colours, ground=PANEL)
        right -= 64
    if box.held:
        mosaic.name(f"{box.seat} holds", (right, y + 44 - BADGE / 2), (round(x + wide - 16 - right), BADGE))
    name, letters = fitted(writable(box.name), NAME_SIZES, round(right - x - 100))
    # Smaller names are moved down to stay vertically centred.
    corner = (x + 92, y + 20 + (NAME_SIZES[0] - letters) // 2)
    mosaic.write(corner, name, letters, FADED if box.resting else CREAM, ground=PANEL)
    first, *others = box.figures
    _lay_figure(mosaic, (x + 20, y + 80), first, FIRST)
    _name_figure(mosaic, f"{box.seat} 0", (x + 20, y + 80), first, FIRST)
    step = (wide - 200) / len(others)
    for at, figure in enumerate(others):
        _lay_figure(mosaic, (x + 194 + at * step, y + 82), figure, OTHER)
        _name_figure(mosaic, f"{box.seat} {at + 1}", (x + 194 + at * step, y + 82), figure, OTHER)
    if box.target:
        after = x + 20 + ASIDE + width(str(first.number), FIRST.size, FIRST.weight)
        mosaic.write((after, y + 90), f"/{box.target}", 30, FADED, ground=PANEL)
        how_far, room = (min(first.number, box.target), box.target), wide - 36
        mosaic.lay(_track, (x + 18, y + high - 37), (room, TRACK), how_far, box.seat, room, ground=PANEL)


def _disc(canvas: Canvas, corner: Corner, seat: str) -> None:
    canvas.paste(player_disc(seat, DISC), *corner)


def _held(canvas: Canvas, corner: Corner, icon: Icon, colours: tuple[Colour, Colour]) -> None:
    badge(canvas, icon, corner[0] + BADGE / 2, corner[1] + BADGE / 2, BADGE, colours)


def _lay_figure(mosaic: Mosaic, corner: Corner, figure: Figure, look: Look) -> None:
    """Adds an icon and its number to a picture."""
    wide = ASIDE + written(str(figure.number), look.size, look.weight)[0].width
    mosaic.lay(_figure, corner, (wide, ROW), figure, look, ground=PANEL)


def _name_figure(mosaic: Mosaic, name: str, corner: Corner, figure: Figure, look: Look) -> None:
    wide = ASIDE + width(str(figure.number), look.size, look.weight)
    mosaic.name(name, (corner[0] - 5, corner[1]), (wide + 10, ROW))


def _figure(canvas: Canvas, corner: Corner, figure: Figure, look: Look) -> None:
    x, y = corner
    canvas.icon(figure.icon, x + ICON / 2, y + look.size - ICON / 2, ICON, look.icon)
    canvas.text(x + ASIDE, y, str(figure.number), look.size, look.ink, weight=look.weight)


def _track(canvas: Canvas, corner: Corner, how_far: tuple[int, int], seat: str, wide: int) -> None:
    track(canvas, corner[0], corner[1] + TRACK / 2, wide, how_far, colour_of(seat))
