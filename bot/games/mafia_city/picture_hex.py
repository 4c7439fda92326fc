"""Draws a location without its pieces: a hex with its number, icon and name."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from PIL import Image

from bot.drawing import tokens
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting
from bot.drawing.mosaic import Corner
from bot.drawing.palette import EDGE, GOLD, GREEN, INK, PANEL, PAPER, SNOW, WORN, Colour
from bot.drawing.pen import polygon_mask
from bot.drawing.tokens import badge
from bot.games.mafia_city.names import PLACES, number_of
from bot.games.mafia_city.picture_icons import PLACES as PLACE_ICONS
from bot.games.mafia_city.symbols import TINTS
from bot.texts import translator_for

RADIUS = 206
HIGH_HEX = round(RADIUS * sqrt(3))
HEX = (2 * RADIUS, HIGH_HEX)
BAND = 0.40
"""The share of a hex that its heading takes."""
THICK = {False: 5, True: 11}
"""The thickness of the edge in pixels, normally and while the location is evaluated."""
CHANGED_THICK = 9
"""The thickness in pixels of the outline of a changed location."""
Below = tuple[int, int, int, int]
"""A rectangle of a hex: left, top, right, bottom."""
CORNERS = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))


@lru_cache(16)
def hex_image(name: str, language: str, now: bool = False, marked: bool = False) -> Image.Image:
    """Returns the image of a location without its pieces; `now`: it is being evaluated; `marked`: with a check mark."""
    tint, ink = (GOLD, INK) if now else (TINTS[name], SNOW)
    canvas = Canvas.on(ground_of(tint, now, marked))
    spots = (-82, 0) if marked else (-46, 46)
    canvas.disc(RADIUS + spots[0], 50, 31, ink)
    canvas.centred(RADIUS + spots[0], 50, str(number_of(name)), 46, tint)
    canvas.icon(PLACE_ICONS[name], RADIUS + spots[1], 50, 60, ink)
    if marked:
        badge(canvas, tokens.check, RADIUS + 82, 50, 60, (GREEN, SNOW))
    title = translator_for(language)(PLACES[name])
    size = fitting(title, range(40, 20, -2), 2 * half(108) - 26)
    canvas.text(RADIUS, 106 - size // 2, title, size, ink, weight="Bold", side="middle")
    return canvas.image


@lru_cache(4)
def ground_of(tint: Colour, now: bool = False, marked: bool = False) -> Image.Image:
    """Returns the image of an empty hex: edge, paper and coloured band; `now`: evaluated, `marked`: darker paper."""
    canvas = Canvas.on(_blank(now, marked))
    canvas.put(hex_mask(THICK[now]).crop((0, 0, 2 * RADIUS, round(HIGH_HEX * BAND))), 0, 0, tint)
    return canvas.image


@lru_cache(4)
def _blank(now: bool, marked: bool) -> Image.Image:
    """Returns the image of a hex with its edge and paper, without a coloured band."""
    canvas = Canvas(2 * RADIUS, HIGH_HEX)
    canvas.put(hex_mask(3), 0, 0, GOLD if now else INK)
    canvas.put(hex_mask(THICK[now]), 0, 0, WORN if marked and not now else PAPER)
    return canvas.image


@lru_cache(8)
def hex_mask(inset: int) -> Image.Image:
    """Returns the mask of a hex that is smaller by that many pixels on each side."""
    share = 1 - inset / (HIGH_HEX / 2)
    points = tuple((0.5 + (x - 0.5) * share, 0.5 + (y - 0.5) * share) for x, y in CORNERS)
    return polygon_mask(2 * RADIUS, HIGH_HEX, points)


@lru_cache(1024)
def is_paper(piece: Below, now: bool) -> bool:
    """Returns whether this part of a location's hex, below its coloured band, has only paper and no border."""
    return hex_mask(THICK[now]).crop(piece).getextrema() == (255, 255)


@lru_cache(1)
def hex_shape() -> Image.Image:
    """Returns the mask of a hex in black and white, without anti-aliasing."""
    return hex_mask(0).convert("1", dither=Image.Dither.NONE)


@lru_cache(1)
def hex_outline() -> Image.Image:
    """Returns the outline of a hex in black and white."""
    ring = hex_mask(0).copy()
    ring.paste(0, (0, 0), hex_mask(CHANGED_THICK))
    return ring.convert("1", dither=Image.Dither.NONE)


@lru_cache(1)
def unknown() -> Image.Image:
    """Returns the image of a hex with a question mark: a location before the city is set up."""
    canvas = Canvas.on(ground_of(PANEL))
    canvas.put(hex_mask(5), 0, 0, PANEL)
    canvas.centred(RADIUS, HIGH_HEX / 2, "?", 120, EDGE)
    return canvas.image


def nowhere(canvas: Canvas, corner: Corner) -> None:
    canvas.paste(unknown(), *corner, hex_mask(0))


def half(y: float) -> int:
    """Returns half the width in pixels of a hex at `y` pixels below its top."""
    return round(RADIUS / 2 + min(y, HIGH_HEX - y) / sqrt(3))
