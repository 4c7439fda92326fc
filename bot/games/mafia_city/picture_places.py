"""Draws the pieces on the locations of the city: stacks of mobsters, the cell, figures."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.drawing.canvas import Canvas
from bot.drawing.mosaic import Corner, Mosaic, Paint
from bot.drawing.palette import GOLD, INK, PAPER, SNOW, WORN, colour
from bot.drawing.tokens import badge, player_disc, spread
from bot.games.mafia_city.picture_hex import (
    BAND,
    HEX,
    HIGH_HEX,
    RADIUS,
    Below,
    ground_of,
    half,
    hex_image,
    hex_shape,
    is_paper,
)
from bot.games.mafia_city.picture_icons import FIGURES
from bot.games.mafia_city.picture_scene import Place

FIGURE_COLOURS = {
    "hitman": (INK, colour("#ff8f7a")), "policeman": (colour("#1e3a7a"), SNOW), "mayor": (colour("#6b4a0f"), GOLD),
}  # fmt: skip
SIZES = (66, 60, 54, 48, 42, 38, 34, 30, 26, 22, 18)
MAX_IN_CELL = 24
FIGURE, CELL_HIGH = 68, 70
FOOT, FOOT_HIGH = 3, 10
"""The horizontal overhang of the lowest mobster's base in pixels, and its height, half of which is below the
mobster."""
BELOW = FOOT_HIGH // 2 + 1
"""The number of pixels by which the base extends below the lowest mobster, with an additional one for rounding."""


Point = tuple[int, int]
Looks = tuple[str, str, bool, bool]
"""The look of a hex without pieces: its name, the language, whether it is evaluated and marked."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A location with its position in a picture, to which its pieces are added."""

    mosaic: Mosaic
    corner: Corner
    place: Place

    @property
    def has_more(self) -> bool:
        """Whether there are pieces below the stack: figures, or the cell of the prison."""
        return bool(self.place.figures) or self.place.name == "prison"

    def lay(self, paint: Paint, spot: Corner, size: Point, *shown: Hashable) -> None:
        """Adds a piece as a part that looks the same on every location, except at the edge of the hex."""
        place = self.place
        left, top = (round(spot[at]) - round(self.corner[at]) for at in (0, 1))
        below = (left, top, left + size[0], top + size[1])
        if is_paper(below, place.evaluated):
            ground = WORN if place.marked and not place.evaluated else PAPER
            self.mosaic.lay(paint, spot, size, *shown, ground=ground)
        else:
            self.mosaic.lay(_at_the_edge, spot, size, place.evaluated, place.marked, below, paint, *shown)


def lay_place(on: Standing, language: str) -> None:
    """Adds a location and then each of its pieces to the picture."""
    (left, top), place = on.corner, on.place
    looks = (place.name, language, place.evaluated, place.marked)
    on.mosaic.lay(_bare, on.corner, HEX, looks, shape=hex_shape)
    if place.stack:
        _lay_stack(on, looks)
    x = left + RADIUS
    figures_at: Sequence[float] = [at * 84 for at in spread(len(place.figures), 1, 2, 0)] if place.figures else ()
    if place.name == "prison":
        middle, wide = x - (36 if place.figures else 0), 142 if place.figures else 200
        on.lay(_cell, (middle - wide / 2, top + 300 - CELL_HIGH / 2), (wide, CELL_HIGH), place.cell, wide)
        figures_at = (76,)
    for figure, offset in zip(place.figures, figures_at, strict=False):
        on.lay(_figure, (x + offset - FIGURE / 2, top + 300 - FIGURE / 2), (FIGURE, FIGURE), figure)


def _bare(canvas: Canvas, corner: Corner, looks: Looks) -> None:
    canvas.paste(hex_image(*looks), *corner, hex_shape())


def _at_the_edge(
    canvas: Canvas, corner: Corner, now: bool, marked: bool, below: Below, paint: Paint, *shown: Hashable
) -> None:
    """Draws a piece that overlaps the edge of a hex, together with a rectangle of the hex behind it."""
    canvas.image.paste(ground_of(GOLD, now, marked).crop(below), (round(corner[0]), round(corner[1])))
    paint(canvas, corner, *shown)


def _figure(canvas: Canvas, corner: Corner, figure: str) -> None:
    badge(canvas, FIGURES[figure], corner[0] + FIGURE / 2, corner[1] + FIGURE / 2, FIGURE, FIGURE_COLOURS[figure])


