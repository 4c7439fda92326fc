"""Tests that pictures made of cached parts equal pictures drawn in full, and that the caches are limited."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.drawing import Sketch, mosaic
from bot.drawing.canvas import Canvas
from bot.drawing.mosaic import CACHE, MAX_KEPT, MAX_PRIVATE, Corner, Mosaic, flattened
from bot.drawing.palette import NIGHT, Colour
from bot.drawing.sketch import encoded
from bot.games import GAME_UIS, context
from bot.games.pictures import Pictures
from bot.texts import translator_for
from rules import GAMES
from rules.events import ALL
from tests.bot.gallery import content_hash
from tests.bot.games.every_board import WITH_PICTURES, facts, played, undecided
from tests.bot.games.pictures import opened, pictured_board

EVERY = 16
GREYS = bytes(part for shade in range(256) for part in (shade, shade, shade))
FURTHEST = 24
"""The largest allowed error of a pixel (red, green and blue together) in a fixed palette; chosen ones have 26 to 51."""

FURTHEST_IN_A_HAND = 30
"""The same for hands; the worst of chosen palettes is 23 (Královské rošády) to 39 (Mafia City)."""


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    mosaic.clear_caches()
    yield
    mosaic.clear_caches()


def boards(kind: str, seats: int, seed: int = 3, every: int = EVERY) -> Iterator[Sketch]:
    """Yields the picture of the board at every `every`-th decision of a random game."""
    for at, game in enumerate(undecided(kind, seats, seed)):
        if at % every == 0:
            yield pictured_board(kind, game)


def shown(png: bytes) -> bytes:
    """Returns the palette index of each pixel of a PNG file, as Pillow reads it."""
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        assert image.mode == "P"
        return image.tobytes()


def anew(parts: Mosaic) -> bytes:
    """Returns the palette index of each pixel of a picture that is drawn in full, without cached parts."""
    return flattened(parts.image(), parts.palette).tobytes()


def parts_of(board: Sketch) -> Mosaic:
    painted = board.paint(board.scene, board.language)
    assert isinstance(painted, Mosaic)
    return painted


@pytest.mark.tier("test")
@WITH_PICTURES
def test_a_board_of_kept_parts_is_the_same_by_pixels_as_one_drawn_again(kind: str) -> None:
    for board in boards(kind, random.Random(kind).choice(GAMES[kind].seats)):
        parts = parts_of(board)
        kept = parts.png()
        assert shown(kept) == anew(parts)
        mosaic.clear_caches()
        assert content_hash(parts.png()) == content_hash(kept)


@pytest.mark.tier("test")
@WITH_PICTURES
def test_no_pixel_is_further_off_in_the_fixed_colours_than_in_chosen_ones(kind: str) -> None:
    for board in boards(kind, GAMES[kind].seats[-1], seed=8, every=80):
        image = board.image()
        furthest = off(image, opened(board))
        assert furthest <= FURTHEST
        with Image.open(io.BytesIO(encoded(image))) as chosen:
            assert furthest <= off(image, chosen.convert("RGB"))


def off(image: Image.Image, other: Image.Image) -> float:
    """Returns the largest difference of colour between two pictures in any pixel (distance in red, green and blue)."""
    colours = ImageChops.difference(image, other).getcolors(1 << 24)
    assert colours is not None
    return max(math.hypot(*shown) for _, shown in colours if isinstance(shown, tuple))


def hands(kind: str, seats: int, seed: int = 3, every: int = EVERY) -> Iterator[Sketch]:
    """Yields the pictures of all seats' hands at every `every`-th decision of a random game."""
    for at, game in enumerate(undecided(kind, seats, seed)):
        for seat in game.seats if at % every == 0 else ():
            if hand := GAME_UIS[kind].get(Pictures).hand(game.view(seat), seat, translator_for("cs")):
                yield hand


@WITH_PICTURES
def test_a_hand_of_kept_cards_is_the_same_by_pixels_as_one_drawn_again(kind: str) -> None:
    for hand in hands(kind, GAMES[kind].seats[0]):
        parts = parts_of(hand)
        assert shown(parts.png()) == anew(parts)


def scenes(kind: str, seats: int, seed: int = 3) -> Iterator[Sketch]:
    """Yields the picture of each part of every answer in a random game whose result is shown in several parts."""
    told = 0
    for game in played(kind, seats, seed):
        events = [event for event in game.told[told:] if event.to == ALL]
        told = len(game.told)
        for count in GAME_UIS[kind].get(Pictures).scenes(events):
            ctx = context(facts(kind, seats), translator_for("cs"), game)
            if scene := GAME_UIS[kind].get(Pictures).scene(ctx, events, count):
                yield scene


