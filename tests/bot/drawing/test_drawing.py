"""Tests drawing in general: fonts, colours, shapes, sketches, alt texts and charts."""

from __future__ import annotations

import io
import itertools
import unicodedata
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PIL import Image

from bot.drawing import MAX_ALT, MAX_BYTES, Sketch, chart
from bot.drawing.canvas import Canvas
from bot.drawing.fonts import covers, cut, fitting, width, wrapped, writable
from bot.drawing.palette import Colour, colour, contrast
from bot.drawing.pen import Pen, box_mask, disc_mask
from bot.drawing.sketch import encoded, first_alt
from bot.drawing.tokens import spread
from bot.views import clean
from rules.description import SEATS
from tests.bot.games.pictures import Sheet

TEXTS = Path(__file__).parents[3] / "bot" / "texts"


# The font


@pytest.mark.parametrize("path", sorted(TEXTS.glob("*.po")), ids=lambda path: path.name)
def test_the_font_has_every_letter_of_the_catalogues(path: Path) -> None:
    with path.open("rb") as source:
        catalogue = read_po(source)
    said = {
        letter
        for message in catalogue
        for text in itertools.chain(
            [message.id] if isinstance(message.id, str) else message.id,
            [message.string] if isinstance(message.string, str) else message.string or (),
        )
        for letter in text
        if unicodedata.category(letter)[0] in "LNPS" and unicodedata.category(letter) != "So"
    }
    assert len(said) > 20
    assert not [letter for letter in said if not covers(letter)]


def test_the_font_has_all_of_czech_and_slovak() -> None:
    letters = "áäčďéěíĺľňóôŕřšťúůýž"
    assert all(covers(letter) for letter in letters + letters.upper() + "„“–…×½")


@pytest.mark.parametrize("letter", ["🔪", "漢", "ع", "✊"])
def test_missing_glyphs_of_the_font_are_listed(letter: str) -> None:
    assert not covers(letter)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jiří Hájek", "Jiří Hájek"), ("🔥 Anna 🔥", "Anna"), ("漢字", ""), ("a_b*c", "a_b*c"), ("<@1>", "‹@1›"),
        ("Žofie #1 [x]", "Žofie #1 [x]"), ("( 🃏 karty)", "(karty)"),
    ],
)  # fmt: skip
def test_a_name_is_written_as_far_as_the_font_goes(name: str, shown: str) -> None:
    assert writable(clean(name)) == shown


def test_text_is_cut_and_wrapped_to_its_room() -> None:
    assert cut("Anna", 40, 400) == "Anna"
    short = cut("Anna " * 30, 40, 400)
    assert short.endswith("…")
    assert width(short, 40) <= 400
    lines = wrapped("jedna dvě tři čtyři pět šest sedm", 30, 200)
    assert " ".join(lines) == "jedna dvě tři čtyři pět šest sedm"
    assert len(lines) > 1
    assert all(width(line, 30) <= 200 for line in lines)
    assert width(wrapped("nejneobhospodařovávatelnější" * 2, 30, 200)[0], 30) <= 200


def test_the_largest_size_that_fits_is_taken() -> None:
    sizes = range(40, 20, -2)
    size = fitting("Obchodní čtvrť", sizes, 200)
    assert width("Obchodní čtvrť", size) <= 200 < width("Obchodní čtvrť", size + 2)
    assert fitting("Obchodní čtvrť", sizes, 10) == sizes[-1]
    assert fitting("", sizes, 10) == 40


# Colours


def test_contrast_is_measured_as_the_web_does() -> None:
    assert contrast(colour("#000000"), colour("#ffffff")) == pytest.approx(21)
    assert contrast(colour("#777777"), colour("#ffffff")) == pytest.approx(4.48, abs=0.01)


# Shapes


def test_shapes_are_smooth() -> None:
    for mask in (disc_mask(40), box_mask(60, 40, 12), Pen(40).star(50, 50, 50).done()):
        levels = set(mask.get_flattened_data() if hasattr(mask, "get_flattened_data") else mask.getdata())
        assert {0, 255} < levels


