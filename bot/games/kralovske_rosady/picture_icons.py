"""Icons of Královské rošády, our own drawings on Pen's square of 100 by 100."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.pen import Icon, Pen


def flask(pen: Pen) -> None:
    """Draws the symbol of alchemy: a bubbling flask."""
    pen.box(38, 4, 62, 14, round_by=3).shape(
        (42, 10), (58, 10), (58, 40), (92, 88), (84, 96), (16, 96), (8, 88), (42, 40)
    )
    pen.disc(38, 78, 7, fill=0).disc(58, 68, 5, fill=0).disc(62, 84, 6, fill=0)


def swords(pen: Pen) -> None:
    """Draws the symbol of warfare: two crossed swords."""
    for flip in (False, True):
        way = [(10, 6), (24, 10), (72, 60), (62, 70), (12, 20)]
        pen.shape(*[(100 - x if flip else x, y) for x, y in way])
        for points, thick in ((((52, 82), (84, 50)), 9), (((74, 74), (90, 92)), 12)):
            pen.line(*[(100 - x if flip else x, y) for x, y in points], thick=thick)


def wheat(pen: Pen) -> None:
    """Draws the symbol of farming: an ear of wheat."""
    pen.line((50, 98), (50, 40), thick=6).oval(42, 2, 58, 30)
    for y in (26, 44, 62):
        pen.shape((46, y + 20), (26, y + 14), (18, y - 6), (40, y + 2)).shape(
            (54, y + 20), (74, y + 14), (82, y - 6), (60, y + 2)
        )


def scales(pen: Pen) -> None:
    """Draws the symbol of trade: a pair of scales."""
    pen.box(46, 8, 54, 90).box(28, 88, 72, 97, round_by=4).box(12, 18, 88, 26, round_by=4).disc(50, 12, 8)
    for x in (20, 80):
        pen.line((x, 22), (x - 16, 60), thick=3).line((x, 22), (x + 16, 60), thick=3)
        pen.arc(x, 58, 20, (0, 180), 20).box(x - 20, 56, x + 20, 62)


def church(pen: Pen) -> None:
    """Draws the symbol of religion: a church."""
    pen.box(46, 0, 54, 26).box(38, 7, 62, 14).shape((50, 22), (76, 52), (76, 96), (24, 96), (24, 52))
    pen.shape((20, 64), (20, 96), (2, 96), (2, 76)).shape((80, 64), (80, 96), (98, 96), (98, 76))
    pen.box(41, 70, 59, 96, round_by=9, fill=0).box(41, 84, 59, 98, fill=0).disc(50, 53, 7, fill=0)


def lyre(pen: Pen) -> None:
    """Draws the symbol of art: a lyre."""
    pen.arc(50, 58, 36, (0, 180), 10).line((19, 58), (28, 34), (14, 12), thick=9).line(
        (81, 58), (72, 34), (86, 12), thick=9
    )
    pen.box(22, 22, 78, 30, round_by=4).box(40, 88, 60, 98, round_by=3)
    for x in (38, 50, 62):
        pen.box(x - 2, 28, x + 2, 90)


def lock(pen: Pen) -> None:
    """Draws the mark of a column that is closed by a storm: lightning."""
    pen.shape((58, 2), (16, 58), (44, 58), (34, 98), (84, 38), (54, 38), (72, 2))


def masked(pen: Pen) -> None:
    """Draws the mark of a card under a disguise: a mask."""
    pen.shape((2, 34), (26, 26), (50, 34), (74, 26), (98, 34), (88, 66), (68, 74), (50, 56), (32, 74), (12, 66))
    pen.oval(17, 38, 40, 56, fill=0).oval(60, 38, 83, 56, fill=0)


def point_cards(pen: Pen) -> None:
    """Draws the mark of a number of point cards: two cards, the front one with a point."""
    pen.box(30, 2, 90, 76, round_by=8).box(6, 18, 72, 100, round_by=8, fill=0).box(10, 22, 68, 98, round_by=8)
    pen.disc(39, 60, 14, fill=0)


SYMBOLS: Mapping[str, Icon] = {
    "alchemy": flask, "warfare": swords, "farming": wheat, "trade": scales, "religion": church, "art": lyre,
}  # fmt: skip
