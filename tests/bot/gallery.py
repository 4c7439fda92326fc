"""Helpers that read the pictures in messages, and a renderer that a test can delay or break."""

from __future__ import annotations

import re
import struct
import threading
import zlib
from functools import lru_cache
from hashlib import sha256
from typing import Any

from bot.drawing import Picture, Sketch
from bot.drawing.sketch import encoded
from bot.drawing.strips import SIGNATURE
from bot.emulator.people.seen import Seen
from tests.bot.table import Evening

GALLERY = 12


class Renderer:
    """A renderer that waits for the test's permission or fails."""

    def __init__(self) -> None:
        self.may_paint = threading.Event()
        self.may_paint.set()
        self.broken = False

    def draw(self, wanted: Sketch) -> Picture:
        assert self.may_paint.wait(20)
        if self.broken:
            raise KeyError("police_chief-hat")
        return Picture(encoded(wanted.image()), wanted.alt)


def alt(seen: Seen) -> str | None:
    """Returns the alt text of the message's picture; None if it has no picture."""
    found = [part for part in seen.parts if part.type == GALLERY]
    if not found:
        return None
    (gallery,) = found
    (item,) = gallery.data["items"]
    (file,) = seen.attachments
    assert item["media"]["attachment_id"] == file["id"]
    assert file["filename"] == "table.png"
    return str(item["description"])


def image(evening: Evening, seen: Seen, name: str = "Anna") -> bytes:
    (file,) = seen.attachments
    return evening.person(name).download(file)


@lru_cache(256)
def content_hash(file: bytes | Picture) -> str:
    """Returns a hash of a file, or of a picture with its alt text; for a PNG, of all but how its pixels are compressed.

    ISA-L (`bot/drawing/strips.py`) sometimes compresses the same pixels into other bytes.
    """
    if isinstance(file, Picture):
        return f"{file.kind} {content_hash(file.png)} {file.alt}"
    return sha256(_uncompressed(file) if file.startswith(SIGNATURE) else file).hexdigest()


def _uncompressed(png: bytes) -> bytes:
    """Returns all chunks of a PNG without its pixels, and then its pixels, uncompressed."""
    others, packed, at = b"", b"", len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        chunk = png[at + 4 : at + 8 + length]
        if chunk.startswith(b"IDAT"):
            packed += chunk[4:]
        else:
            others += chunk
        at += length + 12
    return others + zlib.decompress(packed)


def texts(seen: Seen) -> str:
    """Returns the texts of a message without its picture."""
    return "\n".join(part.text for part in seen.parts if part.type != GALLERY)


def uploads(evening: Evening, since: int = 0) -> list[Any]:
    """Returns the requests that sent a picture (`table.png`), without the first `since` requests of the evening."""
    return [one for one in list(evening.discord.requests)[since:] if sends_a_file(one.body)]


def sends_a_file(body: Any) -> bool:
    if not isinstance(body, dict):
        return False
    attached = (body.get("data") or body).get("attachments") or ()
    return any(one.get("filename") == "table.png" for one in attached)


def stacks(text: str, pattern: str) -> dict[str, str]:
    """Returns a location's number -> the letters of its mobsters; `pattern` finds (number, row) in the text."""
    return {number: "".join(re.findall("[A-F](?![a-zá-ž])", row)) for number, row in re.findall(pattern, text, re.M)}
