"""A line chart of the players' points over the rounds of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor

from PIL import Image, ImageDraw

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitted, writable
from bot.drawing.palette import CREAM, EDGE, FADED, GOLD, NIGHT, PANEL, Colour
from bot.drawing.seats import colour_of, mark_on
from bot.drawing.sketch import first_alt
from bot.drawing.tokens import player_disc

WIDE, HIGH = 1080, 860
NAME_SIZES = range(36, 26, -2)
LEFT, RIGHT, TOP, BOTTOM = 84, 1080 - 90, 40, 590
PLOT = BOTTOM + 72
"""The height of the chart without the legend in pixels."""
TIMES = 3
LEGEND_COLUMNS, LEGEND_ROWS, LEGEND_ROW = 2, 3, 62
"""The legend's number of columns, its minimum number of rows, and the height of a row in pixels."""
MAX_LABELS = 14
REACH = 14
"""The maximum distance in pixels that a line's stroke extends beyond its corner points."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line: the points at the beginning and after each round."""

    seat: str
    name: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The data of a chart: labels for the beginning and each round, lines, and the target if there is one."""

    labels: tuple[str, ...]
    lines: tuple[Line, ...]
    target: int | None = None
    title: str = ""
    """The name of the unit, if it is not points."""
    least_leads: bool = False
    """Whether the player with the lowest number leads."""

    def turning_point(self, seat: str) -> int | None:
        """Returns the index of the label from which a player leads until the end; None if the player is behind then.

        A shared lead counts only if the lead is shared at the end.
        """
        for ahead in (self._is_ahead, self._is_not_behind):
            behind = [at for at in range(len(self.labels)) if not ahead(seat, at)]
            if not behind or behind[-1] < len(self.labels) - 1:
                return behind[-1] + 1 if behind else 0
        return None

    def _is_ahead(self, seat: str, at: int) -> bool:
        own, others = self._standing(seat, at)
        return all(own > other for other in others)

    def _is_not_behind(self, seat: str, at: int) -> bool:
        own, others = self._standing(seat, at)
        return all(own >= other for other in others)

    def _standing(self, seat: str, at: int) -> tuple[int, list[int]]:
        """Returns a player's points at a label, and those of each other player.

        All are negated if the lowest number leads, so that higher is always better.
        """
        sign = -1 if self.least_leads else 1
        own = next(line.points[at] for line in self.lines if line.seat == seat)
        return sign * own, [sign * line.points[at] for line in self.lines if line.seat != seat]


def plot(chart: Chart) -> Image.Image:
    """Returns the picture of a chart without the names of the players."""
    return painted(chart).crop((0, 0, WIDE, PLOT))


def line(seat: str, name: str, start: int, gains: Iterable[int]) -> Line:
    """Returns a player's line: the points at the start, and the sum after the gain of each round."""
    return Line(seat, name, tuple(accumulate(gains, initial=start)))


def labels(rounds: Sequence[int]) -> tuple[str, ...]:
    """Returns the labels of the x-axis: the beginning (0, or … if earlier rounds are missing) and these rounds."""
    return ("0" if rounds[:1] == [1] else "…", *(str(number) for number in rounds))


def alt(chart: Chart, heading: str) -> str:
    """Returns the alt text of a chart: all points of all players; if that is too long, only the final ones."""
    full = [
        f"{mark_on(line.seat)} {line.name}: {', '.join(str(points) for points in line.points)}" for line in chart.lines
    ]
    ends = [f"{mark_on(line.seat)}: {line.points[-1]}" for line in chart.lines]
    return first_alt(f"{heading}: {'; '.join(said)}." for said in (full, ends))


