"""Tests that our reader of catalogues agrees with Babel, which only translators and tests need."""

from __future__ import annotations

import io
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import bot.texts
from bot.texts import FALLBACK, LANGUAGES
from bot.texts.catalogue import BadCatalogue, compiled, read

CATALOGUES = sorted(Path(bot.texts.__file__).parent.glob("*.po"))
HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2);\\n"
"""
WRITTEN = r"""
# A remark.
#, python-brace-format
msgid "{n} \"card\"\n"
msgstr ""
"{n} "
"\"karta\"\n\ttab \\ zpět"

msgid "one"
msgid_plural "many"
msgstr[0] "jedna"
msgstr[1] "dvě"
msgstr[2] "pět"
#, fuzzy
msgid "to be looked at"
msgstr "snad"

msgid "not yet said"
msgstr ""

msgid "half said"
msgid_plural "halves said"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""

#~ msgid "gone"
#~ msgstr "pryč"
"""


def babels(files: list[Path], language: str) -> GNUTranslations:
    """Merges these catalogues, compiles them with Babel, and returns the result as one object of translations."""
    whole = Catalog(locale=language)
    for path in files:
        with path.open("rb") as source:
            for message in read_po(source, locale=language):
                if message.id:
                    whole[message.id] = message
    with io.BytesIO() as file:
        write_mo(file, whole)
        file.seek(0)
        return GNUTranslations(file)


def messages(file: Path, language: str) -> Catalog:
    with file.open("rb") as source:
        return read_po(source, locale=language)


def assert_same_words(ours: GNUTranslations, babel: GNUTranslations, files: list[Path], language: str) -> None:
    compared = 0
    for file in files:
        for message in messages(file, language):
            if isinstance(message.id, str):
                assert ours.gettext(message.id) == babel.gettext(message.id) or not message.id
            else:
                one, many = message.id
                for n in range(240):
                    assert ours.ngettext(one, many, n) == babel.ngettext(one, many, n), (one, n)
            compared += 1
    assert compared > len(files), "every file has more than its header"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != FALLBACK])
def test_every_catalogue_says_what_babel_makes_of_it(language: str) -> None:
    files = [path for path in CATALOGUES if path.stem.partition("-")[0] == language]
    assert files
    assert_same_words(compiled(files), babels(files, language), files, language)


def test_escapes_continued_lines_plurals_fuzzy_and_missing_translations_are_babels(tmp_path: Path) -> None:
    file = tmp_path / "cs.po"
    file.write_text(HEADER + WRITTEN, encoding="utf-8")
    ours = compiled([file])
    assert_same_words(ours, babels([file], "cs"), [file], "cs")
    assert ours.gettext('{n} "card"\n') == '{n} "karta"\n\ttab \\ zpět'
    assert [ours.ngettext("one", "many", n) for n in (1, 3, 5)] == ["jedna", "dvě", "pět"]
    for untranslated in ("to be looked at", "not yet said", "half said", "gone"):
        assert ours.gettext(untranslated) == untranslated
        assert untranslated not in read(file)


def test_the_later_of_two_files_wins(tmp_path: Path) -> None:
    for name, said in (("cs.po", "dřív"), ("cs-later.po", "pak")):
        (tmp_path / name).write_text(f'{HEADER}\nmsgid "when"\nmsgstr "{said}"\n', encoding="utf-8")
    assert compiled([tmp_path / "cs.po", tmp_path / "cs-later.po"]).gettext("when") == "pak"


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ('\nmsgid "a\nmsgstr "b"\n', 6),
        ('\nmsgid "a" or "b"\n', 6),
        ('\nmsgctxt "here"\nmsgid "a"\n', 6),
        ('\nmsgid "a"\nmsgstr "b"\nmsgstr "c"\n', 8),
        ('\nmsgid "a"\nmsgstr "b\\"\n', 7),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path: Path, wrong: str, line: int) -> None:
    file = tmp_path / "cs.po"
    file.write_text(HEADER + wrong, encoding="utf-8")
    with pytest.raises(BadCatalogue, match=f"cs.po, line {line}: "):
        read(file)


def test_a_translation_without_its_message_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cs.po"
    file.write_text('msgstr "b"\n', encoding="utf-8")
    with pytest.raises(BadCatalogue, match=r"cs.po, line 1: a msgid must come first"):
        read(file)


def test_the_program_imports_no_babel() -> None:
    """No module of the program imports Babel, which needs thirty megabytes of memory."""
    room = Path(bot.texts.__file__).parents[2]
    sources = [path for name in ("bot", "storage", "rules") for path in (room / name).rglob("*.py")]
    assert len(sources) > 100
    assert not [path for path in sources if "import babel" in (text := path.read_text("utf-8")) or "from babel" in text]
