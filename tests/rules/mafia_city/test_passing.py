"""Tests M12 to M14: passing, coming back after a pass, and the end of the action phase."""

from __future__ import annotations

import pytest

from .table import EVERYWHERE, FISTS, position


def test_m12_a_police_raid_lifts_the_pass_of_anyone_who_got_a_mobster_back() -> None:
    """M12 (a): b got a mobster back and is active again; c got none and stays out."""
    hands = {"a": "police_raid-star", "b": "fbi-bullet", "c": "thief-hat"}
    table = position(start="b", hands=hands, prison="aab", crew={"c": 1})
    table.passes("b").passes("c")
    assert (table.passed("b"), table.passed("c")) == (True, True)
    table.plays("a", "police_raid-star:prison").everyone_passes()
    assert (table.passed("a"), table.passed("b"), table.passed("c")) == (False, False, True)
    table.asked("turn", "b").plays("b", "place:harbour").asked("bullet", "c")


def test_m12_a_cancelled_raid_lifts_nothing() -> None:
    """M12 (a): a cancelled raid returns no mobster, so no pass ends."""
    hands = {"a": "police_raid-star", "b": "police_chief-hat"}
    table = position(start="b", hands=hands, prison="aab").passes("b").plays("c", "place:harbour")
    table.plays("a", "police_raid-star:prison").plays("b", "police_chief-hat")
    assert table.passed("b")


def test_m12_a_raid_lifts_the_own_pass_too() -> None:
    """M12 (a), M51: a player who raids after a bullet and gets own mobsters back is active again."""
    table = position(hands={"a": "fbi-bullet police_raid-star"}, prison="aa").passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.asked("bullet", "a").plays("a", "fbi-bullet").asked("turn", "a")
    assert table.passed("a")
    table.plays("a", "police_raid-star:prison")
    assert not table.passed("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour").asked("turn", "a").offers("a", *EVERYWHERE, "pass")


def test_m12_a_bullet_buys_one_action_and_the_pass_stays() -> None:
    """M12 (b): a bullet gives one action in a turn, and the player still counts as having passed."""
    table = position(hands={"a": "fbi-bullet secret_deal-bullet"}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.asked("bullet", "a").offers("a", "stay", "fbi-bullet", "secret_deal-bullet")
    table.plays("a", "fbi-bullet").asked("turn", "a").plays("a", "place:prison")
    assert table.passed("a")
    table.asked("turn", "b").plays("b", "place:harbour").plays("c", "place:harbour").asked("bullet", "a")
    table.answers("a", "stay").asked("turn", "b")


def test_m12_after_a_bullet_the_action_may_be_forgone() -> None:
    """M12: after the bullet the player may still pass."""
    table = position(hands={"a": "fbi-bullet"}).passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").offers("a", *EVERYWHERE, "pass").passes("a").asked("turn", "b")
    assert table.passed("a")


def test_m12_the_bullet_is_asked_whether_or_not_one_is_held() -> None:
    """M12: a player with cards and a mobster is asked, even if only passing is possible."""
    table = position(hands={"a": "hitman-fist"}).passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.asked("bullet", "a").offers("a", "stay")
    assert table.silence == "stay"


@pytest.mark.parametrize(
    ("hand", "crew", "asked"),
    [("", 5, False), ("fbi-bullet", 0, False), ("fbi-bullet thief-hat", 0, True), ("thief-hat", 1, True)],
)
def test_m12_who_is_asked_for_a_bullet(hand: str, crew: int, *, asked: bool) -> None:
    """M12: a bullet is asked only of a seat that has a card and could use the action: a mobster or a second card."""
    table = position(hands={"a": hand}, crew={"a": crew})
    if table.kind == "turn" and table.seats == ["a"]:
        table.passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    assert (table.kind, table.seats) == (("bullet", ["a"]) if asked else ("turn", ["b"]))


def test_m12_only_a_bullet_pays_for_an_action() -> None:
    """M12 (b): no other symbol buys an action."""
    table = position(hands={"a": "thief-hat informer-star hitman-fist fbi-bullet"}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour").offers("a", "stay", "fbi-bullet")


def test_m12_a_placed_or_stolen_gain_does_not_lift_a_pass() -> None:
    """M12: only a raid ends a pass; a mobster that comes back by a hat does not (M15)."""
    table = position(hands={"a": "fbi-bullet thief-hat"}, prison="a", crew={"a": 0}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("a", "hat:thief-hat:prison:1")
    assert table.passed("a")
    assert table.crew("a") == 1


def test_m13_without_crew_and_cards_the_pass_happens_when_the_turn_comes() -> None:
    """M13: a player without crew and cards passes automatically, but only when their turn comes."""
    table = position(start="b", crew={"a": 0})
    assert not table.passed("a")
    table.plays("b", "place:harbour")
    assert not table.passed("a")
    table.plays("c", "place:harbour").asked("turn", "b")
    assert table.passed("a")


def test_m13_a_card_is_enough_to_be_asked() -> None:
    """M13: any card may be discarded to wait, so a player with a card is asked."""
    position(crew={"a": 0}, hands={"a": "hitman-fist"}).asked("turn", "a").offers("a", "wait:hitman-fist", "pass")


def test_m14_the_phase_ends_with_the_last_pass() -> None:
    """M14: no one is asked for a bullet after the last active player passed; the passes are cleared."""
    table = position(hands={"a": "fbi-bullet thief-hat"}, police_station="b").passes("a", "b")
    table.asked("turn", "c").passes("c")
    assert table.state["phase"] == "locations"
    assert [table.passed(seat) for seat in "abc"] == [False, False, False]


def test_m14_the_forced_pass_can_be_the_last_one() -> None:
    """M14: a player without crew and cards who is the last active one ends the phase when the turn comes."""
    table = position(start="b", hands={"b": "fbi-bullet thief-hat"}, crew={"a": 0}, police_station="b")
    table.passes("b").passes("c").asked("deal", "b")
    assert table.state["phase"] == "locations"


def test_m14_a_raid_in_the_last_turn_brings_others_back_into_the_phase() -> None:
    """M14, M12 (a): players who got mobsters back are active again, so the phase continues until they pass."""
    table = position(start="b", hands={"a": "police_raid-star"}, prison="aab", crew={"a": 0}).passes("b", "c")
    table.plays("a", "police_raid-star:prison").asked("turn", "b").plays("b", "place:harbour").asked("turn", "a")
    table.passes("a").asked("turn", "b")
    assert table.state["phase"] == "action"
    table.passes("b").asked("move", "b")


def test_m13_nothing_left_after_a_bullet_is_a_pass_too() -> None:
    """M13: the player's last cards protected the bullet, so the action after it is skipped without a question."""
    hands = {"a": f"fbi-bullet {FISTS}", "b": "thief-fist rackets-fist"}
    table = position(hands=hands, crew={"a": 0}).passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("b", "fists:thief-fist+rackets-fist")
    table.plays("a", "fists:hitman-fist+complicity-fist").asked("turn", "b")
    assert table.discard == f"fbi-bullet thief-fist rackets-fist {FISTS}"
    assert table.passed("a")


def test_m12_a_forced_pass_is_lifted_by_a_raid_too() -> None:
    """M12 (a), M13: a player who passed without a choice and gets a mobster back is active again."""
    table = position(start="b", hands={"a": "police_raid-star"}, prison="aab", crew={"b": 0, "c": 5})
    table.asked("turn", "c").plays("c", "place:harbour")
    assert table.passed("b")
    table.plays("a", "police_raid-star:prison").asked("turn", "b")
    assert (table.passed("b"), table.crew("b")) == (False, 1)
