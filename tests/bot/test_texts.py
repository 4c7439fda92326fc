"""The words: every message of the code has its Czech, with the same places to fill in."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.texts import LANGUAGES, language_of, words

BOT = Path(__file__).parents[2] / "bot"
MARKS = ("words", "said", "later", "plural")
Message = str | tuple[str, str]


def called(function: ast.expr) -> str:
    if isinstance(function, ast.Call):
        return called(function.func)
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def literals(argument: ast.expr) -> list[str]:
    if isinstance(argument, ast.IfExp):
        return literals(argument.body) + literals(argument.orelse)
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return [argument.value]
    return []


def messages_of(path: Path) -> Iterator[Message]:
    """What a file says: the literal first argument of `words(...)` and its like, also inside f-strings."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or called(call.func) not in MARKS or not call.args:
            continue
        if called(call.func) == "plural":
            yield from zip(literals(call.args[0]), literals(call.args[1]), strict=True)
        else:
            yield from literals(call.args[0])


@cache
def said_in_the_code() -> dict[Message, Path]:
    files = [path for path in sorted(BOT.rglob("*.py")) if "local" not in path.relative_to(BOT).parts]
    return {message: path for path in files for message in messages_of(path)}


@cache
def catalogues() -> dict[str, Catalog]:
    found = {}
    for path in sorted((BOT / "texts").glob("cs*.po")):
        with path.open("rb") as source:
            found[path.name] = read_po(source, locale="cs")
    return found


@cache
def translations() -> dict[Message, tuple[str, ...]]:
    found: dict[Message, tuple[str, ...]] = {}
    for catalogue in catalogues().values():
        for message in catalogue:
            if message.id:
                key = message.id if isinstance(message.id, str) else (message.id[0], message.id[1])
                found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_message_of_the_code_is_translated() -> None:
    missing = {message: path.name for message, path in said_in_the_code().items() if message not in translations()}
    assert not missing


def test_no_translation_is_left_over() -> None:
    assert not [message for message in translations() if message not in said_in_the_code()]


def test_no_message_stands_in_two_catalogues() -> None:
    ids = [message.id for catalogue in catalogues().values() for message in catalogue if message.id]
    assert len(ids) == len(set(ids))


def test_translations_fill_in_the_same_facts() -> None:
    for message, translated in translations().items():
        originals = (message,) if isinstance(message, str) else message
        wanted = set.union(*(places(original) for original in originals))
        for text in translated:
            assert text, message
            assert places(text) == wanted, message


def test_plurals_have_the_three_czech_forms() -> None:
    for message, translated in translations().items():
        assert len(translated) == (1 if isinstance(message, str) else 3), message


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, "1 sekunda"), (2, "2 sekundy"), (4, "4 sekundy"), (5, "5 sekund"), (0, "0 sekund"), (22, "22 sekund")],
)
def test_czech_counts(number: int, expected: str) -> None:
    assert words("cs").plural("{n} second", "{n} seconds", number) == expected


@pytest.mark.parametrize(("number", "expected"), [(1, "1 second"), (2, "2 seconds"), (0, "0 seconds")])
def test_english_counts(number: int, expected: str) -> None:
    assert words("en").plural("{n} second", "{n} seconds", number) == expected


def test_facts_are_filled_in() -> None:
    assert words("cs")("{player} passes.", player="<@1>") == "<@1> hlásí pas."
    assert words("en")("{player} passes.", player="<@1>") == "<@1> passes."


def test_facts_are_not_read_as_places() -> None:
    assert words("en")("{player} passes.", player="{evil}") == "{evil} passes."


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("cs", "cs"), ("sk", "cs"), ("cs-CZ", "cs"), ("en-GB", "en"), ("de", "en"), (None, "en"), ("", "en")],
)
def test_the_language_of_a_locale(locale: str | None, expected: str) -> None:
    assert language_of(locale) == expected


def test_an_unknown_language_is_english() -> None:
    assert words("de").language == "en"
    assert {words(language).language for language in LANGUAGES} == {"cs", "en"}


def test_czech_texts_name_commands_as_discord_shows_them_to_czechs() -> None:
    commands = {text for message, (text, *_) in translations().items() if str(message).startswith("/game ")}
    named = {name for texts in translations().values() for text in texts for name in re.findall(r"/hra (\w+)", text)}
    assert named
    assert named <= commands