def _lay_stack(on: Standing, looks: Looks) -> None:
    """Adds a location's mobsters to the mosaic, each as a part; if their rows overlap, as one part."""
    stack, span = on.place.stack, (round(HIGH_HEX * BAND) + 8, 260 if on.has_more else HIGH_HEX - 22)
    size, _ = _rows(len(stack), span)
    if _step(size) < size + BELOW:
        on.mosaic.lay(_crowd, on.corner, HEX, looks, stack, span, shape=hex_shape)
        return
    for at, (seat, (x, y)) in enumerate(zip(stack, _spots(on.corner, len(stack), span), strict=True)):
        if at:
            on.lay(_standing, (x, y), (size, size), seat, size)
        else:
            on.lay(_lowest, (x - FOOT, y), (size + 2 * FOOT, size + BELOW), seat, size)


def _spots(corner: Corner, count: int, span: Point) -> Iterator[Corner]:
    """Yields the positions of the mobsters, in rows, the lowest first; as large as there is room for."""
    size, rows = _rows(count, span)
    step, (left, top) = _step(size), corner
    y = top + (span[0] + span[1]) / 2 - step * (len(rows) - 1) / 2 - size / 2
    for in_row in rows:
        yield from ((left + RADIUS + offset - size / 2, y) for offset in spread(in_row, size, 2 * RADIUS))
        y += step


def _crowd(canvas: Canvas, corner: Corner, looks: Looks, stack: Sequence[str], span: Point) -> None:
    _bare(canvas, corner, looks)
    size, _ = _rows(len(stack), span)
    for at, (seat, (x, y)) in enumerate(zip(stack, _spots(corner, len(stack), span), strict=True)):
        if at:
            _standing(canvas, (x, y), seat, size)
        else:
            _lowest(canvas, (x - FOOT, y), seat, size)


def _standing(canvas: Canvas, corner: Corner, seat: str, size: int) -> None:
    canvas.paste(player_disc(seat, size), *corner)


def _lowest(canvas: Canvas, corner: Corner, seat: str, size: int) -> None:
    """Draws the lowest mobster of a stack with its base."""
    x, y = corner
    canvas.box(x, y + size - FOOT_HIGH / 2, size + 2 * FOOT, FOOT_HIGH, INK, 4)
    canvas.paste(player_disc(seat, size), x + FOOT, y)


def _step(size: int) -> int:
    """Returns the distance from one row to the next."""
    return size + (6 if size > 30 else 3)


@lru_cache(256)
def _rows(count: int, span: Point) -> tuple[int, tuple[int, ...]]:
    """Returns the largest size in pixels in which `count` mobsters fit, and the number in each row.

    `span`: the top and bottom of the room in pixels below the top of the hex. Raises ValueError if no size fits.
    """
    for size in SIZES:
        step = _step(size)
        most_rows = (span[1] - span[0]) // step
        for rows in range(1, most_rows + 1):
            first = (span[0] + span[1]) / 2 - step * rows / 2
            room = [
                int((2 * min(half(first + step * at), half(first + step * (at + 1))) - 18) // (size + 4))
                for at in range(rows)
            ]
            if sum(room) >= count:
                return size, _dealt(count, room)
    raise ValueError(f"no room for {count} mobsters")


def _dealt(count: int, room: Sequence[int]) -> tuple[int, ...]:
    """Returns the number of pieces in each row, as even as possible; `room`: the maximum of each row."""
    rows: list[int] = []
    for at, most in enumerate(room):
        left = count - sum(rows)
        needed = left - sum(room[at + 1 :])
        rows.append(min(most, left, max(needed, -(-left // (len(room) - at)))))
    return tuple(row for row in rows if row)


def _cell(canvas: Canvas, corner: Corner, cell: Sequence[str], wide: int) -> None:
    """Draws the cell: a barred box with the first 24 mobsters in order of arrival, and the number of the others."""
    x, y = corner[0] + wide / 2, corner[1] + CELL_HIGH / 2
    canvas.frame(*corner, wide, CELL_HIGH, (INK, colour("#6b7080")), (10, 4))
    for at in range(1, 8):
        canvas.box(x - wide / 2 + at * wide / 8 - 2, y - 31, 4, 62, colour("#4a4e5a"))
    shown = cell[:MAX_IN_CELL]
    half = (len(shown) + 1) // 2
    rows = [shown] if len(shown) <= wide // 46 else [shown[:half], shown[half:]]
    size = 54 if len(rows) == 1 else 32
    for at, row in enumerate(rows):
        for seat, offset in zip(row, spread(len(row), size, wide - 14), strict=True):
            canvas.paste(player_disc(seat, size), x + offset - size / 2, y - size / 2 + (at - (len(rows) - 1) / 2) * 33)
    if len(cell) > len(shown):
        canvas.box(x + wide / 2 - 50, y - 18, 46, 36, INK, 8)
        canvas.centred(x + wide / 2 - 27, y, f"+{len(cell) - len(shown)}", 26, SNOW)
