"""Tests M15 and M16: the effects of hats and bullets in the action phase."""

from __future__ import annotations

import pytest

from .table import FISTS, Table, position


def test_m15_one_hat_takes_back_one_own_mobster() -> None:
    """M15: the mobster may come from any place in any stack, but not from the cell."""
    table = position(hands={"a": "thief-hat"}, prison="bab", cell="a", crew={"a": 2})
    hats = [key for key in table.keys("a") if key.startswith("hat:")]
    assert hats == ["hat:thief-hat:prison:2"]
    table.plays("a", "hat:thief-hat:prison:2")
    assert (table.stack("prison"), table.cell, table.crew("a")) == ("bb", "a", 3)
    assert table.discard == "thief-hat"


def test_m15_a_hat_needs_a_mobster_on_the_board() -> None:
    """M15: without an own mobster in a stack there is nothing to take back."""
    position(hands={"a": "thief-hat"}, prison="b", cell="a").never_offers("a", "hat:")


def test_m15_two_hats_bring_one_from_the_reserve() -> None:
    """M15: two hats bring a mobster from the reserve to the top of any location; the crew does not change."""
    table = position(hands={"a": "thief-hat grand_plan-hat"}, harbour="b", reserve={"a": 1})
    crew = table.crew("a")
    table.plays("a", "hats:thief-hat+grand_plan-hat:harbour")
    assert (table.stack("harbour"), table.crew("a"), table.reserve("a")) == ("ba", crew, 0)
    assert table.discard == "thief-hat grand_plan-hat"


def test_m15_two_hats_need_a_reserve() -> None:
    """M15: with an empty reserve, no pair of hats is offered."""
    position(hands={"a": "thief-hat grand_plan-hat"}, reserve={"a": 0}).never_offers("a", "hats:")


def test_m15_neither_hat_lifts_a_pass() -> None:
    """M15: two hats after a bullet do not end the player's pass."""
    table = position(hands={"a": "fbi-bullet thief-hat grand_plan-hat"}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("a", "hats:thief-hat+grand_plan-hat:harbour")
    assert table.passed("a")


def passed_and_shooting(b: str) -> Table:
    """Returns the rulebook's example: A has passed, is active again, and plays a bullet."""
    table = position(hands={"a": "fbi-bullet informer-star", "b": b}, prison="c").passes("a")
    return table.plays("b", "place:harbour").plays("c", "place:harbour").plays("a", "fbi-bullet")


def test_m16_the_bullet_itself_can_be_cancelled() -> None:
    """M16: two fists on the bullet end the turn; the bullet is lost, the other card is kept."""
    table = passed_and_shooting(b=FISTS)
    assert table.about == {"play": "a bullet: fbi-bullet", "links": []}
    table.plays("b", "fists:hitman-fist+complicity-fist").asked("turn", "b")
    assert table.hand("a") == "informer-star"
    assert table.discard == "fbi-bullet hitman-fist complicity-fist"
    assert table.passed("a")


def test_m16_a_bullet_is_a_symbol_so_no_card_text_answers_it() -> None:
    """M16, M61: a card that is played for its symbol is on none of the lists."""
    table = passed_and_shooting(b="police_chief-hat fbi-bullet")
    table.asked("react", "b").offers("b", "pass")


def test_m16_nothing_stops_the_mobster_placed_after_the_bullet() -> None:
    """M16, the rulebook's example: B let the bullet pass; the mobster A then places cannot be prevented."""
    table = passed_and_shooting(b=FISTS).passes("b").plays("a", "place:prison").asked("turn", "b")
    assert table.stack("prison") == "ca"


@pytest.mark.parametrize(
    ("hand", "key"), [(FISTS, "fists:hitman-fist+complicity-fist"), ("police_chief-hat thief-fist", "police_chief-hat")]
)
def test_m16_opponents_may_wait_for_the_card_played_with_the_bullet(hand: str, key: str) -> None:
    """M16, the rulebook's example: B waits and cancels the card itself, by fists or by the matching text."""
    table = passed_and_shooting(b=hand).passes("b").plays("a", "informer-star:prison:1")
    assert table.about["play"] == "a turn: informer-star:prison:1"
    table.plays("b", key).asked("turn", "b")
    assert (table.stack("prison"), table.cell) == ("c", "")
