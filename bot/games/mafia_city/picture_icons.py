"""Icons of Mafia City, our own drawings on Pen's square of 100 by 100."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.pen import Icon, Pen, around

# Locations


def prison(pen: Pen) -> None:
    """Draws the prison: a barred window."""
    pen.box(8, 8, 92, 92, round_by=10).box(18, 18, 82, 82, round_by=4, fill=0)
    for x in (33, 50, 67):
        pen.box(x - 4, 12, x + 4, 88)
    pen.box(12, 46, 88, 54)


def harbour(pen: Pen) -> None:
    """Draws the harbour: an anchor."""
    pen.ring(50, 17, 14, 8).box(45, 28, 55, 88).box(26, 36, 74, 45, round_by=4)
    pen.arc(50, 52, 42, (15, 165), 10)
    pen.shape((2, 62), (22, 52), (24, 76)).shape((98, 62), (78, 52), (76, 76))


def fight_club(pen: Pen) -> None:
    """Draws the fight club: a boxing glove."""
    pen.box(24, 8, 88, 66, round_by=26).box(8, 28, 44, 62, round_by=16).box(30, 46, 82, 72, round_by=8)
    pen.line((34, 36), (34, 52), (46, 56), thick=4, fill=0)
    pen.box(32, 78, 82, 94, round_by=5)


def police_station(pen: Pen) -> None:
    """Draws the police station: a shield with a star."""
    pen.shape((50, 4), (64, 13), (90, 14), (88, 52), (74, 78), (50, 97), (26, 78), (12, 52), (10, 14), (36, 13))
    pen.star(50, 46, 29, fill=0)


def business_district(pen: Pen) -> None:
    """Draws the business district: three fanned cards."""
    pen.shape((4, 32), (36, 20), (56, 78), (24, 90))
    pen.shape((27, 14), (68, 14), (68, 86), (27, 86), fill=0).box(31, 10, 66, 82, round_by=5)
    pen.shape((64, 16), (100, 28), (78, 96), (44, 84), fill=0).shape((68, 22), (98, 32), (78, 90), (48, 80))


def private_club(pen: Pen) -> None:
    """Draws the private club: a cocktail glass."""
    pen.shape((6, 14), (94, 14), (56, 56), (56, 84), (44, 84), (44, 56)).box(24, 84, 76, 94, round_by=5)
    pen.shape((26, 22), (74, 22), (66, 31), (34, 31), fill=0)
    pen.line((60, 26), (82, 2), thick=5).disc(60, 28, 7)


def town_hall(pen: Pen) -> None:
    """Draws the town hall: a building with columns."""
    pen.shape((50, 4), (96, 32), (96, 40), (4, 40), (4, 32)).box(4, 86, 96, 96).box(12, 78, 88, 84)
    for x in (14, 34, 54, 74):
        pen.box(x, 44, x + 12, 76)


# Cards


def dagger(pen: Pen) -> None:
    """Draws the hitman (card and figure): a dagger that points down to the left."""
    pen.shape((6, 94), (18, 58), (56, 22), (78, 44), (42, 82)).line((52, 12), (88, 48), thick=11)
    pen.line((74, 26), (90, 10), thick=14).line((20, 80), (52, 48), thick=4, fill=0)


def chain(pen: Pen) -> None:
    """Draws two links of a chain."""
    pen.box(4, 30, 58, 70, round_by=20).box(15, 41, 47, 59, round_by=9, fill=0)
    pen.box(40, 28, 98, 72, round_by=22, fill=0).box(42, 30, 96, 70, round_by=20)
    pen.box(53, 41, 85, 59, round_by=9, fill=0).box(30, 46, 60, 54, round_by=4)


def cap(pen: Pen) -> None:
    """Draws a policeman's cap."""
    pen.shape((50, 14), (96, 36), (84, 54), (16, 54), (4, 36)).box(18, 50, 82, 66)
    pen.oval(16, 56, 84, 90).oval(22, 74, 78, 100, fill=0).line((18, 58), (82, 58), thick=3, fill=0)
    pen.star(50, 38, 12, fill=0)


def magnifier(pen: Pen) -> None:
    """Draws a magnifying glass over a fingerprint."""
    pen.line((64, 64), (90, 90), thick=15).disc(42, 42, 38).disc(42, 42, 28, fill=0)
    for radius in (22, 14, 6):
        pen.arc(42, 46, radius, (180, 360), 4).box(42 - radius, 46, 46 - radius, 54).box(
            38 + radius, 46, 42 + radius, 58
        )


