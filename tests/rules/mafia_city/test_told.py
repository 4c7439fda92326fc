"""Tests the events of Mafia City: their audience, and facts that make sense without the board."""

from __future__ import annotations

from typing import Any

import pytest

from .oracle import LOCATIONS, Json
from .table import FISTS, Table, dealt, evaluating, opened, position

BOTH_FISTS = "fists:hitman-fist+complicity-fist"
NO_CARDS: dict[str, Any] = {"deck": "", "discard": ""}


def said(table: Table, event: str) -> list[Json]:
    """Returns the facts of the events of that name since the last answer; asserts that they are public."""
    found = [told for told in table.told if told["event"] == event]
    assert all(told["to"] == "all" for told in found)
    return [{name: fact for name, fact in told.items() if name not in ("to", "event")} for told in found]


# The action phase


def test_m10_a_mobster_is_placed() -> None:
    assert said(position().plays("a", "place:town_hall"), "places") == [{"seat": "a", "location": "town_hall"}]


def test_m10_a_card_is_discarded_to_wait() -> None:
    table = position(hands={"a": "thief-hat"}).plays("a", "wait:thief-hat")
    assert said(table, "waits") == [{"seat": "a", "card": "thief-hat"}]


def test_m10_a_pass_is_chosen_and_m13_is_forced_if_nothing_is_left() -> None:
    table = position(crew={"b": 0}).passes("a")
    assert said(table, "passes") == [{"seat": "a", "forced": False}, {"seat": "b", "forced": True}]


@pytest.mark.parametrize(("crew", "hand"), [(1, ""), (0, "fbi-bullet")])
def test_m13_with_a_mobster_or_a_card_no_pass_is_forced(crew: int, hand: str) -> None:
    table = position(crew={"b": crew}, hands={"b": hand}).passes("a").asked("turn", "b").passes("b")
    assert said(table, "passes") == [{"seat": "b", "forced": False}]


def test_m12_anyone_who_forgoes_the_action_after_a_bullet_does_not_pass_again() -> None:
    table = position(hands={"a": "fbi-bullet"}).passes("a").plays("b", "place:harbour").plays("c", "place:harbour")
    table.plays("a", "fbi-bullet").passes("a")
    assert said(table, "forgoes") == [{"seat": "a"}]
    assert said(table, "passes") == []


def test_m51_a_raid_names_who_got_mobsters_back_and_whose_pass_it_lifts() -> None:
    """M12: b had passed and is active again; c had passed but got no mobster back; a had not passed."""
    table = position(start="b", hands={"a": "police_raid-star", "b": "fbi-bullet"}, prison="aab", crew={"c": 1})
    table.passes("b", "c").plays("a", "police_raid-star:prison").no_one_reacts()
    assert said(table, "raided") == [{"location": "prison", "mobsters": ["a", "a", "b"], "active": ["b"]}]
    assert [table.passed(seat) for seat in "abc"] == [False, False, True]


def test_m12_a_raid_lifts_each_pass_once_however_many_mobsters_came_back() -> None:
    table = position(start="b", hands={"a": "police_raid-star"}, prison="babac", crew={"b": 1, "c": 1})
    table.passes("b", "c").plays("a", "police_raid-star:prison")
    [raided] = said(table, "raided")
    assert (raided["mobsters"], raided["active"]) == (["b", "a", "b", "a", "c"], ["b", "c"])


def test_m51_an_informer_jails() -> None:
    table = position(hands={"a": "informer-star"}, harbour="cb").plays("a", "informer-star:harbour:2")
    assert said(table, "jailed") == [{"seat": "b", "by": "a", "location": "harbour", "height": 2}]


def test_m51_a_thief_is_seen_and_the_card_only_by_the_two() -> None:
    table = position(hands={"a": "thief-hat", "b": "fbi-bullet"}).plays("a", "thief-hat:b").no_one_reacts()
    assert said(table, "steals") == [{"seat": "a", "victim": "b"}]
    stolen = [told for told in table.told if told["event"] == "stolen"]
    facts = {"event": "stolen", "seat": "a", "victim": "b", "card": "fbi-bullet"}
    assert stolen == [{"to": "a", **facts}, {"to": "b", **facts}]


