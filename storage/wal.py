"""Parses SQLite's write-ahead log, to find out whether it is only torn at its end or damaged in the middle."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_HEADER: Final = 32
_FRAME: Final = 24
_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""The magic numbers of a log by the byte order of its checksums."""
_FIRST: Final = b"\0\0\0\1"
"""The number of a database's first page, as bytes in the header of a frame."""
TORN: Final = 1
"""The number of commits that a crash can leave incomplete at the end of the log; more mean damage."""

Sum = tuple[int, int]


class _Frame(NamedTuple):
    commits: bool
    ours: bool
    """Whether the frame belongs to this log, and not to an earlier one."""
    sound: bool
    first: bytes
    """The frame's content if it is the database's first page; otherwise empty."""


def commits_dropped(database: Path) -> int:
    """Returns how many commits SQLite will drop, because they follow the log's first invalid frame; 0 without a log."""
    dropped, sound = 0, True
    for frame in _frames(_content(database)):
        sound &= frame.sound
        dropped += not sound and frame.ours and frame.commits
    return dropped


def first_page(database: Path) -> bytes:
    """Returns the newest valid copy of the database's first page in the log; empty if there is none."""
    return next((frame.first for frame in reversed([*_frames(_content(database))]) if frame.sound and frame.first), b"")


def _content(database: Path) -> bytes:
    """Returns the content of the log; empty if there is no log."""
    try:
        return database.with_name(database.name + "-wal").read_bytes()
    except OSError:
        return b""


def _frames(content: bytes) -> Iterator[_Frame]:
    """Yields all complete frames in the content of a log; from the first wrong checksum on, `sound` is false."""
    if len(content) < _HEADER:
        return
    magic, _, page = struct.unpack(">III", content[:12])
    order, salts = _MAGIC.get(magic), content[16:24]
    if order is None or not 512 <= page <= 65536:
        return
    total = _summed((0, 0), content[:24], order)
    sound = total == struct.unpack(">II", content[24:_HEADER])
    for start in range(_HEADER, len(content) - _FRAME - page + 1, _FRAME + page):
        head = content[start : start + _FRAME]
        if sound:
            total = _summed(total, head[:8], order)
            total = _summed(total, content[start + _FRAME : start + _FRAME + page], order)
            sound = head[8:16] == salts and total == struct.unpack(">II", head[16:])
        first = content[start + _FRAME : start + _FRAME + page] if head[:4] == _FIRST else b""
        yield _Frame(head[4:8] != bytes(4), head[8:16] == salts, sound, first)


def _summed(before: Sum, content: bytes, order: str) -> Sum:
    """Returns SQLite's checksum of the log after these further words."""
    first, second = before
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for one, two in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return first, second
