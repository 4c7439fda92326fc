"""Tests that every card has exactly one entry, and that the words of the effect language are frozen dataclasses."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rules.star_wars_destiny.cards import CARDS, FILES, TEXTS
from rules.star_wars_destiny.effects.choosing import choose, up_to
from rules.star_wars_destiny.effects.clauses import card, no_effect
from rules.star_wars_destiny.effects.conditions import count
from rules.star_wars_destiny.effects.nodes import Node, enemy_player
from rules.star_wars_destiny.effects.resource_verbs import gain
from rules.star_wars_destiny.effects.selectors import enemy, your
from rules.star_wars_destiny.effects.steps import Steps
from rules.star_wars_destiny.effects.text import Text
from rules.star_wars_destiny.effects.token_verbs import deal
from rules.star_wars_destiny.facts import printed

TESTS = Path(__file__).parent
SILENT = {"dh_17_blaster_pistol", "first_order_stormtrooper", "hired_gun", "survival_gear"}
"""The cards without any text."""


def entries(file: ModuleType) -> Iterator[ast.Call]:
    """Yields the calls of `card` in a file."""
    for node in ast.parse(Path(str(file.__file__)).read_text("utf-8")).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            assert ast.unparse(node.value.func) == "card"
            yield node.value


def names_of_tests() -> set[str]:
    """Returns the names of all tests of this game."""
    written = "".join(file.read_text("utf-8") for file in TESTS.rglob("test_*.py"))
    return set(re.findall(r"^def (test_\w+)\(", written, re.MULTILINE))


def words(node: type[Node] = Node) -> Iterator[type[Node]]:
    """Yields all subclasses of a node class."""
    for word in node.__subclasses__():
        yield word
        yield from words(word)


def test_every_card_has_one_entry_in_the_order_of_its_number() -> None:
    written = [entry for file in FILES for entry in entries(file)]
    assert len(written) == len(CARDS) == len(TEXTS) == 174
    assert list(CARDS) == list(TEXTS)
    assert all(text.printed is CARDS[code] for code, text in TEXTS.items())


def test_entries_are_in_the_file_of_their_type_and_colour() -> None:
    for file in FILES:
        for entry in entries(file):
            facts = entry.args[0]
            assert isinstance(facts, ast.Call)
            line = ast.literal_eval(facts.args[2]).removeprefix("unique ").split()
            type_, _, colour = str(file.__name__).rpartition(".")[2].partition("_")
            assert (type_, colour) in ((f"{line[2]}s", line[0]), (f"{line[2]}s", ""))


def test_every_card_has_an_effect_or_says_that_it_has_none() -> None:
    silent = {code for code, text in TEXTS.items() if _says_nothing(text)}
    assert silent == SILENT
    without = [entry for file in FILES for entry in entries(file) if "no_effect" in map(ast.unparse, entry.args)]
    assert len(without) == len(SILENT)


def _says_nothing(text: Text) -> bool:
    return vars(text) == vars(Text(text.printed, (no_effect,), text.test, text.words))


def test_every_card_names_a_test_that_exists_and_is_about_it() -> None:
    found = names_of_tests()
    assert {code: text.test for code, text in TEXTS.items() if text.test not in found} == {}
    about = {code: rf"test_0*{text.printed.number}_|_{code}(_|$)" for code, text in TEXTS.items()}
    assert [text.test for code, text in TEXTS.items() if not re.search(about[code], text.test)] == []


def test_an_entry_without_a_clause_is_refused() -> None:
    with pytest.raises(ValueError, match="write no_effect"):
        card(printed(175, "Nothing At All", "gray neutral event"), test="")
    assert "nothing_at_all" not in CARDS


def test_every_word_is_a_frozen_dataclass_with_an_identity() -> None:
    found = list(words())
    assert len(found) > 60
    for word in found:
        assert dataclasses.is_dataclass(word)
        assert word.__hash__ is object.__hash__
        assert word.__eq__ is object.__eq__
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(gain(1), "amount", 2)  # noqa: B010 - mypy knows that it is frozen


def test_the_parts_of_a_node_follow_from_its_fields() -> None:
    number = count(your.die)
    limit = up_to(number)
    one = choose(enemy.character, limit, by=enemy_player)
    hit = deal(2, one)
    assert hit.parts == (one,)
    assert one.parts == (enemy.character, limit, enemy_player)
    assert limit.parts == (number,)
    assert enemy.character.parts == (enemy_player,)
    both = Steps((hit, gain(number)))
    assert both.parts == both.steps
