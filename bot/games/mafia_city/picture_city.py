"""The city drawn: seven hexes in their places, what stands on them, the piles in the corners, the players below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from pathlib import Path

from PIL import Image

from bot.drawing import players, tokens
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import (
    BRICK,
    CREAM,
    EDGE,
    GOLD,
    GREEN,
    INK,
    NIGHT,
    PANEL,
    PAPER,
    SNOW,
    WORN,
    Colour,
    colour,
    fixed,
    of_emoji,
)
from bot.drawing.pen import polygon_mask
from bot.drawing.players import Box, Figure
from bot.drawing.tokens import badge, player_disc, spread
from bot.games.mafia_city import picture_corners
from bot.games.mafia_city.names import PLACES, number_of
from bot.games.mafia_city.picture_icons import FIGURES
from bot.games.mafia_city.picture_icons import PLACES as PLACE_ICONS
from bot.games.mafia_city.picture_scene import City, Person, Place
from bot.games.naming import COLOURS
from bot.texts import words

WIDE = 1080
RADIUS = 206
HIGH_HEX = round(RADIUS * sqrt(3))
TOP = 22
CITY_HIGH = 3 * HIGH_HEX + 2 * TOP
BAND = 0.40
"""The share of a hex that its heading takes."""
MIDDLE = (WIDE // 2, TOP + round(1.5 * HIGH_HEX))
STEPS = ((0.0, -1.0), (1.5, -0.5), (1.5, 0.5), (0.0, 1.0), (-1.5, 0.5), (-1.5, -0.5))
"""The rim clockwise from the top, in radii to the right and heights of a hex down."""
CORNERS = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
TINTS = {
    "prison": colour("#4a4e5a"), "harbour": colour("#27566b"), "fight_club": colour("#7a3b32"),
    "police_station": colour("#34457a"), "business_district": colour("#3e5f3d"), "private_club": colour("#623c6e"),
    "town_hall": colour("#7a5a24"),
}  # fmt: skip
FIGURE_COLOURS = {
    "hitman": (INK, colour("#ff8f7a")), "policeman": (colour("#1e3a7a"), SNOW), "mayor": (colour("#6b4a0f"), GOLD),
}  # fmt: skip
SIZES = (66, 60, 54, 48, 42, 38, 34, 30, 26, 22, 18)
MOST_IN_CELL = 24
HEX = (2 * RADIUS, HIGH_HEX)
PALETTE = fixed(Path(__file__).with_name("palette.txt"))


def painted(city: City, language: str) -> Mosaic:
    """The whole picture."""
    boxes = [_box(person, city.goal) for person in city.people]
    mosaic = Mosaic(WIDE, CITY_HIGH + players.height(boxes), PALETTE)
    picture_corners.lay(mosaic, city, CITY_HIGH, language)
    players.lay_turn(mosaic, boxes)
    centres = [MIDDLE, *((MIDDLE[0] + x * RADIUS, MIDDLE[1] + y * HIGH_HEX) for x, y in STEPS)]
    if not city.places:
        for x, y in centres:
            mosaic.lay(_nowhere, (x - RADIUS, y - HIGH_HEX / 2), HEX, shape=_hex_shape)
    for place, (x, y) in zip(city.places, centres, strict=False):
        mosaic.lay(_place, (x - RADIUS, y - HIGH_HEX / 2), HEX, place, language, shape=_hex_shape)
    players.lay(mosaic, boxes, CITY_HIGH)
    return mosaic


# A hex


@lru_cache(48)
def _hex(name: str, language: str, now: bool = False, marked: bool = False) -> Image.Image:
    """A location without what stands on it; `now`: it is being evaluated."""
    tint, ink = (GOLD, INK) if now else (TINTS[name], SNOW)
    canvas = Canvas.on(_ground(tint, now, marked))
    spots = (-82, 0) if marked else (-46, 46)
    canvas.disc(RADIUS + spots[0], 50, 31, ink)
    canvas.centred(RADIUS + spots[0], 50, str(number_of(name)), 46, tint)
    canvas.icon(PLACE_ICONS[name], RADIUS + spots[1], 50, 60, ink)
    if marked:
        badge(canvas, tokens.check, RADIUS + 82, 50, 60, (GREEN, SNOW))
    title = words(language)(PLACES[name])
    size = fitting(title, range(40, 20, -2), 2 * _half(108) - 26)
    canvas.text(RADIUS, 106 - size // 2, title, size, ink, weight="Bold", side="middle")
    return canvas.image


@lru_cache(16)
def _ground(tint: Colour, now: bool = False, marked: bool = False) -> Image.Image:
    """The hex's edge, body and band."""
    edge = 11 if now else 5
    canvas = Canvas(2 * RADIUS, HIGH_HEX)
    canvas.put(_hex_mask(0), 0, 0, NIGHT)
    canvas.put(_hex_mask(3), 0, 0, GOLD if now else INK)
    canvas.put(_hex_mask(edge), 0, 0, WORN if marked and not now else PAPER)
    band = _hex_mask(edge).copy()
    band.paste(0, (0, round(HIGH_HEX * BAND), 2 * RADIUS, HIGH_HEX))
    canvas.put(band, 0, 0, tint)
    return canvas.image


@lru_cache(8)
def _hex_mask(inset: int) -> Image.Image:
    """A hex that keeps that many pixels away from its edges."""
    share = 1 - inset / (HIGH_HEX / 2)
    points = tuple((0.5 + (x - 0.5) * share, 0.5 + (y - 0.5) * share) for x, y in CORNERS)
    return polygon_mask(2 * RADIUS, HIGH_HEX, points)


@lru_cache(1)
def _hex_shape() -> Image.Image:
    """The same in black and white: a hex ends in the colour of what is around it."""
    return _hex_mask(0).convert("1", dither=Image.Dither.NONE)