def test_m51_a_thief_who_finds_no_card_any_more_names_both() -> None:
    """M60, M61: b's only card was played against the thief and was itself cancelled, so the thief finds nothing: the
    event names the thief and the victim.
    """
    hands = {"a": f"thief-hat {FISTS}", "b": "police_chief-hat"}
    table = position(hands=hands).plays("a", "thief-hat:b").plays("b", "police_chief-hat").plays("a", BOTH_FISTS)
    assert said(table, "finds_nothing") == [{"seat": "a", "victim": "b"}]
    assert said(table, "steals") == []


def test_m51_strings_are_pulled_and_the_owners_named_as_they_lie_now() -> None:
    table = position(hands={"a": "pulling_strings-fist"}, prison="ab", town_hall="cb")
    table.plays("a", "pulling_strings-fist:prison:town_hall")
    assert said(table, "swapped") == [
        {"first": "prison", "first_mobster": "c", "second": "town_hall", "second_mobster": "a"}
    ]


def test_m51_a_grand_plan_moves_a_mobster() -> None:
    table = position(hands={"a": "grand_plan-star"}, prison="bc").plays("a", "grand_plan-star:prison:2:harbour")
    assert said(table, "moved") == [{"seat": "c", "origin": "prison", "target": "harbour"}]


def test_m15_a_hat_recalls_and_two_hats_reinforce() -> None:
    table = position(hands={"a": "thief-hat"}, harbour="ba").plays("a", "hat:thief-hat:harbour:2")
    assert said(table, "recalled") == [{"seat": "a", "location": "harbour"}]
    table = position(hands={"a": "thief-hat rackets-hat"}).plays("a", "hats:thief-hat+rackets-hat:prison")
    assert said(table, "reinforces") == [{"seat": "a", "location": "prison"}]


def test_m51_rackets_tell_how_many_to_all_and_which_to_their_player() -> None:
    table = position(hands={"a": "rackets-fist"}, deck="fbi-bullet thief-hat", discard="").plays("a", "rackets-fist")
    assert said(table, "draws") == [{"seat": "a", "count": 2}]
    assert [told for told in table.told if told["event"] == "drew"] == [
        {"to": "a", "event": "drew", "seat": "a", "cards": ["fbi-bullet", "thief-hat"]}
    ]
    assert said(table.answers("a", "thief-hat"), "discards") == [{"seat": "a", "card": "thief-hat"}]


# Plays and their results


@pytest.mark.parametrize(("height", "mobster"), [(1, "d"), (2, "c"), (3, "d")])
def test_m52_m70_a_complicity_names_the_owner_of_the_mobster_it_takes_along(height: int, mobster: str) -> None:
    hands = {"a": "informer-star", "b": "complicity-fist", "c": "fbi-bullet", "d": FISTS}
    table = position(4, hands=hands, harbour="bdcd").plays("a", "informer-star:harbour:1").everyone_passes()
    key = f"complicity-fist:harbour:{height}"
    played = {"seat": "b", "decision": "complicity", "key": key, "cards": ["complicity-fist"], "mobster": mobster}
    assert said(table.plays("b", key), "plays") == [played]


@pytest.mark.parametrize(
    ("card", "key", "mobster"),
    [
        ("informer-star", "informer-star:prison:2", "b"),
        ("grand_plan-star", "grand_plan-star:prison:1:harbour", "c"),
        ("police_raid-star", "police_raid-star:town_hall", None),
        ("pulling_strings-fist", "pulling_strings-fist:prison:town_hall", None),
        ("thief-hat", "hat:thief-hat:town_hall:1", "a"),
        ("rackets-hat", "rackets-hat", None),
    ],
)
def test_m52_a_play_names_the_owner_of_the_mobster_at_which_it_aims(card: str, key: str, mobster: str | None) -> None:
    table = position(hands={"a": card, "b": FISTS}, prison="cb", town_hall="aa").plays("a", key)
    assert said(table, "plays") == [{"seat": "a", "decision": "turn", "key": key, "cards": [card], "mobster": mobster}]


def test_m62_a_play_that_no_one_contests_happens() -> None:
    table = position(hands={"a": "rackets-fist", "b": FISTS}, **NO_CARDS).plays("a", "rackets-fist").no_one_reacts()
    assert said(table, "settled") == [{"seat": "a", "key": "rackets-fist", "stands": True, "contested": False}]


