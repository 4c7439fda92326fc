"""Tests the public facts of a table: they are computed again after every change, and only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.tables.live import LiveTable
from storage import Proposed
from tests.bot.tables.test_order_execution import table

CHANGES: dict[str, Callable[[LiveTable], object]] = {
    "row": lambda live: setattr(live, "row", replace(live.row, words=not live.row.words)),
    "seats": lambda live: live.seats.__setitem__(0, replace(live.seats[0], name="Someone else")),
    "votes": lambda live: live.votes.update(pause=frozenset({live.seats[0].user})),
    "proposal": lambda live: setattr(live, "proposed", Proposed(live.seats[0].seat, None, "hard")),
    "free": lambda live: live.offers.update({live.seats[0].seat: 0}),
    "drawn": lambda live: setattr(live, "tournament", 7),
    "seed": lambda live: setattr(live, "seed", "5eed"),
}


def test_facts_are_computed_once_while_nothing_changes() -> None:
    live = table()
    assert live.facts is live.facts


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_facts_are_computed_again_after_a_change(change: Callable[[LiveTable], object]) -> None:
    live = table()
    before = live.facts
    change(live)
    after = live.facts
    assert after != before
    live._facts = None
    assert after == live.facts
