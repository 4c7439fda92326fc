"""Tests the mutation runner: changes are really in force, and its report is true."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]

SOURCE = """
from typing import Final


class Pile:
    def __init__(self, name: str = "pile") -> None:
        self.name = name
        self.height = 1
        self.kind: Final = 2

    def lower(self) -> None:
        self.height = 0

    def named(self) -> str:
        return self.name

    def size(self, count: int) -> int:
        return count + 2


class Deck(Pile):
    def size(self, count: int) -> int:
        return super().size(count)


def count_down(left: int) -> int:
    while left > 0:
        left = left - 1
    return left


def is_even(number: int) -> bool:
    return number == 0 or not is_even(number - 1)


def never_asked() -> int:
    return 1


def doubled(number: int) -> int:
    return number * 2


SIX = doubled(3)
FOUR = doubled(2)
"""
TESTS = """
from rules.toy import SIX, Deck, count_down, is_even


def test_six_is_six():
    assert SIX == 6


def test_a_deck_has_two_more():
    assert Deck().size(1) == 3


def test_counting_down_ends():
    assert count_down(2) == 0


def test_two_is_even_and_three_is_not():
    assert is_even(2)
    assert not is_even(3)
"""
TRIED = """
import sys
from pathlib import Path
from tests.mutants.importing import try_imports
from tests.mutants.changes import made_of
from tests.mutants.trial import try_all
from tests.mutants.typed import try_types

trial = {"running": try_all, "importing": try_imports, "types": lambda _, *rest: try_types(*rest)}[sys.argv[1]]
trial(["test_toy.py"], list(made_of(Path("rules/toy.py"))), Path(f"{sys.argv[1]}.jsonl"))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Creates a folder with the toy package `rules`, its tests and the project's configuration; returns the folder."""
    project = tmp_path_factory.mktemp("project")
    (project / "rules").mkdir()
    (project / "rules" / "__init__.py").touch()
    (project / "rules" / "toy.py").write_text(SOURCE, "utf-8")
    (project / "test_toy.py").write_text(TESTS, "utf-8")
    shutil.copy(HOME / "pyproject.toml", project)
    return project


@pytest.fixture(scope="module")
def came(project: Path) -> dict[str, list[str]]:
    """Runs the trial of changes to running code; returns two texts for each changed line: the test that failed ('' if
    none did), and "True" if a test runs the changed function.
    """
    return tried(project, "running")


def tried(project: Path, how: str) -> dict[str, list[str]]:
    environment = {**os.environ, "PYTHONPATH": str(HOME), "WORKERS": "2"}
    subprocess.run([sys.executable, "-c", TRIED, how], cwd=project, env=environment, check=True, timeout=120)
    results = [json.loads(line) for line in (project / f"{how}.jsonl").read_text("utf-8").splitlines()]
    return {
        result["change"].splitlines()[-1].strip(): [result["by"].rpartition("::")[2], str(result["tested"])]
        for result in results
    }


@pytest.mark.parametrize(
    ("new", "by"),
    [
        ("return count - 2", "test_a_deck_has_two_more"),
        ("return count + 3", "test_a_deck_has_two_more"),
        ("return super().size(None)", "test_a_deck_has_two_more"),
        ("return number != 0 or not is_even(number - 1)", "test_two_is_even_and_three_is_not"),
        ("left = None", "test_counting_down_ends"),
    ],
)
def test_a_change_is_noticed_by_a_test_of_what_it_changes(came: dict[str, list[str]], new: str, by: str) -> None:
    """Changes of methods that call their base class, and of recursive functions, are noticed, too."""
    assert came[new] == [by, "True"]


def test_a_change_with_which_a_test_never_ends_is_noticed(came: dict[str, list[str]]) -> None:
    assert came["left = left + 1"] == ["it neither passes nor fails", "True"]


def test_mutants_that_no_test_notices_are_reported(came: dict[str, list[str]]) -> None:
    """If the toy's loop counts down in steps of two, two still becomes zero, so its test passes; with the other changes
    of the loop, the test fails.
    """
    assert came["while left > 1:"] == ["test_counting_down_ends", "True"]
    assert came["while left >= 0:"] == ["test_counting_down_ends", "True"]
    assert came["left = left - 2"] == ["", "True"]


def test_mutants_that_no_test_runs_are_reported_as_untested(came: dict[str, list[str]]) -> None:
    assert came["return 2"] == ["", "False"]


def test_mutants_of_import_time_code_are_tried_by_a_new_import(came: dict[str, list[str]], project: Path) -> None:
    """Only the mutants of code that runs at the import are tried: the first trial reported them as not run by a
    test.
    """
    assert came["return number * 3"] == ["", "False"]
    assert tried(project, "importing") == {
        "return number * 3": ["test_six_is_six", "True"],
        "return number / 2": ["test_six_is_six", "True"],
    }


def test_mutants_that_mypy_refuses_are_reported_as_refused(project: Path) -> None:
    """mypy refuses changes in methods that call their base class and of attributes' types; errors of unchanged code do
    not count.
    """
    assert tried(project, "types") == {
        "self.name = None": ["mypy", "True"],
        "self.height = None": ["mypy", "True"],
        "left = None": ["mypy", "True"],
        "return super().size(None)": ["mypy", "True"],
        "return number == 0 or not is_even(None)": ["mypy", "True"],
        "return number / 2": ["mypy", "True"],
    }
