"""Texts for players use everyday words: no word that the English standard replaces, no rule number in the way."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.bot.texts.test_texts import EVERY_TRANSLATION, RULE, said_in_the_code, texts
from tests.english import FORBIDDEN

RARE: Final = (*FORBIDDEN, "anybody", "everybody", "shall", "alone", "stands", "for ever")
"""English words that players do not get to read."""
REPLACED: Final = {
    "cs": {
        r"ok(?:no|na|nu|nem|ně|en|nech|nům)": "reakce",
        r"závaz\w*": "pečeť",
        r"sezon\w*": "sezóna",
        r"vy|vás|vám|vámi|váš\w*|vaš\w*|můžete|smíte|chcete": "tykání",
        r"trval\w+ pokyn\w*": "stálé nastavení",
    },
    "sk": {
        r"ok(?:no|na|nu|nom|ne|ien|nách|nám)": "reakcia",
        r"záväz\w*": "pečať",
        r"vy|vás|vám|vami|váš\w*|vaš\w*|môžete|smiete|chcete": "tykanie",
        r"trval\w+ pokyn\w*": "stále nastavenie",
    },
}
"""Czech and Slovak words by what is written instead."""
HELP: Final = {"topics.py", "symbols.py", "cards.py", "rulings.py"}
"""Modules of the rules help, whose texts cite rules."""


def words_in(text: str, words: str) -> list[str]:
    return re.findall(rf"\b(?:{words})\b", text, re.IGNORECASE)


def test_english_texts_have_no_rare_words() -> None:
    rare = "|".join(RARE)
    found = {}
    for message in said_in_the_code():
        text = message if isinstance(message, str) else " ".join(message)
        if words := words_in(text, rare):
            found[text] = words
    assert not found


@EVERY_TRANSLATION
def test_translations_have_no_replaced_words(language: str) -> None:
    assert not [
        (text, f"{words[0]}: write {instead}")
        for _, text in texts(language)
        for replaced, instead in REPLACED[language].items()
        if (words := words_in(text, replaced))
    ]


def test_only_the_rules_help_cites_rules_within_a_text() -> None:
    """Questions, labels and news have no rule numbers; a refusal gets its number at its end."""
    assert not {
        message: sorted(str(path) for path in said_by)
        for message, said_by in said_in_the_code().items()
        if re.search(RULE, message if isinstance(message, str) else message[0])
        if any(path.name not in HELP and path.parts[0] != "rules" for path in said_by)
    }


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("cs", "Okno se zavře.", "Okno"),
        ("cs", "Závazek zamíchání", "Závazek"),
        ("cs", "Vyberte svou kostku, nebo můžete vynechat.", "můžete"),
        ("sk", "V oknách tejto fázy", "oknách"),
        ("sk", "Sadol si oknom k vášmu stolu", "oknom"),
    ],
)
def test_replaced_words_are_found(language: str, text: str, found: str) -> None:
    assert found in [word for replaced in REPLACED[language] for word in words_in(text, replaced)]
