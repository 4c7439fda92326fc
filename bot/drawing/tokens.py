"""Pieces that several games draw: seat discs with letters, badges, tracks of points, common icons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting, font
from bot.drawing.palette import EDGE, GOLD, INK, SNOW, Colour, blend, readable_on
from bot.drawing.pen import Icon, Pen, star_points
from bot.drawing.seats import colour_of, look_of, mark_on


class Outline(NamedTuple):
    """The outline of a piece on Pen's square: its corners (none: a circle) and the sizes of its letter."""

    corners: Sequence[tuple[float, float]]
    middle: float
    """The vertical position of the letter's middle."""
    reach: float
    """The radius of the largest circle around the letter's middle that is inside the outline."""
    letter: float
    """The letter's size as a share of the piece's size."""


OUTLINES: Final = {
    "circle": Outline((), 50, 50, 0.62),
    "square": Outline(((5, 5), (95, 5), (95, 95), (5, 95)), 50, 45, 0.66),
    "triangle": Outline(((50, 0), (100, 94), (0, 94)), 64, 30, 0.48),
    "diamond": Outline(((50, 0), (100, 50), (50, 100), (0, 50)), 50, 35, 0.54),
    "pentagon": Outline(star_points(50, 53, 53, 5, 0.809), 53, 42, 0.58),
    "hexagon": Outline(((50, 0), (94, 25), (94, 75), (50, 100), (6, 75), (6, 25)), 50, 43, 0.6),
    "star": Outline(star_points(50, 54, 54, 5, 0.56), 54, 30, 0.46),
    "cross": Outline(
        ((25, 0), (75, 0), (75, 25), (100, 25), (100, 75), (75, 75), (75, 100), (25, 100), (25, 75), (0, 75), (0, 25),
         (25, 25)), 50, 35, 0.6,
    ),
}  # fmt: skip
"""The outlines of the seats' shapes by name."""


SMALLEST: Final = 5
"""A size in pixels that no letter is reduced to: letters are larger."""
WIDEST: Final = 0.72
"""The maximum width of a mark of several characters, as a share of the diameter of the largest circle inside."""


