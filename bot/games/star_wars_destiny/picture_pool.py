"""Draws a dice pool: dice in the order of their arrival, with the names of their cards below them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import cut, fitting, width, wrapped
from bot.drawing.mosaic import Corner, Mosaic
from bot.drawing.palette import CREAM, NIGHT, PANEL
from bot.games.star_wars_destiny.names import parsed, title
from bot.games.star_wars_destiny.picture_dice import die_image, die_mask, tint_of
from bot.games.star_wars_destiny.picture_scene import Rolled

SIZE, STEP, CAPTION, EDGE = 112, 126, 31, 8
SIZES = range(28, 22, -1)
OVER = 5
"""The maximum number of pixels by which a name may be wider than its dice on either side."""
Place = tuple[int, int]
Row = Sequence[Sequence[Rolled]]


def height(pool: Sequence[Rolled], room: int) -> int:
    """Returns the height in pixels of a pool that is `room` pixels wide; 0 if it is empty."""
    rows = _rows(pool, room)
    return EDGE + sum(map(_high, rows)) + EDGE // 2 if rows else 0


def lay(mosaic: Mosaic, corner: Place, pool: Sequence[Rolled], room: int, seat: str) -> None:
    """Adds the dice of a pool to the picture; neighbouring dice of one card have its name below them once."""
    rows = _rows(pool, room)
    size = (room, height(pool, room))
    mosaic.lay(_box, corner, size, size, ground=PANEL)
    left, y = corner[0] + _indent(room), corner[1] + EDGE
    for row in rows:
        x = left
        for dice in row:
            for at, die in enumerate(dice):
                spot, code = (x + at * STEP, y), parsed(die.die).code
                mosaic.lay(_die, spot, (SIZE, SIZE), die.side, code, ground=NIGHT)
                mosaic.name(f"{seat} die {die.die}", spot, (SIZE, SIZE))
            _caption(mosaic, dice[0].die, (x, y + SIZE), _caption_wide(dice))
            x += len(dice) * STEP
        y += _high(row)


def _box(canvas: Canvas, corner: Corner, size: Place) -> None:
    canvas.box(*corner, *size, NIGHT, 14)


def _die(canvas: Canvas, corner: Corner, side: str, code: str) -> None:
    canvas.paste(die_image(side, tint_of(code), SIZE), *corner, die_mask(SIZE))


def _caption(mosaic: Mosaic, die: str, corner: Place, wide: int) -> None:
    """Adds a card's title in one or two lines; the number of a copy is never truncated."""
    said, size = title(die), fitting(title(die), SIZES, wide)
    first, *more = wrapped(said, size, wide)
    lines = [first]
    if more:
        number = f" {parsed(die).copy}".rstrip()
        rest = " ".join(more).removesuffix(number.strip()).strip()
        lines.append(cut(rest, size, wide - width(number, size)) + number)
    for at, line in enumerate(lines):
        left = corner[0] - OVER + wide / 2 - width(line, size) / 2
        mosaic.write((left, corner[1] + at * (CAPTION - 4)), line, size, CREAM, ground=NIGHT)


def _caption_wide(dice: Sequence[Rolled]) -> int:
    return (len(dice) - 1) * STEP + SIZE + 2 * OVER


def _high(row: Row) -> int:
    """Returns the height of a row of dice, which is larger if a name below the dice needs two lines."""
    long = any(width(title(dice[0].die), SIZES[-1]) > _caption_wide(dice) for dice in row)
    return SIZE + CAPTION * (2 if long else 1)


def _in_a_row(room: int) -> int:
    return (room - 2 * EDGE + STEP - SIZE) // STEP


def _indent(room: int) -> int:
    return (room - _in_a_row(room) * STEP + STEP - SIZE) // 2


def _rows(pool: Sequence[Rolled], room: int) -> list[Row]:
    """Returns the dice in rows, neighbouring dice of one card together."""
    most = _in_a_row(room)
    rows = [pool[at : at + most] for at in range(0, len(pool), most)]
    return [[tuple(dice) for _, dice in groupby(row, lambda die: die.die.partition("+")[0])] for row in rows]
