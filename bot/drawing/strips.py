"""A PNG in strips, each compressed and cached by itself, so that unchanged parts need no work."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final, Generic, NamedTuple, TypeVar

from cachetools import LRUCache
from PIL import Image

try:
    from isal import isal_zlib as zlib  # in a third of the time, and no larger

    LEVEL = 1
except ImportError:  # no build for this platform
    import zlib  # type: ignore[no-redef]

    LEVEL = 2

HIGH: Final = 48
"""Rows of a strip: the fewer, the less is compressed again; the more, the smaller the file."""
MOST_KEPT: Final = 8 * 1024 * 1024
"""The maximum bytes of cached strips, for all games together."""
MOST_PRIVATE: Final = 2 * 1024 * 1024
"""The same for strips that only their owner sees."""
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


T = TypeVar("T")


class PictureCache(Generic[T]):
    """Two caches for threads: one for boards, one for hands, so that a board's drawing time reveals no hand."""

    def __init__(self, most: int, most_private: int, size: Callable[[T], int]) -> None:
        self._caches = {private: LRUCache[Hashable, T](n, size) for private, n in ((False, most), (True, most_private))}
        self._access = threading.Lock()

    def get(self, private: bool, key: Hashable, make: Callable[[], T]) -> T:
        """Returns the cached object, or makes it now; one that is larger than its cache is not cached."""
        cache = self._caches[private]
        with self._access:
            found = cache.get(key)
        if found is None:
            found = make()
            with self._access, suppress(ValueError):
                cache[key] = found
        return found

    def size(self) -> int:
        """Returns the size of everything that is cached, in bytes."""
        return sum(int(cache.currsize) for cache in self._caches.values())

    def clear(self) -> None:
        """Empties both caches."""
        with self._access:
            for cache in self._caches.values():
                cache.clear()


CACHE: Final = PictureCache[Strip](MOST_KEPT, MOST_PRIVATE, lambda strip: len(strip.chunk))


def png(size: tuple[int, int], palette: bytes, ground: int, laid: Iterable[Laid], *, private: bool = False) -> bytes:
    """Returns the picture of these tiles, the later ones above, in this palette; `ground` is the background."""
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
        key = (wide, rows, ground, *[(one.tile.number, one.x, one.y - at * HIGH) for one in tiles])
        strip = CACHE.get(private, key, partial(_strip, (wide, rows), ground, tiles, at * HIGH))
        chunks.append(strip.chunk)
        adler = _joined(adler, strip.adler, (wide + 1) * rows)
    chunks.append(_chunk(b"IDAT", b"\x03\x00" + struct.pack(">I", adler)))
    head = _chunk(b"IHDR", struct.pack(">II5B", wide, high, *OF_A_PALETTE))
    return b"".join((SIGNATURE, head, _chunk(b"PLTE", palette), *chunks, _chunk(b"IEND", b"")))


def _strip(size: tuple[int, int], ground: int, tiles: list[Laid], top: int) -> Strip:
    rows = _put_together(size, ground, tiles, top)
    return Strip(_chunk(b"IDAT", packed(rows)), zlib.adler32(rows))


def packed(rows: bytes) -> bytes:
    """Returns a part of a deflate stream that ends at a byte and refers to nothing before it."""
    machine = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return machine.compress(rows) + machine.flush(zlib.Z_FULL_FLUSH)


def _put_together(size: tuple[int, int], ground: int, tiles: list[Laid], top: int) -> bytes:
    """The rows as a PNG has them: before each a zero, which says that it is not filtered."""
    wide, high = size
    image = Image.new("L", (wide + 1, high), ground)
    for tile, x, y in tiles:
        image.paste(tile.image, (x + 1, y - top), tile.shape)
    image.paste(0, (0, 0, 1, high))
    return image.tobytes()


def _joined(before: int, adler: int, count: int) -> int:
    """The checksum of two texts, one after the other, from those of each; `count` are the bytes of the second."""
    low, high = before & 0xFFFF, before >> 16
    sums = (low + (adler & 0xFFFF) - 1) % ADLER
    weighted = (high + (adler >> 16) + count * (low - 1)) % ADLER
    return weighted << 16 | sums


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))
