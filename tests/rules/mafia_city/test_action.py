"""M9-M16: the action phase."""

from __future__ import annotations

import pytest

from .oracle import LOCATIONS
from .table import EVERYWHERE, Table, position

FISTS = "hitman-fist complicity-fist"


def test_m9_cards_lie_open_until_their_play_is_settled() -> None:
    """M9: the play and every cancel on it lie open, in the order laid, and only then go to the pile."""
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
    """M9: first the play's own cards, then the cancels in the order of the chain, also when it stood."""
    hands = {"a": "rackets-hat thief-hat", "b": FISTS, "c": "thief-fist rackets-fist"}
    table = position(hands=hands).plays("a", "hats:thief-hat+rackets-hat:harbour")
    table.plays("b", "fists:hitman-fist+complicity-fist").plays("c", "fists:thief-fist+rackets-fist")
    assert table.stack("harbour") == "a"
    assert table.discard == "thief-hat rackets-hat hitman-fist complicity-fist thief-fist rackets-fist"


def test_m9_what_follows_from_a_play_is_settled_before_it() -> None:
    """M9: complicity follows from the informer, so its cards reach the pile first."""
    hands = {"a": "informer-star", "b": "complicity-fist", "c": ""}
    table = position(hands=hands, prison="b", harbour="c").plays("a", "informer-star:prison:1")
    table.nobody_reacts().asked("complicity", "b")
    assert (table.open, table.discard) == ("informer-star", "")
    table.plays("b", "complicity-fist:harbour:1")
    assert (table.open, table.discard) == ("", "complicity-fist informer-star")


def test_m9_the_card_discarded_to_rackets_goes_at_once() -> None:
    """M9: what is discarded after drawing goes to the pile at once, before the play is settled."""
    table = position(hands={"a": "rackets-fist"}, deck="thief-hat fbi-bullet hitman-fist")
    table.plays("a", "rackets-fist")
    assert (table.open, table.discard) == ("rackets-fist", "")
    table.answers("a", "fbi-bullet")
    assert (table.open, table.discard) == ("", "fbi-bullet rackets-fist")


def test_m9_a_waiting_discard_goes_at_once() -> None:
    """M9: what is merely discarded goes to the pile at once."""
    table = position(hands={"a": "thief-hat", "b": FISTS}).plays("a", "wait:thief-hat").asked("turn", "b")
    assert (table.open, table.discard) == ("", "thief-hat")


def test_m9_a_bullet_that_stands_goes_before_the_action_it_allows() -> None:
    """M9: at the turn after the bullet the bullet is on the pile already, with its cancelled cancel."""
    hands = {"a": "fbi-bullet informer-star", "b": FISTS, "c": "thief-fist rackets-fist"}
    table = position(hands=hands, prison="b").passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("b", f"fists:{FISTS.replace(' ', '+')}")
    table.plays("c", "fists:thief-fist+rackets-fist")
    table.asked("turn", "a")
    assert table.open == ""
    assert table.discard == "fbi-bullet hitman-fist complicity-fist thief-fist rackets-fist"


def test_m10_every_key_of_a_turn_in_its_order() -> None:
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
    """M10: an empty city and opponents without cards leave nothing to aim at."""
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


def test_m10_never_from_the_reserve() -> None:
    """M10 A: with an empty crew nothing can be placed, however full the reserve."""
    table = position(crew={"a": 0}, hands={"a": "fbi-bullet"})
    table.offers("a", "wait:fbi-bullet", "pass").refuses("a", "place:harbour", "not-allowed")


def test_m10_a_turn_is_one_thing() -> None:
    """M10: after one action the next player is on turn."""
    table = position(hands={"a": "thief-hat thief-fist"}).plays("a", "wait:thief-hat").asked("turn", "b")
    table.refuses("a", "wait:thief-fist", "not-asked")


def test_m10_any_card_may_be_discarded_to_wait() -> None:
    """M10 B: waiting discards one card for nothing and opens no window."""
    table = position(hands={"a": "hitman-fist", "b": FISTS, "c": FISTS}).plays("a", "wait:hitman-fist")
    table.asked("turn", "b")
    assert (table.hand("a"), table.discard) == ("", "hitman-fist")


def test_m10_of_equal_cards_the_first_leaves_the_hand() -> None:
    """M10: two equal cards are one key, and the one that came first goes."""
    table = position(hands={"a": "hitman-fist fbi-bullet hitman-fist"})
    table.offers("a", *EVERYWHERE, "wait:hitman-fist", "wait:fbi-bullet", "pass")
    table.plays("a", "wait:hitman-fist")
    assert table.hand("a") == "fbi-bullet hitman-fist"


def test_m10_one_location_is_no_swap() -> None:
    """M10: strings need two locations with mobsters; a raid needs two own mobsters."""
    table = position(hands={"a": "pulling_strings-fist police_raid-star"}, prison="abb")
    table.never_offers("a", "pulling_strings", "police_raid")


