from __future__ import annotations

import pytest

from bot.emulator import World
from bot.emulator.people import crowd
from bot.views.custom_id import CustomId
from rules.undo import UNDO
from tests.storage.table import answer
from tests.workers.ledger import Ledger, often_answered


class Shown:
    """A stand-in for the outcome of a press, with only its text."""

    def __init__(self, text: str) -> None:
        self.text = text


def test_a_taking_back_is_no_answer_and_no_number_comes_twice() -> None:
    entries = [answer(1, "a", "x"), answer(2, "b", "y"), answer(3, "a", "1", kind=UNDO), answer(4, "a", "z")]
    assert often_answered(entries) == {(1, "a"): 1, (2, "b"): 1, (4, "a"): 1}


def test_duplicate_entries_are_counted_twice() -> None:
    entries = [answer(1, "a", "x"), answer(3, "b", "1", kind=UNDO), answer(1, "a", "z")]
    assert often_answered(entries) == {(1, "a"): 2}


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("✅ Anna places a mobster at the docks.\n\nIt is the turn of Bert.", True),
        ("It is the turn of Bert.\n**1: Docks**: 🔴🔴 · ✅ marked", False),
        ("**1 · Art 3** · cards 3/3 ✅ filled: Murderer", False),
    ],
)
def test_a_column_that_is_filled_is_no_answer_that_is_done(text: str, stands: bool) -> None:
    ledger, person = Ledger(), crowd.add_person(World(), "Anna")
    ledger.heard(person, str(CustomId(7, "do", 3, (0,))), Shown(text))  # type: ignore[arg-type]
    assert bool(ledger.answers) == stands


def test_silence_and_an_answer_are_different() -> None:
    entries = [answer(1, "a", "x"), answer(1, "clock"), answer(1, "clock")]
    assert often_answered(entries) == {(1, "a"): 1, (1, "clock"): 2}


@pytest.mark.parametrize(
    ("verb", "silences", "lost"),
    [
        ("pass", {(7, 3)}, False),
        ("pass", {(7, 2), (8, 3)}, True),
        ("do", {(7, 3)}, True),
    ],
)
def test_only_a_pass_may_be_answered_by_the_clock(verb: str, silences: set[tuple[int, int]], lost: bool) -> None:
    ledger, person = Ledger(), crowd.add_person(World(), "Anna")
    ledger.heard(person, str(CustomId(7, verb, 3, (0,))), Shown("✅ Anna passes."))  # type: ignore[arg-type]
    assert ledger.lost({(7, 2, person.id)}, silences) == [(7, 3, person.id)] * lost


def test_a_stored_answer_is_not_lost() -> None:
    ledger, person = Ledger(), crowd.add_person(World(), "Anna")
    ledger.heard(person, str(CustomId(7, "do", 3, (0,))), Shown("✅ Anna passes."))  # type: ignore[arg-type]
    assert ledger.lost({(7, 3, person.id)}, set()) == []
