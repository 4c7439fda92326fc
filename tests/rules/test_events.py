"""Tests the envelope of events: the fields that the table protocol writes next to the facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.events import ALL, ENVELOPE, Event, from_spoken

HOME = Path(__file__).parents[2]
SOURCES = [*sorted((HOME / "rules").rglob("*.py")), HOME / "tests/rules/toy.py"]


@pytest.mark.parametrize("field", ["to", "event"])
def test_an_event_whose_facts_would_overwrite_its_envelope_is_refused(field: str) -> None:
    with pytest.raises(ValueError, match=f"returns.*{field}"):
        Event(ALL, "returns", {"seat": "a", field: "hand"}).spoken()


def test_an_event_is_read_back_from_the_protocol() -> None:
    event = Event("b", "drew", {"seat": "b", "cards": ["aim"]})
    assert event.spoken() == {"to": "b", "event": "drew", "seat": "b", "cards": ["aim"]}
    assert from_spoken(event.spoken()) == event


# Every constructor of every event, also of those that no random game tells


def test_no_event_of_any_game_is_constructed_with_a_field_of_the_envelope() -> None:
    found = {(name, fact) for path in SOURCES for name, facts in constructed(path) for fact in facts}
    assert ("returns", "into") in found
    assert ("drew", "cards") in found
    assert ("plays", "column") in found
    assert ("undo", "number") in found
    assert [(name, fact) for name, fact in sorted(found) if fact in ENVELOPE] == []


def test_the_search_for_constructors_finds_both_ways_of_writing_one(tmp_path: Path) -> None:
    source = tmp_path / "events.py"
    source.write_text(
        "def _public(name, **facts):\n    return Event(ALL, name, facts)\n"
        "def one():\n    return Event('a', 'one', {'to': 1})\n"
        "def two():\n    return _public('two', event=2)\n",
        "utf-8",
    )
    assert sorted((name, sorted(facts)) for name, facts in constructed(source)) == [("one", ["to"]), ("two", ["event"])]


@pytest.mark.parametrize("facts", ["{**more}", "{name: 1}", "made()", "facts"])
def test_the_search_for_constructors_refuses_what_it_cannot_read(facts: str, tmp_path: Path) -> None:
    source = tmp_path / "events.py"
    source.write_text(f"def one(facts):\n    return Event(ALL, 'one', {facts})\n", "utf-8")
    with pytest.raises(AssertionError, match=r"event|one"):
        list(constructed(source))


def constructed(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yields the event's name and its facts' names for each place in a file that constructs an event."""
    tree = ast.parse(path.read_text("utf-8"))
    helpers = {
        function.name for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and any(_passes_on(function, call) for call in _calls(function))
    }  # fmt: skip
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and path.parts[-2:] != ("rules", "events.py"):
            for call in _calls(function):
                if _called(call) in helpers:
                    yield _word(call.args[0]), [str(keyword.arg) for keyword in call.keywords]
                elif _called(call) == "Event" and not _passes_on(function, call):
                    assert isinstance(call.args[2], ast.Dict), f"{path}: {ast.unparse(call)}"
                    yield _word(call.args[1]), [_word(key) for key in call.args[2].keys]


def _calls(function: ast.FunctionDef) -> Iterator[ast.Call]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Call))


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _passes_on(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Returns whether the call constructs an event from the keyword arguments of its function."""
    facts = call.args[2] if _called(call) == "Event" and len(call.args) > 2 else None
    return isinstance(facts, ast.Name) and function.args.kwarg is not None and facts.id == function.args.kwarg.arg


def _word(node: ast.expr | None) -> str:
    """Returns the text of a constant, or "undo" for the name UNDO; fails for any other expression."""
    if isinstance(node, ast.Name) and node.id == "UNDO":
        return "undo"
    assert isinstance(node, ast.Constant), f"{ast.unparse(node) if node else '**'} in the construction of an event"
    return str(node.value)
