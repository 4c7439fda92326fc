"""Draws a player's characters with their upgrades, and supports, in two columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.drawing.canvas import TOP, Canvas
from bot.drawing.fonts import cut, fitting
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import BRICK, GREEN, INK, NIGHT, PANEL, SNOW, Colour, blend, colour, readable_on
from bot.drawing.tokens import player_disc
from bot.games.star_wars_destiny import picture_icons as icons
from bot.games.star_wars_destiny.names import parsed, title
from bot.games.star_wars_destiny.picture_dice import tint_of
from bot.games.star_wars_destiny.picture_scene import Character, Person, Support, Upgrade
from rules.star_wars_destiny.facts import CARDS

GAP, COLUMNS = 12, 2
BAND, HEALTH, LINE, FOOT = 54, 54, 44, 6
SUPPORT = 56
WOUND = colour("#e0523f")
SHIELDED = colour("#9fd0ff")
Piece = Character | Support


def columns(person: Person, room: int) -> Sequence[int]:
    """Returns the height in pixels of each of the two columns of a player's cards in `room` pixels of width."""
    heights = [0] * COLUMNS
    for piece, (x, y) in _places(person, room):
        heights[1 if x else 0] = y + _high(piece)
    return heights


def lay(mosaic: Mosaic, person: Person, corner: tuple[int, int], room: int) -> None:
    """Adds a player's characters with their upgrades, and supports, to the picture, and names their regions."""
    wide = column_wide(room)
    for piece, (x, y) in _places(person, room):
        place = (corner[0] + x, corner[1] + y)
        paint = _character if isinstance(piece, Character) else _support
        mosaic.lay(paint, place, (wide, _high(piece)), piece, wide, ground=PANEL)
        mosaic.name(f"{person.seat} {piece.name}", place, (wide, _high(piece)))


def column_wide(room: int) -> int:
    """Returns the width in pixels of each of the two columns in `room` pixels of width."""
    return (room - GAP * (COLUMNS - 1)) // COLUMNS


def _places(person: Person, room: int) -> Iterator[tuple[Piece, tuple[int, int]]]:
    """Yields characters, then supports, with their positions: each in the column that is shortest so far."""
    heights = [0] * COLUMNS
    pieces: tuple[Piece, ...] = (*person.characters, *person.supports)
    for piece in pieces:
        at = heights.index(min(heights))
        yield piece, (at * (column_wide(room) + GAP), heights[at])
        heights[at] += _high(piece) + GAP


def _high(piece: Piece) -> int:
    return BAND + HEALTH + LINE * len(piece.upgrades) + FOOT if isinstance(piece, Character) else SUPPORT


def _character(canvas: Canvas, corner: tuple[int, int], card: Character, wide: int) -> None:
    (x, y), high = corner, _high(card)
    tint = _tint(parsed(card.name).code, card.exhausted)
    canvas.frame(x, y, wide, high, (tint, NIGHT), (14, 4))
    canvas.box(x, y, wide, BAND, tint, 14, TOP)
    ink = readable_on(tint)
    left = x + 12
    for _ in range(card.dice):
        canvas.icon(icons.die, left + 16, y + BAND / 2, 32, ink)
        left += 38
    right = x + wide - 10
    if card.exhausted:
        canvas.icon(icons.exhausted, right - 22, y + BAND / 2, 40, ink)
        right -= 52
    if card.doomed:
        canvas.icon(icons.skull, right - 20, y + BAND / 2, 38, ink)
        right -= 48
    _title(canvas, card.name, (left + 4, y + 5), right - left - 8, (range(36, 27, -1), ink))
    _health(canvas, card, (x + 14, y + BAND), wide - 28)
    for at, upgrade in enumerate(card.upgrades):
        _upgrade(canvas, upgrade, (x + 14, y + BAND + HEALTH + at * LINE), wide - 28)


