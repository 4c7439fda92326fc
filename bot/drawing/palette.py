"""The colours of all pictures, and functions that compare and mix colours. Seats have their colours in seats.py."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour: red, green and blue, 0 to 255."""

    red: int
    green: int
    blue: int


def colour(code: str) -> Colour:
    """Returns the colour of a code such as `#e69f00`."""
    return Colour(*bytes.fromhex(code.removeprefix("#")))


NIGHT = colour("#171a24")
PANEL = colour("#242938")
EDGE = colour("#3a4156")
CREAM = colour("#f4ecda")
PAPER = colour("#e9dfc6")
WORN = colour("#b9b09b")
INK = colour("#111217")
FADED = colour("#a9adbb")
GOLD = colour("#ffc53d")
SNOW = colour("#ffffff")
GREEN = colour("#1c8a5c")
BRICK = colour("#b3372f")
CHANGED = colour("#ff4fd8")
"""The colour of outlines around changes; no seat and no game has a similar one."""


def fixed(path: Path) -> bytes:
    """Returns the bytes of a palette of 256 colours, three per colour, from a file that has them in hexadecimal."""
    return bytes.fromhex(path.read_text(encoding="ascii"))


def luminance(shown: Colour) -> float:
    """Returns the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    linear = [(part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4) for part in shown]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Returns the contrast of two colours, 1 to 21 (WCAG 2)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable_on(ground: Colour) -> Colour:
    """Returns INK (nearly black) or SNOW (white), whichever has the better contrast to this background."""
    return max((INK, SNOW), key=lambda ink: contrast(ink, ground))


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Returns a mixture of two colours, with this share (0 to 1) of the second."""
    mixed = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return Colour(*mixed)
