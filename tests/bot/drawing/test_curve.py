"""Tests the curve of a player's chance to win: its line, its labels and its numbered marks."""

from __future__ import annotations

from PIL import Image

from bot.drawing.curve import MARK, MAX_LABELS, TOP, Curve, _apart, _place, painted
from bot.drawing.palette import GOLD
from bot.drawing.seats import colour_of


def curve(*percents: int, marks: tuple[int, ...] = (), seat: str = "b") -> Curve:
    return Curve(seat, "Chance to win", percents, ((0, "1"),), marks)


def rows_of(image: Image.Image, colour: tuple[int, int, int], x: int) -> list[int]:
    """Returns the rows in which a column of pixels has that colour."""
    return [y for y in range(image.height) if image.getpixel((x, y)) == tuple(colour)]


def pixels(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """Returns the number of pixels of that colour."""
    found = image.getcolors(2**20) or []
    return sum(count for count, one in found if one == tuple(colour))


def test_a_higher_chance_is_drawn_higher_and_in_the_colour_of_the_seat() -> None:
    image = painted(curve(20, 20, 80, 80))
    low, high = (rows_of(image, colour_of("b"), x) for x in (250, 950))
    assert low
    assert high
    assert max(high) < min(low)


def test_each_mark_is_drawn_once_and_away_from_the_others() -> None:
    plain, marked = painted(curve(50, 50, 50)), painted(curve(50, 50, 50, marks=(1, 0)))
    assert pixels(plain, GOLD) == 0
    assert pixels(marked, GOLD) > 3 * MARK * MARK


def test_marks_of_neighbouring_points_do_not_overlap() -> None:
    first = _place((300.0, 400.0), [])
    second = _place((305.0, 400.0), [first])
    assert abs(first[1] - second[1]) >= 2 * MARK
    assert first[1] < 400.0 < second[1]


def test_a_mark_at_the_upper_edge_is_below_its_point() -> None:
    assert _place((300.0, TOP + 5.0), [])[1] > TOP


def test_a_long_game_has_a_readable_number_of_labels() -> None:
    labels = _apart([(at, str(at)) for at in range(47)])
    assert 5 <= len(labels) <= MAX_LABELS
    assert labels[0] == (0, "0")


def test_games_of_one_decision_and_of_none_are_drawn_too() -> None:
    assert painted(curve(40)).size == painted(curve()).size
