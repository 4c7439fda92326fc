"""Draws the columns: point cards at the top, influence cards below, the players at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from PIL import Image

from bot.drawing import players, tokens
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import fitting
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import BRICK, CREAM, EDGE, GOLD, GREEN, INK, NIGHT, PANEL, SNOW, Colour, colour, fixed
from bot.drawing.players import Box, Figure
from bot.drawing.tokens import badge, player_disc
from bot.games.kralovske_rosady.names import Terms, worth
from bot.games.kralovske_rosady.picture_icons import SYMBOLS, lock, masked, point_cards
from bot.games.kralovske_rosady.picture_scene import Column, Lying, Person, Table, heading, words_of_point
from bot.games.kralovske_rosady.symbols import BACK, TINTS
from bot.texts import Translator, translator_for
from rules.kralovske_rosady.cards import symbol_of, value_of

WIDE, GAP = 1080, 12
HEADING = 172
POINT_HIGH, CARD_HIGH = 118, 66
MAX_CARDS = 12
FRAME = ((EDGE, PANEL), (16, 3))
"""The colours of a column's frame, and its corner radius and border width in pixels."""
PALETTE = fixed(Path(__file__).with_name("palette.txt"))
Corner = tuple[float, float]
Frame = tuple[tuple[Colour, Colour], tuple[int, int]]
Item = TypeVar("Item")


def painted(table: Table, language: str) -> Mosaic:
    """Returns the picture of the table."""
    boxes = [_box(person) for person in table.people]
    columns, bottom = arranged(table.columns, _row_high)
    mosaic = Mosaic(WIDE, bottom + GAP + players.height(boxes), PALETTE)
    mosaic.lay(draw_heading, (0, 0), (WIDE - players.TURN[0], HEADING), *heading(table, translator_for(language)))
    players.lay_turn(mosaic, boxes)
    for corner, numbered, size in columns:
        _lay_column(mosaic, corner, numbered, size, language)
    players.lay(mosaic, boxes, bottom + GAP)
    return mosaic


def arranged(
    columns: Sequence[Item], row_high: Callable[[Sequence[Item]], int]
) -> tuple[list[tuple[tuple[int, int], tuple[int, Item], tuple[int, int]]], int]:
    """Returns each column with its corner, number and size, in rows below the heading, and where the last row ends."""
    side_by_side = in_a_row(len(columns))
    wide, top = (WIDE - GAP * (side_by_side + 1)) // side_by_side, HEADING
    found = []
    for first in range(0, len(columns), side_by_side):
        row = columns[first : first + side_by_side]
        indent, high = (side_by_side - len(row)) * (wide + GAP) // 2, row_high(row)
        for at, column in enumerate(row):
            found.append(((GAP + indent + at * (wide + GAP), top), (first + at + 1, column), (wide, high)))
        top += high + GAP
    return found, top


def parts(table: Table) -> dict[str, object]:
    """Returns what each named region of the picture shows, to find changes.

    The mark of the active seat is left out.
    """
    named: dict[str, object] = players.parts([_box(person) for person in table.people])
    for number, column in enumerate(table.columns, 1):
        named[f"point {number}"] = (column.point, column.closed, column.filled)
        empty = (None,) * (column.wanted - len(column.cards))
        named.update((f"{number} {at}", card) for at, card in enumerate((*column.cards, *empty)))
    return named


def in_a_row(count: int) -> int:
    """Returns how many of `count` columns are in one row: two or three, so that they can be read on a phone."""
    return 2 if count in (2, 4) else 3


def _row_high(row: Sequence[Column]) -> int:
    slots = max(min(max(len(column.cards), column.wanted), MAX_CARDS) for column in row)
    return POINT_HIGH + slots * CARD_HIGH + GAP


def draw_heading(canvas: Canvas, _corner: Corner, first: str, *more: str) -> None:
    """Draws the lines of the heading."""
    canvas.text(26, 18, first, 58, CREAM, weight="Bold")
    if more:
        canvas.text(26, 92, more[0], 38, GOLD)


def _lay_column(
    mosaic: Mosaic, corner: tuple[int, int], numbered: tuple[int, Column], size: tuple[int, int], language: str
) -> None:  # fmt: skip
    """Adds a column to the picture: first its frame, which seldom changes, then the content of each slot."""
    column, (x, y), room = numbered[1], corner, (size[0] - 20, CARD_HIGH - 8)
    bare, hidden = replace(column, cards=()), len(column.cards) - MAX_CARDS
    mosaic.frame(corner, size, *FRAME)
    mosaic.lay(draw_point, corner, (size[0], POINT_HIGH), (numbered[0], bare), FRAME, column.filled, size[0], language)
    mosaic.name(f"point {numbered[0]}", corner, (size[0], POINT_HIGH))
    shown: list[Lying | int] = [hidden + 1, *column.cards[hidden + 1 :]] if hidden > 0 else [*column.cards]
    wanted = min(column.wanted, MAX_CARDS)
    for slot in range(max(len(shown), wanted)):
        lying = shown[slot] if slot < len(shown) else 0
        if hidden <= 0 or slot:
            mosaic.name(f"{numbered[0]} {slot + max(hidden, 0)}", (x + 10, _slot(y, slot)), room)
        mosaic.lay(
            _lying, (x + 10, _slot(y, slot)), room, lying, symbol_of(column.point), room[0], slot < wanted, language,
            ground=PANEL,
        )  # fmt: skip


