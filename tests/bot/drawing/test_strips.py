"""Tests pictures that are assembled from cached strips: every reader can open them, and they are hardly larger."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Iterator
from itertools import count
from types import ModuleType

import pytest
from PIL import Image

from bot.drawing import mosaic, strips
from bot.drawing.sketch import png_of
from bot.drawing.strips import CACHE, HIGH, MAX_KEPT, MAX_PRIVATE, Laid, Tile, packed
from rules import GAMES
from tests.bot.gallery import content_hash
from tests.bot.games.every_board import WITH_PICTURES, undecided
from tests.bot.games.pictures import pictured_board

PALETTE = bytes(part for shade in range(256) for part in (shade, 255 - shade, shade))
LARGER = 1.1
"""The maximum ratio to the size of the same picture compressed in one go."""
ENDED = b"\x03\x00"
"""An empty last block of a deflate stream."""
NOISE = random.Random(4).randbytes(50_000)
TEXTS = [b"", b"\x00", NOISE, bytes(60_000), NOISE[:300] * 200, bytes(range(256)) * 90]
numbers = count()


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    mosaic.clear_caches()
    yield
    mosaic.clear_caches()


def tile(wide: int, high: int, shade: int, shape: Image.Image | None = None) -> Tile:
    return Tile(Image.new("L", (wide, high), shade), next(numbers), shape)


def noise(wide: int, high: int, seed: int) -> Tile:
    pixels = random.Random(seed).randbytes(wide * high)
    return Tile(Image.frombytes("L", (wide, high), pixels), next(numbers), None)


def read(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        return image.copy()


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(strips.SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        name, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", png, at + 8 + length) == (zlib.crc32(name + data),)
        yield name, data
        at += length + 12


def together(size: tuple[int, int], ground: int, laid: list[Laid]) -> Image.Image:
    """Returns the picture of the same tiles drawn on one sheet, without strips."""
    image = Image.new("L", size, ground)
    for one in laid:
        image.paste(one.tile.image, (one.x, one.y), one.tile.shape)
    return image


@pytest.fixture(params=["zlib", "isal.isal_zlib"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Replaces the compression library of the strips by one of two libraries; returns its module."""
    module: ModuleType = pytest.importorskip(request.param)
    monkeypatch.setattr(strips, "zlib", module)
    monkeypatch.setattr(strips, "LEVEL", 2 if module is zlib else 1)
    return module


@pytest.mark.usefixtures("library")
def test_compressed_parts_form_one_stream_in_any_order() -> None:
    dice = random.Random(1)
    for _ in range(20):
        texts = dice.choices(TEXTS, k=7)
        stream = b"".join(map(packed, texts)) + ENDED
        assert zlib.decompress(stream, -zlib.MAX_WBITS) == b"".join(texts)


def test_both_libraries_compute_the_checksums_of_zlib(library: ModuleType) -> None:
    for text in TEXTS:
        assert library.adler32(text) == zlib.adler32(text)
        assert library.crc32(text, library.crc32(b"IDAT")) == zlib.crc32(b"IDAT" + text)


def test_the_faster_library_is_used_if_it_is_installed() -> None:
    assert vars(strips)["zlib"] is pytest.importorskip("isal.isal_zlib")


@pytest.mark.parametrize("high", [1, HIGH - 1, HIGH, HIGH + 1, 7 * HIGH + 5])
def test_later_parts_of_a_picture_cover_earlier_ones(high: int) -> None:
    dice = random.Random(high)
    for _ in range(5):
        laid = [
            Laid(noise(dice.randint(1, 60), dice.randint(1, 2 * HIGH), at), dice.randrange(-20, 90),
                 dice.randrange(-HIGH, high)) for at in range(6)
        ]  # fmt: skip
        image = read(strips.png((100, high), PALETTE, 7, laid))
        assert image.size == (100, high)
        assert image.tobytes() == together((100, high), 7, laid).tobytes()
        assert bytes(image.getpalette() or ()) == PALETTE


def test_a_tile_stays_inside_its_shape() -> None:
    shape = Image.new("1", (40, 80))
    shape.paste(1, (10, 5, 30, 70))
    laid = [Laid(tile(100, 90, 3), 0, 0), Laid(tile(40, 80, 200, shape), 20, 6)]
    assert read(strips.png((100, 90), PALETTE, 7, laid)).tobytes() == together((100, 90), 7, laid).tobytes()


def test_every_checksum_is_right() -> None:
    """Every checksum in the PNG file is right: strict readers check all of them, and one error makes the whole picture
    unreadable.
    """
    laid = [Laid(noise(300, 400, seed), 30 * seed, 20 * seed) for seed in range(9)]
    found = list(chunks(strips.png((700, 610), PALETTE, 250, laid)))
    assert [name for name, _ in found][:2] == [b"IHDR", b"PLTE"]
    assert found[-1] == (b"IEND", b"")
    rows = zlib.decompress(b"".join(data for name, data in found if name == b"IDAT"))
    assert len(rows) == 701 * 610


def test_unchanged_strips_are_not_compressed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(rows: bytes) -> bytes:
        made.append(1)
        return packed(rows)

    monkeypatch.setattr(strips, "packed", counted)
    rest = [Laid(noise(50, HIGH, at), 0, at * HIGH) for at in range(8)]
    strips.png((50, 8 * HIGH), PALETTE, 0, rest)
    assert len(made) == 8
    strips.png((50, 8 * HIGH), PALETTE, 0, [*rest, Laid(tile(9, 9, 1), 20, 3 * HIGH + 4)])
    assert len(made) == 9


@pytest.mark.parametrize("ground", [0, 9])
def test_another_ground_or_place_is_another_strip(ground: int) -> None:
    one = tile(10, 10, 99)
    for x in (0, 1, 2):
        laid = [Laid(one, x, 4)]
        assert read(strips.png((30, 20), PALETTE, ground, laid)).tobytes() == together((30, 20), ground, laid).tobytes()


def test_the_kept_strips_are_bounded() -> None:
    for seed in range(30):
        strips.png((1000, 512), PALETTE, 0, [Laid(noise(1000, 512, seed), 0, 0)])
    assert 0 < CACHE.size() <= MAX_KEPT + MAX_PRIVATE


@pytest.mark.tier("test")
@WITH_PICTURES
def test_a_board_has_hardly_more_bytes_than_in_one_piece(kind: str) -> None:
    for at, game in enumerate(undecided(kind, GAMES[kind].seats[-1], 8)):
        if at % 60 == 0:
            png = pictured_board(kind, game).picture().png
            assert len(png) < LARGER * len(png_of(read(png)))


def test_the_hash_of_a_picture_ignores_only_its_compression(monkeypatch: pytest.MonkeyPatch) -> None:
    files = []
    for shown in (noise(60, HIGH, 1), noise(60, HIGH, 1), noise(60, HIGH, 2)):
        files.append(strips.png((60, HIGH), PALETTE, 7, [Laid(shown, 0, 0)]))
        monkeypatch.setattr(strips, "LEVEL", 0)
    assert len(set(files)) == 3
    one, same, other = map(content_hash, files)
    assert one == same != other
    text = b"\0\0\0\x03tEXta\0b" + struct.pack(">I", zlib.crc32(b"tEXta\0b"))
    assert content_hash(files[0][:-12] + text + files[0][-12:]) != one
