"""Whoever compresses: what comes of it can be read by anybody, in whatever order parts follow one another."""

from __future__ import annotations

import random
import zlib

import pytest

from bot.drawing.deflate import ENGINE, OWN, Engine, packed, quickest

ENDED = b"\x03\x00"
"""An empty last block."""
NOISE = random.Random(4).randbytes(50_000)
TEXTS = [b"", b"\x00", NOISE, bytes(60_000), NOISE[:300] * 200, bytes(range(256)) * 90]

ENGINES = pytest.mark.parametrize("engine", [OWN, quickest()], ids=["own", "quickest"])


@ENGINES
def test_any_parts_one_after_the_other_are_one_stream(engine: Engine) -> None:
    dice = random.Random(1)
    for _ in range(20):
        texts = dice.choices(TEXTS, k=7)
        stream = b"".join(packed(text, engine) for text in texts) + ENDED
        assert zlib.decompress(stream, -zlib.MAX_WBITS) == b"".join(texts)


@ENGINES
def test_the_checksums_are_those_of_zlib(engine: Engine) -> None:
    for text in TEXTS:
        assert engine.adler32(text) == zlib.adler32(text)
        assert engine.crc32(text, engine.crc32(b"IDAT", 0)) == zlib.crc32(b"IDAT" + text)


def test_here_the_quicker_one_serves() -> None:
    """It is installed wherever somebody has built it."""
    assert pytest.importorskip("isal")
    assert ENGINE is not OWN
