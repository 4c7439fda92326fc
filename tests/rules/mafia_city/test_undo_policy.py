"""Tests the undo policy of Mafia City: what counts as seen, so that nothing before it can be undone."""

from __future__ import annotations

import pytest

from rules.events import ALL, Event
from rules.mafia_city import events
from rules.mafia_city.undo_policy import UNDOABLE


@pytest.mark.parametrize("name", ["plays", "mulligan"])
@pytest.mark.parametrize(("cards", "shown"), [(["hitman"], True), ([], False)])
def test_a_play_or_a_mulligan_reveals_only_what_cards_it_has(name: str, cards: list[str], shown: bool) -> None:
    assert UNDOABLE.reveals(Event(ALL, name, {"seat": "A", "cards": cards})) is shown


@pytest.mark.parametrize(("seat", "shown"), [("A", True), (None, False)])
def test_m24_4_anyone_who_gets_the_policeman_may_have_seen_every_hand(seat: str | None, shown: bool) -> None:
    assert UNDOABLE.reveals(Event(ALL, "policeman", {"seat": seat})) is shown


@pytest.mark.parametrize(
    ("name", "shown"), [("passes", False), ("recruits", False), ("drew", True), ("unheard_of", True)]
)
def test_an_unknown_event_counts_as_one_that_shows_a_card(name: str, shown: bool) -> None:
    assert UNDOABLE.reveals(Event(ALL, name, {"seat": "A"})) is shown


def test_m51_a_thief_who_finds_no_card_is_told_to_all_with_the_victim() -> None:
    assert events.finds_nothing("A", "B") == Event(ALL, "finds_nothing", {"seat": "A", "victim": "B"})
