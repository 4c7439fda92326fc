"""Tests M20 to M23: the order of the locations, who controls them, and the point for control."""

from __future__ import annotations

from typing import Any

import pytest

from .oracle import LOCATIONS
from .table import FISTS, evaluating

BOTH_FISTS = "fists:hitman-fist+complicity-fist"
NO_CARDS: dict[str, Any] = {"deck": "", "discard": ""}


# M20: the order


def test_m20_in_number_order_while_the_mayor_is_on_the_town_hall() -> None:
    """M20: locations are evaluated from 1 to 7, and each is marked at the end of its evaluation."""
    one_each = dict.fromkeys(LOCATIONS, "a")
    table = evaluating(**NO_CARDS, **one_each).asked("jail", "a")
    assert table.state["marked"] == []
    table.answers("a", "decline").asked("move", "a")
    assert table.state["marked"] == ["prison"]
    table.answers("a", "stay").asked("collect", "a")
    assert table.state["marked"] == list(LOCATIONS)
    assert table.points("a") == 7


def test_m20_the_mayors_holder_chooses_any_unmarked_location() -> None:
    """M20: the mayor's holder chooses among unmarked locations; the last one is evaluated without a question."""
    table = evaluating(mayor="b", police_station="a", town_hall="b", **NO_CARDS)
    table.asked("evaluate", "b").offers_in_order("b", *LOCATIONS)
    table.answers("b", "town_hall").answers("b", "police_station")
    table.refuses("b", "police_station", "not-allowed")
    table.answers("b", "private_club").answers("b", "prison").answers("b", "business_district")
    table.offers("b", "harbour", "fight_club").answers("b", "fight_club")
    table.asked("collect", "b")
    chosen = ["town_hall", "police_station", "private_club", "prison", "business_district", "fight_club", "harbour"]
    assert table.state["marked"] == chosen


def test_m20_silence_of_the_mayor_takes_the_lowest_number() -> None:
    """M20: if the mayor's holder does not answer, the lowest unmarked number is evaluated."""
    table = evaluating(mayor="a", harbour="b", town_hall="a", **NO_CARDS).answers("a", "prison")
    assert table.silence == "harbour"
    table.clock().asked("move", "b")
    assert table.entries[-1] == "clock evaluate"


def test_m20_a_new_mayor_decides_from_the_next_cycle_on() -> None:
    """M20: when the mayor changes hands in the middle of the phase, the new holder chooses the next location."""
    table = evaluating(mayor="a", town_hall="b", **NO_CARDS).answers("a", "town_hall").asked("evaluate", "b")
    assert table.state["mayor"] == "b"


def test_m20_a_mayor_back_on_the_town_hall_restores_the_number_order() -> None:
    """M20: when the mayor is back on the town hall, the lowest unmarked location follows."""
    table = evaluating(mayor="a", town_hall="bc", prison="c", harbour="c", **NO_CARDS)
    table.answers("a", "town_hall").asked("jail", "c")
    assert (table.state["mayor"], table.state["marked"]) == (None, ["town_hall"])
    table.answers("c", "decline").asked("move", "c")


# M21, whose is the location


def points_after(place: str, stack: str, **how: Any) -> str:
    """Lets a location phase with only this stack run to its end without answers, and returns the letter of the seat
    that got the point (empty: no one).
    """
    table = evaluating(**{place: stack}, **NO_CARDS, **how)
    while table.state["phase"] == "locations":
        table.clock()
    return "".join(seat for seat in "abc" for _ in range(table.points(seat)))


@pytest.mark.parametrize("place", LOCATIONS)
def test_m21_most_mobsters_control(place: str) -> None:
    """M21, M23: the player with the most mobsters in a stack controls it, for one point."""
    assert points_after(place, "abb") == "b"


@pytest.mark.parametrize("place", ["prison", "harbour", "police_station", "business_district", "private_club"])
@pytest.mark.parametrize(("stack", "controller"), [("ab", "a"), ("cbaab", "b"), ("cab", "c"), ("baccab", "b")])
def test_m21_a_tie_goes_to_the_lowest_mobster(place: str, stack: str, controller: str) -> None:
    """M21: of tied players, the one with the lowest mobster wins; a third player's lower mobster does not count."""
    assert points_after(place, stack) == controller


