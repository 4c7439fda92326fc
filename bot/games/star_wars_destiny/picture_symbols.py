"""The picture of all dice symbols with their names and an example side each."""

from __future__ import annotations

from PIL import Image

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting
from bot.drawing.palette import CREAM, EDGE, FADED, PANEL
from bot.games.star_wars_destiny.picture_dice import TINTS, die_image, die_mask
from bot.games.star_wars_destiny.symbols import SYMBOLS, side_name
from bot.texts import Translator, translator_for
from rules.star_wars_destiny.facts import side

WIDE, GAP, HIGH, DIE = 1080, 12, 136, 108
SHOWN = {
    "1md": "blue", "2rd": "red", "1sh": "blue", "2r": "yellow", "1dr": "red", "1dc": "yellow", "1f": "gray",
    "sp": "blue", "blank": "gray", "+2md": "blue", "2rd1": "red", "xrd": "red",
}  # fmt: skip
"""The example sides: one of each symbol, a modifier, a side with a cost, and one whose value a card defines."""


def painted(language: str) -> Image.Image:
    """Returns the picture of all symbols in two columns: an example die, the symbol's name and the side's name."""
    said, rows = translator_for(language), -(-len(SHOWN) // 2)
    canvas, wide = Canvas(WIDE, GAP + rows * (HIGH + GAP)), (WIDE - 3 * GAP) // 2
    for at, (word, tint) in enumerate(SHOWN.items()):
        x, y = GAP + at % 2 * (wide + GAP), GAP + at // 2 * (HIGH + GAP)
        canvas.frame(x, y, wide, HIGH, (EDGE, PANEL), (16, 3))
        canvas.paste(die_image(word, TINTS[tint], DIE), x + 14, y + 14, die_mask(DIE))
        name, below = _named(word, said)
        room = wide - DIE - 50
        canvas.text(x + DIE + 32, y + 24, name, fitting(name, range(42, 24, -1), room, "Bold"), CREAM, weight="Bold")
        canvas.text(x + DIE + 32, y + 80, below, fitting(below, range(32, 20, -1), room), FADED)
    return canvas.image


def in_words(said: Translator) -> str:
    """Returns the alt text of the picture of all symbols: each example side with its symbol's name."""
    return ", ".join(f"{below}: {name}" for name, below in (_named(word, said) for word in SHOWN))


def _named(word: str, said: Translator) -> tuple[str, str]:
    return said(SYMBOLS[side(word).symbol]), side_name(word, said)
