"""Names of people cannot harm a message or a record."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.showing import clean
from rules.notation import check_names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna", "Anna"),
        ("  Žluťoučký   kůň ", "Žluťoučký kůň"),
        ("李小龙", "李小龙"),
        ("**bold** _it_", "∗∗bold∗∗ ˍitˍ"),
        ("<@123> @everyone", "‹＠123› ＠everyone"),
        ("a | b", "a ¦ b"),
        ("two\nlines", "two lines"),
        ("a\u200bb\u202ec", "abc"),
        ("\u3164", "?"),
        ("\u200b\u2060", "?"),
        ("", "?"),
        ("> quote", "› quote"),
        ("- list", "list"),
        ("# big", "＃ big"),
        ("https://evil.example", "https꞉//evil.example"),
        ("x" * 50, "x" * 32),
        ("{player}", "｛player｝"),
    ],
)
def test_names_are_cleaned(name: str, expected: str) -> None:
    assert clean(name) == expected


def test_piles_of_accents_are_cut() -> None:
    assert len(clean("a" + "\u0336" * 30 + "b")) <= 4


@given(st.text(max_size=60))
def test_any_name_is_harmless(name: str) -> None:
    cleaned = clean(name)
    assert 1 <= len(cleaned) <= 32
    assert check_names([cleaned]) == (cleaned,)
    assert not set(cleaned) & set("*_~`|\\<>@#[]\n\r")
    assert not [letter for letter in cleaned if unicodedata.category(letter)[0] == "C"]
    assert clean(cleaned) == cleaned
