"""Small changes are really in force when tests run, and what is said of each is so."""

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
class Pile:
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
"""
TESTS = """
from rules.toy import Deck, count_down, is_even


def test_a_deck_has_two_more():
    assert Deck().size(1) == 3


def test_counting_down_ends():
    assert count_down(2) == 0


def test_two_is_even_and_three_is_not():
    assert is_even(2)
    assert not is_even(3)
"""
TRIED = """
from pathlib import Path
from tests.mutants.changes import made_of
from tests.mutants.trial import try_all

try_all(["test_toy.py"], list(made_of(Path("rules/toy.py"))), Path("results.jsonl"))
"""


@pytest.fixture(scope="module")
def came(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What came of each change of a toy, by what the line became: who noticed, and whether it is tested at all."""
    room = tmp_path_factory.mktemp("room")
    (room / "rules").mkdir()
    (room / "rules" / "__init__.py").touch()
    (room / "rules" / "toy.py").write_text(SOURCE, "utf-8")
    (room / "test_toy.py").write_text(TESTS, "utf-8")
    shutil.copy(HOME / "pyproject.toml", room)
    environment = {**os.environ, "PYTHONPATH": str(HOME), "WORKERS": "2"}
    subprocess.run([sys.executable, "-c", TRIED], cwd=room, env=environment, check=True, timeout=120)
    results = [json.loads(line) for line in (room / "results.jsonl").read_text("utf-8").splitlines()]
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
    """Also in a method that asks its base class, and in a function that asks itself."""
    assert came[new] == [by, "True"]


def test_a_change_with_which_a_test_never_ends_is_noticed(came: dict[str, list[str]]) -> None:
    assert came["left = left + 1"] == ["it neither passes nor fails", "True"]


def test_what_no_test_can_notice_is_said_to_be_unnoticed(came: dict[str, list[str]]) -> None:
    """Counting down from two passes zero by no other way."""
    assert came["while left > 1:"] == ["test_counting_down_ends", "True"]
    assert came["while left >= 0:"] == ["test_counting_down_ends", "True"]
    assert came["left = left - 2"] == ["", "True"]


def test_what_no_test_runs_is_said_to_be_untested(came: dict[str, list[str]]) -> None:
    assert came["return 2"] == ["", "False"]
