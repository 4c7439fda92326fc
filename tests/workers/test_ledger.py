from __future__ import annotations

from rules.undo import UNDO
from tests.storage.table import answer
from tests.workers.ledger import often_answered


def test_an_answer_that_was_taken_back_may_be_given_again() -> None:
    entries = [answer(1, "a", "x"), answer(2, "b", "y"), answer(3, "a", "1", kind=UNDO), answer(1, "a", "z")]
    assert often_answered(entries) == {(1, "a"): 1, (2, "b"): 1}


def test_what_was_not_taken_back_stands_twice() -> None:
    entries = [answer(1, "a", "x"), answer(2, "b", "y"), answer(3, "b", "2", kind=UNDO), answer(1, "a", "z")]
    assert often_answered(entries) == {(1, "a"): 2, (2, "b"): 1}


def test_a_silence_is_told_from_an_answer() -> None:
    entries = [answer(1, "a", "x"), answer(1, "clock"), answer(1, "clock")]
    assert often_answered(entries) == {(1, "a"): 1, (1, "clock"): 2}
