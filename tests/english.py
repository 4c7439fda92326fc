"""Checks the English of docs, docstrings, comments and messages: `python -m tests.english`, a part of `make lint`.

CONTRIBUTING.md, "English", has the rules. FORBIDDEN has the words that the standard replaces, and ALLOWED the places
in which one of them is right.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from tests import comments

ROOT: Final = Path(__file__).parents[1]
CODE: Final = ("bot", "rules", "storage", "tests", "hatch_build.py")
DOCS: Final = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", *sorted(
    path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")
))  # fmt: skip

FORBIDDEN: Final = {
    "whoever": "the player, a user, the caller",
    "whomever": "the player, a user",
    "whosoever": "the player, a user",
    "whom": "which player, a shorter sentence",
    "somebody": "a player, a user, someone",
    "nobody": "no one",
    "whatever": "any, whichever",
    "anew": "again",
    "afresh": "again",
    "thereby": "so",
    "therein|thereof|thereafter": "in it, of it, then",
    "hence|whence|henceforth|hitherto": "so, from, from now on, until now",
    "lest": "so that … not",
    "meanwhile": "during that time",
    "once more": "again",
    "at hand": "available",
    "held against": "compared with",
    "so many": "that many, N",
    "(?:what|nothing|something) comes? of": "the result",
    "nothing of it": "no part of",
    r"(?:is|are|was|were|be|been|being) told": "is notified, is logged",
    "beside": "next to, besides what",
    "besides": "apart from, also",
    r"(?<!plays )(?<!acts )(?<!runs )(?<!tested )(?<!imported )(?<!decides )(?<!decide )alone": "only",
    r"(?:not|without|with|send|sends|sent) a word": "a message",
    r"stands?(?! still| for|-in| in for)": "is",
    "lies?": "is, is stored",
    r"(?-i:So that)|(?<=[.;:]\s)so that": "a sentence that begins with the result",
}
"""Pattern -> what to write instead. A word is found in any case, as a whole word."""
ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    "told": ("docs/protocol.md", "rules", "bot/games", "tests"),  # the rules tell events
    "beside": ("rules/mafia_city", "bot/games", "tests/rules", "tests/bot/games"),  # where a card lies on the table
    "lie": ("rules", "bot/games", "tests/rules", "tests/bot/games", "tests/secrets"),  # cards lie on the table
    "lies": ("rules", "bot/games", "tests/rules", "tests/bot/games", "tests/secrets"),
    "stands": ("rules/mafia_city/events.py",),  # the name of a fact
}
"""Last word of what was found -> the files and folders in which it is right."""
RIDDLES: Final = frozenset(("what", "who", "whose", "whom", "where", "which", "how", "when", "why"))
"""A docstring's first line that begins with one of these is an indirect question."""
NO_VERBS: Final = frozenset(
    "as boards bytes cards channels characters columns computers decisions events figures functions games gigabytes"
    " hers his hundreds interactions its keys lines megabytes messages milliseconds minutes options perhaps players"
    " pictures processes questions resources rooms rules seconds sides tables texts thousands this transactions"
    " values was words workers yours".split()
)
"""Words in -s with which the docstring of a function must not begin, because they are no verbs."""
EXCLUDED: Final[tuple[str, ...]] = ("tests/english.py", "tests/test_documents.py")
"""Files that contain forbidden words on purpose; only the names of their tests are checked."""
UNCHECKED_STRINGS: Final = ("bot/features", "bot/games", "rules/star_wars_destiny", "tests")
"""Folders whose string constants are not checked: texts for players (tests/bot/texts checks them) or data of tests."""

PARSERS: Final = frozenset(("ArgumentParser", "add_argument", "add_parser", "addoption"))
"""Functions whose `help` and `description` the users of a command read."""
STARTERS: Final = ("background.run", "retry_with_backoff")
"""Functions that log the name of a task in “… failed”."""

MAX_README_WORDS: Final = 900
MAX_README_BYTES: Final = 6 * 1024
MAX_WIDTH: Final = 120
MAX_MEAN_SENTENCE: Final = 17
"""Words per sentence, on average over one document. A sentence ends with a full stop, or with its item in a list."""
MAX_SENTENCE: Final = 40
MIN_DOCSTRING: Final = 3
"""Words in a docstring, apart from the numbers of rules."""
MIN_TEST_NAME: Final = 3
"""Words in a test's name after `test_`, apart from the numbers of rules, cards and situations."""
MAX_TEST_NAME: Final = 80
PLACES: Final = frozenset(
    "a_player_resumes_it an_upgrade_goes and_not_what it_decides it_ended it_goes it_is it_is_and_stored it_leads"
    " it_lies_as_much_as_there_is it_may_write it_should it_was_ended options_are_offered tables_are_allowed"
    " that_is_allowed the_bot_may_not_write the_game_ended the_game_was_played the_library_says"
    " the_library_would_break_them the_mobster_comes_from the_record_ends the_round_was_played"
    " the_user_left_a_running_game the_winner_takes_the_lead_for_good they_are they_are_forbidden"
    " they_are_installed_as_a_list they_are_now they_lie_now they_stopped_and_others_are_unaffected".split()
)
"""The text after `where` in names of tests in which the word means a place; otherwise it should be `if`."""

