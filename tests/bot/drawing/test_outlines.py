"""Tests outlines: what has changed since the last board is outlined, and the rest of the picture stays the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.drawing import Sketch
from bot.drawing.mosaic import OUTSIDE, Mosaic
from bot.drawing.palette import CHANGED
from bot.features.play.board import Board
from bot.games.mafia_city.picture_city import parts
from tests.bot.gallery import content_hash
from tests.bot.games.every_board import WITH_PICTURES, undecided
from tests.bot.games.pictures import city, opened, pictured_board
from tests.bot.laid_out import laid_out

SOME = 40


def boards(kind: str) -> list[Sketch]:
    """Returns the pictures of the first `SOME` boards of a random game."""
    return [pictured_board(kind, game) for _, game in zip(range(SOME), undecided(kind, 3, seed=5), strict=False)]


def painted(sketch: Sketch) -> Mosaic:
    mosaic = sketch.paint(sketch.scene, sketch.language)
    assert isinstance(mosaic, Mosaic)
    return mosaic


def outlined(image: Image.Image) -> int:
    """Returns the number of pixels in the outline's colour."""
    return sum(count for count, shown in image.getcolors(1 << 24) or () if shown == CHANGED)


@pytest.mark.tier("test")
@WITH_PICTURES
def test_only_changed_regions_are_outlined(kind: str) -> None:
    seen = 0
    for before, now in pairwise(boards(kind)):
        sketch = now.since(before)
        plain, marked = opened(now), opened(sketch)
        assert outlined(plain) == 0
        regions = painted(now)._named
        assert (outlined(marked) > 0) == bool(sketch.changed & regions.keys())
        difference = ImageChops.difference(plain, marked).convert("L").point(lambda shade: 255 if shade else 0)
        for name in sketch.changed & regions.keys():
            (left, top), (wide, high), _ = regions[name]
            box = (
                round(left) - OUTSIDE,
                round(top) - OUTSIDE,
                round(left) + wide + OUTSIDE,
                round(top) + high + OUTSIDE,
            )
            assert difference.crop(box).getbbox() is not None, name
            difference.paste(0, (max(0, box[0]), max(0, box[1]), box[2], box[3]))
            seen += 1
        assert difference.getbbox() is None
    assert seen > 10


@WITH_PICTURES
def test_every_named_region_of_a_picture_has_a_part(kind: str) -> None:
    for sketch in boards(kind):
        assert sketch.parts is not None
        named, shown = painted(sketch)._named, sketch.parts(sketch.scene)
        assert named.keys() <= shown.keys()
        assert all(0 <= one.corner[at] <= painted(sketch).size[at] for one in named.values() for at in (0, 1))


@WITH_PICTURES
def test_outlines_are_the_same_each_time_and_have_a_digest_of_their_own(kind: str) -> None:
    before, now = next((before, now) for before, now in pairwise(boards(kind)) if now.since(before).changed)
    sketch = now.since(before)
    assert content_hash(sketch.picture()) == content_hash(now.since(before).picture())
    assert sketch.digest != now.digest
    assert sketch.scene_digest == now.scene_digest == now.digest
    assert sketch.alt == now.alt


def test_a_mobster_that_was_placed_outlines_its_location_and_its_owners_crew() -> None:
    before, now = (city(laid_out(3, harbour=stack), 3) for stack in ("ab", "abc"))
    assert now.since(before).changed == {"harbour", "c 1"}


def test_nothing_is_outlined_on_a_first_or_equal_board_or_another_kind_of_picture() -> None:
    sketch = city(laid_out(3, harbour="ab"), 3)
    assert sketch.parts is parts
    other = replace(sketch, parts=lambda _: {})
    assert not sketch.since(None).changed
    assert not sketch.since(sketch).changed
    assert not sketch.since(other).changed


def test_a_board_that_is_shown_again_keeps_its_outlines() -> None:
    first, second, third = (city(laid_out(3, harbour=stack), 3) for stack in ("a", "ab", "abc"))
    board = Board.of(1)
    assert not board.outlined(first).changed
    for sketch, changed in ((first, set()), (second, {"harbour", "b 1"}), (third, {"harbour", "c 1"})):
        for _ in range(2):
            shown = board.outlined(sketch)
            assert shown.changed == changed
            board.shows_picture(shown)


def test_a_board_without_its_picture_does_not_count() -> None:
    first, _, third = (city(laid_out(3, harbour=stack), 3) for stack in ("a", "ab", "abc"))
    board = Board.of(1)
    board.shows_picture(board.outlined(first))
    assert board.outlined(third).changed == {"harbour", "b 1", "c 1"}
