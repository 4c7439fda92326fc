"""Reads the comments of JavaScript, CSS, SQL, TOML and makefiles, which `tests.english` checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
RELEASED_SCHEMA: Final = 30
"""The number of the last migration that is not checked: released migrations never change."""

_BLOCK: Final = r"/\*(.*?)\*/"
_PATTERNS: Final = {
    ".js": re.compile(rf"{_BLOCK}|(?:^|(?<=\s))//[ ]([^\n]*)", re.DOTALL | re.MULTILINE),
    ".css": re.compile(_BLOCK, re.DOTALL),
    ".sql": re.compile(r"--[ ]([^\n]*)"),
    ".toml": re.compile(r"(?:^|(?<=\s))#[ ]([^\n]*)|^why = \"([^\n]*)\"", re.MULTILINE),
    "Makefile": re.compile(r"(?:^|(?<=\s))#[ ]([^\n]*)", re.MULTILINE),
}
_TYPE: Final = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_TAG: Final = re.compile(rf"@\w+(?:\s+{_TYPE})?(?:\s+\[?\w+\]?)?")
"""A tag of JSDoc with its type and the name that it describes."""


class Comment(NamedTuple):
    """The text of one comment; consecutive lines of comments are one."""

    line: int
    text: str


def files() -> Iterator[str]:
    """Yields the paths of the files whose comments are checked."""
    yield from ("Makefile", "pyproject.toml")
    for folder in ("bot", "rules", "storage", "tests"):
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix in _PATTERNS and "_compiled" not in path and not _is_released(file):
                yield path


def _is_released(file: Path) -> bool:
    return file.suffix == ".sql" and file.stem.isdigit() and int(file.stem) <= RELEASED_SCHEMA


def comments(path: str, source: str) -> list[Comment]:
    """Returns the comments of a file, without markers and tags of JSDoc."""
    found: list[Comment] = []
    last = ""
    for match in _PATTERNS[Path(path).suffix or Path(path).name].finditer(source):
        first = source.count("\n", 0, match.start()) + 1
        text = _plain(next(group for group in match.groups() if group is not None))
        before = source[: match.start()].rpartition("\n")[2]
        if found and last == before and not before.strip() and first == found[-1].line + found[-1].text.count("\n") + 1:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}\n{text}")
        else:
            found.append(Comment(first, text))
        last = before
    return found


def _plain(text: str) -> str:
    """Returns a comment as prose; its lines keep their numbers."""
    return _TAG.sub(lambda tag: "\n" * tag[0].count("\n"), re.sub(r"^[ \t]*\*", "", text, flags=re.MULTILINE))