def _title(canvas: Canvas, name: str, corner: tuple[int, int], room: int, look: tuple[range, Colour]) -> None:
    (x, y), (sizes, ink), said = corner, look, title(name)
    size = fitting(said, sizes, room, "Bold")
    canvas.text(x, y + (sizes[0] - size) // 2, cut(said, size, room, "Bold"), size, ink, weight="Bold")


def _health(canvas: Canvas, card: Character, corner: tuple[int, int], wide: int) -> None:
    """Draws a character's health as segments (damage in red), the damage as a number, and a token for each shield."""
    (x, y), health = corner, CARDS[parsed(card.name).code].health
    shown = min(card.damage, health)
    step = (wide - 240) / health
    for at in range(health):
        begin, end = round(x + at * step), round(x + (at + 1) * step) - 3
        canvas.box(begin, y + 14, end - begin, 28, WOUND if at < shown else GREEN, 5)
    canvas.text(x + wide - 230, y + 5, f"{card.damage}/{health}", 36, SNOW, weight="Bold")
    for at in range(card.shields):
        canvas.icon(icons.shield, x + wide - 108 + 44 * at, y + 28, 42, SHIELDED)


def _upgrade(canvas: Canvas, card: Upgrade, corner: tuple[int, int], wide: int) -> None:
    (x, y), found = corner, parsed(card.name)
    tint = _tint(found.code, card.exhausted)
    canvas.box(x, y + 2, wide, LINE - 6, tint, 10)
    ink = readable_on(tint)
    icon = icons.die if CARDS[found.code].has_die else icons.upgrade
    canvas.icon(icon, x + 22, y + LINE / 2 - 1, 26, ink)
    right = x + wide - 8
    if card.exhausted:
        canvas.icon(icons.exhausted, right - 18, y + LINE / 2 - 1, 32, ink)
        right -= 42
    if card.holds is not None:
        right -= _held(canvas, card.holds, (right, y + LINE // 2 - 1))
    right -= _owner(canvas, card.owner, (right, y + LINE // 2 - 1))
    _title(canvas, card.name, (x + 44, y + 3), right - x - 50, (range(29, 21, -1), ink))


def _support(canvas: Canvas, corner: tuple[int, int], card: Support, wide: int) -> None:
    (x, y), found = corner, parsed(card.name)
    tint = _tint(found.code, card.exhausted)
    canvas.box(x, y, wide, SUPPORT, tint, 14)
    ink = readable_on(tint)
    canvas.icon(icons.die if CARDS[found.code].has_die else icons.support, x + 30, y + SUPPORT / 2, 36, ink)
    right = x + wide - 10
    if card.exhausted:
        canvas.icon(icons.exhausted, right - 22, y + SUPPORT / 2, 40, ink)
        right -= 52
    if card.damage:
        canvas.disc(right - 24, y + SUPPORT / 2, 24, INK)
        canvas.icon(icons.burst, right - 24, y + SUPPORT / 2, 44, BRICK)
        canvas.centred(right - 24, y + SUPPORT / 2, str(card.damage), 28, SNOW)
        right -= 56
    right -= _owner(canvas, card.owner, (right, y + SUPPORT // 2))
    _title(canvas, card.name, (x + 58, y + 7), right - x - 64, (range(34, 25, -1), ink))


def _held(canvas: Canvas, die: str, place: tuple[int, int]) -> int:
    """Draws the die that this card holds, in the colour of the die's own card; returns its width in pixels."""
    x, y = place
    canvas.icon(icons.die, x - 18, y, 34, blend(tint_of(parsed(die).code), SNOW, 0.35))
    return 42


def _owner(canvas: Canvas, owner: str, place: tuple[int, int]) -> int:
    """Draws the disc of a card's owner, if that is another player, left of that place; returns its width in pixels."""
    if not owner:
        return 0
    x, y = place
    canvas.paste(player_disc(owner, 34), x - 36, y - 17)
    return 42


def dimmed(tint: Colour) -> Colour:
    """Returns the darker colour of a card of this colour while it is exhausted."""
    return blend(tint, NIGHT, 0.6)


def _tint(code: str, exhausted: bool) -> Colour:
    return dimmed(tint_of(code)) if exhausted else tint_of(code)
