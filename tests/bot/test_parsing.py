"""Tests that only plain digits count as a number."""

from __future__ import annotations

import pytest

from bot.cli import main
from bot.features.tournaments.view import typed_places
from bot.measuring.parsing import parse_int
from bot.views.custom_id import CustomId, parse

NONE = ["", "²", "١٢", "१", "⑫", "½", "1_0", "+1", "-1", " 1", "1 ", "1\n", "1.0", "0x1", "1e3", "1" * 10, "9" * 5_000]


@pytest.mark.parametrize("text", NONE)
def test_other_texts_are_not_numbers(text: str) -> None:
    assert parse_int(text) is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 999_999_999)])
def test_plain_digits_are_numbers(text: str, number: int) -> None:
    assert parse_int(text) == number


@pytest.mark.parametrize("game", ["01", "²", "١", "1_0", "+1", " 1", ""])
def test_a_custom_id_is_spelt_in_one_way_only(game: str) -> None:
    assert parse("kr:1:do:4:0.1") == CustomId(1, "do", 4, (0, 1))
    for forged in (f"kr:{game}:do:4:0.1", f"kr:1:do:{game}:0.1", f"kr:1:do:4:{game}.1", "kr:1:do:4:0=01"):
        assert parse(forged) is None, forged


@pytest.mark.parametrize("place", ["²", "١", "1_0", "-1", "0", "9" * 5_000])
def test_a_place_is_a_number(place: str) -> None:
    assert typed_places("1 Anna\n2 Bert", (1, 2)) == {1: 1, 2: 2}
    assert typed_places(f"{place} Anna\n2 Bert", (1, 2)) in (None, {1: None, 2: 2} if place == "0" else None)


@pytest.mark.parametrize("table", ["²", "١", "1_0", "-1"])
def test_the_operators_table_is_a_number(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["close", table])
    assert "TABLE" in capsys.readouterr().err