_WITH_BODY: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_WORDS: Final = re.compile(rf"\b(?:{'|'.join(f'({pattern})' for pattern in FORBIDDEN)})\b", re.IGNORECASE)
_CODE_BLOCK: Final = re.compile(r"^(`{3,}).*?^\1|^(?: {4}|\t)[^\n]*", re.MULTILINE | re.DOTALL)
_INLINE_CODE: Final = re.compile(r"`[^`\n]+`")
_RULES: Final = re.compile(r"\(?\b[A-Z]\d+(?: [A-Z]\b)?(?:(?:,| and| to|-) ?[A-Z]?\d+(?: [A-Z]\b)?)*\)?:? ?")
"""Numbers of rules, such as `D95, D100: ` or `(R41 and R43)`."""
_LINK: Final = re.compile(r"\[([^]]*)\]\([^)]*\)")


class Finding(NamedTuple):
    """One place in the repository that does not keep the standard of English."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def findings() -> Iterator[Finding]:
    """Yields every place in the repository that does not keep the standard."""
    for path in DOCS:
        yield from findings_in_doc(path, (ROOT / path).read_text(encoding="utf-8"))
    for folder in CODE:
        for file in [ROOT / folder] if folder.endswith(".py") else sorted((ROOT / folder).rglob("*.py")):
            path = file.relative_to(ROOT).as_posix()
            if "_compiled" not in path:
                yield from findings_in_code(path, file.read_text(encoding="utf-8"))
    for path in comments.files():
        yield from findings_in_comments(path, (ROOT / path).read_text(encoding="utf-8"))


def findings_in_doc(path: str, text: str) -> Iterator[Finding]:
    """Yields what one Markdown document should change: its words, width, sentences and, for README, its size."""
    prose = _blanked(text)
    yield from _forbidden(path, 1, prose)
    for number, line in enumerate(prose.splitlines(), 1):
        if len(line) > MAX_WIDTH and not line.lstrip().startswith(("|", "<", "![")):
            yield Finding(path, number, f"{len(line)} characters; wrap at {MAX_WIDTH}")
    lengths = [len(sentence.split()) for sentence in sentences(prose)]
    if lengths and (mean := sum(lengths) / len(lengths)) > MAX_MEAN_SENTENCE:
        yield Finding(path, 1, f"{mean:.1f} words per sentence on average; at most {MAX_MEAN_SENTENCE}")
    for sentence in sentences(prose):
        if (count := len(sentence.split())) > MAX_SENTENCE:
            yield Finding(path, 1, f"a sentence of {count} words: {sentence[:60]} …")
    if path == "README.md":
        size, words = len(text.encode()), len(text.split())
        if words > MAX_README_WORDS or size > MAX_README_BYTES:
            yield Finding(path, 1, f"{words} words, {size} bytes; {MAX_README_WORDS} and {MAX_README_BYTES} at most")


def findings_in_code(path: str, source: str) -> Iterator[Finding]:
    """Yields what one Python file should change: its docstrings, comments and messages, and the names of its tests."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        name = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ""
        if name.startswith("test_"):
            line = getattr(node, "lineno", 1)
            yield from (Finding(path, line, message) for message in _test_name(name))
            yield from _forbidden(path, line, _said_by(name))
    if path.startswith(EXCLUDED):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from _forbidden(path, token.start[0], token.string)
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (*_command_texts(tree), *_task_names(tree))
    for line, text in (*_attribute_docstrings(tree), *texts):
        yield from (Finding(path, line, message) for message in _question(text))
    for line, text in texts if path.startswith(UNCHECKED_STRINGS) else ():
        yield from _forbidden(path, line, text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (Finding(path, getattr(node, "lineno", 1), message) for message in _docstring(node))
        elif isinstance(node, ast.Constant) and (id(node) in documented or not path.startswith(UNCHECKED_STRINGS)):
            yield from _forbidden(path, node.lineno, node.value if isinstance(node.value, str) else "")


def findings_in_comments(path: str, source: str) -> Iterator[Finding]:
    """Yields what the comments of a file in another language than Python should change: their words and beginnings."""
    for line, text in comments.comments(path, source):
        yield from _forbidden(path, line, text)
        yield from (Finding(path, line, message) for message in _question(text.strip()))


def _said_by(name: str) -> str:
    """Returns the name of a test as a sentence, without the term `stand_in`."""
    return name.removeprefix("test_").replace("stand_in", "").replace("_", " ")


def _test_name(name: str) -> Iterator[str]:
    """Yields what the name of a test should change: too many characters, too few words, or `where` for `if`."""
    if len(name) > MAX_TEST_NAME:
        yield f"a test name of {len(name)} characters"
    words = [word for word in name.split("_")[1:] if not re.fullmatch(r"[a-z]?\d+[a-z]?", word)]
    if len(words) < MIN_TEST_NAME:
        yield f"a test name of {len(words)} words that states no behaviour: {name}"
    _, where, place = name.partition("_where_")
    if where and place not in PLACES:
        yield f"“where” in a test name: write if, or add the place to PLACES: {name}"


def _docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yields what the first line of a docstring should change: a question, too few words, or for a function no verb."""
    first = (ast.get_docstring(node) or "").partition("\n")[0]
    said = _RULES.sub("", first)
    opening = re.split(r"\W", said, maxsplit=1)[0]
    if not first:
        return
    if opening.lower() in (RIDDLES - {"when"} if _is_test(node) else RIDDLES):
        yield f"begins with a question: {first}"
    elif len(said.split()) < MIN_DOCSTRING:
        yield f"fewer than {MIN_DOCSTRING} words: {first}"
    elif _acts(node) and (not opening.endswith("s") or opening.lower() in NO_VERBS):
        yield f"begins without a verb in -s: {first}"


def _question(text: str) -> Iterator[str]:
    """Yields a finding if the first line of a text is an indirect question."""
    first = text.partition("\n")[0]
    if _opening(_RULES.sub("", first)) in RIDDLES:
        yield f"begins with a question: {first}"


def _opening(text: str) -> str:
    return re.split(r"\W", text, maxsplit=1)[0].lower()


def _attribute_docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields line and text of every string below an assignment, which documents its name."""
    for node in ast.walk(tree):
        for above, below in pairwise(node.body if isinstance(node, _WITH_BODY) else ()):
            said = below.value if isinstance(below, ast.Expr) else None
            if isinstance(above, ast.Assign | ast.AnnAssign) and isinstance(said, ast.Constant):
                yield said.lineno, str(said.value)


def _command_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields line and text of every string constant that argparse shows as a help or a description."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] not in PARSERS:
            continue
        for given in node.keywords:
            if given.arg in ("help", "description") and isinstance(given.value, ast.Constant):
                yield given.value.lineno, str(given.value.value)


def _task_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yields line and text of every part of the name of a background task, without inserted values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(STARTERS):
            for given in (*node.args, *(keyword.value for keyword in node.keywords)):
                for part in given.values if isinstance(given, ast.JoinedStr) else [given]:
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.lineno, part.value


def _is_test(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")


def _acts(node: ast.AST) -> bool:
    """Returns whether a node is a function that is neither a property nor a test (a test states a result)."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _is_test(node):
        return False
    return not any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def sentences(prose: str) -> list[str]:
    """Returns the sentences of a document without its code, headings and tables."""
    kept = [line for line in prose.splitlines() if not line.lstrip().startswith(("|", "#", "<", "!["))]
    text = re.sub(r"^\s*(?:[-*]|\d+\.) ", "\n\n", "\n".join(kept), flags=re.MULTILINE)
    return [
        sentence.strip()
        for paragraph in re.split(r"\n\s*\n", text)
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(paragraph.split()))
        if sentence.strip()
    ]


def _blanked(text: str) -> str:
    """Returns the text with code as one word and links as their words; lines keep their numbers."""
    without = _CODE_BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)
    return _LINK.sub(lambda link: link[1], _INLINE_CODE.sub("code", without))


def _forbidden(path: str, first_line: int, text: str) -> Iterator[Finding]:
    text = _INLINE_CODE.sub("code", text)
    for found in _WORDS.finditer(text):
        word = found[0].lower()
        if not path.startswith(ALLOWED.get(word.split()[-1], ("-",))):
            line = first_line + text.count("\n", 0, found.start())
            advice = list(FORBIDDEN.values())[(found.lastindex or 1) - 1]
            yield Finding(path, line, f"“{word}”: write {advice}")


def main() -> int:
    """Prints every finding; returns 1 if there is one."""
    found = list(findings())
    for one in found:
        print(one)
    print(f"English: {len(found)} findings" if found else "English: as the standard asks")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
