"""The registry of seats: the emoji, colour and shape by which players recognise a seat in texts and pictures."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.drawing.palette import Colour, colour
from rules.description import SEATS
from rules.errors import RulesError


class SeatLook(NamedTuple):
    """The emoji, colour and shape of one seat."""

    emoji: str
    """The emoji that precedes the mark of the seat's player in texts."""
    colour: Colour
    """The colour of the emoji in Discord (Twemoji), unless that is too dark for our pictures."""
    shape: str
    """The outline of the seat's pieces, for players who cannot tell colours apart."""


SEAT_LOOKS: Final = (
    SeatLook("🔴", colour("#dd2e44"), "circle"),
    SeatLook("🔵", colour("#55acee"), "square"),
    SeatLook("🟢", colour("#78b159"), "triangle"),
    SeatLook("🟡", colour("#fdcb58"), "diamond"),
    SeatLook("🟣", colour("#aa8ed6"), "pentagon"),
    SeatLook("🟠", colour("#f4900c"), "hexagon"),
    SeatLook("⚪", colour("#e6e7e8"), "star"),
    SeatLook("⚫", colour("#707478"), "cross"),
)
"""The looks in the order of the seats.

A game with more seats needs more entries here and in rules.description.SEATS.
"""


GLYPHS: Final = {
    "circle": "●", "square": "■", "triangle": "▲", "diamond": "◆", "pentagon": "⬟", "hexagon": "⬢", "star": "★",
    "cross": "✚",
}  # fmt: skip
"""The characters of the shapes, for texts."""


def token_name(seat: str, mark: str) -> str:
    """Returns the name of a player's token in pictures: the seat's letter, followed by the mark that is drawn on it.

    A mark that is the seat's own letter is left out.
    """
    return seat if mark == seat.upper() else seat + mark


def mark_on(token: str) -> str:
    """Returns the mark that is drawn on a token: the seat's capital letter if there is no other."""
    return token[1:] or token.upper()


def look_of(seat: str) -> SeatLook:
    """Returns the emoji, colour and shape of a seat, given its letter or the name of its token."""
    return SEAT_LOOKS[SEATS.index(seat[:1])]


def emoji_of(seat: str) -> str:
    """Returns the emoji of a seat."""
    return look_of(seat).emoji


def colour_of(seat: str) -> Colour:
    """Returns the colour of a seat in pictures."""
    return look_of(seat).colour


def glyph_of(seat: str) -> str:
    """Returns the character of a seat's shape."""
    return GLYPHS[look_of(seat).shape]


def check_seats(game: str, most: int) -> None:
    """Checks that each seat of a game with up to `most` seats has a letter and a look; raises RulesError."""
    if most > len(SEAT_LOOKS):
        raise RulesError(
            f"{game} has up to {most} seats, but only {len(SEAT_LOOKS)} have an emoji, a colour and a shape: "
            f"add {most - len(SEAT_LOOKS)} to SEAT_LOOKS in bot/drawing/seats.py."
        )
    if most > len(SEATS):
        raise RulesError(
            f"{game} has up to {most} seats, but only {len(SEATS)} have a letter: "
            f"add {most - len(SEATS)} to SEATS in rules/description.py."
        )