def test_m10_hats_of_equal_codes_are_one_key() -> None:
    """M10: two equal hats are one pair; three hats are pairs in canonical order."""
    table = position(hands={"a": "rackets-hat police_chief-hat police_chief-hat"})
    pairs = {key.split(":")[1] for key in table.keys("a") if key.startswith("hats:")}
    assert pairs == {"police_chief-hat+police_chief-hat", "police_chief-hat+rackets-hat"}
    table.plays("a", "hats:police_chief-hat+police_chief-hat:harbour")
    assert (table.hand("a"), table.stack("harbour")) == ("rackets-hat", "a")


def test_m10_silence_passes() -> None:
    """M10 C: who does not answer has passed."""
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
    """M11: cancelled cards are discarded and the next player is on turn."""
    table = position(hands={"a": hand + " fbi-bullet", "b": FISTS}, prison="a", harbour="b")
    crew, reserve = table.crew("a"), table.reserve("a")
    table.plays("a", key).plays("b", "fists:hitman-fist+complicity-fist").asked("turn", "b")
    assert table.hand("a") == "fbi-bullet"
    assert (table.stack("prison"), table.stack("harbour"), table.cell) == ("a", "b", "")
    assert (table.crew("a"), table.reserve("a")) == (crew, reserve)
    assert table.discard.endswith("hitman-fist complicity-fist")


def test_m12_a_police_raid_lifts_the_pass_of_whoever_got_a_mobster_back() -> None:
    """M12 (a): b, who got one back, is active again; c, who got none, is not."""
    hands = {"a": "police_raid-star", "b": "fbi-bullet", "c": "thief-hat"}
    table = position(start="b", hands=hands, prison="aab", crew={"c": 1})
    table.passes("b").passes("c")
    assert (table.passed("b"), table.passed("c")) == (True, True)
    table.plays("a", "police_raid-star:prison").everyone_passes()
    assert (table.passed("a"), table.passed("b"), table.passed("c")) == (False, False, True)
    table.asked("turn", "b").plays("b", "place:harbour").asked("bullet", "c")


def test_m12_a_cancelled_raid_lifts_nothing() -> None:
    """M12 (a): a raid that was cancelled returned nobody."""
    hands = {"a": "police_raid-star", "b": "police_chief-hat"}
    table = position(start="b", hands=hands, prison="aab").passes("b").plays("c", "place:harbour")
    table.plays("a", "police_raid-star:prison").plays("b", "police_chief-hat")
    assert table.passed("b")


def test_m12_a_raid_lifts_the_own_pass_too() -> None:
    """M12 (a), M51: the raider after a bullet, who got own mobsters back, is active again."""
    table = position(hands={"a": "fbi-bullet police_raid-star"}, prison="aa").passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.asked("bullet", "a").plays("a", "fbi-bullet").asked("turn", "a")
    assert table.passed("a")
    table.plays("a", "police_raid-star:prison")
    assert not table.passed("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour").asked("turn", "a").offers("a", *EVERYWHERE, "pass")


