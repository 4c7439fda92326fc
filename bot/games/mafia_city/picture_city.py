"""Draws the city: seven hexes with their pieces, the piles in the corners, the players below."""

from __future__ import annotations

from pathlib import Path

from bot.drawing import players, tokens
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import BRICK, CREAM, EDGE, fixed
from bot.drawing.players import Box, Figure
from bot.games.mafia_city import picture_corners
from bot.games.mafia_city.picture_hex import HEX, HIGH_HEX, RADIUS, hex_outline, hex_shape, nowhere
from bot.games.mafia_city.picture_icons import FIGURES
from bot.games.mafia_city.picture_places import FIGURE_COLOURS, Standing, lay_place
from bot.games.mafia_city.picture_scene import City, Person

WIDE = 1080
TOP = 22
CITY_HIGH = 3 * HIGH_HEX + 2 * TOP
MIDDLE = (WIDE // 2, TOP + round(1.5 * HIGH_HEX))
STEPS = ((0.0, -1.0), (1.5, -0.5), (1.5, 0.5), (0.0, 1.0), (-1.5, 0.5), (-1.5, -0.5))
"""The positions of the outer hexes clockwise from the top, in hex radii to the right and hex heights down."""
PALETTE = fixed(Path(__file__).with_name("palette.txt"))


def painted(city: City, language: str) -> Mosaic:
    """Returns the picture of the city."""
    boxes = [_box(person, city.goal) for person in city.people]
    mosaic = Mosaic(WIDE, CITY_HIGH + players.height(boxes), PALETTE)
    picture_corners.lay(mosaic, city, CITY_HIGH, language)
    players.lay_turn(mosaic, boxes)
    centres = [MIDDLE, *((MIDDLE[0] + x * RADIUS, MIDDLE[1] + y * HIGH_HEX) for x, y in STEPS)]
    if not city.places:
        for x, y in centres:
            mosaic.lay(nowhere, (x - RADIUS, y - HIGH_HEX / 2), HEX, shape=hex_shape)
    for place, (x, y) in zip(city.places, centres, strict=False):
        corner = (x - RADIUS, y - HIGH_HEX / 2)
        lay_place(Standing(mosaic, corner, place), language)
        mosaic.name(place.name, corner, HEX, hex_outline)
    players.lay(mosaic, boxes, CITY_HIGH)
    return mosaic


def parts(city: City) -> dict[str, object]:
    """Returns what each named region of the picture shows, to find changes.

    The marks of the turn and of the evaluation are left out.
    """
    return {
        **{place.name: (place.stack, place.cell, place.figures, place.marked) for place in city.places},
        "deck": city.deck, "discard": (city.top, city.discard), "open": city.open,
        **players.parts([_box(person, city.goal) for person in city.people]),
    }  # fmt: skip


# The players


def _box(person: Person, goal: int) -> Box:
    """Returns a player's box: points, crew, reserve and cards; badges for the figures, starting token and pass."""
    held = [(FIGURES[figure], FIGURE_COLOURS[figure]) for figure in person.figures]
    if person.starts:
        held.append((tokens.flag, (CREAM, BRICK)))
    if person.passed:
        held.append((tokens.pause, (EDGE, CREAM)))
    figures = (
        Figure(tokens.star, person.points), Figure(tokens.pawn, person.crew),
        Figure(tokens.hollow_pawn, person.reserve), Figure(tokens.cards, person.cards),
    )  # fmt: skip
    return Box(person.seat, person.name, person.turn, figures, goal, tuple(held), person.passed)