def siren(pen: Pen) -> None:
    """Draws a flashing police light."""
    pen.box(28, 36, 72, 80, round_by=20).box(28, 56, 72, 80).box(16, 80, 84, 94, round_by=5)
    for degrees in (195, 232, 270, 308, 345):
        pen.line(around(50, 52, 34, degrees), around(50, 52, 47, degrees), thick=7)
    pen.line((40, 64), (40, 54), (46, 47), thick=5, fill=0)


def whisper(pen: Pen) -> None:
    """Draws a bubble with an exclamation mark."""
    pen.box(4, 8, 96, 70, round_by=20).shape((22, 64), (52, 64), (16, 96))
    pen.shape((44, 18), (56, 18), (53, 46), (47, 46), fill=0).disc(50, 56, 6, fill=0)


def mask(pen: Pen) -> None:
    """Draws a burglar's mask."""
    pen.shape((2, 34), (24, 26), (50, 34), (76, 26), (98, 34), (90, 62), (72, 74), (58, 66), (50, 56), (42, 66),
              (28, 74), (10, 62))  # fmt: skip
    pen.oval(17, 38, 41, 56, fill=0).oval(59, 38, 83, 56, fill=0)


def exchange(pen: Pen) -> None:
    """Draws an exchange of places: two arrows."""
    pen.shape((4, 28), (34, 4), (34, 18), (96, 18), (96, 38), (34, 38), (34, 52))
    pen.shape((96, 72), (66, 48), (66, 62), (4, 62), (4, 82), (66, 82), (66, 96))


def money(pen: Pen) -> None:
    """Draws a bag of money."""
    pen.shape((34, 4), (66, 4), (60, 24), (40, 24)).box(36, 22, 64, 31, round_by=3)
    pen.oval(8, 30, 92, 98)
    pen.arc(50, 56, 13, (100, 350), 5, fill=0).arc(50, 75, 13, (280, 170), 5, fill=0)
    pen.box(47, 36, 53, 94, fill=0)


def plan(pen: Pen) -> None:
    """Draws a plan: a route on a map with a cross at its end."""
    for x, y in ((12, 88), (26, 72), (44, 64), (58, 52)):
        pen.disc(x, y, 7)
    pen.line((58, 12), (90, 44), thick=12).line((90, 12), (58, 44), thick=12).ring(14, 86, 14, 5)


def deed(pen: Pen) -> None:
    """Draws a document with a seal."""
    pen.box(16, 4, 78, 92, round_by=6)
    for y, right in ((20, 66), (34, 66), (48, 52)):
        pen.box(28, y, right, y + 6, fill=0)
    pen.disc(70, 70, 25, fill=0).star(70, 70, 20, 10, 0.82).shape((58, 82), (66, 86), (60, 100), (52, 94))
    pen.shape((82, 82), (74, 86), (80, 100), (88, 94))


# Symbols


def fist(pen: Pen) -> None:
    """Draws the symbol fist."""
    for x in (14, 32, 50, 68):
        pen.box(x, 14, x + 17, 56, round_by=8)
    pen.box(14, 44, 85, 80, round_by=14).box(26, 72, 76, 96, round_by=5)
    pen.box(8, 43, 62, 64, round_by=10, fill=0).box(10, 46, 60, 61, round_by=7)


def hat(pen: Pen) -> None:
    """Draws the symbol hat: a gangster's hat."""
    pen.shape((24, 62), (28, 24), (40, 14), (50, 20), (60, 14), (72, 24), (76, 62)).oval(2, 56, 98, 84)
    pen.shape((24, 50), (76, 50), (77, 60), (23, 60), fill=0)


def bullet(pen: Pen) -> None:
    """Draws the symbol bullet: a cartridge."""
    pen.oval(32, 2, 68, 78).box(32, 40, 68, 84).box(28, 88, 72, 98, round_by=3).box(32, 42, 68, 47, fill=0)


def star(pen: Pen) -> None:
    """Draws the symbol star."""
    pen.star(50, 54, 52)


PLACES: Mapping[str, Icon] = {
    "prison": prison, "harbour": harbour, "fight_club": fight_club, "police_station": police_station,
    "business_district": business_district, "private_club": private_club, "town_hall": town_hall,
}  # fmt: skip
SYMBOLS: Mapping[str, Icon] = {"fist": fist, "hat": hat, "bullet": bullet, "star": star}
FIGURES: Mapping[str, Icon] = {"hitman": dagger, "policeman": cap, "mayor": town_hall}
