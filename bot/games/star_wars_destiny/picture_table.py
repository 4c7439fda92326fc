"""Draws the table: round, battlefield, and a panel for each player with cards and dice."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bot.drawing import tokens
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import cut, fitted, width, writable
from bot.drawing.mosaic import Mosaic
from bot.drawing.palette import CREAM, EDGE, FADED, GOLD, NIGHT, PANEL, SNOW, fixed
from bot.drawing.pen import Icon
from bot.drawing.tokens import badge, player_disc
from bot.games.star_wars_destiny import picture_icons as icons
from bot.games.star_wars_destiny import picture_pieces, picture_pool
from bot.games.star_wars_destiny.names import title
from bot.games.star_wars_destiny.picture_alt_text import heading
from bot.games.star_wars_destiny.picture_scene import Battlefield, Person, Table
from bot.texts import translator_for
from rules.star_wars_destiny.facts import CARDS

WIDE, GAP, PADDING = 1080, 12, 14
HEADING, LIMBO, HEAD, DEFEATED = 132, 50, 84, 44
ROOM = WIDE - 2 * (GAP + PADDING)
MAX_BESIDE = 4
NAME_SIZES = range(42, 28, -2)
EDGE_HIGH = 8
"""The distance of the panel's heading from its upper edge in pixels."""
TURN = (182, 112)
"""The size of the mark of the active player in pixels."""
FIGURE, ASIDE = 118, 4
"""The width of a number in a heading with its icon in pixels, and the distance from its left end to the icon's room."""
PALETTE = fixed(Path(__file__).with_name("palette.txt"))
Corner = tuple[float, float]


class Layout(NamedTuple):
    """The layout of a player's panel in pixels: its height, the top of the defeated characters, the pool's corner
    and width.
    """

    high: int
    defeated: int
    pool: tuple[int, int]
    room: int


def painted(table: Table, language: str) -> Mosaic:
    """Returns the picture of the table."""
    top = HEADING + (LIMBO if table.limbo else 0)
    layouts = [layout_of(person) for person in table.people]
    mosaic = Mosaic(WIDE, top + sum(layout.high + GAP for layout in layouts), PALETTE)
    _lay_heading(mosaic, table, language)
    for person, layout in zip(table.people, layouts, strict=True):
        _panel(mosaic, person, layout, top)
        top += layout.high + GAP
    return mosaic


def _lay_heading(mosaic: Mosaic, table: Table, language: str) -> None:
    """Adds the heading of the picture: the round, the active player, the battlefield, and the events in limbo."""
    said = cut(heading(table, translator_for(language)), 48, WIDE - 220, "Bold")
    mosaic.write((GAP + PADDING, 10), said, 48, CREAM, weight="Bold")
    if table.turn is not None:
        mosaic.lay(_turn, (WIDE - TURN[0], 0), TURN, table.turn.seat)
    if table.battlefield is not None:
        room = 78 + width(CARDS[table.battlefield.code].name, 38) + 52
        mosaic.lay(_field, (GAP + PADDING, 70), (room, 52), table.battlefield)
        mosaic.name("field", (GAP + PADDING, 70), (room, 52))
    if table.limbo:
        mosaic.lay(_limbo, (GAP + PADDING, HEADING - 2), (ROOM, LIMBO), table.limbo)
        mosaic.name("limbo", (GAP + PADDING, HEADING - 2), (ROOM, 44))


def _turn(canvas: Canvas, corner: Corner, seat: str) -> None:
    canvas.icon(tokens.arrow, corner[0] + TURN[0] - 156, 62, 50, GOLD)
    canvas.paste(player_disc(seat, 96), corner[0] + TURN[0] - 122, 14)


def _field(canvas: Canvas, corner: Corner, field: Battlefield) -> None:
    x, y = corner
    canvas.icon(icons.battlefield, x + 24, y + 26, 48, GOLD)
    wide = canvas.text(x + 62, y + 4, CARDS[field.code].name, 38, GOLD)
    canvas.paste(player_disc(field.controller, 52), x + 78 + wide, y)


def _limbo(canvas: Canvas, corner: Corner, limbo: tuple[str, ...]) -> None:
    x, y = corner
    canvas.icon(icons.event, x + 24, y + 22, 42, CREAM)
    canvas.text(x + 62, y, cut(", ".join(title(name) for name in limbo), 36, WIDE - 140), 36, CREAM)


def parts(table: Table) -> dict[str, object]:
    """Returns what each named region of the picture shows, to find changes.

    The mark of the active seat is left out.
    """
    named: dict[str, object] = {"field": table.battlefield, "limbo": table.limbo}
    for person in table.people:
        seat = person.seat
        named[f"{seat} name"] = (person.out, person.claimed)
        named[f"{seat} defeated"] = person.defeated
        named.update((f"{seat} {at}", number) for at, (_, number) in enumerate(_figures(person)))
        named.update((f"{seat} {character.name}", character) for character in person.characters)
        named.update((f"{seat} {support.name}", support) for support in person.supports)
        named.update((f"{seat} die {die.die}", die.side) for die in person.pool)
    return named


