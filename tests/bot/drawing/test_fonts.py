"""Tests that our faster measuring of texts gives the same widths, masks and line breaks as Pillow."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from babel.messages.pofile import read_po
from PIL import Image, ImageDraw

import bot.texts
from bot.drawing import fonts
from bot.drawing.fonts import Weight, font, width, wrapped, written

CATALOGUES = sorted(Path(bot.texts.__file__).parent.glob("*.po"))
SIZES = (18, 27, 34, 46, 76)
OF_EACH = 40
ODD = ["j", "f", " ", "  ", "…", "×3", "/12", "Ŕĺ", "T. A. V.", "ﬁ", "e\u0301"]


@cache
def texts() -> list[str]:
    """Returns some texts of every catalogue, and a few unusual ones."""
    found = list(ODD)
    for path in CATALOGUES:
        with path.open("rb") as file:
            said = [str(entry.string)[:150] for entry in read_po(file) if entry.id and str(entry.string)]
        found += Random(path.name).sample([text.replace("\n", " ") for text in said], min(OF_EACH, len(said)))
    return found


@pytest.mark.tier("test")
@pytest.mark.parametrize("weight", get_args(Weight))
def test_a_text_is_as_wide_and_is_where_the_library_says(weight: Weight) -> None:
    for size in SIZES:
        face = font(size, weight)
        for text in texts():
            assert width(text, size, weight) == round(face.getlength(text)), text
            left, top, right, bottom = face.getbbox(text)
            mask, down = written(text, size, weight)
            shown = Image.new("L", (max(1, round(right - min(left, 0))), max(1, round(bottom - top))))
            ImageDraw.Draw(shown).text((-min(left, 0), -top), text, font=face, fill=255)
            assert (mask.size, down) == (shown.size, round(top)), text
            assert mask.tobytes() == shown.tobytes(), text


@pytest.mark.parametrize("size", SIZES)
def test_lines_break_where_the_library_would_break_them(size: int) -> None:
    face = font(size, "Medium")
    for text in texts():
        lines = iter(wrapped(text, size, 300, "Medium"))
        before = next(lines, "")
        for line in lines:
            assert round(face.getlength(f"{before} {line.split()[0]}")) > 300, text
            before = line


def test_no_letter_is_measured_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    for kept in (fonts.width, fonts.wrapped, fonts._letter):
        kept.cache_clear()
    measured: list[str] = []
    genuine = font(31, "Medium")

    class Watched:
        def getlength(self, text: str) -> float:
            measured.append(text)
            return genuine.getlength(text)

        getbbox = genuine.getbbox

    monkeypatch.setattr(fonts, "font", lambda *_: Watched())
    for text in islice(texts(), 60):
        wrapped(text, 31, 300, "Medium")
    assert measured
    assert len(measured) == len(set(measured))
    fonts._letter.cache_clear()