@pytest.mark.parametrize("place", ["fight_club", "town_hall"])
@pytest.mark.parametrize("stack", ["ab", "abc", "abba", "cabba"])
def test_m21_no_one_controls_a_tie_at_fight_club_and_town_hall(place: str, stack: str) -> None:
    """M21: the order in the stacks of Fight Club and Town Hall does not matter, and no one controls a tie."""
    assert points_after(place, stack) == ""


def test_m21_the_cell_never_counts() -> None:
    """M21: mobsters in the cell are no part of the prison's stack."""
    assert points_after("prison", "a", cell="bb") == "a"
    assert points_after("prison", "", cell="bb") == ""


def test_m21_an_empty_stack_is_controlled_by_no_one() -> None:
    """M21: an empty location has no controller and no effect, and no one is asked anything."""
    table = evaluating(hands={"a": "secret_deal-hat", "b": "secret_deal-hat"})
    assert (table.kind, table.state["phase"]) == ("turn", "action")
    assert [table.points(seat) for seat in "abc"] == [0, 0, 0]


# M22: secret deals


def test_m22_a_deal_adds_one() -> None:
    """M22: one mobster and one deal beat one mobster lower in the stack."""
    table = evaluating(police_station="ab", hands={"b": "secret_deal-hat"}).asked("deal", "b")
    assert table.about == {"location": "police_station", "deals": {}}
    table.offers("b", "pass", "secret_deal-hat").plays("b", "secret_deal-hat").asked("retrieve", "a")
    assert (table.points("a"), table.points("b"), table.state["policeman"]) == (0, 1, "b")
    assert table.discard == "secret_deal-hat"


def test_m22_an_uncancelled_deal_counts_and_is_settled_at_once() -> None:
    """M22: a deal that was not cancelled is discarded and counted before the next deal is asked for."""
    table = evaluating(police_station="a", hands={"b": "secret_deal-hat secret_deal-bullet", "c": "fbi-bullet"})
    table.asked("deal", "b", "c").plays("b", "secret_deal-hat").asked("deal", "b", "c")
    assert table.about == {"location": "police_station", "deals": {"b": 1}}
    assert (table.open, table.discard) == ("", "secret_deal-hat")
    table.plays("b", "secret_deal-bullet").asked("deal", "c")
    assert table.about == {"location": "police_station", "deals": {"b": 2}}
    table.no_one_deals()
    assert table.state["policeman"] == "b"


def test_m22_everyone_with_a_card_is_asked_again_after_each_deal() -> None:
    """M22: a player who passed may come back after another player's deal."""
    table = evaluating(police_station="ab", hands={"a": "secret_deal-hat", "b": "secret_deal-bullet"})
    table.asked("deal", "a", "b").passes("a").asked("deal", "b").plays("b", "secret_deal-bullet")
    table.asked("deal", "a").plays("a", "secret_deal-hat")
    assert table.state["policeman"] == "a"


def test_m22_a_deal_is_offered_only_for_a_location_with_a_mobster() -> None:
    """M22: no deal is asked for at an empty location, but at each of the others."""
    table = evaluating(police_station="a", town_hall="a", hands={"b": "fbi-bullet"})
    assert table.asked("deal", "b").about["location"] == "police_station"
    assert table.no_one_deals().asked("deal", "b").about["location"] == "town_hall"


def test_m22_each_deal_is_cancelled_on_its_own() -> None:
    """M22, M63: a cancelled deal does not count, and another may follow."""
    hands = {"a": f"fbi-bullet {FISTS}", "b": "secret_deal-hat secret_deal-bullet"}
    table = evaluating(police_station="ab", hands=hands).plays("b", "secret_deal-hat").asked("react", "a")
    assert table.about == {"play": "b deal: secret_deal-hat", "links": []}
    table.offers("a", "pass", BOTH_FISTS).plays("a", BOTH_FISTS).asked("deal", "a", "b")
    assert table.about == {"location": "police_station", "deals": {}}
    assert table.discard == "secret_deal-hat hitman-fist complicity-fist"
    table.plays("b", "secret_deal-bullet").no_one_deals()
    assert table.state["policeman"] == "b"