def painted(chart: Chart, _language: str = "") -> Image.Image:
    """Returns the whole picture of a chart."""
    most = max([chart.target or 0, 1, *(points for line in chart.lines for points in line.points)])
    rows = -(-len(chart.lines) // LEGEND_COLUMNS)
    canvas = Canvas(WIDE, HIGH + max(0, rows - LEGEND_ROWS) * LEGEND_ROW)
    canvas.box(LEFT, TOP - 16, RIGHT - LEFT + 16, BOTTOM - TOP + 32, PANEL, 14)
    _grid(canvas, chart, most)
    canvas.text(LEFT + 24, TOP, chart.title, 36, CREAM)
    _draw_lines(canvas.image, chart, most)
    for at, line in _apart(chart, most):
        canvas.paste(player_disc(line.seat, 58), RIGHT + 24, at - 29)
    _legend(canvas, chart)
    return canvas.image


def _x(chart: Chart, at: int) -> float:
    return LEFT + 24 + (RIGHT - LEFT - 40) * at / max(1, len(chart.labels) - 1)


def _y(points: float, most: int) -> float:
    return BOTTOM - (BOTTOM - TOP) * points / most


def _grid(canvas: Canvas, chart: Chart, most: int) -> None:
    step = max(1, -(-most // 8))
    for points in range(0, most + 1, step):
        canvas.box(LEFT, _y(points, most) - 1, RIGHT - LEFT + 16, 2, EDGE)
        canvas.text(LEFT - 14, _y(points, most) - 20, str(points), 32, FADED, side="right")
    if chart.target is not None:
        for x in range(LEFT, RIGHT, 26):
            canvas.box(x, _y(chart.target, most) - 3, 16, 6, GOLD, 3)
    every = -(-len(chart.labels) // MAX_LABELS)
    for at, label in enumerate(chart.labels):
        if at % every == 0 or at == len(chart.labels) - 1:
            canvas.text(_x(chart, at), BOTTOM + 22, label, 32, FADED, side="middle")


def _draw_lines(image: Image.Image, chart: Chart, most: int) -> None:
    """Draws the lines; equal lines are drawn next to each other instead of on top of each other."""
    step = min(7.0, 0.6 * (BOTTOM - TOP) / most / len(chart.lines))
    lines: list[list[tuple[float, float]]] = []
    for number, line in enumerate(chart.lines):
        aside = (number - (len(chart.lines) - 1) / 2) * step
        lines.append([(_x(chart, at), _y(points, most) + aside) for at, points in enumerate(line.points)])
    xs, ys = zip(*(corner for line in lines for corner in line), strict=True)
    # Only the area of the lines is drawn enlarged for anti-aliasing, because that is most of the work.
    left, top = floor(min(xs)) - REACH, floor(min(ys)) - REACH
    box = (left, top, ceil(max(xs)) + REACH, ceil(max(ys)) + REACH)
    piece = image.crop(box)
    large = piece.resize((piece.width * TIMES, piece.height * TIMES), Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(large)
    for line, corners in zip(chart.lines, lines, strict=True):
        _stroke(draw, [(x * TIMES - left * TIMES, y * TIMES - top * TIMES) for x, y in corners], colour_of(line.seat))
    image.paste(large.reduce(TIMES), box)


def _stroke(draw: ImageDraw.ImageDraw, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
    for ink, thick in ((NIGHT, 11), (colour, 7)):
        draw.line(corners, fill=ink, width=thick * TIMES, joint="curve")
        for x, y in corners:
            radius = (thick / 2 + 4) * TIMES
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


def _apart(chart: Chart, most: int) -> list[tuple[float, Line]]:
    """Returns each line with the vertical position of its player's disc: near the line's end, discs do not overlap."""
    lines = sorted(chart.lines, key=lambda line: -line.points[-1])
    heights: list[float] = []
    for line in lines:
        heights.append(max(_y(line.points[-1], most), heights[-1] + 62 if heights else 34))
    lowest = float(BOTTOM)
    for at in reversed(range(len(heights))):
        heights[at] = min(heights[at], lowest)
        lowest = heights[at] - 62
    return list(zip(heights, lines, strict=True))


def _legend(canvas: Canvas, chart: Chart) -> None:
    """Draws the legend: each player's disc, name and final points, in two columns."""
    for at, line in enumerate(chart.lines):
        x, y = 30 + at % LEGEND_COLUMNS * 525, BOTTOM + 82 + at // LEGEND_COLUMNS * LEGEND_ROW
        canvas.paste(player_disc(line.seat, 52), x, y - 4)
        name, size = fitted(writable(line.name), NAME_SIZES, 330)
        canvas.text(x + 66, y, name, size, CREAM)
        canvas.text(x + 490, y - 2, str(line.points[-1]), 40, GOLD, weight="Bold", side="right")
