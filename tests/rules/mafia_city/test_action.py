"""Tests M9 to M11: the action phase, its turns, and when a played card goes to the discard pile."""

from __future__ import annotations

import pytest

from .oracle import LOCATIONS
from .table import EVERYWHERE, FISTS, position


def test_m9_cards_lie_open_until_their_play_is_settled() -> None:
    """M9: the played card and all cancels stay open, in the order played, until the play is settled."""
    hands = {"a": "informer-star", "b": f"police_chief-hat {FISTS}", "c": "thief-fist rackets-fist"}
    table = position(hands=hands, prison="c", discard="fbi-bullet").plays("a", "informer-star:prison:1")
    assert (table.open, table.discard) == ("informer-star", "fbi-bullet")
    table.plays("b", "police_chief-hat")
    assert (table.open, table.discard) == ("informer-star police_chief-hat", "fbi-bullet")
    table.plays("c", "fists:thief-fist+rackets-fist")
    assert table.open == "informer-star police_chief-hat thief-fist rackets-fist"
    table.plays("b", "fists:hitman-fist+complicity-fist")
    settled = "informer-star police_chief-hat thief-fist rackets-fist hitman-fist complicity-fist"
    assert (table.open, table.discard) == ("", f"fbi-bullet {settled}")
    assert (table.stack("prison"), table.cell) == ("c", "")


def test_m9_a_play_that_took_effect_goes_before_its_cancels() -> None:
    """M9: first the play's own cards are discarded, then the cancels in the order of the chain, even if the play took
    effect.
    """
    hands = {"a": "rackets-hat thief-hat", "b": FISTS, "c": "thief-fist rackets-fist"}
    table = position(hands=hands).plays("a", "hats:thief-hat+rackets-hat:harbour")
    table.plays("b", "fists:hitman-fist+complicity-fist").plays("c", "fists:thief-fist+rackets-fist")
    assert table.stack("harbour") == "a"
    assert table.discard == "thief-hat rackets-hat hitman-fist complicity-fist thief-fist rackets-fist"


def test_m9_what_follows_from_a_play_is_settled_before_it() -> None:
    """M9: complicity follows from the informer, so its cards reach the pile first."""
    hands = {"a": "informer-star", "b": "complicity-fist", "c": ""}
    table = position(hands=hands, prison="b", harbour="c").plays("a", "informer-star:prison:1")
    table.no_one_reacts().asked("complicity", "b")
    assert (table.open, table.discard) == ("informer-star", "")
    table.plays("b", "complicity-fist:harbour:1")
    assert (table.open, table.discard) == ("", "complicity-fist informer-star")


def test_m9_the_card_discarded_to_rackets_goes_at_once() -> None:
    """M9: cards that are discarded after drawing go to the pile at once, before the play is settled."""
    table = position(hands={"a": "rackets-fist"}, deck="thief-hat fbi-bullet hitman-fist")
    table.plays("a", "rackets-fist")
    assert (table.open, table.discard) == ("rackets-fist", "")
    table.answers("a", "fbi-bullet")
    assert (table.open, table.discard) == ("", "fbi-bullet rackets-fist")


def test_m9_a_waiting_discard_goes_at_once() -> None:
    """M9: a card that is discarded to wait goes to the discard pile at once."""
    table = position(hands={"a": "thief-hat", "b": FISTS}).plays("a", "wait:thief-hat").asked("turn", "b")
    assert (table.open, table.discard) == ("", "thief-hat")


def test_m9_an_uncancelled_bullet_goes_before_the_action_it_allows() -> None:
    """M9: before the action that a bullet allows, the bullet itself is already in the discard pile."""
    hands = {"a": "fbi-bullet informer-star", "b": FISTS, "c": "thief-fist rackets-fist"}
    table = position(hands=hands, prison="b").passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("b", f"fists:{FISTS.replace(' ', '+')}")
    table.plays("c", "fists:thief-fist+rackets-fist")
    table.asked("turn", "a")
    assert table.open == ""
    assert table.discard == "fbi-bullet hitman-fist complicity-fist thief-fist rackets-fist"


def test_m10_a_turn_offers_every_key_in_its_order() -> None:
    """M10: place, texts, hats, waiting and pass, each with all its targets, as the contract lists them."""
    hand = "grand_plan-star informer-star thief-hat rackets-hat police_raid-star pulling_strings-bullet"
    table = position(hands={"a": hand, "b": "fbi-bullet"}, prison="aab", harbour="c")
    mobsters = ["prison:1", "prison:2", "prison:3", "harbour:1"]
    table.offers_in_order(
        "a",
        *EVERYWHERE,
        *(f"informer-star:{mobster}" for mobster in mobsters),
        "thief-hat:b",
        "police_raid-star:prison",
        "pulling_strings-bullet:prison:harbour",
        *(f"grand_plan-star:{mobster}:{to}" for mobster in mobsters for to in LOCATIONS if not mobster.startswith(to)),
        "rackets-hat",
        "hat:thief-hat:prison:1",
        "hat:thief-hat:prison:2",
        "hat:rackets-hat:prison:1",
        "hat:rackets-hat:prison:2",
        *(f"hats:thief-hat+rackets-hat:{place}" for place in LOCATIONS),
        *(f"wait:{code}" for code in hand.split()),
        "pass",
    )


def test_m10_a_card_without_a_target_can_only_be_waited_with() -> None:
    """M10: in an empty city, against opponents without cards, a card has no target."""
    hand = "informer-star thief-fist police_raid-star pulling_strings-fist grand_plan-star thief-hat"
    table = position(hands={"a": hand}, reserve={"a": 0})
    table.offers("a", *EVERYWHERE, *(f"wait:{code}" for code in hand.split()), "pass")