def test_m62_a_cancelled_play_does_not_count_and_a_cancelled_cancel_restores_it() -> None:
    table = position(hands={"a": f"rackets-fist {FISTS}", "b": FISTS}, **NO_CARDS).plays("a", "rackets-fist")
    table.reacts("b", BOTH_FISTS)
    cancel = {"key": BOTH_FISTS, "cards": FISTS.split()}
    assert said(table, "cancels") == [{"seat": "b", **cancel, "against": "a"}]
    assert said(table, "settled") == []
    table.reacts("a", BOTH_FISTS)
    assert said(table, "cancels") == [{"seat": "a", **cancel, "against": "b"}]
    assert said(table, "settled") == [{"seat": "a", "key": "rackets-fist", "stands": True, "contested": True}]
    table = position(hands={"a": "rackets-fist", "b": FISTS}).plays("a", "rackets-fist").reacts("b", BOTH_FISTS)
    assert said(table, "settled") == [{"seat": "a", "key": "rackets-fist", "stands": False, "contested": True}]


# The location phase


def test_m20_without_a_mayor_no_one_has_chosen_the_location() -> None:
    told = said(evaluating(**NO_CARDS), "evaluates")
    assert told == [{"location": place, "chosen_by": None} for place in LOCATIONS]


def test_m20_the_mayors_holder_chooses_all_but_the_last() -> None:
    table = evaluating(mayor="b", town_hall="b", **NO_CARDS)
    told = []
    for place in LOCATIONS[:0:-1]:
        told += said(table.answers("b", place), "evaluates")
    assert told == [
        *({"location": place, "chosen_by": "b"} for place in LOCATIONS[:0:-1]),
        {"location": LOCATIONS[0], "chosen_by": None},
    ]


def test_m21_control_is_told_with_the_mobsters_of_those_who_have_any() -> None:
    table = evaluating(prison="aba", **NO_CARDS)
    assert said(table, "controls") == [{"location": "prison", "seat": "a", "counts": {"a": 2, "b": 1}}]
    table.answers("a", "decline")
    assert {"location": "town_hall", "seat": None, "counts": {}} in said(table, "controls")


def test_m22_an_uncancelled_deal_counts_as_a_mobster() -> None:
    table = evaluating(prison="ab", hands={"b": "secret_deal-hat"}, **NO_CARDS).plays("b", "secret_deal-hat")
    while not said(table, "controls"):
        table.everyone_passes()
    assert said(table, "controls")[0] == {"location": "prison", "seat": "b", "counts": {"a": 1, "b": 2}}


def test_m23_the_point_is_told_with_the_new_total_and_m24_6_says_that_it_is_one_more() -> None:
    table = evaluating(private_club="a", points={"a": 3}, hands={"a": "informer-star"}, **NO_CARDS)
    while table.kind == "deal":
        table.no_one_deals()
    scored = {"seat": "a", "location": "private_club"}
    assert said(table, "scores") == [{**scored, "points": 4, "extra": False}]
    assert said(table.answers("a", "informer-star"), "scores") == [{**scored, "points": 5, "extra": True}]


def test_m24_1_the_released_are_told_in_their_order() -> None:
    assert said(evaluating(cell="bcb", **NO_CARDS), "released") == [{"mobsters": ["b", "c", "b"]}]
    assert said(evaluating(**NO_CARDS), "released") == [], "nobody was in the cell"


def test_m24_2_the_hitman_moves_and_kills() -> None:
    table = evaluating(harbour="a", town_hall="bc", hands={"a": "hitman-fist"}, **NO_CARDS)
    while table.kind == "deal":
        table.no_one_deals()
    table.asked("move", "a").answers("a", "town_hall")
    assert said(table, "hitman_moves") == [{"seat": "a", "location": "town_hall"}]
    table.asked("kill", "a").answers("a", "hitman-fist:2")
    assert said(table, "killed") == [{"seat": "c", "by": "a", "location": "town_hall"}]


def test_m24_3_anyone_who_ties_recruits() -> None:
    assert said(evaluating(fight_club="bc", **NO_CARDS), "recruits") == [{"seat": "b"}, {"seat": "c"}]


def test_m24_4_and_m24_7_the_figures_go_to_the_controller_or_home() -> None:
    table = evaluating(police_station="c", town_hall="b", policeman="a", **NO_CARDS)
    assert said(table, "policeman") == [{"seat": "c"}]
    assert said(table, "mayor") == [{"seat": "b"}]
    table = evaluating(policeman="a", **NO_CARDS)
    assert (said(table, "policeman"), said(table, "mayor")) == ([{"seat": None}], [{"seat": None}])


# The strategy phase and the end of the round


