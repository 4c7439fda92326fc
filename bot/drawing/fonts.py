"""The font of all pictures (Fira Sans, with all Czech and Slovak letters): measuring, truncating and wrapping."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

Weight = Literal["Regular", "Medium", "SemiBold", "Bold"]
ELLIPSIS = "…"
_FACES = Path(__file__).with_name("fira_sans")
_SIGN_OF_NOTHING = "\uffff"
_PLAIN = str.maketrans("∗ˍ∼∖＠＃［］｛｝꞉", "*_~\\@#[]{}:")
"""Names contain look-alikes of Markdown characters (bot/views/names.py), which pictures show as the originals."""


@lru_cache(16)
def font(size: int, weight: Weight = "SemiBold") -> ImageFont.FreeTypeFont:
    """Returns the font in a size in pixels."""
    # Few sizes are cached, because each takes a quarter of a megabyte and drawn letters are cached separately. Loading
    # from the file shares memory among sizes; from bytes, each size would take half a megabyte.
    return ImageFont.truetype(_FACES / f"FiraSans-{weight}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def covers(letter: str) -> bool:
    """Returns whether the font has this character; True for a space."""
    if letter == " ":
        return True
    drawn, unknown = font(24).getmask(letter), font(24).getmask(_SIGN_OF_NOTHING)
    return drawn.size != unknown.size or bytes(drawn) != bytes(unknown)


def writable(text: str) -> str:
    """Returns the text as pictures can show it, without characters that the font does not have.

    A name may be in any script, or only emoji: then it becomes empty. Look-alikes of Markdown characters become the
    originals, and spaces are reduced to one between words.
    """
    kept = "".join(letter for letter in text.translate(_PLAIN) if covers(letter) and letter.isprintable())
    return " ".join(kept.split()).replace("( ", "(")


@lru_cache(2048)
def width(text: str, size: int, weight: Weight = "SemiBold") -> int:
    """Returns the width of a text in whole pixels."""
    return round(_length(text, size, weight))


def _length(text: str, size: int, weight: Weight) -> float:
    """Returns the exact width of a text in pixels: the sum of its letters' widths, because the font has no kerning."""
    return sum(_step(letter, size, weight) for letter in text)


@lru_cache(16384)
def _step(letter: str, size: int, weight: Weight) -> float:
    """Returns the advance of a letter in pixels."""
    return font(size, weight).getlength(letter)


class Letter(NamedTuple):
    """The measures of a letter in pixels: its advance, and the box of its drawing from the top of the line."""

    step: float
    box: tuple[float, float, float, float]


@lru_cache(4096)
def _letter(letter: str, size: int, weight: Weight) -> Letter:
    return Letter(_step(letter, size, weight), font(size, weight).getbbox(letter))


@lru_cache(1024)
def cut(text: str, size: int, most: int, weight: Weight = "SemiBold") -> str:
    """Returns the text; if it is wider than that many pixels, truncated with an ellipsis."""
    if width(text, size, weight) <= most:
        return text
    while text and width(text + ELLIPSIS, size, weight) > most:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def fitting(text: str, sizes: range, most: int, weight: Weight = "SemiBold") -> int:
    """Returns the first of these sizes (largest first) in which the text fits into that width; otherwise the last."""
    return next((size for size in sizes if width(text, size, weight) <= most), sizes[-1])


def fitted(text: str, sizes: range, most: int, weight: Weight = "SemiBold") -> tuple[str, int]:
    """Returns the text and the first of these sizes (largest first) in which it fits into that width.

    If none fits, the size is the last one and the text is truncated with an ellipsis.
    """
    size = fitting(text, sizes, most, weight)
    return cut(text, size, most, weight), size


@lru_cache(512)
def wrapped(text: str, size: int, most: int, weight: Weight = "SemiBold") -> tuple[str, ...]:
    """Returns the text in lines that fit into that width; a single word that is too wide is truncated."""
    lines: list[str] = []
    so_far = 0.0
    for word in text.split():
        more = _length(f" {word}" if lines else word, size, weight)
        if lines and round(so_far + more) <= most:
            lines[-1] = f"{lines[-1]} {word}"
            so_far += more
        else:
            lines.append(cut(word, size, most, weight))
            so_far = _length(lines[-1], size, weight)
    return tuple(lines)


@lru_cache(512)
def written(text: str, size: int, weight: Weight) -> tuple[Image.Image, int]:
    """Returns a text as a mask, and the distance from the top of its line to the top of the mask."""
    left, top, right, bottom = _box(text, size, weight)
    mask = Image.new("L", (max(1, round(right - min(left, 0))), max(1, round(bottom - top))))
    begin = -min(left, 0.0)
    for letter in text:
        step, box = _letter(letter, size, weight)
        if box[2] > box[0] and box[3] > box[1]:
            mask.paste(255, (round(begin + box[0]), round(box[1] - top)), _mask(letter, size, weight))
        begin += step
    return mask, round(top)


@lru_cache(4096)
def _mask(letter: str, size: int, weight: Weight) -> Image.Image:
    """Returns the drawing of a letter as a mask of the size of its box."""
    left, top, right, bottom = _letter(letter, size, weight).box
    mask = Image.new("L", (round(right - left), round(bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), letter, font=font(size, weight), fill=255)
    return mask


def _box(text: str, size: int, weight: Weight) -> tuple[float, float, float, float]:
    """Returns the bounding box of a text: the union of its letters' boxes."""
    begin, boxes = 0.0, []
    for letter in text:
        step, (left, top, right, bottom) = _letter(letter, size, weight)
        boxes.append((begin + left, top, begin + right, bottom))
        begin += step
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
