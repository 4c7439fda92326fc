"""A PNG encoder that compresses and caches horizontal strips separately, so unchanged strips need no work."""

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
    # In a third of the time, and no larger. The same rows rarely become other bytes, so compare pictures by pixels.
    from isal import isal_zlib as zlib

    LEVEL = 1
except ImportError:  # no build for this platform
    import zlib  # type: ignore[no-redef]

    LEVEL = 2

HIGH: Final = 48
"""The height of a strip in pixel rows. Fewer rows mean less repeated compression; more rows mean smaller files."""
MAX_KEPT: Final = 8 * 1024 * 1024
"""The maximum bytes of cached public strips, over all games."""
MAX_PRIVATE: Final = 2 * 1024 * 1024
"""The maximum bytes of cached private strips."""
ADLER: Final = 65521
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
OF_A_PALETTE: Final = (8, 3, 0, 0, 0)
"""PNG header fields: eight bits per pixel, palette colours, standard compression and filters, no interlacing."""


class Tile(NamedTuple):
    """A drawn part of a picture: an image of palette indices, its unique number (a cache key), and perhaps a mask."""

    image: Image.Image
    number: int
    shape: Image.Image | None


class Laid(NamedTuple):
    """A tile with its position in the picture, in pixels."""

    tile: Tile
    x: int
    y: int


class Strip(NamedTuple):
    """A compressed strip: its PNG chunk (IDAT), and the Adler-32 checksum of its uncompressed rows."""

    chunk: bytes
    adler: int


T = TypeVar("T")


class PictureCache(Generic[T]):
    """A thread-safe pair of caches, for public and private pictures, so that a board's drawing time reveals no hand."""

    def __init__(self, most: int, most_private: int, size: Callable[[T], int]) -> None:
        self._caches = {private: LRUCache[Hashable, T](n, size) for private, n in ((False, most), (True, most_private))}
        self._access = threading.Lock()

    def get(self, private: bool, key: Hashable, make: Callable[[], T]) -> T:
        """Returns the object with that key from the private or the public cache; if it is missing, makes and stores it.

        An object that is larger than its cache is not stored.
        """
        cache = self._caches[private]
        with self._access:
            found = cache.get(key)
        if found is None:
            found = make()
            with self._access, suppress(ValueError):
                cache[key] = found
        return found

    def size(self) -> int:
        """Returns the total size of all cached objects in bytes."""
        return sum(int(cache.currsize) for cache in self._caches.values())

    def clear(self) -> None:
        """Empties both caches."""
        with self._access:
            for cache in self._caches.values():
                cache.clear()


CACHE: Final = PictureCache[Strip](MAX_KEPT, MAX_PRIVATE, lambda strip: len(strip.chunk))


def png(size: tuple[int, int], palette: bytes, ground: int, laid: Iterable[Laid], *, private: bool = False) -> bytes:
    """Returns a picture of these tiles, the later ones above, as a PNG in this palette; uses and fills the strip cache.

    `ground`: the palette index of the background; `private`: whether the strips go to the private cache.
    """
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
    """Returns the rows compressed, as a part of a deflate stream that can be joined with others.

    It ends at a byte boundary and refers to nothing before it.
    """
    machine = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return machine.compress(rows) + machine.flush(zlib.Z_FULL_FLUSH)


def _put_together(size: tuple[int, int], ground: int, tiles: list[Laid], top: int) -> bytes:
    """Returns the rows of a strip in PNG's format: each begins with a zero, the type of its filter (none)."""
    wide, high = size
    image = Image.new("L", (wide + 1, high), ground)
    # Image.paste checks the types and modes of its arguments, which takes longer than to copy the pixels.
    paste = image.im.paste
    for (picture, _, shape), x, y in tiles:
        box = (x + 1, y - top, x + 1 + picture.width, y - top + picture.height)
        if shape is None:
            paste(picture.im, box)
        else:
            paste(picture.im, box, shape.im)
    paste(0, (0, 0, 1, high))
    return image.tobytes()


def _joined(before: int, adler: int, count: int) -> int:
    """Returns the Adler-32 checksum of two joined byte strings from their checksums; `count`: the length of the
    second."""
    low, high = before & 0xFFFF, before >> 16
    sums = (low + (adler & 0xFFFF) - 1) % ADLER
    weighted = (high + (adler >> 16) + count * (low - 1)) % ADLER
    return weighted << 16 | sums


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))