def test_m30_the_mayors_holder_picks_and_calls() -> None:
    table = position(phase="strategy", mayor="c", prison="ab").answers("c", "prison")
    assert said(table, "collects") == [{"location": "prison", "chosen_by": "c"}]
    assert said(table.answers("c", "b"), "called") == [{"seat": "b", "location": "prison"}]
    assert said(table.answers("b", "prison:2"), "retrieves") == [{"seat": "b", "location": "prison", "heights": [2]}]


def test_m30_the_last_location_is_not_asked_for() -> None:
    table = position(phase="strategy", mayor="b", prison="a")
    for place in LOCATIONS[:0:-1]:
        table.answers("b", place)
    assert said(table, "collects") == [
        {"location": LOCATIONS[1], "chosen_by": "b"}, {"location": LOCATIONS[0], "chosen_by": None}
    ]  # fmt: skip


def test_m31_retrieved_mobsters_are_told_by_the_heights_that_they_had() -> None:
    table = position(phase="strategy", start="b", prison="baba").clock()
    assert said(table, "retrieves") == [{"seat": "b", "location": "prison", "heights": []}]
    table.asked("retrieve", "a").answers("a", "prison:2", "prison:4")
    assert said(table, "retrieves") == [{"seat": "a", "location": "prison", "heights": [2, 4]}]


def test_m40_the_token_goes_to_the_left_neighbour_and_a_new_round_begins() -> None:
    table = position(phase="strategy", start="b", round_number=4, prison="a", **NO_CARDS).clock()
    assert said(table, "token") == [{"seat": "c"}]
    assert said(table, "phase") == [{"phase": "action", "round": 5}]


def test_m20_m30_the_other_phases_are_told_with_their_round() -> None:
    table = evaluating(round_number=3, prison="a", **NO_CARDS)
    assert said(table, "phase") == [{"phase": "locations", "round": 3}]
    while table.kind != "retrieve":
        table.clock()
    assert said(table, "phase") == [{"phase": "strategy", "round": 3}]


def test_m24_5_of_two_cards_one_is_chosen_too_and_what_goes_is_told() -> None:
    """M24.5: the piles hold only two cards instead of three; the controller draws both and chooses one to discard,
    which everyone is told.
    """
    table = evaluating(business_district="a", deck="fbi-bullet thief-hat", discard="").asked("discard", "a")
    assert said(table, "draws") == [{"seat": "a", "count": 2}]
    table.offers("a", "fbi-bullet", "thief-hat").answers("a", "fbi-bullet")
    assert said(table, "discards") == [{"seat": "a", "card": "fbi-bullet"}]
    assert (table.hand("a"), table.discard) == ("thief-hat", "fbi-bullet")


def test_m26_the_end_names_the_winner() -> None:
    table = evaluating(prison="b", points={"b": 9}, **NO_CARDS).answers("b", "decline")
    assert said(table, "over") == [{"winner": "b"}]


# Set-up


def test_m1_m3_m7_the_set_up_is_told() -> None:
    city = "harbour prison town_hall fight_club private_club police_station business_district"
    table = opened().chance("b")
    assert said(table, "starts") == [{"seat": "b"}]
    assert table.state["edition"] == 1
    assert said(table.chance(*city.split()), "city") == [{"places": city.split()}]
    table = dealt(start="b", top="fbi-bullet thief-hat")
    assert said(table, "draws") == [{"seat": seat, "count": 2} for seat in "bca"]
    drew = {"to": "b", "event": "drew", "seat": "b", "cards": ["fbi-bullet", "thief-hat"]}
    assert drew in table.told
    assert [told["to"] for told in table.told if told["event"] == "drew"] == ["b", "c", "a"]
    table.answers("b", "redraw")
    assert said(table, "mulligan") == [{"seat": "b", "cards": ["fbi-bullet", "thief-hat"]}]
    assert said(table, "draws") == [{"seat": "b", "count": 2}]
    assert said(table.answers("c", "keep"), "mulligan") == [{"seat": "c", "cards": []}]


def test_m6_a_new_deck_is_told_with_its_size() -> None:
    hands = {"a": "rackets-fist"}
    table = position(hands=hands, deck="fbi-bullet", discard="thief-hat hitman-fist fbi-bullet").plays(
        "a", "rackets-fist"
    )
    table.chance("hitman-fist", "thief-hat", "fbi-bullet")
    assert said(table, "reshuffles") == [{"cards": 3}]
    assert said(table, "draws") == [{"seat": "a", "count": 3}]
