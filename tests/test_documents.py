"""Tests the documents: links, commands, the generated page of settings, and the checker of English."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.gateway import features
from bot.interactions.handlers import command, marked
from bot.texts import translator_for
from tests import comments, english, settings_page

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
DOCUMENTS = sorted(
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()
)  # fmt: skip


def links(document: Path) -> Iterator[str]:
    """Yields the targets of a document's links and pictures, without other sites."""
    for target, source in LINK.findall(CODE.sub("", document.read_text(encoding="utf-8"))):
        if not re.match(r"[a-z]+:", target or source):
            yield target or source


def anchors(document: Path) -> set[str]:
    """Returns the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    for link in links(document):
        file, _, anchor = link.partition("#")
        target = (document.parent / file) if file else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_document_is_linked_from_another_one() -> None:
    linked = {
        (document.parent / link.partition("#")[0]).resolve() for document in DOCUMENTS for link in links(document)
    }
    assert [path.name for path in DOCUMENTS if path.parent.name == "docs" and path not in linked] == []


def test_the_page_of_settings_is_current_and_complete() -> None:
    assert settings_page.PAGE.read_text(encoding="utf-8") == settings_page.page(), "run `python -m tests.settings_page`"


def test_the_readmes_of_other_languages_have_the_same_chapters_and_links() -> None:
    english_text = (ROOT / "README.md").read_text(encoding="utf-8")
    for language in ("cs", "sk"):
        text = (ROOT / f"README.{language}.md").read_text(encoding="utf-8")
        assert text.count("\n## ") == english_text.count("\n## ")
        translated = {
            re.sub(rf"^(docs/.*)\.{language}\.md$", r"\1.md", link) for link in links(ROOT / f"README.{language}.md")
        }
        assert translated ^ set(links(ROOT / "README.md")) == {
            "README.md", f"README.{language}.md"
        }  # fmt: skip


# The checker of English


def test_a_forbidden_word_is_found_in_docstrings_comments_and_messages() -> None:
    source = '"""Whoever asks for it."""\n# nobody\nraise ValueError("ask somebody else")\n'
    found = [str(one) for one in english.findings_in_code("x.py", source)]
    assert [one.split(":")[1] for one in found] == ["2", "1", "3"]
    assert "“whoever”" in found[1]


def test_a_docstring_that_begins_with_a_question_is_found() -> None:
    (found,) = english.findings_in_code("x.py", 'def f():\n    """Where the board is."""\n')
    assert "begins with a question" in found.message


@pytest.mark.parametrize(
    ("docstring", "message"),
    [
        ("D101, D102.", "fewer than 3 words"),
        ("R9: who may answer it.", "begins with a question"),
        ("The seats that may answer.", "begins without a verb"),
        ("Seconds until the answer.", "begins without a verb"),
    ],
)
def test_a_docstring_that_says_nothing_of_the_function_is_found(docstring: str, message: str) -> None:
    (found,) = english.findings_in_code("x.py", f'def f():\n    """{docstring}"""\n')
    assert message in found.message


@pytest.mark.parametrize(
    "source",
    [
        'SEATS = 2\n"""How many seats there are."""\n',
        'class C:\n    seats: int\n    """How many seats there are."""\n',
        'def f(self):\n    self.seats = 2\n    """How many seats there are."""\n',
        'reader.add_argument("--seats", help="how many seats there are")\n',
        'reader = ArgumentParser(description="how many seats there are")\n',
    ],
)
def test_a_question_below_an_attribute_or_in_the_help_of_a_command_is_found(source: str) -> None:
    (found,) = english.findings_in_code("tests/x.py", source)
    assert "begins with a question: " in found.message


def test_a_forbidden_word_in_the_help_of_a_command_in_tests_is_found() -> None:
    (found,) = english.findings_in_code("tests/x.py", 'reader.add_argument("--of", help="stop after so many")\n')
    assert "write that many" in found.message


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('self._background.run(work, "what boards show")\n', "begins with a question: "),
        ('background.run(work, f"news from somebody at table {game}")\n', "write a player"),
        ('retry_with_backoff(work, what="counting so many seats")\n', "write that many"),
    ],
)
def test_a_riddle_in_the_name_of_a_background_task_is_found(source: str, message: str) -> None:
    (found,) = english.findings_in_code("tests/x.py", source)
    assert message in found.message


@pytest.mark.parametrize("head", ["def f():", "def test_a_seat_answers():", "class C:"])
def test_a_docstring_that_says_what_a_function_does_is_accepted(head: str) -> None:
    assert list(english.findings_in_code("x.py", f'{head}\n    """R9: returns the seats that may answer."""\n')) == []


def test_the_docstring_of_a_property_may_be_a_noun() -> None:
    source = '@property\ndef seats(self):\n    """The seats that may answer."""\n'
    assert list(english.findings_in_code("x.py", source)) == []


def test_code_in_a_document_is_not_checked() -> None:
    text = "Use `nobody` here.\n\n    whoever\n\n```\nwhoever\n```\n"
    assert list(english.findings_in_doc("docs/x.md", text)) == []


def test_long_lines_and_long_sentences_of_a_document_are_found() -> None:
    text = " ".join(["word"] * 50) + ".\n"
    messages = [found.message for found in english.findings_in_doc("docs/x.md", text)]
    assert any("characters; wrap" in message for message in messages)
    assert any("a sentence of 50 words" in message for message in messages)


def test_a_readme_that_is_too_long_is_found() -> None:
    (found,) = english.findings_in_doc("README.md", "One. Two.\n" * 600)
    assert "1200 words" in found.message


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("That alone counts.", "write only"),
        ("A manager stops it without a word.", "write a message"),
        ("The row stands in the file.", "write is"),
        ("The file lies there.", "is stored"),
        ("It waits. So that no one sees it.", "begins with the result"),
        ("The players were told.", "is notified"),
    ],
)
def test_a_word_in_its_rare_meaning_is_found_in_a_document(text: str, advice: str) -> None:
    (found,) = english.findings_in_doc("docs/x.md", text)
    assert advice in found.message


@pytest.mark.parametrize(
    "text",
    [
        "A user plays alone.",
        "It waits so that no one sees it.",
        "The clocks stand still.",
        "A class stands for a card.",
    ],
)
def test_a_document_with_such_a_word_in_its_usual_meaning_is_accepted(text: str) -> None:
    assert list(english.findings_in_doc("docs/x.md", text)) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("x.js", "const a = 1; // and nobody else\n"),
        ("x.js", "/**\n * Waits.\n * @param {{a: {b: string}}} whom  the seat of nobody\n */\n"),
        ("x.css", "/* for nobody */ p { margin: 0; }\n"),
        ("x.sql", "CREATE TABLE a ( -- of nobody\n);\n"),
        ("x.toml", 'text = "nobody" # nobody\n'),
        ("x.toml", 'why = "nobody waits"\n'),
        ("Makefile", "# Builds for nobody.\nall:\n\techo nobody\n"),
    ],
)
def test_a_forbidden_word_in_a_comment_of_another_language_is_found(path: str, source: str) -> None:
    (found,) = english.findings_in_comments(path, source)
    assert "“nobody”" in found.message
    assert "nobody" in source.splitlines()[found.line - 1]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("x.js", 'const nobody = "https://nobody"; /** @param {string} whom */\n'),
        ("x.js", "// The players that are\n// where the pointer is.\n"),
        ("x.css", ".nobody { margin: 0; }\n"),
        ("x.sql", "SELECT nobody FROM a;\n"),
        ("x.toml", 'text = "nobody"\n'),
    ],
)
def test_code_and_wrapped_comments_of_another_language_are_accepted(path: str, source: str) -> None:
    assert list(english.findings_in_comments(path, source)) == []


def test_a_comment_of_another_language_that_begins_with_a_question_is_found() -> None:
    (found,) = english.findings_in_comments("x.js", "let a = 1;\n\n/** Whose turn it is. @type {string} */\n")
    assert (found.line, found.message) == (3, "begins with a question: Whose turn it is.")


def test_a_released_migration_is_not_checked() -> None:
    files = set(comments.files())
    assert {"Makefile", "pyproject.toml", "storage/schema/schema.sql", "tests/mutants/explained.toml"} <= files
    assert "storage/schema/030.sql" not in files


def test_a_colon_does_not_end_a_sentence() -> None:
    assert len(english.sentences("It says: yes; then no. It ends.\n\n- One item\n- Another item\n")) == 4


@pytest.mark.parametrize("name", ["test_focus", "test_d65_two_colours", "test_situation_5_focus"])
def test_a_test_name_that_states_no_behaviour_is_found(name: str) -> None:
    (found,) = english.findings_in_code("tests/x.py", f"def {name}():\n    pass\n")
    assert "states no behaviour" in found.message


def test_a_rejected_word_in_a_test_name_is_found() -> None:
    (found,) = english.findings_in_code("tests/x.py", "def test_nobody_may_answer_twice():\n    pass\n")
    assert "write no one" in found.message


def test_a_condition_in_a_test_name_is_found_but_a_place_is_accepted() -> None:
    (found,) = english.findings_in_code("tests/x.py", "def test_it_stops_where_no_card_is_left():\n    pass\n")
    assert "write if" in found.message
    assert list(english.findings_in_code("tests/x.py", "def test_it_stays_where_it_is():\n    pass\n")) == []


def test_a_long_test_name_is_found() -> None:
    (found,) = english.findings_in_code("tests/x.py", f"def test_it_is_{'x' * 80}():\n    pass\n")
    assert "91 characters" in found.message


# Commands


NAMED = re.compile(r"`/([\w-]+)(?: ([\w-]+))?((?:`, `[\w-]+)*)`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_a_document_names_is_registered(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for group, name, others in NAMED.findall(text.partition("### Changed for players")[0]):
        for word in (name, *re.findall(r"[\w-]+", others)):
            assert f"/{group} {word}".rstrip() in commands("en") | commands("cs") | PATHS


PATHS = frozenset(("/metrics", "/healthz", "/readyz"))


@cache
def commands(language: str) -> set[str]:
    """Returns the commands and groups as users type them in that language."""
    t = translator_for(language)
    paths = [it.path for kind in features.HANDLERS for _, it in marked(kind, command) if it.path] + [*features.GROUPS]
    if language == "en":
        return set(paths)
    typed = ((t("/" + path[1:].partition(" ")[0]), t(path) if " " in path else "") for path in paths)
    return {f"/{group} {name}".rstrip() for group, name in typed}
