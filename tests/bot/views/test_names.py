"""Tests that a user's name cannot break a message or a record."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.views import clean
from rules.notation import check_names

BIDI_CONTROLS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN")


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
        ("||spoiler||", "¦¦spoiler¦¦"),
        ("~~gone~~", "∼∼gone∼∼"),
        ("```code```", "ˋˋˋcodeˋˋˋ"),
        ("[here](https://evil.example)", "［here］(https꞉//evil.example)"),
        ("<#1> <:x:1> <t:1:R>", "‹＃1› ‹:x:1› ‹t:1:R›"),
        ("@here <@&1>", "＠here ‹＠&1›"),
        ("\u2066left\u2069 \u200fright\u061c", "left right"),
        ("A\u200d\ufeff\u00adnna\u2064", "Anna"),
        ("\u0001\u007f\x1b[31mred", "［31mred"),
        ("Q\u0302\u0303\u0304\u0305a\u0336\u0337\u0338l", "Q\u0302\u0303a\u0336\u0337l"),
    ],
)
def test_names_are_cleaned(name: str, expected: str) -> None:
    assert clean(name) == expected


def test_piles_of_accents_are_cut() -> None:
    assert len(clean("a" + "\u0336" * 30 + "b")) <= 4


MARKUP = st.lists(
    st.sampled_from([
        "**", "__", "~~", "||", "`", "```", "<@1>", "<@&2>", "@everyone", "@here", "[a](https://b.c)", "\n> ", "\n# ",
        "-# ", "\u202e", "\u2067", "\u200b", "\u200d", "\ufeff", "\u0336", "\u20dd", "\u0489", "x", " ", "\\",
        "{seat}", "<t:1:R>",
    ]),
    max_size=20,
).map("".join)  # fmt: skip


@given(MARKUP)
def test_no_mixture_of_markup_survives(name: str) -> None:
    cleaned = clean(name)
    assert not set(cleaned) & set("*_~`|\\<>@#[]{}\n\r")
    assert "://" not in cleaned
    assert not cleaned.startswith(("-", "+", ">"))
    assert not [letter for letter in cleaned if unicodedata.bidirectional(letter) in BIDI_CONTROLS]
    assert cleaned.isprintable()
    assert cleaned.strip() == cleaned != ""


@pytest.mark.tier("test")
@given(st.text(max_size=60))
def test_any_name_is_harmless(name: str) -> None:
    cleaned = clean(name)
    assert 1 <= len(cleaned) <= 32
    assert check_names([cleaned]) == (cleaned,)
    assert not set(cleaned) & set("*_~`|\\<>@#[]\n\r")
    assert not [letter for letter in cleaned if unicodedata.category(letter)[0] == "C"]
    assert clean(cleaned) == cleaned