def _name_head(mosaic: Mosaic, person: Person, corner: tuple[int, int]) -> None:
    left, top = corner
    mosaic.name(f"{person.seat} name", (left, top + EDGE_HIGH), (ROOM // 2, HEAD - 2 * EDGE_HIGH))
    figures = [] if person.out else _figures(person)
    for at, (_, number) in enumerate(figures):
        x = left + ROOM - FIGURE * (len(figures) - at)
        mosaic.name(f"{person.seat} {at}", (x - 4, top + 18), (62 + width(str(number), 42, "Bold"), 48))


def layout_of(person: Person) -> Layout:
    """Returns the layout of a player's panel: cards, defeated characters, pool.

    A small pool goes below the shorter column of cards.
    """
    if person.out:
        return Layout(HEAD, HEAD, (0, HEAD), 0)
    left, right = picture_pieces.columns(person, ROOM)
    column, below = picture_pieces.column_wide(ROOM), HEAD + (max(left, right) + GAP if left else 0)
    beside = picture_pool.height(person.pool, column)
    if len(person.pool) <= MAX_BESIDE and 2 * (left - right) >= beside > 0:
        pool, room = (ROOM - column, HEAD + (right + GAP if right else 0)), column
        below = max(below, pool[1] + beside + GAP)
        return Layout(below + (DEFEATED if person.defeated else 0), below, pool, room)
    pool, room = (0, below + (DEFEATED + GAP if person.defeated else 0)), ROOM
    high = picture_pool.height(person.pool, room)
    return Layout(pool[1] + (high + GAP if high else 0), below, pool, room)


def _panel(mosaic: Mosaic, person: Person, layout: Layout, top: int) -> None:
    left = GAP + PADDING
    size = (WIDE - 2 * GAP, layout.high)
    mosaic.frame((GAP, top), size, (GOLD if person.turn else EDGE, PANEL), (18, 6 if person.turn else 3))
    _lay_head(mosaic, person, (left, top + EDGE_HIGH))
    _name_head(mosaic, person, (left, top))
    if person.out:
        return
    picture_pieces.lay(mosaic, person, (left, top + HEAD), ROOM)
    if person.defeated:
        mosaic.lay(_fallen, (left, top + layout.defeated), (ROOM, DEFEATED - 4), person.defeated, ground=PANEL)
        mosaic.name(f"{person.seat} defeated", (left, top + layout.defeated), (ROOM, DEFEATED - 4))
    if person.pool:
        x, y = layout.pool
        picture_pool.lay(mosaic, (left + x, top + y), person.pool, layout.room, person.seat)


def _fallen(canvas: Canvas, corner: Corner, defeated: tuple[str, ...]) -> None:
    """Draws a skull and the names of a player's defeated characters."""
    x, y = corner
    canvas.icon(icons.skull, x + 20, y + 20, 34, FADED)
    canvas.text(x + 48, y + 1, cut(", ".join(title(name) for name in defeated), 30, ROOM - 60), 30, FADED)


def _lay_head(mosaic: Mosaic, person: Person, corner: tuple[int, int]) -> None:
    """Adds the heading of a player's panel: disc, name and marks, and then each number by itself."""
    (left, top), high = corner, HEAD - 2 * EDGE_HIGH
    figures = [] if person.out else _figures(person)
    wide = ROOM - FIGURE * len(figures)
    shown = (person.seat, person.name, wide, person.out, person.claimed, person.asked)
    mosaic.lay(_head, corner, (wide + ASIDE, high), *shown, ground=PANEL)
    for at, figure in enumerate(figures):
        spot = (left + wide + FIGURE * at + ASIDE, top)
        mosaic.lay(_figure, spot, (FIGURE - ASIDE, high), *figure, at == 0, ground=PANEL)


def _head(  # noqa: PLR0913, PLR0917 - everything that the left part of a heading shows
    canvas: Canvas, corner: Corner, seat: str, name: str, wide: int, out: bool, claimed: bool, asked: bool
) -> None:  # fmt: skip
    """Draws the left part of the heading of a player's panel: disc, name and marks."""
    left, top = corner[0], corner[1] - EDGE_HIGH
    canvas.paste(player_disc(seat, 64), left, top + 10)
    shown = ((out, icons.skull), (claimed, icons.battlefield), (asked, icons.hourglass))
    marks = [icon for is_shown, icon in shown if is_shown]
    said, size = fitted(writable(name), NAME_SIZES, wide - 84 - 66 * len(marks))
    canvas.text(left + 78, top + 16 + (NAME_SIZES[0] - size) // 2, said, size, FADED if out else CREAM)
    x = left + 78 + width(said, size) + 46
    for icon in marks:
        badge(canvas, icon, x, top + 42, 58, (NIGHT, GOLD))
        x += 66


def _figure(canvas: Canvas, corner: Corner, icon: Icon, number: int, first: bool) -> None:
    """Draws one of the numbers on the right of a heading, with its icon."""
    x, top = corner[0] - ASIDE, corner[1] - EDGE_HIGH
    canvas.icon(icon, x + 26, top + 42, 42, GOLD if first else CREAM)
    canvas.text(x + 54, top + 17, str(number), 42, GOLD if first else SNOW, weight="Bold")


def _figures(person: Person) -> list[tuple[Icon, int]]:
    return [
        (icons.resource, person.resources), (tokens.cards, person.hand), (tokens.pile, person.deck),
        (tokens.discards, person.discards),
    ]  # fmt: skip