def test_m22_no_card_text_answers_a_deal() -> None:
    """M61: neither the chief nor the F.B.I. can cancel a secret deal."""
    hands = {"a": "police_chief-hat fbi-bullet", "b": "secret_deal-hat", "c": "fbi-bullet"}
    table = evaluating(police_station="ab", hands=hands).plays("b", "secret_deal-hat")
    table.asked("react", "a").offers("a", "pass")


def test_m22_without_a_mobster_there_one_may_still_deal() -> None:
    """M22, ruling: two deals of a player without a mobster beat one mobster."""
    table = evaluating(police_station="a", hands={"b": "secret_deal-hat secret_deal-bullet"})
    table.plays("b", "secret_deal-hat").plays("b", "secret_deal-bullet").asked("retrieve", "a")
    assert (table.points("b"), table.state["policeman"]) == (1, "b")


def test_m22_in_a_tie_a_mobster_there_beats_none() -> None:
    """M22, ruling: one deal against one mobster is a tie, which the mobster wins."""
    table = evaluating(police_station="a", start="b", hands={"b": "secret_deal-hat"}).plays("b", "secret_deal-hat")
    assert table.state["policeman"] == "a"


def test_m22_in_a_tie_of_two_with_mobsters_the_lowest_still_decides() -> None:
    """M22, M21: if deals make two players equal, the lower mobster decides; it does not matter who dealt first."""
    table = evaluating(police_station="bacc", hands={"a": "secret_deal-hat", "b": "secret_deal-bullet"})
    table.plays("a", "secret_deal-hat").plays("b", "secret_deal-bullet")
    assert table.state["policeman"] == "b"


@pytest.mark.parametrize(("start", "winner"), [("a", "b"), ("b", "b"), ("c", "c")])
def test_m22_of_two_outsiders_the_nearer_to_the_starting_player_wins(start: str, winner: str) -> None:
    """M22, ruling: two players without a mobster have two deals each against one mobster; of these two, the one nearer
    to the starting player, clockwise, gets control.
    """
    deals = "secret_deal-hat secret_deal-bullet"
    table = evaluating(police_station="a", start=start, hands={"b": deals, "c": deals})
    for seat in "bc":
        for code in deals.split():
            table.plays(seat, code)
            if table.kind == "react":
                table.no_one_reacts()
    assert table.state["policeman"] == winner


@pytest.mark.parametrize("place", ["fight_club", "town_hall"])
def test_m22_a_tie_gives_no_control_with_deals_either(place: str) -> None:
    """M22, ruling: at the fight club and the town hall no one controls a tie made by a deal."""
    table = evaluating(**{place: "a"}, hands={"b": "secret_deal-hat"}, mayor=None)
    table.plays("b", "secret_deal-hat").asked("retrieve", "a")
    assert [table.points(seat) for seat in "abc"] == [0, 0, 0]
    assert table.state["mayor"] is None


def test_m22_anyone_who_ties_at_the_fight_club_recruits() -> None:
    """M22, M24.3: a player who ties only by deals also recruits."""
    table = evaluating(fight_club="a", hands={"b": "secret_deal-hat"})
    before = [table.reserve(seat) for seat in "abc"]
    table.plays("b", "secret_deal-hat")
    assert [table.reserve(seat) for seat in "abc"] == [before[0] - 1, before[1] - 1, before[2]]


def test_m22_silence_deals_nothing() -> None:
    """M22: if the time runs out, no one has dealt."""
    table = evaluating(police_station="a", hands={"b": "secret_deal-hat", "c": "fbi-bullet"}).clock()
    table.asked("retrieve", "a")
    assert table.entries == ["clock deal"]
    assert table.hand("b").startswith("secret_deal-hat")


# M23: the point


def test_m23_the_point_is_scored_before_the_effect_even_if_that_is_cancelled() -> None:
    """M23: the point is not part of the effect and nothing can prevent it."""
    table = evaluating(prison="a", harbour="b", hands={"b": "police_chief-hat"})
    table.no_one_deals().asked("jail", "a")
    assert table.points("a") == 1
    table.answers("a", "harbour:1").plays("b", "police_chief-hat").asked("move", "b")
    assert table.points("a") == 1
    assert table.cell == ""