def test_m12_a_bullet_buys_one_action_and_the_pass_stays() -> None:
    """M12 (b): once per turn that comes round, and the player remains passed."""
    table = position(hands={"a": "fbi-bullet secret_deal-bullet"}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.asked("bullet", "a").offers("a", "stay", "fbi-bullet", "secret_deal-bullet")
    table.plays("a", "fbi-bullet").asked("turn", "a").plays("a", "place:prison")
    assert table.passed("a")
    table.asked("turn", "b").plays("b", "place:harbour").plays("c", "place:harbour").asked("bullet", "a")
    table.answers("a", "stay").asked("turn", "b")


def test_m12_after_a_bullet_the_action_may_be_forgone() -> None:
    """M12, ruling: after the bullet one may still pass."""
    table = position(hands={"a": "fbi-bullet"}).passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").offers("a", *EVERYWHERE, "pass").passes("a").asked("turn", "b")
    assert table.passed("a")


def test_m12_the_bullet_is_asked_whether_or_not_one_is_held() -> None:
    """M12: with cards and a mobster the question comes, though it may offer nothing but to stay."""
    table = position(hands={"a": "hitman-fist"}).passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.asked("bullet", "a").offers("a", "stay")
    assert table.silence == "stay"


@pytest.mark.parametrize(
    ("hand", "crew", "asked"),
    [("", 5, False), ("fbi-bullet", 0, False), ("fbi-bullet thief-hat", 0, True), ("thief-hat", 1, True)],
)
def test_m12_who_is_asked_for_a_bullet(hand: str, crew: int, *, asked: bool) -> None:
    """M12: at least one card and something to do after it: a mobster in the crew or a second card."""
    table = position(hands={"a": hand}, crew={"a": crew})
    if table.kind == "turn" and table.seats == ["a"]:
        table.passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    assert (table.kind, table.seats) == (("bullet", ["a"]) if asked else ("turn", ["b"]))


def test_m12_only_a_bullet_pays() -> None:
    """M12 (b): no other symbol buys an action."""
    table = position(hands={"a": "thief-hat informer-star hitman-fist fbi-bullet"}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour").offers("a", "stay", "fbi-bullet")


def test_m12_a_placed_or_stolen_gain_does_not_lift_a_pass() -> None:
    """M12: nothing but a raid lifts a pass; the hat brings a mobster back and the pass stays (M15)."""
    table = position(hands={"a": "fbi-bullet thief-hat"}, prison="a", crew={"a": 0}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("a", "hat:thief-hat:prison:1")
    assert table.passed("a")
    assert table.crew("a") == 1


def test_m13_without_crew_and_cards_the_pass_happens_when_the_turn_comes() -> None:
    """M13: nothing to do is a pass, but only when the player's turn comes."""
    table = position(start="b", crew={"a": 0})
    assert not table.passed("a")
    table.plays("b", "place:harbour")
    assert not table.passed("a")
    table.plays("c", "place:harbour").asked("turn", "b")
    assert table.passed("a")


def test_m13_a_card_is_enough_to_be_asked() -> None:
    """M13, ruling: any card may be discarded to wait, so a player with one is asked."""
    position(crew={"a": 0}, hands={"a": "hitman-fist"}).asked("turn", "a").offers("a", "wait:hitman-fist", "pass")


def test_m14_the_phase_ends_with_the_last_pass() -> None:
    """M14: nobody is asked for a bullet after the last active player passed; the passes are cleared."""
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
    """M14, M12 (a): the raided are active again, so the phase goes on until they have passed too."""
    table = position(start="b", hands={"a": "police_raid-star"}, prison="aab", crew={"a": 0}).passes("b", "c")
    table.plays("a", "police_raid-star:prison").asked("turn", "b").plays("b", "place:harbour").asked("turn", "a")
    table.passes("a").asked("turn", "b")
    assert table.state["phase"] == "action"
    table.passes("b").asked("move", "b")


def test_m13_nothing_left_after_a_bullet_is_a_pass_too() -> None:
    """M13, the contract: the last cards went into saving the bullet, so the turn after it is not asked."""
    hands = {"a": f"fbi-bullet {FISTS}", "b": "thief-fist rackets-fist"}
    table = position(hands=hands, crew={"a": 0}).passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("b", "fists:thief-fist+rackets-fist")
    table.plays("a", "fists:hitman-fist+complicity-fist").asked("turn", "b")
    assert table.discard == f"fbi-bullet thief-fist rackets-fist {FISTS}"
    assert table.passed("a")


def test_m12_a_forced_pass_is_lifted_by_a_raid_too() -> None:
    """M12 (a), M13: who passed for want of anything else and gets a mobster back is active."""
    table = position(start="b", hands={"a": "police_raid-star"}, prison="aab", crew={"b": 0, "c": 5})
    table.asked("turn", "c").plays("c", "place:harbour")
    assert table.passed("b")
    table.plays("a", "police_raid-star:prison").asked("turn", "b")
    assert (table.passed("b"), table.crew("b")) == (False, 1)


def test_m15_one_hat_takes_back_one_own_mobster() -> None:
    """M15: from any place in any stack, but not from the cell."""
    table = position(hands={"a": "thief-hat"}, prison="bab", cell="a", crew={"a": 2})
    hats = [key for key in table.keys("a") if key.startswith("hat:")]
    assert hats == ["hat:thief-hat:prison:2"]
    table.plays("a", "hat:thief-hat:prison:2")
    assert (table.stack("prison"), table.cell, table.crew("a")) == ("bb", "a", 3)
    assert table.discard == "thief-hat"


def test_m15_no_mobster_on_the_board_no_hat() -> None:
    """M15: with none of one's own in a stack there is nothing to take back."""
    position(hands={"a": "thief-hat"}, prison="b", cell="a").never_offers("a", "hat:")


def test_m15_two_hats_bring_one_from_the_reserve() -> None:
    """M15: from the reserve to the top of any location, the crew untouched."""
    table = position(hands={"a": "thief-hat grand_plan-hat"}, harbour="b", reserve={"a": 1})
    crew = table.crew("a")
    table.plays("a", "hats:thief-hat+grand_plan-hat:harbour")
    assert (table.stack("harbour"), table.crew("a"), table.reserve("a")) == ("ba", crew, 0)
    assert table.discard == "thief-hat grand_plan-hat"


def test_m15_two_hats_need_a_reserve() -> None:
    """M15: an empty reserve offers no pair of hats."""
    position(hands={"a": "thief-hat grand_plan-hat"}, reserve={"a": 0}).never_offers("a", "hats:")


def test_m15_neither_hat_lifts_a_pass() -> None:
    """M15: two hats after a bullet leave the pass where it is."""
    table = position(hands={"a": "fbi-bullet thief-hat grand_plan-hat"}).passes("a")
    table.plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").plays("a", "hats:thief-hat+grand_plan-hat:harbour")
    assert table.passed("a")


def passed_and_shooting(b: str) -> Table:
    """The rulebook's example: A has passed, comes round again and plays a bullet."""
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
    """M16, M61: played for its symbol an F.B.I. or a chief's target is never on their lists."""
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
