"""Tests the looks of seats (colours, letters, shapes) and the check at startup that there are enough for every game."""

from __future__ import annotations

import colorsys
import itertools
from dataclasses import replace

import pytest
from PIL import ImageChops

from bot.drawing.palette import PANEL, Colour, contrast, readable_on
from bot.drawing.seats import (
    GLYPHS,
    SEAT_LOOKS,
    check_seats,
    colour_of,
    emoji_of,
    glyph_of,
    look_of,
    mark_on,
    token_name,
)
from bot.drawing.tokens import OUTLINES, player_disc
from bot.run import WRONG_SETTING, check_games, final_word
from rules import GAMES
from rules.description import SEATS
from rules.errors import RulesError
from tests.rules.toy import TOY

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear red, green and blue.
COLOUR_BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
HUES = {"a": 352, "b": 206, "c": 99, "d": 42, "e": 263, "f": 34}
"""The hues of the emoji as Discord draws them, in degrees; white and black have none."""


def test_eight_seats_have_looks_of_their_own() -> None:
    assert len(SEAT_LOOKS) >= 8
    for values in zip(*SEAT_LOOKS, strict=True):
        assert len(set(values)) == len(SEAT_LOOKS), values
    assert [emoji_of(seat) for seat in "abcdef"] == list("🔴🔵🟢🟡🟣🟠")
    assert [look_of(seat) for seat in SEATS] == list(SEAT_LOOKS[: len(SEATS)])


# Colours


@pytest.mark.parametrize("seat", SEATS)
def test_the_letter_on_a_players_disc_reads_well(seat: str) -> None:
    ground = colour_of(seat)
    assert contrast(ground, readable_on(ground)) >= 4.5


@pytest.mark.parametrize("seat", SEATS)
def test_the_line_of_a_player_can_be_seen_on_a_chart(seat: str) -> None:
    """The colour of each seat has a contrast of at least 3 to 1 with a chart's ground (WCAG 2.1, 1.4.11)."""
    assert contrast(colour_of(seat), PANEL) >= 3


@pytest.mark.parametrize(("seat", "hue"), HUES.items())
def test_a_player_has_the_same_colour_in_the_picture_as_in_the_text(seat: str, hue: int) -> None:
    """The hue of a seat's disc is close to that of its emoji: seat a is red in both, not orange like seat f."""
    found = colorsys.rgb_to_hsv(*(part / 255 for part in colour_of(seat)))[0] * 360
    assert min(abs(found - hue), 360 - abs(found - hue)) < 12


def test_white_and_black_have_no_hue() -> None:
    for seat in "gh":
        assert max(colour_of(seat)) - min(colour_of(seat)) < 10
    assert min(colour_of("g")) > max(colour_of("h"))


@pytest.mark.parametrize("eyes", COLOUR_BLIND)
def test_players_can_be_told_apart_by_colour_blind_eyes(eyes: str) -> None:
    seen = [as_seen_by(eyes, colour_of(seat)) for seat in SEATS]
    for one, other in itertools.combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.1


def as_seen_by(eyes: str, shown: Colour) -> tuple[float, ...]:
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in shown]
    return tuple(sum(share * part for share, part in zip(row, linear, strict=True)) for row in COLOUR_BLIND[eyes])


def test_each_players_disc_looks_different(monkeypatch: pytest.MonkeyPatch) -> None:
    """The discs of all seats differ by their letters and shapes even if they have the same colour."""
    assert len({player_disc(seat, 50).tobytes() for seat in SEATS}) == len(SEATS)
    monkeypatch.setattr("bot.drawing.tokens.colour_of", lambda _seat: colour_of("a"))
    assert len({player_disc.__wrapped__(seat, 50).tobytes() for seat in SEATS}) == len(SEATS)


def test_each_piece_has_a_shape_of_its_own() -> None:
    """The outlines of any two seats' discs differ even if neither colour nor letter can be seen."""
    silhouettes = [player_disc(seat, 50).getchannel("A") for seat in SEATS]
    for one, other in itertools.combinations(silhouettes, 2):
        assert sum(ImageChops.difference(one, other).histogram()[128:]) > 40
    assert len({glyph_of(seat) for seat in SEATS}) == len(SEATS)
    assert {look.shape for look in SEAT_LOOKS} <= OUTLINES.keys() & GLYPHS.keys()


@pytest.mark.parametrize("size", [18, 30, 66, 96])
@pytest.mark.parametrize("seat", SEATS)
def test_the_letter_of_a_piece_is_within_its_colour(seat: str, size: int) -> None:
    """The letter stays within the disc: the middle of the upper and of the lower edge of its box is opaque."""
    piece, look = player_disc(seat, size), OUTLINES[look_of(seat).shape]
    high = round(size * look.letter * 0.7)
    middle = round(size * look.middle / 100)
    for down in (middle - high // 2, middle + high // 2):
        assert piece.getpixel((size // 2, down))[3] == 255  # type: ignore[index]


@pytest.mark.parametrize("size", [18, 34, 66, 96])
@pytest.mark.parametrize("seat", SEATS)
def test_two_letters_fit_into_each_piece(seat: str, size: int) -> None:
    """Two letters that are written on a disc reach no farther from its middle, sideways and up or down, than the radius
    of the largest circle inside its outline.
    """
    plain, marked, look = player_disc(f"{seat} ", size), player_disc(f"{seat}Mw", size), OUTLINES[look_of(seat).shape]
    box = ImageChops.difference(plain.convert("RGB"), marked.convert("RGB")).getbbox()
    reach = size * look.reach / 100
    assert box is not None
    assert size / 2 - reach < box[0] < box[2] < size / 2 + reach
    assert size * look.middle / 100 - reach < box[1] < box[3] < size * look.middle / 100 + reach


def test_a_token_without_a_mark_shows_the_seat_s_letter() -> None:
    assert player_disc("b", 40).tobytes() == player_disc("bB", 40).tobytes() != player_disc("bM", 40).tobytes()
    assert [token_name("b", "B"), token_name("b", "M")] == ["b", "bM"]
    assert [mark_on(token) for token in ("b", "bM", "bMa")] == ["B", "M", "Ma"]


# At startup


def test_every_game_has_a_look_for_each_seat() -> None:
    check_games()


def test_a_game_with_more_seats_than_looks_stops_the_start_with_a_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    most = len(SEAT_LOOKS) + 2
    monkeypatch.setitem(GAMES, "toy", replace(TOY, seats=range(2, most + 1)))
    with pytest.raises(RulesError, match=rf"toy has up to {most} seats.* add 2 to SEAT_LOOKS") as refused:
        check_games()
    assert final_word(refused.value) == (str(refused.value), WRONG_SETTING)
    assert WRONG_SETTING == 2


def test_a_game_with_more_seats_than_letters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.drawing.seats.SEAT_LOOKS", (*SEAT_LOOKS, SEAT_LOOKS[0]))
    with pytest.raises(RulesError, match=r"only 8 have a letter: add 1 to SEATS"):
        check_seats("toy", 9)
