"""Tests translations: every message in the code has a Czech and a Slovak one with the same placeholders."""

from __future__ import annotations

import ast
import re
import string
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.features.lobby.commands import language_choices
from bot.features.profile.view import language_names
from bot.games import GAME_UIS
from bot.texts import FALLBACK, LANGUAGES, language_of, translator_for
from tests.bot.table import Evening

ROOT = Path(__file__).parents[3]
BOT = ROOT / "bot"
TRANSLATIONS = tuple(language for language in LANGUAGES if language != FALLBACK)
EVERY_TRANSLATION = pytest.mark.parametrize("language", TRANSLATIONS)
RULE = r"\b[MKDFQR]\d+"
MARKS = ("words", "translator_for", "said", "t", "N_", "plural")
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
    """Yields the messages in a file's code: the first argument of `words(...)` and similar calls, also inside
    f-strings, and both forms of each `plural(...)`.
    """
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call) or called(call.func) not in MARKS or not call.args:
            continue
        if called(call.func) == "plural":
            yield from zip(literals(call.args[0]), literals(call.args[1]), strict=True)
        else:
            yield from literals(call.args[0])


@cache
def said_in_the_code() -> dict[Message, set[Path]]:
    """Returns every message in the code, in lessons and in puzzles, with the files that contain it.

    The code of `bot/local` is left out, except the waiting page.
    """
    said: dict[Message, set[Path]] = {}
    for path in sorted([*BOT.rglob("*.py"), *(ROOT / "rules").glob("*/**/*.py")]):
        if "local" not in path.relative_to(ROOT).parts or path.name == "waiting_page.py":
            for message in messages_of(path):
                said.setdefault(message, set()).add(path.relative_to(ROOT))
    for path in sorted((BOT / "games").glob("*/lessons/*.toml")):
        for message in texts_of_lesson(path):
            said.setdefault(message, set()).add(path.relative_to(ROOT))
    for path in sorted((BOT / "games").glob("*/puzzles/*.toml")):
        said.setdefault(tomllib.loads(path.read_text(encoding="utf-8"))["why"], set()).add(path.relative_to(ROOT))
    return said


