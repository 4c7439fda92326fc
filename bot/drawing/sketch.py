"""The content of a picture before it is drawn: picture and alt text come from the same small description."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from PIL import Image

from bot.drawing.mosaic import Mosaic

MOST_ALT = 1024
"""Characters of an alt text that Discord takes."""
MOST_BYTES = 200 * 1024
COLOURS = 256
SAMPLED = 3
"""Every such pixel of every such row is looked at for choosing the colours, which is quicker and no worse."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: a PNG and its alt text (at most 1,024 characters)."""

    png: bytes
    alt: str
    kind: str = "png"
    """How its file's name ends: a film is a `gif`."""


@dataclass(frozen=True)
class Sketch:
    """A picture to be drawn; `scene` is everything it shows, in values whose `repr` tells them apart."""

    game: str
    kind: str
    language: str
    scene: Any
    alt: str
    paint: Callable[[Any, str], Image.Image | Mosaic]
    """Scene and language -> the finished image, or the parts that it is made of."""
    owner: str = ""
    """The seat whose picture it is, if others must not learn that it was shown: a cached picture comes faster."""
    parts: Callable[[Any], Mapping[str, object]] | None = None
    """Returns the named parts of a scene; the painter gives each name a region (`Mosaic.name`)."""
    changed: frozenset[str] = frozenset()
    """The names of the parts that are outlined."""

    @cached_property
    def digest(self) -> str:
        """The same for the same picture of the same owner, and for no other."""
        return _digest(self.scene_digest, sorted(self.changed)) if self.changed else self.scene_digest

    @cached_property
    def scene_digest(self) -> str:
        """The digest without the outlines: equal as long as the table looks the same."""
        return _digest(self.game, self.kind, self.language, self.scene, self.owner)

    def since(self, before: Sketch | None) -> Sketch:
        """Returns this picture with everything outlined that looks different in an earlier one of the same table."""
        if before is None or self.parts is None or self.parts is not before.parts:
            return self
        then, now = before.parts(before.scene), self.parts(self.scene)
        changed = frozenset(name for name, shown in now.items() if name not in then or then[name] != shown)
        return replace(self, changed=changed)

    def picture(self) -> Picture:
        """Draws it; the same sketch always gives the same bytes."""
        painted = self._painted()
        return Picture(painted.png() if isinstance(painted, Mosaic) else encoded(painted), self.alt)

    def image(self) -> Image.Image:
        """The picture in all its colours, for a larger one that it is a part of."""
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
    """Returns a PNG in 256 colours, which is enough for flat pictures."""
    few = image.resize((-(-image.width // SAMPLED), -(-image.height // SAMPLED)), Image.Resampling.NEAREST)
    colours = few.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return png_of(image.quantize(palette=colours, dither=Image.Dither.NONE))


def png_of(flat: Image.Image) -> bytes:
    """A PNG of an image that has few colours already."""
    file = io.BytesIO()
    flat.save(file, "PNG", compress_level=2)
    return file.getvalue()


def alt_of(*versions: str) -> str:
    """The first version that fits an alt text (the fullest comes first), else the last one, cut."""
    for version in versions:
        if _length(version) <= MOST_ALT:
            return version
    kept = versions[-1].encode("utf-16-le")[: 2 * (MOST_ALT - 1)].decode("utf-16-le", "ignore")
    return kept.rstrip() + "…"


def _length(text: str) -> int:
    """In UTF-16 units, the strictest count."""
    return len(text.encode("utf-16-le")) // 2
