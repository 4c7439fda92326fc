"""Tests docs/protocol.md and CONTRIBUTING.md: their sessions are played and their tables compared with the code.
Docstrings cite only documents that exist.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules import GAMES
from rules.description import Rules
from rules.engine import Game
from rules.protocol import Session, describe
from rules.star_wars_destiny import STAR_WARS_DESTINY

from .mafia_city.table import position
from .random_play import play

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")


def test_the_session_in_the_document_goes_as_it_is_shown() -> None:
    """Each request after `>` gets the reply after `<`; `…` stands for any text."""
    [shown] = re.findall(r"```session\n(.*?)```", PROTOCOL, re.DOTALL)
    session, replies = Session(), 0
    for asked, expected in re.findall(r"> (.*)\n< (.*)\n", shown):
        pattern = ".*".join(re.escape(part) for part in expected.split("…"))
        assert re.fullmatch(pattern, session.hear(asked)), asked
        replies += 1
    assert replies == len(shown.splitlines()) / 2


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
def test_every_kind_of_decision_is_in_the_document_with_its_shape(rules: Rules) -> None:
    """Random games ask only questions that the document has, and the document has no others (for Star Wars: Destiny,
    its own test checks the latter).
    """
    asked: dict[str, str] = {}

    def watch(game: Game) -> None:
        decision: dict[str, Any] | None = describe(game)
        if decision:
            asked[decision["kind"]] = decision["shape"]

    for seed in range(6):
        lines = play(rules, rules.seats[seed % len(rules.seats)], seed, watch).record().lines()
        asked |= {line.split(" ")[2].rstrip(":"): "draw" for line in lines if re.match("[0-9]+ chance ", line)}
    document = dict(described(rules.name))
    assert asked.items() <= document.items()
    if rules.name != STAR_WARS_DESTINY.name:  # hundreds of cards: its own test plays until the rarest is asked
        assert document == asked


def described(game: str) -> Iterator[tuple[str, str]]:
    """Yields the kinds of decisions in a game's table in docs/protocol.md, each with its shape."""
    [chapter] = [part for part in PROTOCOL.split("\n## ") if f"\n`{game}`, " in part]
    for row in re.findall(r"\n\| (`.*)", chapter):
        kinds, shape = row.split(" | ")[:2]
        yield from ((kind, shape.split(" ")[0]) for kind in re.findall("`([a-z_]+)`", kinds))


def documentation(path: Path) -> str:
    """Returns the docstrings and comments of a Python file, joined to one text."""
    source = path.read_text(encoding="utf-8")
    strings = [
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    return "\n".join([*strings, *re.findall(r"#.*", source)])


@pytest.mark.tier("test")
def test_no_docstring_cites_a_document_that_is_not_here() -> None:
    missing = [
        (path.name, cited)
        for room in ("rules", "storage", "bot", "tests")
        for path in (ROOT / room).rglob("*.py")
        for cited in re.findall(r"[\w./-]+\.md\b", documentation(path))
        if not (ROOT / cited).is_file()
    ]
    assert missing == []


def test_the_example_of_a_rules_test_runs_and_the_tests_that_are_named_exist() -> None:
    """The example table in CONTRIBUTING.md runs with the result that the rules give, and every `test_…` that
    CONTRIBUTING.md names exists.
    """
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    example = "\n".join(line.strip() for line in contributing.splitlines() if re.match(" {6,}table", line))
    talk: dict[str, Any] = {"position": position}
    exec(example, talk)
    assert talk["table"].stack("prison") == "ab", "the informer is cancelled"
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", contributing))
    assert named
    assert {name for name in named if f"def {name}(" not in tests} == set()
