"""Draws the corners of the city's picture: round and phase, the deck, the discard pile, the open cards."""

from __future__ import annotations

from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting
from bot.drawing.mosaic import Corner, Mosaic
from bot.drawing.palette import BRICK, CREAM, EDGE, FADED, GOLD, INK, NIGHT, PANEL, SNOW
from bot.games.mafia_city.cards import CARDS
from bot.games.mafia_city.picture_icons import SYMBOLS
from bot.games.mafia_city.picture_scene import City, heading
from bot.texts import translator_for
from rules.mafia_city.deck import kind_of, symbol_of

MAX_OPEN = 3
HEADING = 178
PILES = (150, 184)
PILE_DOWN = 88
"""The distance in pixels from the top of the piles' regions to their centres."""


def lay(mosaic: Mosaic, city: City, bottom: int, language: str) -> None:
    """Adds all corners to the picture; `bottom` is the lower edge of the city."""
    said, (wide, high), half = translator_for(language), PILES, mosaic.size[0] // 2
    top = bottom - high
    mosaic.lay(_heading, (0, 0), (half, HEADING), *heading(city, said))
    mosaic.lay(_pile, (0, top), (wide, high), city.deck, said("deck"))
    mosaic.lay(_discard, (wide, top), (wide, high), city.top, city.discard, said("discards"))
    for at, pile in enumerate(("deck", "discard")):
        mosaic.name(pile, (at * wide + (40, 20)[at], top + PILE_DOWN - 62), (96, 120))
    if city.open:
        shown, more = city.open[-MAX_OPEN:], len(city.open[:-MAX_OPEN])
        mosaic.lay(_open, (half, top), (half, high), half, shown, more, said("on the table"))
        row = 98 * len(shown) - 10
        mosaic.name("open", (2 * half - 28 - row, top + PILE_DOWN - 62), (row, 112))


def _heading(canvas: Canvas, _corner: Corner, number: str, phase: str, goal: str) -> None:
    canvas.text(26, 18, number, fitting(number, range(58, 30, -2), 330, "Bold"), CREAM, weight="Bold")
    canvas.text(26, 88, phase, fitting(phase, range(38, 24, -2), 330), GOLD)
    canvas.text(26, 134, goal, 34, FADED)


def _pile(canvas: Canvas, corner: Corner, count: int, label: str) -> None:
    """Draws the deck: a card's back with the number of cards."""
    x, y = corner[0] + 84, corner[1] + PILE_DOWN
    for off in (8, 4, 0) if count > 1 else (0,):
        canvas.frame(x - 44 + off, y - 62 + off, 88, 112, (CREAM, BRICK if count else PANEL), (12, 4))
    canvas.centred(x, y - 6, str(count), 50, SNOW)
    canvas.text(x, y + 60, label, 26, FADED, side="middle")


def _discard(canvas: Canvas, corner: Corner, top: str | None, count: int, label: str) -> None:
    """Draws the discard pile: its top card, face up, and the number of cards."""
    x, y = corner[0] + 64, corner[1] + PILE_DOWN
    if top is None:
        canvas.frame(x - 44, y - 62, 88, 112, (EDGE, NIGHT), (12, 4))
    else:
        _small_card(canvas, top, x - 44, y - 62)
        _count(canvas, x + 44, y - 56, str(count))
    canvas.text(x, y + 60, label, 26, FADED, side="middle")


def _open(canvas: Canvas, corner: Corner, wide: int, shown: tuple[str, ...], more: int, label: str) -> None:
    """Draws, at the bottom right, the latest face-up cards on the table and the number of the others."""
    right, y = corner[0] + wide, corner[1] + PILE_DOWN
    for at, code in enumerate(reversed(shown)):
        _small_card(canvas, code, right - 116 - at * 98, y - 62)
    if more:
        _count(canvas, right - 116 - (len(shown) - 1) * 98, y - 56, f"+{more}")
    canvas.text(right - 28, y + 60, label, 26, FADED, side="right")


def _count(canvas: Canvas, x: float, y: float, count: str) -> None:
    canvas.disc(x, y, 27, NIGHT)
    canvas.disc(x, y, 24, BRICK)
    canvas.centred(x, y, count, 28, SNOW)


def _small_card(canvas: Canvas, code: str, x: float, y: float) -> None:
    canvas.frame(x, y, 88, 112, (INK, CREAM), (12, 3))
    canvas.icon(CARDS[kind_of(code)].icon, x + 44, y + 42, 60, INK)
    canvas.icon(SYMBOLS[symbol_of(code)], x + 44, y + 90, 28, BRICK)
