"""Sketches: descriptions of pictures, with their alt texts, from which the pictures are drawn."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from PIL import Image

from bot.drawing.mosaic import Mosaic

MAX_ALT = 1024
"""The maximum number of characters in an alt text at Discord."""
MAX_BYTES = 200 * 1024
COLOURS = 256
SAMPLED = 3
"""The step in pixels of the samples from which a palette is chosen, which is faster than using all pixels."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: a file's bytes in `png` (a GIF if `kind` says so) and an alt text of ≤ 1,024 characters."""

    png: bytes
    alt: str
    kind: str = "png"
    """The file's format and the extension of its name: `png`, or `gif` for a film."""


@dataclass(frozen=True)
class Sketch:
    """The description of a picture; `scene` is everything it shows, in values whose `repr` tells them apart."""

    game: str
    kind: str
    language: str
    scene: Any
    alt: str
    paint: Callable[[Any, str], Image.Image | Mosaic]
    """A function that draws: (scene, language) -> the finished image, or the parts of it."""
    owner: str = ""
    """The viewer of a private picture. It is part of the cache key, because a fast picture would reveal that it was
    shown before."""
    parts: Callable[[Any], Mapping[str, object]] | None = None
    """Returns the named parts of a scene; the painter gives each name a region (`Mosaic.name`)."""
    changed: frozenset[str] = frozenset()
    """The names of the parts that get an outline."""

    @cached_property
    def digest(self) -> str:
        """A hash of everything that the picture shows, with its outlines, and of its owner; a cache key."""
        return _digest(self.scene_digest, sorted(self.changed)) if self.changed else self.scene_digest

    @cached_property
    def scene_digest(self) -> str:
        """A hash of what the picture shows and of its owner, without outlines: equal while the table looks the same."""
        return _digest(self.game, self.kind, self.language, self.scene, self.owner)

    def since(self, before: Sketch | None) -> Sketch:
        """Returns this sketch with an outline around every part that differs from an earlier sketch of the same table.

        Returns it unchanged if there is no earlier one with the same kind of parts.
        """
        if before is None or self.parts is None or self.parts is not before.parts:
            return self
        then, now = before.parts(before.scene), self.parts(self.scene)
        changed = frozenset(name for name, shown in now.items() if name not in then or then[name] != shown)
        return replace(self, changed=changed)

    def picture(self) -> Picture:
        """Draws the picture; the same sketch always gives the same pixels."""
        painted = self._painted()
        return Picture(painted.png() if isinstance(painted, Mosaic) else encoded(painted), self.alt)

    def image(self) -> Image.Image:
        """Returns the image in full colour, for use in a larger picture."""
        painted = self._painted()
        return painted.image() if isinstance(painted, Mosaic) else painted

    def _painted(self) -> Image.Image | Mosaic:
        painted = self.paint(self.scene, self.language)
        if isinstance(painted, Mosaic):
            painted.outline(self.changed)
        return painted


def _digest(*shown: object) -> str:
    return sha256(repr(shown).encode("utf-8", "surrogatepass")).hexdigest()


def encoded(image: Image.Image) -> bytes:
    """Returns the image as a PNG in 256 colours, which is enough for flat pictures."""
    few = image.resize((-(-image.width // SAMPLED), -(-image.height // SAMPLED)), Image.Resampling.NEAREST)
    colours = few.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return png_of(image.quantize(palette=colours, dither=Image.Dither.NONE))


def png_of(flat: Image.Image) -> bytes:
    """Returns the PNG of an image that already has a palette."""
    file = io.BytesIO()
    flat.save(file, "PNG", compress_level=2)
    return file.getvalue()


def first_alt(versions: Iterable[str]) -> str:
    """Returns the first of these alt texts (longest first) that is short enough; otherwise the last one, truncated."""
    version = ""
    for version in versions:
        if _length(version) <= MAX_ALT:
            return version
    kept = version.encode("utf-16-le")[: 2 * (MAX_ALT - 1)].decode("utf-16-le", "ignore")
    return kept.rstrip() + "…"


def _length(text: str) -> int:
    """Returns the length of a text in UTF-16 units, the strictest count."""
    return len(text.encode("utf-16-le")) // 2
