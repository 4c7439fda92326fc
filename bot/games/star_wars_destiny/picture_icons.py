"""Icons of Star Wars: Destiny, our own drawings on Pen's square of 100 by 100."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.pen import Icon, Pen, around

# Symbols of the dice


def melee(pen: Pen) -> None:
    """Draws the symbol of melee damage: a sword that points up to the right."""
    pen.shape((96, 4), (92, 26), (46, 72), (28, 54), (74, 8)).line((14, 56), (44, 86), thick=11)
    pen.line((12, 88), (28, 72), thick=14)
    pen.line((38, 62), (84, 16), thick=3, fill=0)


def ranged(pen: Pen) -> None:
    """Draws the symbol of ranged damage: a target."""
    pen.ring(50, 50, 40, 10).disc(50, 50, 10)
    for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        pen.line((50 + 26 * x, 50 + 26 * y), (50 + 44 * x, 50 + 44 * y), thick=10)


def shield(pen: Pen) -> None:
    """Draws the symbol shield: a shield with a bar across."""
    pen.shape((50, 4), (90, 16), (90, 46), (80, 70), (50, 97), (20, 70), (10, 46), (10, 16))
    pen.line((50, 18), (50, 80), thick=8, fill=0).line((24, 42), (76, 42), thick=8, fill=0)


def resource(pen: Pen) -> None:
    """Draws the symbol resource: a pile of three coins."""
    for y in (52, 30, 8):
        pen.oval(8, y, 92, y + 46, fill=0).oval(8, y - 6, 92, y + 40)
    pen.oval(30, 13, 70, 31, fill=0)


def disrupt(pen: Pen) -> None:
    """Draws the symbol disrupt: a bolt of lightning."""
    pen.shape((60, 2), (14, 56), (44, 56), (34, 98), (86, 38), (54, 38))


def discard(pen: Pen) -> None:
    """Draws the symbol discard: a crossed-out card."""
    pen.box(18, 4, 82, 96, round_by=10).box(28, 14, 72, 86, round_by=4, fill=0)
    pen.line((38, 34), (62, 66), thick=11).line((62, 34), (38, 66), thick=11)


def focus(pen: Pen) -> None:
    """Draws the symbol focus: two arrows in a circle, for dice that are turned."""
    pen.arc(50, 50, 42, (195, 325), 13).arc(50, 50, 42, (15, 145), 13)
    pen.shape((98, 10), (96, 46), (64, 32)).shape((2, 90), (4, 54), (36, 68))


def special(pen: Pen) -> None:
    """Draws the symbol special: a star with four long points."""
    pen.star(50, 50, 49, points=4, inner=0.36).disc(50, 50, 9, fill=0)


def blank(pen: Pen) -> None:
    """Draws the symbol of an empty side: a dash."""
    pen.box(22, 43, 78, 57, round_by=7)


SYMBOLS: Mapping[str, Icon] = {
    "md": melee, "rd": ranged, "sh": shield, "r": resource, "dr": disrupt, "dc": discard, "f": focus, "sp": special,
    "blank": blank,
}  # fmt: skip

# States of cards and players


def exhausted(pen: Pen) -> None:
    """Draws the mark of an exhausted card: a card turned onto its side."""
    pen.box(2, 34, 76, 92, round_by=9).box(12, 44, 66, 82, round_by=4, fill=0)
    pen.arc(60, 40, 36, (270, 360), 9).shape((96, 62), (82, 40), (100, 38))


def skull(pen: Pen) -> None:
    """Draws the mark of a card that is defeated or will be: a skull."""
    pen.oval(8, 4, 92, 78).box(28, 60, 72, 96, round_by=8)
    pen.disc(32, 44, 12, fill=0).disc(68, 44, 12, fill=0).shape((50, 56), (58, 70), (42, 70), fill=0)
    for x in (42, 58):
        pen.line((x, 82), (x, 96), thick=5, fill=0)


def burst(pen: Pen) -> None:
    """Draws the mark of damage: a burst."""
    pen.star(50, 50, 50, points=8, inner=0.56)


def die(pen: Pen) -> None:
    """Draws a die."""
    pen.box(8, 8, 92, 92, round_by=18)
    for x, y in ((30, 30), (70, 30), (50, 50), (30, 70), (70, 70)):
        pen.disc(x, y, 9, fill=0)


def hourglass(pen: Pen) -> None:
    """Draws an hourglass, the mark of a seat that is asked out of turn."""
    pen.box(14, 2, 86, 14, round_by=4).box(14, 86, 86, 98, round_by=4)
    pen.shape((22, 10), (78, 10), (78, 26), (56, 50), (78, 74), (78, 90), (22, 90), (22, 74), (44, 50), (22, 26))
    pen.shape((32, 18), (68, 18), (68, 24), (32, 24), fill=0).shape((50, 58), (66, 76), (34, 76), fill=0)


def battlefield(pen: Pen) -> None:
    """Draws a battlefield: mountains with a flag."""
    pen.shape((0, 94), (34, 44), (52, 68), (66, 50), (100, 94)).line((34, 44), (34, 6), thick=7)
    pen.shape((36, 4), (74, 15), (36, 28))


def event(pen: Pen) -> None:
    """Draws the sign of an event: an exclamation mark in a burst."""
    pen.star(50, 50, 50, points=12, inner=0.8)
    pen.shape((42, 18), (58, 18), (54, 60), (46, 60), fill=0).disc(50, 74, 8, fill=0)


def support(pen: Pen) -> None:
    """Draws the sign of a support: a cogwheel."""
    for degrees in range(0, 360, 45):
        pen.line(around(50, 50, 24, degrees), around(50, 50, 41, degrees), thick=17)
    pen.disc(50, 50, 34).disc(50, 50, 14, fill=0)


def upgrade(pen: Pen) -> None:
    """Draws the sign of an upgrade: an arrow upwards over a bar."""
    pen.shape((50, 2), (90, 44), (66, 44), (66, 74), (34, 74), (34, 44), (10, 44)).box(18, 84, 82, 97, round_by=5)


def character(pen: Pen) -> None:
    """Draws the sign of a character: head and shoulders."""
    pen.disc(50, 28, 23).shape((8, 96), (14, 68), (32, 56), (68, 56), (86, 68), (92, 96))


TYPES: Mapping[str, Icon] = {
    "character": character, "upgrade": upgrade, "support": support, "event": event, "battlefield": battlefield,
}  # fmt: skip
