"""Tests the words of texts for players: no rare words, and no rule numbers within a sentence."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Final

import pytest

from bot.texts import LANGUAGES, translator_for
from tests.bot.texts.test_texts import BOT, EVERY_TRANSLATION, MARKS, RULE, called, literals, said_in_the_code, texts
from tests.english import FORBIDDEN

RARE: Final = (*FORBIDDEN, "anybody", "everybody", "shall", "alone", "stands", "for ever")
"""English words that texts for players do not use."""
REPLACED: Final = {
    "cs": {
        r"ok(?:no|na|nu|nem|ně|en|nech|nům)": "reakce",
        r"závaz\w*": "pečeť",
        r"sezon\w*": "sezóna",
        r"vy|vás|vám|vámi|váš\w*|vaš\w*|můžete|smíte|chcete": "tykání",
        r"trval\w+ pokyn\w*": "stálé nastavení",
        r"předej zařízení, na řadě": "předej zařízení: …",
        r"doplnit počítač\w*": "přidat počítač",
        r"(?:moje|čí) ruka": "karty",
        r"veřejných tabulk\w+": "žebříčky",
        r"místo těch z tempa": "vlastní limit na tah",
        r"ze 100": "šance v procentech",
        r"nechat (?:být|proběhnout)": "nereagovat",
        r"hra stojí": "hra je pozastavená",
        r"zrušení stojí": "karty na zrušení odhodíš",
        r"kdo někoho dostal": "komu se vrátil mafián",
        r"všude všechny nechat": "nikoho nestahovat",
        r"(?:ten|t[aáyuoé]|toho|tomu|tom|tím|t[ěeí]ch|těmi?|tou)hle": "tento",
        r"jak dlouho bude třeba": "bez časomíry",
        r"zakladatel\w*": "hostitel",
    },
    "sk": {
        r"ok(?:no|na|nu|nom|ne|ien|nách|nám)": "reakcia",
        r"záväz\w*": "pečať",
        r"vy|vás|vám|vami|váš\w*|vaš\w*|môžete|smiete|chcete": "tykanie",
        r"trval\w+ pokyn\w*": "stále nastavenie",
        r"doskov\w+ h(?:ra|ry|ier|rách)": "stolové hry",
        r"losova\w*": "žrebovanie",
        r"zakladateľ\w*": "hostiteľ",
        r"(?:do|rozo|odo)hrat(?:á|ú|é|ej|ých)": "dohraná, rozohraná",
    },
}
"""Czech and Slovak words, with what is written instead."""
HELP: Final = {"topics.py", "symbols.py", "cards.py", "rulings.py"}
"""Modules of the rules help, whose texts cite rules."""

MOST: Final = {"button": (0, 34), "select": (1, 40)}
"""Component -> the index of the argument with its label or placeholder, and the maximum number of characters that a
phone shows.
"""


def words_in(text: str, words: str) -> list[str]:
    return re.findall(rf"\b(?:{words})\b", text, re.IGNORECASE)


@pytest.mark.tier("test")
def test_english_texts_have_no_rare_words() -> None:
    rare = "|".join(word for word in RARE if word != "lies?")  # right for cards
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


@pytest.mark.tier("test")
def test_only_the_rules_help_cites_rules_within_a_text() -> None:
    """Questions, labels and news have no rule numbers; a refusal has its number at the end."""
    assert not {
        message: sorted(str(path) for path in said_by)
        for message, said_by in said_in_the_code().items()
        if re.search(RULE, message if isinstance(message, str) else message[0])
        if any(path.name not in HELP and path.parts[0] != "rules" for path in said_by)
    }


@cache
def labels() -> tuple[tuple[str, int], ...]:
    """Returns the labels of buttons and the placeholders of selects, each with its maximum number of characters."""
    found: list[tuple[str, int]] = []
    for path in sorted(BOT.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and called(call.func) in MOST:
                at, most = MOST[called(call.func)]
                for part in (inner for argument in call.args[at : at + 1] for inner in ast.walk(argument)):
                    if isinstance(part, ast.Call) and called(part.func) in MARKS and part.args:
                        found += ((label, most) for label in literals(part.args[0]))
    return tuple(found)


@pytest.mark.tier("test")
@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_and_selects_fit_on_a_phone(language: str) -> None:
    assert len(labels()) > 40
    too_long = {label: most for label, most in labels() if len(translator_for(language)(label)) > most}
    assert not too_long


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


@EVERY_TRANSLATION
def test_no_line_breaks_before_a_percent_sign(language: str) -> None:
    assert [text for _, text in texts(language) if re.search(r"[\d}] %", text)] == []


def test_no_english_line_breaks_before_a_percent_sign() -> None:
    assert [text for text in said_in_the_code() if isinstance(text, str) and re.search(r"[\d}] %", text)] == []
