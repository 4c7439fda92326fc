"""The gateway's transport compressions: zlib-stream, and zstd-stream in blocks that are stored as they are."""

from __future__ import annotations

import zlib
from collections.abc import Callable

Packer = Callable[[bytes], bytes] | None
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_WINDOW_128_KIB = b"\x00\x38"
_BLOCK = 1 << 17


def packer(wanted: str) -> Packer:
    """What packs the messages of one connection, or None if they go as plain text."""
    if wanted == "zlib-stream":
        stream = zlib.compressobj(1)
        return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    if wanted == "zstd-stream":
        return ZstdStored().pack
    return None


class ZstdStored:
    """One endless zstd frame of raw blocks: valid for every decoder, without needing a library here."""

    def __init__(self) -> None:
        self._head = _ZSTD_MAGIC + _WINDOW_128_KIB

    def pack(self, data: bytes) -> bytes:
        """The next piece of the frame."""
        out, self._head = [self._head], b""
        for start in range(0, len(data), _BLOCK):
            block = data[start : start + _BLOCK]
            out += [(len(block) << 3).to_bytes(3, "little"), block]
        return b"".join(out)
