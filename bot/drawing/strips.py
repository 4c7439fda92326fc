"""A PNG in strips, each compressed by itself and kept: where a picture is what another was, nothing is done again."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from cachetools import LRUCache
from PIL import Image

from bot.drawing.deflate import ENGINE, packed

HIGH: Final = 48
"""Rows of a strip: the fewer, the less is compressed again; the more, the smaller the file."""
MOST_KEPT: Final = 8 * 1024 * 1024
"""So many bytes of compressed strips are kept at most, for all games together."""
MOST_PRIVATE: Final = 2 * 1024 * 1024
"""The same of what only its owner sees."""
ADLER: Final = 65521
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
OF_A_PALETTE: Final = (8, 3, 0, 0, 0)
"""Eight bits a pixel, each the number of a colour; neither filtered nor interlaced."""


class Tile(NamedTuple):
    """A finished part: pixels that are numbers of colours, the number that no other part has, maybe its shape."""

    image: Image.Image
    number: int
    shape: Image.Image | None


class Laid(NamedTuple):
    """A tile in its place."""

    tile: Tile
    x: int
    y: int


class Strip(NamedTuple):
    """A finished strip: its chunk, and the checksum of its rows before they were compressed."""

    chunk: bytes
    adler: int


Key = tuple[object, ...]
_kept: Final = {
    private: LRUCache[Key, Strip](most, getsizeof=lambda strip: len(strip.chunk))
    for private, most in ((False, MOST_KEPT), (True, MOST_PRIVATE))
}
"""Hands have their own, so that how soon a board is drawn says nothing of them."""
_access = threading.Lock()


def png(size: tuple[int, int], palette: bytes, ground: int, laid: Iterable[Laid], *, private: bool = False) -> bytes:
    """The picture of these tiles, the later ones above, in this palette; `ground` is the colour where none lies."""
    wide, high = size
    strips: list[list[Laid]] = [[] for _ in range(0, high, HIGH)]
    last = len(strips) - 1
    for one in laid:
        begin, end = max(0, one.y // HIGH), min(last, (one.y + one.tile.image.height - 1) // HIGH)
        for at in range(begin, end + 1):
            strips[at].append(one)
    chunks, adler = [_chunk(b"IDAT", b"\x78\x01")], 1
    for at, tiles in enumerate(strips):
        rows = min(HIGH, high - at * HIGH)
        strip = _strip((wide, rows), ground, tiles, at * HIGH, _kept[private])
        chunks.append(strip.chunk)
        adler = _joined(adler, strip.adler, (wide + 1) * rows)
    chunks.append(_chunk(b"IDAT", b"\x03\x00" + struct.pack(">I", adler)))
    head = _chunk(b"IHDR", struct.pack(">II5B", wide, high, *OF_A_PALETTE))
    return b"".join((SIGNATURE, head, _chunk(b"PLTE", palette), *chunks, _chunk(b"IEND", b"")))


def kept_bytes() -> int:
    """How much room the kept strips take."""
    return sum(int(kept.currsize) for kept in _kept.values())


def forget() -> None:
    """No strip is kept any more."""
    with _access:
        for kept in _kept.values():
            kept.clear()


def _strip(
    size: tuple[int, int], ground: int, tiles: list[Laid], top: int, kept: LRUCache[Key, Strip]
) -> Strip:  # fmt: skip
    """Kept, or made now; it is the same wherever the same tiles lie in the same places."""
    key = (size, ground, *[(one.tile.number, one.x, one.y - top) for one in tiles])
    with _access:
        strip = kept.get(key)
    if strip is None:
        strip = _compressed(_put_together(size, ground, tiles, top))
        with _access, suppress(ValueError):
            kept[key] = strip
    return strip


def _put_together(size: tuple[int, int], ground: int, tiles: list[Laid], top: int) -> bytes:
    """The rows as a PNG has them: before each a zero, which says that it is not filtered."""
    wide, high = size
    image = Image.new("L", (wide + 1, high), ground)
    for tile, x, y in tiles:
        image.paste(tile.image, (x + 1, y - top), tile.shape)
    image.paste(0, (0, 0, 1, high))
    return image.tobytes()


def _compressed(rows: bytes) -> Strip:
    return Strip(_chunk(b"IDAT", packed(rows)), ENGINE.adler32(rows))


def _joined(before: int, adler: int, count: int) -> int:
    """The checksum of two texts, one after the other, from those of each; `count` are the bytes of the second."""
    low, high = before & 0xFFFF, before >> 16
    sums = (low + (adler & 0xFFFF) - 1) % ADLER
    weighted = (high + (adler >> 16) + count * (low - 1)) % ADLER
    return weighted << 16 | sums


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", ENGINE.crc32(data, ENGINE.crc32(name, 0)))