def test_pieces_in_a_row_keep_their_distance_or_overlap_evenly() -> None:
    assert list(spread(3, 50, 400, 4)) == [-54, 0, 54]
    assert list(spread(1, 50, 10)) == [0]
    crowded = list(spread(9, 50, 130))
    assert crowded[0] - 25 >= -65
    assert crowded[-1] + 25 <= 65


def test_text_begins_ends_or_is_where_it_should() -> None:
    for side, columns in (("left", range(100, 200)), ("right", range(100)), ("middle", range(50, 150))):
        canvas = Canvas(200, 60, Colour(0, 0, 0))
        canvas.text(100, 5, "Ahoj", 30, Colour(255, 255, 255), side=side)  # type: ignore[arg-type]
        box = canvas.image.getbbox()
        assert box is not None
        assert box[0] >= columns[0] - 1
        assert box[2] <= columns[-1] + 2


# Sketches


def plain(scene: object, _language: str) -> Image.Image:
    return Image.new("RGB", (40, 40), (len(str(scene)), 0, 0))


def test_a_sketchs_digest_is_that_of_what_it_shows() -> None:
    sketch = Sketch("game", "board", "cs", ("a", 1), "", plain)
    assert sketch.digest == Sketch("game", "board", "cs", ("a", 1), "", plain).digest
    others = [
        Sketch("other", "board", "cs", ("a", 1), "", plain), Sketch("game", "hand", "cs", ("a", 1), "", plain),
        Sketch("game", "board", "en", ("a", 1), "", plain), Sketch("game", "board", "cs", ("a", "1"), "", plain),
    ]  # fmt: skip
    assert len({sketch.digest, *(other.digest for other in others)}) == 5


def test_a_picture_is_a_png_of_few_bytes() -> None:
    drawn = Sketch("game", "board", "cs", "x", "an x", plain).picture()
    assert drawn.alt == "an x"
    with Image.open(io.BytesIO(drawn.png)) as image:
        assert (image.format, image.size) == ("PNG", (40, 40))
    flat = encoded(Image.new("RGB", (1080, 1600), (20, 30, 40)))
    assert len(flat) < 20_000


def test_an_alt_text_is_the_fullest_version_that_fits() -> None:
    assert first_alt(["full", "short"]) == "full"
    assert first_alt(["f" * (MAX_ALT + 1), "short"]) == "short"
    assert first_alt(["f" * MAX_ALT, "short"]) == "f" * MAX_ALT
    clipped = first_alt(["🎩" * MAX_ALT])
    assert len(clipped.encode("utf-16-le")) // 2 <= MAX_ALT
    assert clipped.endswith("🎩…")


# Charts


def chart_of(*points: tuple[int, ...], target: int | None = None) -> chart.Chart:
    lines = tuple(chart.Line(SEATS[at], f"N{at}", sums) for at, sums in enumerate(points))
    return chart.Chart(tuple(str(at) for at in range(len(points[0]))), lines, target)


@pytest.mark.parametrize(
    "points",
    [
        [(0,)] * 2, [(0, 0)] * 6, [tuple(range(40))] * 6, [(0, 3, 9), (0, 1, 15), (0, 0, 2)],
        [(5, 130), (7, 7), (0, 1), (0, 2), (0, 0), (3, 129)],
    ],
)  # fmt: skip
def test_a_chart_stays_on_its_sheet(points: list[tuple[int, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    Sheet.watched(monkeypatch)
    assert len(encoded(chart.painted(chart_of(*points, target=10)))) < MAX_BYTES


def test_letters_at_the_end_of_the_lines_never_cover_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet.watched(monkeypatch)
    chart.painted(chart_of(*[(0, 7)] * 6))
    ends = sorted(box[1] for piece, box in sheet.pieces if piece.size == (58, 58) and box[0] > 990)
    assert len(ends) == 6
    assert all(lower - upper >= 58 for upper, lower in itertools.pairwise(ends))


def test_a_chart_has_an_alternative_text() -> None:
    said = chart.alt(chart_of((0, 1, 3), (0, 2, 2)), "Points after each round")
    assert said == "Points after each round: A N0: 0, 1, 3; B N1: 0, 2, 2."
    long = chart.alt(chart_of(tuple(range(400)), tuple(range(400))), "Points")
    assert long == "Points: A: 399; B: 399."
