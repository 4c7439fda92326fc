"""Finds changes that mypy refuses, as it would before they land (`make lint`).

All changes of a module are written into one copy of it under new names, so one run of mypy checks them all. Each
unchanged function is written there too: mypy's errors about it do not count. A change in which an attribute begins as
None needs a run of its own, because the attribute's type depends on it.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.mutants.changes import Change
from tests.mutants.importing import changed_source, node_of, path_of

REFUSED: Final = "mypy"
UNCHANGED: Final = 0
_DECLARES: Final = re.compile(r"self\.\w+(: Final)? = None")
_AGES: Final = count(1)
_ERROR: Final = re.compile(r"(?P<file>[^:]+\.py):(?P<line>\d+): error: (?P<why>.*)")


class Copy(NamedTuple):
    """A module's source with added functions, and for each added line its function and number of change (0:
    unchanged).
    """

    source: str
    lines: dict[int, tuple[str, int]]


def try_types(changes: list[Change], results: Path) -> None:
    """Appends a result to the file for each of the changes that mypy refuses."""
    with results.open("a", encoding="utf-8") as file:
        for change in refused(changes):
            line = {"key": change.key, "change": str(change), "by": REFUSED, "tested": True}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()


def refused(changes: list[Change]) -> Iterator[Change]:
    """Yields the changes that mypy refuses."""
    with TemporaryDirectory() as folder:
        beside = [change for change in changes if not declares(change)]
        alone = [change for change in changes if declares(change)]
        yield from _refused_beside(beside, folder)
        yield from (change for change in alone if _is_refused(change, folder))


def declares(change: Change) -> bool:
    """Returns whether the type of an attribute may depend on the change."""
    return change.function.endswith(".__init__") and _DECLARES.fullmatch(change.new) is not None


def _is_refused(change: Change, folder: str) -> bool:
    file = path_of(change.module)
    return any(True for _ in _said({str(file): changed_source(file.read_text("utf-8"), change)}, folder))


def _refused_beside(changes: list[Change], folder: str) -> Iterable[Change]:
    modules: defaultdict[str, list[Change]] = defaultdict(list)
    for change in changes:
        modules[str(path_of(change.module))].append(change)
    copies = {file: side_by_side(Path(file).read_text("utf-8"), some) for file, some in modules.items()}
    said: defaultdict[tuple[str, str, int], Counter[str]] = defaultdict(Counter)
    for file, line, why in _said({file: copy.source for file, copy in copies.items()}, folder):
        if file in copies and (place := copies[file].lines.get(line)):
            said[file, *place][why] += 1
    for file, some in modules.items():
        for change in some:
            if said[file, change.function, change.number] - said[file, change.function, UNCHANGED]:
                yield change


def side_by_side(source: str, changes: list[Change]) -> Copy:
    """Returns the module's source with, after each function that has changes, an unchanged copy and all its changes."""
    lines = source.splitlines()
    behind: dict[int, list[tuple[str, int, str]]] = {}
    for name in dict.fromkeys(change.function for change in changes):
        node = node_of(ast.parse(source), name)
        assert node.end_lineno is not None
        before = textwrap.dedent("\n".join(lines[node.lineno - 1 : node.end_lineno]))
        every = [(UNCHANGED, before), *((each.number, each.source) for each in changes if each.function == name)]
        behind[node.end_lineno] = [
            (name, number, textwrap.indent(_named(written, node.name, number), " " * node.col_offset))
            for number, written in every
        ]
    copied: list[str] = []
    known: dict[int, tuple[str, int]] = {}
    for at, line in enumerate(lines, 1):
        copied.append(line)
        for name, number, written in behind.get(at, ()):
            begin = len(copied) + 1
            copied += written.splitlines()
            known |= dict.fromkeys(range(begin, len(copied) + 1), (name, number))
    return Copy("\n".join(copied) + "\n", known)


def _named(written: str, name: str, number: int) -> str:
    """Returns a function's source, which begins at its `def` (so without decorators), under a new name that overrides
    nothing.
    """
    return written.replace(f"def {name}", f"def {name.strip('_')}__changed_{number}", 1)


def _said(sources: dict[str, str], folder: str) -> Iterable[tuple[str, int, str]]:
    """Runs mypy on the rules with these files' changed sources; yields its errors as (file, line, reason)."""
    shadows: list[str] = []
    for number, (file, source) in enumerate(sources.items()):
        shadow = Path(folder, f"{number}.py")
        shadow.write_text(source, "utf-8")
        os.utime(shadow, times=(next(_AGES),) * 2)  # mypy takes for the same what is as old and as long
        shadows += ["--shadow-file", file, str(shadow)]
    options = ("--no-error-summary", "--hide-error-context", "--no-pretty", f"--cache-dir={folder}")
    command = [sys.executable, "-m", "mypy", *options, *shadows, "rules"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode not in (0, 1):
        raise SystemExit(told.stdout + told.stderr)
    for line in told.stdout.splitlines():
        if found := _ERROR.fullmatch(line):
            yield found["file"], int(found["line"]), found["why"]