def draw_point(  # noqa: PLR0913, PLR0917 - everything that a point card shows
    canvas: Canvas, corner: Corner, numbered: tuple[int, Column], frame: Frame, filled: bool, wide: int, language: str
) -> None:  # fmt: skip
    """Draws a point card, on the part of its column's frame that is visible below the card's rounded corners."""
    canvas.image.paste(_edge(wide, frame), (round(corner[0]), round(corner[1])))
    point_card(canvas, numbered, corner, wide, translator_for(language), filled=filled)


@lru_cache(4)
def _edge(wide: int, frame: Frame) -> Image.Image:
    """Returns the part of a column's frame that is visible below the point card's rounded corners."""
    size = (wide, 2 * POINT_HIGH)
    whole = Canvas(*size)
    whole.frame(0, 0, *size, *frame)
    return whole.image.crop((0, 0, wide, POINT_HIGH))


def _lying(  # noqa: PLR0913, PLR0917 - everything that a slot shows
    canvas: Canvas, corner: Corner, lying: Lying | int, symbol: str, wide: int, wanted: bool, language: str
) -> None:  # fmt: skip
    """Draws a card or the number of omitted cards, and the empty slot for a card that is still missing."""
    x, y = corner
    if wanted:
        canvas.frame(x, y, wide, CARD_HIGH - 8, (EDGE, NIGHT), (12, 2))
    if isinstance(lying, Lying):
        _card(canvas, lying, symbol, (x, y, wide), translator_for(language))
    elif lying:
        canvas.centred(x + wide / 2, y + CARD_HIGH / 2 - 4, f"+{lying}", 36, CREAM)


def _slot(top: int, slot: int) -> int:
    return top + POINT_HIGH + 6 + slot * CARD_HIGH


def point_card(
    canvas: Canvas, numbered: tuple[int, Column], corner: Corner, wide: int, said: Translator, *, filled: bool = False
) -> None:  # fmt: skip
    """Draws a point card: number of the column, symbol, points, and whether the column is full or closed."""
    (at, column), (x, y) = numbered, corner
    symbol = symbol_of(column.point)
    canvas.frame(x, y, wide, POINT_HIGH, (CREAM, TINTS[symbol]), (16, 4))
    canvas.disc(x + 34, y + 34, 20, NIGHT)
    canvas.centred(x + 34, y + 34, str(at), 28, CREAM)
    canvas.icon(SYMBOLS[symbol], x + 90, y + 42, 58, SNOW)
    name = words_of_point(column.point, Terms(said)).rpartition(" ")[0]
    canvas.text(x + 20, y + 79, name, fitting(name, range(28, 18, -1), wide - 130), CREAM)
    canvas.centred(x + wide - 42, y + POINT_HIGH / 2, str(value_of(column.point)), 72, GOLD)
    state = (lock, (BRICK, SNOW)) if column.closed else (tokens.check, (GREEN, SNOW))
    if filled:
        badge(canvas, state[0], x + wide - 112, y + POINT_HIGH / 2, 56, state[1])


def _card(canvas: Canvas, card: Lying, symbol: str, place: tuple[float, float, int], said: Translator) -> None:
    x, y, wide = place
    high = CARD_HIGH - 8
    middle = y + high / 2
    if card.tucked:
        x, wide = x + 26, wide - 26
    if card.card is None:
        canvas.frame(x, y, wide, high, (INK, BACK), (12, 2))
        canvas.frame(x + 64, y + 9, wide - 76, high - 18, (colour("#8275b5"), BACK), (8, 2))
        canvas.icon(masked if card.tucked else tokens.crown, x + 32 + wide / 2, middle, 34, colour("#a79ad6"))
    else:
        canvas.frame(x, y, wide, high, (BACK, CREAM) if card.down else (INK, CREAM), (12, 8 if card.down else 2))
        shown = Terms(said).card(card.card)
        value = canvas.text(x + wide - 14, y + 6, worth(card.card, symbol), 36, BRICK, weight="Bold", side="right")
        size = fitting(shown, range(34, 20, -1), wide - value - 88)
        canvas.text(x + 66, y + high / 2 - size * 0.62, shown, size, INK)
    canvas.paste(player_disc(card.owner, 50), x + 7, middle - 25)


def _box(person: Person) -> Box:
    """Returns a player's box: point cards taken, cards in hand, draw pile and discards."""
    figures = (
        Figure(point_cards, person.point_cards), Figure(tokens.cards, person.hand), Figure(tokens.pile, person.deck),
        Figure(tokens.discards, person.discards),
    )  # fmt: skip
    return Box(person.seat, person.name, person.turn, figures)
