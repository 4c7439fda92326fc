"""Draws dice and their sides: symbol, value, modifier and cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting, width
from bot.drawing.palette import GOLD, INK, SNOW, Colour, blend, colour, readable_on
from bot.drawing.pen import box_mask
from bot.games.star_wars_destiny.picture_icons import SYMBOLS
from rules.star_wars_destiny.facts import CARDS, Side, side

TINTS: Mapping[str, Colour] = {
    "red": colour("#a8322b"), "blue": colour("#2459a6"), "yellow": colour("#e8b923"), "gray": colour("#525868"),
}  # fmt: skip
"""The colours of cards and of their dice, by the card's colour."""
WORTHLESS = ("sp", "blank")
"""The symbols whose side has no value (D15)."""


def tint_of(code: str) -> Colour:
    """Returns the colour in which a card is drawn."""
    return TINTS[CARDS[code].colour]


def value_of(shown: Side) -> str:
    """Returns the value of a side as text, such as `2`, `+1` (a modifier) or `X`; empty if it has none."""
    if shown.symbol in WORTHLESS:
        return ""
    return ("+" if shown.modifier else "") + ("X" if shown.x else str(shown.value))


@lru_cache(1024)
def die_image(word: str, ground: Colour, size: int) -> Image.Image:
    """Returns the image of a die of that colour with this side, to be pasted through `die_mask`."""
    shown, ink = side(word), readable_on(ground)
    canvas = Canvas(size, size, ground)
    edge = max(2, size // 26)
    canvas.frame(0, 0, size, size, (blend(ground, SNOW, 0.55), ground), (size // 5, edge))
    _value_and_symbol(canvas, shown, size, ink)
    if shown.cost:
        _cost(canvas, shown.cost, size)
    return canvas.image


def die_mask(size: int) -> Image.Image:
    """Returns the mask of a die's shape."""
    return box_mask(size, size, size // 5)


def _value_and_symbol(canvas: Canvas, shown: Side, size: int, ink: Colour) -> None:
    """Draws value and symbol next to each other, raised if there is a cost below."""
    value, middle = value_of(shown), size * (0.36 if shown.cost else 0.5)
    if not value:
        canvas.icon(SYMBOLS[shown.symbol], size / 2, middle, round(size * (0.5 if shown.cost else 0.62)), ink)
        return
    icon = round(size * (0.44 if len(value) == 1 else 0.4))
    room = round(size * 0.82) - icon
    text = fitting(value, range(round(size * 0.52), 10, -1), room, "Bold")
    wide = width(value, text, "Bold")
    left = (size - wide - icon - size * 0.04) / 2
    canvas.centred(left + wide / 2, middle, value, text, ink)
    canvas.icon(SYMBOLS[shown.symbol], left + wide + size * 0.04 + icon / 2, middle, icon, ink)


def _cost(canvas: Canvas, cost: int, size: int) -> None:
    """Draws the cost of a side (D16): a golden coin at its bottom."""
    radius = size * 0.17
    canvas.disc(size / 2, size * 0.78, radius, GOLD)
    canvas.disc(size / 2, size * 0.78, radius - size * 0.03, INK)
    canvas.centred(size / 2, size * 0.78, str(cost), round(size * 0.24), GOLD)