def texts_of_lesson(path: Path) -> Iterator[str]:
    """Yields the texts of a lesson's file (docs/lessons.md) that are translated."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    yield from (found["title"], found["intro"], found["outro"])
    for step in found["steps"]:
        yield from (step["goal"], *filter(None, [step.get("done")]), *step.get("wrong", {}).values())


def catalogue_of(said_by: set[Path]) -> str:
    """Returns the suffix of the catalogue's name for a message: `-` and the game if only one game says it, or else an
    empty text.
    """
    games = {next((part for part in path.parts if part in GAME_UIS), "") for path in said_by}
    return f"-{game}" if len(games) == 1 and (game := games.pop()) else ""


@cache
def catalogues(language: str) -> dict[str, Catalog]:
    found = {}
    for path in sorted((BOT / "texts").glob(f"{language}*.po")):
        with path.open("rb") as source:
            found[path.name] = read_po(source, locale=language)
    return found


@cache
def translations(language: str) -> dict[Message, tuple[str, ...]]:
    found: dict[Message, tuple[str, ...]] = {}
    for catalogue in catalogues(language).values():
        found |= in_catalogue(catalogue)
    return found


def in_catalogue(catalogue: Catalog) -> dict[Message, tuple[str, ...]]:
    found: dict[Message, tuple[str, ...]] = {}
    for message in catalogue:
        if message.id:
            key = message.id if isinstance(message.id, str) else (message.id[0], message.id[1])
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found


def texts(language: str) -> Iterator[tuple[Message, str]]:
    for message, translated in translations(language).items():
        yield from ((message, text) for text in translated)


def places(text: str) -> set[str]:
    """Returns the placeholders of a text with their formats, for example `seat:who`."""
    return {f"{name}:{spec}" for _, name, spec, _ in string.Formatter().parse(text) if name is not None}


def commands_in(text: str, group: str) -> set[str]:
    """Returns the subcommands of a group that a text names, for example `new` of `/game new`."""
    return set(re.findall(rf"/{group} ([\w-]+)", text))


@EVERY_TRANSLATION
def test_no_message_is_twice_in_a_catalogue(language: str) -> None:
    for path in sorted((BOT / "texts").glob(f"{language}*.po")):
        messages = re.findall(r'^msgid ((?:".*"\n)+)', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert messages
        assert [message for message in messages if messages.count(message) > 1] == [], path.name


@pytest.mark.tier("test")
@EVERY_TRANSLATION
def test_every_message_of_the_code_is_translated(language: str) -> None:
    missing = {
        message: sorted(path.name for path in said_by)
        for message, said_by in said_in_the_code().items()
        if message not in translations(language)
    }
    assert not missing, "\n".join(map(str, missing))


@pytest.mark.tier("test")
@EVERY_TRANSLATION
def test_no_translation_is_left_over(language: str) -> None:
    left_over = [message for message in translations(language) if message not in said_in_the_code()]
    assert not left_over, "\n".join(map(str, left_over))


@EVERY_TRANSLATION
def test_no_message_is_in_two_catalogues(language: str) -> None:
    ids = [message.id for catalogue in catalogues(language).values() for message in catalogue if message.id]
    assert not {message for message, times in Counter(ids).items() if times > 1}


@EVERY_TRANSLATION
def test_no_translation_waits_for_a_second_look(language: str) -> None:
    assert not [
        message.id for found in catalogues(language).values() for message in found if message.id and message.fuzzy
    ]


@EVERY_TRANSLATION
def test_each_language_has_one_catalogue_or_a_general_one_and_one_per_game(language: str) -> None:
    split = {f"{language}.po", *(f"{language}-{game}.po" for game in GAME_UIS)}
    assert set(catalogues(language)) in ({f"{language}.po"}, split)


@pytest.mark.tier("test")
@EVERY_TRANSLATION
def test_every_message_is_in_the_catalogue_of_anyone_who_says_it(language: str) -> None:
    if len(catalogues(language)) == 1:
        return
    wrong = {
        message: f"{name}, not {language}{catalogue_of(said_in_the_code()[message])}.po"
        for name, catalogue in catalogues(language).items()
        for message in in_catalogue(catalogue)
        if message in said_in_the_code() and name != f"{language}{catalogue_of(said_in_the_code()[message])}.po"
    }
    assert not wrong


@EVERY_TRANSLATION
def test_translations_fill_in_the_same_facts(language: str) -> None:
    for message, text in texts(language):
        originals = (message,) if isinstance(message, str) else message
        wanted = set.union(*(places(original) for original in originals))
        assert text, message
        assert places(text) == wanted, message


@EVERY_TRANSLATION
def test_translations_cite_the_same_rules(language: str) -> None:
    for message, text in texts(language):
        original = message if isinstance(message, str) else message[0]
        assert set(re.findall(RULE, text)) == set(re.findall(RULE, original)), message


@EVERY_TRANSLATION
def test_plurals_have_every_form_of_the_language(language: str) -> None:
    forms = get_plural(language).num_plurals
    for message, translated in translations(language).items():
        assert len(translated) == (1 if isinstance(message, str) else forms), message


@pytest.mark.parametrize(
    ("number", "czech", "slovak"),
    [
        (1, "1 sekunda", "1 sekunda"),
        (2, "2 sekundy", "2 sekundy"),
        (4, "4 sekundy", "4 sekundy"),
        (5, "5 sekund", "5 sekúnd"),
        (0, "0 sekund", "0 sekúnd"),
        (22, "22 sekund", "22 sekúnd"),
    ],
)
def test_czech_and_slovak_counts_have_the_right_plural(number: int, czech: str, slovak: str) -> None:
    said = [translator_for(language).plural("{n} second", "{n} seconds", number) for language in ("cs", "sk")]
    assert said == [czech, slovak]


@pytest.mark.parametrize(("number", "expected"), [(1, "1 second"), (2, "2 seconds"), (0, "0 seconds")])
def test_english_has_a_singular_and_a_plural(number: int, expected: str) -> None:
    assert translator_for("en").plural("{n} second", "{n} seconds", number) == expected


def test_facts_are_filled_in() -> None:
    assert translator_for("cs")("Table of {host}", host="<@1>") == "Stůl zakládá <@1>"
    assert translator_for("sk")("Table of {host}", host="<@1>") == "Stôl zakladá <@1>"
    assert translator_for("en")("Table of {host}", host="<@1>") == "Table of <@1>"


def test_facts_are_not_read_as_places() -> None:
    assert translator_for("en")("{player} passes.", player="{evil}") == "{evil} passes."


@pytest.mark.parametrize(
    ("locale", "expected"),
    [("cs", "cs"), ("sk", "cs"), ("cs-CZ", "cs"), ("en-GB", "en"), ("de", "en"), (None, "en"), ("", "en")],
)
def test_a_locale_has_its_language(locale: str | None, expected: str) -> None:
    assert language_of(locale) == expected


def test_an_unknown_language_is_english() -> None:
    assert translator_for("de").language == "en"
    assert {translator_for(language).language for language in LANGUAGES} == {"cs", "en", "sk"}


def test_every_language_can_be_chosen_for_oneself_and_for_a_table() -> None:
    own_names = {"cs": "Čeština", "en": "English", "sk": "Slovenčina"}
    assert {code: name for code, name in language_names().items() if code != "auto"} == own_names
    assert {choice.value: choice.name for choice in language_choices()} == own_names
    assert set(own_names) == set(LANGUAGES)


def test_no_letter_of_the_other_language_slips_in() -> None:
    assert not [text for _, text in texts("cs") if re.search("[ľĺŕôä]", text, re.IGNORECASE)]
    assert not [text for _, text in texts("sk") if re.search("[ěřů]", text, re.IGNORECASE)]


EVERY_GROUP = pytest.mark.parametrize(("group", "czech"), [("game", "hra"), ("league", "liga")])


@EVERY_GROUP
def test_czech_texts_name_commands_as_discord_shows_them_to_czechs(group: str, czech: str) -> None:
    commands = {text for message, text in texts("cs") if str(message).startswith(f"/{group} ")}
    named = {name for _, text in texts("cs") for name in commands_in(text, czech)}
    assert named
    assert named <= commands


@EVERY_GROUP
def test_slovak_texts_name_commands_in_english_for_discord_has_no_slovak(group: str, czech: str) -> None:
    for message, text in texts("sk"):
        assert not commands_in(text, czech), message
        if not str(message).startswith(f"/{group} "):
            assert commands_in(text, group) == commands_in(str(message), group), message


@pytest.mark.tier("test")
async def test_a_table_speaks_slovak_if_that_is_chosen(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        assert "Stôl zakladá" in (await evening.slash("Anna", "game new", language="sk", game="mafia_city")).text
        evening.clean()


@pytest.mark.tier("test")
async def test_slovak_is_chosen_in_the_own_settings_and_stays_private(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        await evening.slash("Bert", "profile")
        panel = evening.private("Bert")
        await evening.person("Bert").select(panel, Evening.part(panel, "set_language"), ["sk"])
        await evening.settled()
        assert "Moje nastavenia" in panel.text
        chosen = [option.label for part in panel.usable for option in part.options if option.default]
        assert "Slovenčina" in chosen
        assert "Pravidlá" in (await evening.slash("Bert", "learn rules")).text
        assert "Pravidla" in (await evening.slash("Anna", "learn rules")).text
        assert "odhozené karty" in evening.board("Bert").text
        evening.clean()