@lru_cache(1)
def _unknown() -> Image.Image:
    """A location before the city is drawn."""
    canvas = Canvas.on(_ground(PANEL))
    canvas.put(_hex_mask(5), 0, 0, PANEL)
    canvas.centred(RADIUS, HIGH_HEX / 2, "?", 120, EDGE)
    return canvas.image


def _nowhere(canvas: Canvas, corner: tuple[float, float]) -> None:
    canvas.paste(_unknown(), *corner, _hex_mask(0))


def _half(y: float) -> int:
    """Half the width of a hex at that depth below its top."""
    return round(RADIUS / 2 + min(y, HIGH_HEX - y) / sqrt(3))


def _place(canvas: Canvas, corner: tuple[float, float], place: Place, language: str) -> None:
    left, top = corner
    x = left + RADIUS
    canvas.paste(_hex(place.name, language, place.evaluated, place.marked), left, top, _hex_mask(0))
    below = bool(place.figures) or place.name == "prison"
    _stack(canvas, place.stack, (x, top), (round(HIGH_HEX * BAND) + 8, 260 if below else HIGH_HEX - 22))
    figures_at: Sequence[float] = [at * 84 for at in spread(len(place.figures), 1, 2, 0)] if place.figures else ()
    if place.name == "prison":
        _cell(canvas, place.cell, (x - (36 if place.figures else 0), top + 300), 142 if place.figures else 200)
        figures_at = (76,)
    for figure, offset in zip(place.figures, figures_at, strict=False):
        badge(canvas, FIGURES[figure], x + offset, top + 300, 68, FIGURE_COLOURS[figure])


def _stack(canvas: Canvas, stack: Sequence[str], hex_top: tuple[float, float], span: tuple[int, int]) -> None:
    """The mobsters in rows, the lowest first and with a foot; as large as there is room for all."""
    if not stack:
        return
    size, rows = _rows(len(stack), span)
    step = _step(size)
    x, top = hex_top
    y = top + (span[0] + span[1]) / 2 - step * (len(rows) - 1) / 2
    at = 0
    for count in rows:
        for offset in spread(count, size, 2 * RADIUS):
            left = x + offset - size / 2
            if at == 0:
                canvas.box(left - 3, y + size / 2 - 5, size + 6, 10, INK, 4)
            canvas.paste(_mobster(stack[at], size), left, y - size / 2)
            at += 1
        y += step


def _step(size: int) -> int:
    """From one row to the next."""
    return size + (6 if size > 30 else 3)


@lru_cache(256)
def _rows(count: int, span: tuple[int, int]) -> tuple[int, tuple[int, ...]]:
    """The size of the discs and how many stand in each row."""
    for size in SIZES:
        step = _step(size)
        most_rows = (span[1] - span[0]) // step
        for rows in range(1, most_rows + 1):
            first = (span[0] + span[1]) / 2 - step * rows / 2
            room = [
                int((2 * min(_half(first + step * at), _half(first + step * (at + 1))) - 18) // (size + 4))
                for at in range(rows)
            ]
            if sum(room) >= count:
                return size, _dealt(count, room)
    raise ValueError(f"no room for {count} mobsters")


def _dealt(count: int, room: Sequence[int]) -> tuple[int, ...]:
    """So many pieces over rows with so much room, as evenly as they fit."""
    rows: list[int] = []
    for at, most in enumerate(room):
        left = count - sum(rows)
        needed = left - sum(room[at + 1 :])
        rows.append(min(most, left, max(needed, -(-left // (len(room) - at)))))
    return tuple(row for row in rows if row)


def _cell(canvas: Canvas, cell: Sequence[str], middle: tuple[float, float], wide: int) -> None:
    """The cell: a barred box and who sits in it, in order of arrival."""
    x, y = middle
    canvas.frame(x - wide / 2, y - 35, wide, 70, (INK, colour("#6b7080")), (10, 4))
    for at in range(1, 8):
        canvas.box(x - wide / 2 + at * wide / 8 - 2, y - 31, 4, 62, colour("#4a4e5a"))
    shown = cell[:MOST_IN_CELL]
    half = (len(shown) + 1) // 2
    rows = [shown] if len(shown) <= wide // 46 else [shown[:half], shown[half:]]
    size = 54 if len(rows) == 1 else 32
    for at, row in enumerate(rows):
        for seat, offset in zip(row, spread(len(row), size, wide - 14), strict=True):
            canvas.paste(_mobster(seat, size), x + offset - size / 2, y - size / 2 + (at - (len(rows) - 1) / 2) * 33)
    if len(cell) > len(shown):
        canvas.box(x + wide / 2 - 50, y - 18, 46, 36, INK, 8)
        canvas.centred(x + wide / 2 - 27, y, f"+{len(cell) - len(shown)}", 26, SNOW)


def _mobster(seat: str, size: int) -> Image.Image:
    return player_disc(seat, of_emoji(COLOURS[seat]), size)


# A player


def _box(person: Person, goal: int) -> Box:
    """Points, crew, reserve and cards; the pass, the starting token and the figures."""
    held = [(FIGURES[figure], FIGURE_COLOURS[figure]) for figure in person.figures]
    if person.starts:
        held.append((tokens.flag, (CREAM, BRICK)))
    if person.passed:
        held.append((tokens.pause, (EDGE, CREAM)))
    figures = (
        Figure(tokens.star, person.points), Figure(tokens.pawn, person.crew),
        Figure(tokens.hollow_pawn, person.reserve), Figure(tokens.cards, person.cards),
    )  # fmt: skip
    return Box(person.seat, COLOURS[person.seat], person.name, person.turn, figures, goal, tuple(held), person.passed)
