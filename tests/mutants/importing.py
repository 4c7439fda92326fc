"""Tries changes of code that runs while the rules are imported, for which the usual trial is too late.

Each change gets a copy of a process that has not imported the rules yet, and imports them with the changed source. This
takes seconds, so it is done only for changes that the trial has not noticed and that run at the import.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import pickle
import pkgutil
import resource
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Final

import pytest

from tests.mutants.changes import Change
from tests.mutants.trial import BRIEF, IMPOSSIBLE, MEMORY, QUIET, RULES, copy, read, settle_hypothesis

LONGEST: Final = 600
"""CPU seconds after which a change counts as one that never ends."""
NOT_IMPORTED: Final = "the rules cannot be imported"


def try_imports(tests: Sequence[str], changes: list[Change], results: Path) -> None:
    """Tries the changes that run at the import, each with these tests until one fails, and appends the results to a
    file.
    """
    settle_hypothesis()
    at_import: set[tuple[str, str]] = pickle.loads(_copied(_run_at_import))  # from a copy of this very process
    good: Counter[str] = Counter()
    for change in changes:
        if (change.module, change.function) in at_import:
            by = _copied(lambda change=change: _noticed_by(change, tests, good)).decode()  # type: ignore[misc]  # mypy knows no defaults of lambdas
            good[by] += 1
            line = {"key": change.key, "change": str(change), "by": by, "tested": True}
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _copied(work: Callable[[], bytes]) -> bytes:
    child, reading = copy(work)
    told = read(reading)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == IMPOSSIBLE:
        raise SystemExit("a change cannot be tried")
    return told if os.WIFEXITED(status) and not os.WEXITSTATUS(status) else b"it neither passes nor fails"


def _run_at_import() -> bytes:
    """Imports all rules; returns the pickled set of (module, function) that ran during the import."""
    ran: set[tuple[str, str]] = set()

    def look(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if code.co_filename.startswith(RULES):
            ran.add((frame.f_globals["__name__"], code.co_qualname.partition(".<locals>")[0]))

    sys.settrace(look)
    rules = importlib.import_module("rules")
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    sys.settrace(None)
    return pickle.dumps(ran)


def _noticed_by(change: Change, tests: Sequence[str], good: Counter[str]) -> bytes:
    """Imports the rules with a change and runs the tests; returns the first test that fails, empty if none does.

    Returns `NOT_IMPORTED` if the import fails. Limits the memory and the CPU time of this process.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    sys.meta_path.insert(0, Changed(change))
    try:
        importlib.import_module(change.module)
    except Exception:
        return NOT_IMPORTED.encode()
    first = First(good)
    code = pytest.main([*QUIET, "-x", *tests], plugins=[first])
    return (first.failed or ("" if code == pytest.ExitCode.OK else NOT_IMPORTED)).encode()


class First:
    """A pytest plugin that runs the tests first which have noticed most changes, and stores the one that fails."""

    def __init__(self, good: Counter[str]) -> None:
        self.failed = ""
        self._good = good
        self._begun = 0.0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: -self._good[item.nodeid])

    def pytest_runtestloop(self) -> None:
        self._begun = time.process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtest_logfinish(self) -> None:
        if time.process_time() - self._begun > BRIEF:
            pytest.exit("brief", returncode=0)


class Changed(MetaPathFinder):
    """An import finder that loads one module with a changed function."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._change.module:
            return None
        file = path_of(fullname)
        package = file.name == "__init__.py"
        loader = _Loader(fullname, str(file.resolve()), self._change)
        places = [str(file.resolve().parent)] if package else None
        return spec_from_file_location(fullname, file.resolve(), loader=loader, submodule_search_locations=places)


class _Loader(SourceFileLoader):
    def __init__(self, name: str, file: str, change: Change) -> None:
        super().__init__(name, file)
        self._change = change

    def get_code(self, fullname: str) -> CodeType:
        return compile(changed_source(Path(self.path).read_text("utf-8"), self._change), self.path, "exec")


def changed_source(source: str, change: Change) -> str:
    """Returns the module's source with the changed function."""
    node = node_of(ast.parse(source), change.function)
    lines = source.splitlines()
    changed = textwrap.indent(change.source, " " * node.col_offset).splitlines()
    return "\n".join([*lines[: node.lineno - 1], *changed, *lines[node.end_lineno :]]) + "\n"


def node_of(tree: ast.AST, function: str) -> ast.FunctionDef | ast.AsyncFunctionDef:
    """Returns the function of that name (`Deck.dealt`) in a module."""
    node = tree
    for name in function.split("."):
        node = next(
            inner
            for inner in ast.iter_child_nodes(node)
            if isinstance(inner, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and inner.name == name
        )
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return node


def path_of(module: str) -> Path:
    """Returns the path of a module's or package's file."""
    file = Path(*module.split("."))
    return file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