def test_m10_reactions_and_location_cards_are_no_actions() -> None:
    """M10: only action cards are played by their text in a turn; the others may be waited with."""
    hand = "hitman-fist complicity-fist secret_deal-bullet fbi-bullet"
    table = position(hands={"a": hand, "b": FISTS}, prison="ab", harbour="ab")
    table.offers("a", *EVERYWHERE, *(f"wait:{code}" for code in hand.split()), "pass")


def test_m10_a_mobster_is_placed_from_the_crew_on_top() -> None:
    """M10 A: the mobster comes from the crew and lies on top of the stack."""
    table = position(crew={"a": 3}, harbour="bc").plays("a", "place:harbour").asked("turn", "b")
    assert (table.stack("harbour"), table.crew("a")) == ("bca", 2)


def test_m10_no_mobster_is_placed_from_the_reserve() -> None:
    """M10 A: with an empty crew nothing can be placed, even with a full reserve."""
    table = position(crew={"a": 0}, hands={"a": "fbi-bullet"})
    table.offers("a", "wait:fbi-bullet", "pass").refuses("a", "place:harbour", "not-allowed")


def test_m10_a_turn_is_one_thing() -> None:
    """M10: after one action the next player is active."""
    table = position(hands={"a": "thief-hat thief-fist"}).plays("a", "wait:thief-hat").asked("turn", "b")
    table.refuses("a", "wait:thief-fist", "not-asked")


def test_m10_any_card_may_be_discarded_to_wait() -> None:
    """M10 B: waiting discards one card without an effect and opens no window."""
    table = position(hands={"a": "hitman-fist", "b": FISTS, "c": FISTS}).plays("a", "wait:hitman-fist")
    table.asked("turn", "b")
    assert (table.hand("a"), table.discard) == ("", "hitman-fist")


def test_m10_of_equal_cards_the_first_leaves_the_hand() -> None:
    """M10: two equal cards are one key, and the card that came first leaves the hand."""
    table = position(hands={"a": "hitman-fist fbi-bullet hitman-fist"})
    table.offers("a", *EVERYWHERE, "wait:hitman-fist", "wait:fbi-bullet", "pass")
    table.plays("a", "wait:hitman-fist")
    assert table.hand("a") == "fbi-bullet hitman-fist"


def test_m10_one_location_is_no_swap() -> None:
    """M10: Pulling Strings needs two locations with mobsters; a police raid needs two own mobsters."""
    table = position(hands={"a": "pulling_strings-fist police_raid-star"}, prison="abb")
    table.never_offers("a", "pulling_strings", "police_raid")


def test_m10_hats_of_equal_codes_are_one_key() -> None:
    """M10: two equal hats are one pair; three hats are pairs in canonical order."""
    table = position(hands={"a": "rackets-hat police_chief-hat police_chief-hat"})
    pairs = {key.split(":")[1] for key in table.keys("a") if key.startswith("hats:")}
    assert pairs == {"police_chief-hat+police_chief-hat", "police_chief-hat+rackets-hat"}
    table.plays("a", "hats:police_chief-hat+police_chief-hat:harbour")
    assert (table.hand("a"), table.stack("harbour")) == ("rackets-hat", "a")


def test_m10_a_player_who_does_not_answer_passes() -> None:
    """M10 C: a player who does not answer in time passes."""
    table = position()
    assert table.silence == "pass"
    table.clock()
    assert table.passed("a")
    assert table.entries == ["clock turn"]


@pytest.mark.parametrize(
    ("hand", "key"),
    [
        ("informer-star", "informer-star:harbour:1"),
        ("rackets-hat", "rackets-hat"),
        ("rackets-hat", "hat:rackets-hat:prison:1"),
        ("rackets-hat thief-hat", "hats:thief-hat+rackets-hat:harbour"),
    ],
)
def test_m11_a_cancelled_play_ends_the_turn(hand: str, key: str) -> None:
    """M11: cancelled cards are discarded and the next player is active."""
    table = position(hands={"a": hand + " fbi-bullet", "b": FISTS}, prison="a", harbour="b")
    crew, reserve = table.crew("a"), table.reserve("a")
    table.plays("a", key).plays("b", "fists:hitman-fist+complicity-fist").asked("turn", "b")
    assert table.hand("a") == "fbi-bullet"
    assert (table.stack("prison"), table.stack("harbour"), table.cell) == ("a", "b", "")
    assert (table.crew("a"), table.reserve("a")) == (crew, reserve)
    assert table.discard.endswith("hitman-fist complicity-fist")


@pytest.mark.parametrize(
    "key",
    [
        "informer-fist:prison:1",
        "thief-hat:b",
        "police_raid-star:prison",
        "pulling_strings-fist:prison:harbour",
        "rackets-hat",
        "grand_plan-star:prison:1:town_hall",
        "hat:thief-hat:prison:1",
        "hats:thief-hat+rackets-hat:prison",
        "wait:thief-hat",
    ],
)
def test_m10_a_card_that_one_does_not_hold_cannot_be_played(key: str) -> None:
    """A player can use neither the text nor the symbol of a card that only another player has, even with a target."""
    others = {"b": "informer-fist thief-hat rackets-hat", "c": "police_raid-star pulling_strings-fist grand_plan-star"}
    table = position(hands={"a": "informer-star fbi-bullet", **others}, prison="ab", harbour="c")
    table.refuses("a", key, "not-allowed").asked("turn", "a")