@lru_cache(512)
def player_disc(token: str, size: int) -> Image.Image:
    """Returns a player's piece: the seat's shape and colour and the player's mark, with a white rim and a dark edge."""
    outline, ink = OUTLINES[look_of(token).shape], colour_of(token)
    edge = max(2, size // 22)
    piece = Image.new("RGBA", (size, size))
    for shown, inset in ((INK, 0), (SNOW, edge), (ink, 2 * edge + edge // 2)):
        piece.paste((*shown, 255), (0, 0), _shape_mask(outline, size, inset))
    piece.putalpha(_shape_mask(outline, size, 0))
    mark, high = mark_on(token), round(size * outline.letter)
    if len(mark) > 1:
        high = fitting(mark, range(high, SMALLEST, -1), round(size * outline.reach / 50 * WIDEST), "Bold")
    mask = font(high, "Bold").getmask(mark)
    wide, high = mask.size
    letter = Image.frombytes("L", (wide, high), bytes(mask))
    top = round(size * outline.middle / 100 - high / 2)
    piece.paste((*readable_on(ink), 255), ((size - wide) // 2, top), letter)
    return piece


def _shape_mask(outline: Outline, size: int, inset: int) -> Image.Image:
    """Returns the outline as a mask for a piece of that size in pixels, made smaller by `inset` pixels on each side."""
    share, pen = 1 - 100 * inset / size / outline.reach, Pen(size)
    if not outline.corners:
        return pen.disc(50, 50, 50 * share).done()
    across, down = 50, outline.middle
    corners = [(across + (x - across) * share, down + (y - down) * share) for x, y in outline.corners]
    return pen.shape(*corners).done()


def badge(canvas: Canvas, icon: Icon, x: float, y: float, size: int, colours: tuple[Colour, Colour]) -> None:
    """Draws an icon on a coloured disc with a ring, centred on a point; `colours`: background and icon."""
    ground, ink = colours
    canvas.disc(x, y, size / 2, INK)
    canvas.disc(x, y, size / 2 - 2, blend(ground, SNOW, 0.75))
    canvas.disc(x, y, size / 2 - 5, ground)
    canvas.icon(icon, x, y, round(size * 0.68), ink)


def track(canvas: Canvas, x: float, y: float, wide: int, how_far: tuple[int, int], ink: Colour) -> None:
    """Draws a row of dots of which the reached ones are filled; the last one has a golden ring.

    `how_far`: the number of reached dots and of all dots; `wide`: the width of the row in pixels.
    """
    reached, wanted = how_far
    step = wide / wanted
    radius = min(11.0, step / 2 - 1.5)
    for at in range(wanted):
        middle = x + step * (at + 0.5)
        if at == wanted - 1:
            canvas.disc(middle, y, radius + 3, GOLD)
        canvas.disc(middle, y, radius, SNOW if at < reached else EDGE)
        if at < reached:
            canvas.disc(middle, y, radius - 2, ink)


def spread(count: int, size: int, wide: int, gap: int = 4) -> Sequence[float]:
    """Returns the horizontal centres of pieces in a row around 0; they overlap if the row would exceed its width."""
    if count == 1:
        return (0.0,)
    step = min(size + gap, (wide - size) / (count - 1))
    first = -step * (count - 1) / 2
    return [first + step * at for at in range(count)]


# Common icons, on Pen's square of 100 by 100


def pawn(pen: Pen) -> None:
    """Draws a pawn, the mark of a crew member."""
    pen.disc(50, 26, 20).shape((34, 40), (66, 40), (84, 92), (16, 92)).box(12, 84, 88, 96, round_by=6)


def hollow_pawn(pen: Pen) -> None:
    """Draws an empty pawn, the mark of a crew member who is missing."""
    pawn(pen)
    pen.disc(50, 26, 11, fill=0).shape((42, 47), (58, 47), (71, 84), (29, 84), fill=0)


def cards(pen: Pen) -> None:
    """Draws cards, the mark of a hand's size."""
    pen.shape((20, 18), (58, 8), (80, 84), (42, 94)).shape((10, 26), (14, 20), (32, 92), (26, 90))


def flag(pen: Pen) -> None:
    """Draws a flag, the mark of the seat that begins."""
    pen.line((22, 8), (22, 94), thick=9).shape((26, 10), (88, 28), (26, 52))


def check(pen: Pen) -> None:
    """Draws a check mark."""
    pen.line((18, 54), (42, 78), (84, 26), thick=17)


def star(pen: Pen) -> None:
    """Draws a star."""
    pen.star(50, 53, 50)


def crown(pen: Pen) -> None:
    """Draws a crown."""
    pen.shape((8, 30), (30, 52), (50, 16), (70, 52), (92, 30), (82, 84), (18, 84))
    for x, y in ((8, 28), (50, 14), (92, 28)):
        pen.disc(x, y, 7)


def pause(pen: Pen) -> None:
    """Draws the mark of a player who has passed: two letters z."""
    for x, y, size, thick in ((8, 50, 36, 12), (58, 10, 30, 11)):
        pen.line((x, y), (x + size, y), (x, y + size), (x + size, y + size), thick=thick)


def arrow(pen: Pen) -> None:
    """Draws an arrow to the right, the mark of the active seat."""
    pen.shape((18, 10), (88, 50), (18, 90))


def pile(pen: Pen) -> None:
    """Draws a pile of cards."""
    pen.box(20, 6, 84, 78, round_by=8).box(12, 14, 76, 88, round_by=9, fill=0).box(14, 18, 74, 92, round_by=8)


def discards(pen: Pen) -> None:
    """Draws a heap of discarded cards."""
    pen.shape((6, 42), (60, 20), (84, 70), (30, 94))
    pen.shape((28, 4), (84, 10), (78, 70), (20, 64), fill=0).shape((34, 10), (80, 14), (75, 64), (28, 60))
