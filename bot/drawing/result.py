"""Draws the result card of a finished game: the winners, the scores, the turning point, and the chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.drawing import chart
from bot.drawing.canvas import Canvas
from bot.drawing.chart import WIDE, Chart
from bot.drawing.fonts import fitted, wrapped, writable
from bot.drawing.palette import CREAM, FADED, GOLD, PANEL
from bot.drawing.tokens import player_disc

EDGE: Final = 40
TITLE, LABEL, TEXT, TEXT_ROW = 48, 40, 42, 56
"""Sizes of letters, and the height of a row of text, in pixels; on a phone a third of them."""
WINNER_SIZES: Final = range(84, 46, -4)
NAME_SIZES: Final = range(48, 34, -2)
DISC, SMALL, ROW = 132, 60, 78


@dataclass(frozen=True, slots=True)
class Entry:
    """One player in the ranking on a result card."""

    seat: str
    name: str
    score: str
    """The player's points as text; empty if the game has no scores."""
    won: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The content of a result card. All texts are in the language of the reader."""

    title: str
    heading: str
    """The line above the winner."""
    entries: tuple[Entry, ...]
    """All players, the best first."""
    turning: str
    """The turning point in one sentence."""
    chart: Chart


def painted(result: Result, _language: str = "") -> Image.Image:
    """Returns the drawn result card."""
    told = wrapped(writable(result.turning), TEXT, WIDE - 2 * EDGE)
    plot = chart.plot(result.chart)
    top = 110 + DISC + 60
    below = top + len(result.entries) * ROW + 24
    canvas = Canvas(WIDE, below + len(told) * TEXT_ROW + 30 + plot.height + 10)
    title, size = fitted(writable(result.title), range(TITLE, 34, -2), WIDE - 2 * EDGE)
    canvas.text(EDGE, 30, title, size, FADED)
    _winners(canvas, result)
    for at, entry in enumerate(result.entries):
        _entry(canvas, top + at * ROW, entry)
    for at, line in enumerate(told):
        canvas.text(EDGE, below + at * TEXT_ROW, line, TEXT, CREAM)
    canvas.image.paste(plot, (0, below + len(told) * TEXT_ROW + 30))
    return canvas.image


def _winners(canvas: Canvas, result: Result) -> None:
    """Draws the discs of the winners, the heading and their names."""
    winners = [entry for entry in result.entries if entry.won]
    x = EDGE
    for entry in winners:
        canvas.paste(player_disc(entry.seat, DISC), x, 110)
        x += DISC + 14
    room = WIDE - EDGE - x - 20
    canvas.text(x + 20, 112, result.heading, LABEL, FADED)
    name, size = fitted(writable(", ".join(entry.name for entry in winners)), WINNER_SIZES, room, "Bold")
    canvas.text(x + 20, 112 + 48, name, size, GOLD, weight="Bold")


def _entry(canvas: Canvas, y: float, entry: Entry) -> None:
    canvas.box(EDGE, y, WIDE - 2 * EDGE, ROW - 10, PANEL, 14)
    canvas.paste(player_disc(entry.seat, SMALL), EDGE + 14, y + 4)
    ink = GOLD if entry.won else CREAM
    name, size = fitted(writable(entry.name), NAME_SIZES, WIDE - 2 * EDGE - 260)
    canvas.text(EDGE + 96, y + (ROW - 10 - size * 1.3) / 2, name, size, ink)
    canvas.text(WIDE - EDGE - 24, y + 2, entry.score, 48, ink, weight="Bold", side="right")
