"""Drawn symbols for labels: the application uploads them as emojis of its own; until then, Unicode emojis are sent."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from typing import Final

from PIL import Image

from bot.drawing import tokens
from bot.drawing.palette import PANEL, Colour, readable_on
from bot.drawing.pen import Icon, box_mask, icon_mask

SIZE: Final = 64
ICON_SHARE: Final = 0.8
_SIGNS: Final[dict[str, Sign]] = {}
_uploaded: dict[str, int] = {}
"""Names of uploaded emojis -> their IDs."""


class Sign(str):
    """A Unicode emoji that is replaced, in buttons and options, by a drawn symbol once that has been uploaded."""

    __slots__ = ("ground", "icon", "label")

    label: str
    icon: Icon | None
    ground: Colour

    def __new__(cls, emoji: str, label: str, ground: Colour, icon: Icon | None = None) -> Sign:
        """Creates and registers a symbol: an icon on a tile of that colour. `label`: a unique name of ≤ 23 letters."""
        sign = super().__new__(cls, emoji)
        sign.label, sign.ground, sign.icon = label, ground, icon
        _SIGNS[label] = sign
        return sign

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Makes copies and pickles of a sign plain strings: its Unicode emoji."""
        return str, (str(self),)


PASS: Final = Sign("💤", "pass", PANEL, tokens.pause)
"""The symbol of an answer that passes, which pictures show at players who have passed."""


def pictures() -> Mapping[str, bytes]:
    """Returns the PNG of every symbol by the name of its emoji, which contains a hash of the picture's pixels."""
    drawn = {label: _drawn(sign) for label, sign in _SIGNS.items()}
    return {f"{label}_{hashlib.sha256(image.tobytes()).hexdigest()[:8]}": _png(image) for label, image in drawn.items()}


def use(emojis: Mapping[str, int]) -> None:
    """Sets the uploaded emojis (name -> ID) that are sent for the symbols from now on; others stay Unicode emojis."""
    _uploaded.clear()
    _uploaded.update({name.rpartition("_")[0]: number for name, number in emojis.items()})


def emoji_id(emoji: str | None) -> int | None:
    """Returns the ID of the uploaded emoji for a `Sign`; None if there is none, so that the Unicode emoji is sent."""
    return _uploaded.get(emoji.label) if isinstance(emoji, Sign) else None


def _drawn(sign: Sign) -> Image.Image:
    """Returns the picture of a symbol."""
    image = Image.new("RGBA", (SIZE, SIZE))
    tile = box_mask(SIZE, SIZE, SIZE // 5)
    image.paste((*sign.ground, 255), (0, 0), tile)
    image.putalpha(tile)
    if sign.icon is not None:
        mask = icon_mask(sign.icon, round(SIZE * ICON_SHARE))
        corner = (SIZE - mask.width) // 2
        image.paste((*readable_on(sign.ground), 255), (corner, corner), mask)
    return image


def _png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