@pytest.mark.tier("test")
@pytest.mark.parametrize(
    "kind", [kind for kind, ui in GAME_UIS.items() if type(ui.get(Pictures)).scene is not Pictures.scene]
)
def test_a_scene_of_kept_parts_is_the_same_by_pixels_as_one_drawn_again(kind: str) -> None:
    drawn = [parts_of(scene) for seats in GAMES[kind].seats for scene in scenes(kind, seats)]
    assert drawn
    for parts in drawn:
        assert shown(parts.png()) == anew(parts)


@pytest.mark.tier("test")
@WITH_PICTURES
def test_no_pixel_of_a_hand_is_far_off_in_the_fixed_colours_of_its_games_boards(kind: str) -> None:
    for hand in hands(kind, GAMES[kind].seats[0], seed=8, every=80):
        assert off(hand.image(), opened(hand)) <= FURTHEST_IN_A_HAND


# What is kept


def square(canvas: Canvas, corner: Corner, ink: Colour, size: int) -> None:
    canvas.box(*corner, size, size, ink)


def one_square(ink: Colour, size: int = 20, corner: Corner = (0, 0), *, private: bool = False) -> Mosaic:
    parts = Mosaic(size + 40, size + 40, GREYS, private=private)
    parts.lay(square, corner, (size, size), ink, size)
    return parts


@pytest.mark.tier("test")
def test_drawing_time_of_a_board_does_not_depend_on_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal public and private parts are drawn separately, and many private parts do not remove a public one from the
    cache.
    """
    mosaic.clear_caches()
    drawn: list[object] = []
    genuine = Canvas.box

    def counted(*given: Any) -> None:
        drawn.append(given)
        genuine(*given)

    monkeypatch.setattr(Canvas, "box", counted)
    one_square(Colour(1, 2, 3)).png()
    one_square(Colour(1, 2, 3), private=True).png()
    assert len(drawn) == 2
    for shade in range(256):
        one_square(Colour(shade, 0, 0), size=400, private=True).png()
    drawn.clear()
    one_square(Colour(1, 2, 3)).png()
    assert drawn == []


@WITH_PICTURES
def test_every_games_hands_are_kept_apart_from_its_boards(kind: str) -> None:
    game = next(iter(undecided(kind, GAMES[kind].seats[0], 3)))
    hand = next(hands(kind, GAMES[kind].seats[0]))
    assert parts_of(hand).private
    assert not parts_of(pictured_board(kind, game)).private


def test_a_part_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    genuine = Canvas.box

    def counted(*given: Any) -> None:
        drawn.append(given)
        genuine(*given)

    monkeypatch.setattr(Canvas, "box", counted)
    for corner in ((0, 0), (2, 0), (4, 20)):
        one_square(Colour(9, 9, 9), corner=corner).png()
    assert len(drawn) == 1


@pytest.mark.parametrize("corner", [(0.5, 0.5), (1.5, 0.5), (2.5, 1.5), (3, 4), (7.5, 2)])
def test_a_part_is_placed_at_the_position_of_its_drawing(corner: Corner) -> None:
    one_square(Colour(9, 9, 9)).png()
    parts = one_square(Colour(9, 9, 9), corner=corner)
    assert shown(parts.png()) == anew(parts)


def test_parts_that_differ_in_content_are_cached_separately() -> None:
    looks = {one_square(Colour(shade, shade, shade)).png() for shade in range(40, 200, 16)}
    assert len(looks) == 10


@pytest.mark.tier("test")
def test_the_kept_parts_are_bounded() -> None:
    for shade in range(256):
        one_square(Colour(shade, 0, 0), size=400).png()
    assert 0 < CACHE.size() <= MAX_KEPT + MAX_PRIVATE
    one_square(Colour(*NIGHT), size=5000).png()
    assert CACHE.size() <= MAX_KEPT + MAX_PRIVATE


@pytest.mark.parametrize("size", [(520, 300), (41, 41), (40, 300)])
@pytest.mark.parametrize("how", [(18, 6), (16, 3), (0, 2)])
def test_a_frame_looks_the_same_as_one_drawn_in_its_full_size(size: tuple[int, int], how: tuple[int, int]) -> None:
    parts = Mosaic(560, 320, GREYS)
    parts.frame((7, 4.5), size, (Colour(200, 200, 200), Colour(90, 90, 90)), how)
    assert shown(parts.png()) == anew(parts)
