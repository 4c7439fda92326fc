"""Tests M30 to M32, the strategy phase, and M40 and M41, the end of the round."""

from __future__ import annotations

from typing import Any

import pytest

from .oracle import LOCATIONS
from .table import Table, position


def withdrawing(**how: Any) -> Table:
    """Returns a table at the beginning of a strategy phase."""
    return position(phase="strategy", **how)


def test_m30_players_are_asked_in_number_order_from_the_starting_player() -> None:
    """M30: with the mayor on the town hall, players are asked at locations 1 to 7, each time clockwise from the
    starting player.
    """
    table = withdrawing(start="b", prison="abc", fight_club="ac", town_hall="b")
    met = []
    while table.kind == "retrieve":
        met.append((table.about["location"], *table.seats))
        table.clock()
    expected = [("prison", "b"), ("prison", "c"), ("prison", "a")]
    assert met == [*expected, ("fight_club", "c"), ("fight_club", "a"), ("town_hall", "b")]
    table.asked("turn", "c")


def test_m30_only_who_has_a_mobster_there_is_asked() -> None:
    """M30: in an empty city, no one is asked to take mobsters back."""
    withdrawing(cell="ab").asked("turn", "b")


def test_m30_the_mayors_holder_picks_locations_and_players() -> None:
    """M30: the mayor's holder chooses a location and then the order of the players; a last one is not asked for."""
    table = withdrawing(mayor="c", start="a", prison="ab", town_hall="abc")
    table.asked("collect", "c").offers_in_order("c", *LOCATIONS).answers("c", "town_hall")
    table.asked("call", "c").offers("c", "a", "b", "c")
    assert table.about == {"location": "town_hall"}
    table.answers("c", "b").asked("retrieve", "b").answers("b")
    table.asked("call", "c").offers("c", "a", "c").answers("c", "c").asked("retrieve", "c").answers("c", "town_hall:3")
    table.asked("retrieve", "a").answers("a", "town_hall:1")
    table.asked("collect", "c").offers("c", *(place for place in LOCATIONS if place != "town_hall"))
    assert table.state["marked"] == [place for place in LOCATIONS if place != "town_hall"]
    assert table.stack("town_hall") == "b"


def test_m30_an_empty_location_is_collected_without_a_call() -> None:
    """M30: at an empty location no player is chosen, only the mark is removed; the last location is not asked for."""
    table = withdrawing(mayor="b", prison="a")
    for place in LOCATIONS[6:0:-1]:
        table.asked("collect", "b").answers("b", place)
    table.asked("retrieve", "a")


def test_m30_one_player_there_is_called_unasked() -> None:
    """M30: if only one seat is left at a location, the mayor's holder is not asked."""
    withdrawing(mayor="b", prison="aa").answers("b", "prison").asked("retrieve", "a")


@pytest.mark.parametrize(("start", "first"), [("a", "a"), ("b", "c"), ("c", "c")])
def test_m30_if_the_mayor_does_not_answer_the_lowest_number_is_next(start: str, first: str) -> None:
    """M30: without an answer, the marked location with the lowest number is next, and there first the player nearest to
    the starting player.
    """
    table = withdrawing(mayor="b", start=start, harbour="ca").answers("b", "prison")
    assert table.silence == "harbour"
    table.clock().asked("call", "b")
    assert table.silence == first
    table.clock().asked("retrieve", first)
    assert table.entries == ["b collect: prison", "clock collect", "clock call"]


def test_m31_any_number_of_own_mobsters_and_the_others_keep_their_order() -> None:
    """M31: the player chooses the mobsters; those above them move down."""
    table = withdrawing(harbour="abacab", crew={"a": 1})
    table.asked("retrieve", "a").offers_in_order("a", "harbour:1", "harbour:3", "harbour:5")
    assert (table.silence, table.about) == ("-", {"location": "harbour"})
    table.refuses("a", "harbour:2", "not-allowed").refuses("a", "harbour:1 harbour:1", "not-allowed")
    table.answers("a", "harbour:5", "harbour:1")
    assert (table.stack("harbour"), table.crew("a")) == ("bacb", 3)
    assert table.entries == ["a retrieve: harbour:1 harbour:5"]


def test_m31_a_player_may_withdraw_no_mobster() -> None:
    """M31: withdrawing is voluntary; after a silence all mobsters stay."""
    table = withdrawing(harbour="aab").answers("a")
    assert table.entries == ["a retrieve: -"]
    table.asked("retrieve", "b").clock()
    assert table.stack("harbour") == "aab"
    assert table.entries == ["a retrieve: -", "clock retrieve"]


def test_m31_a_player_may_withdraw_all_mobsters() -> None:
    """M31: a player may withdraw all own mobsters at once."""
    table = withdrawing(harbour="aab", crew={"a": 0}).answers("a", "harbour:1", "harbour:2")
    assert (table.stack("harbour"), table.crew("a")) == ("b", 2)


def test_m31_the_next_player_sees_the_new_heights() -> None:
    """M31: heights count at the moment of each question; there is one decision per location."""
    table = withdrawing(harbour="aba").answers("a", "harbour:1").asked("retrieve", "b")
    table.offers("b", "harbour:1").answers("b").asked("turn", "b")
    assert table.stack("harbour") == "ba"


def test_m31_three_players_withdraw_as_in_the_rulebooks_picture() -> None:
    """The rulebook's picture: blue, red and green take mobsters from one stack in turn; the rest keep their order."""
    table = withdrawing(private_club="cabcabc", start="a")
    table.answers("a", "private_club:2").asked("retrieve", "b").offers("b", "private_club:2", "private_club:5")
    table.answers("b", "private_club:2", "private_club:5").asked("retrieve", "c").answers("c", "private_club:1")
    assert table.stack("private_club") == "cac"


def test_m32_mobsters_in_the_cell_are_not_offered() -> None:
    """M32: mobsters in the cell are not offered."""
    table = withdrawing(prison="a", cell="ab").asked("retrieve", "a").offers("a", "prison:1")
    table.answers("a", "prison:1").asked("turn", "b")
    assert table.cell == "ab"


def test_m40_the_starting_token_goes_to_the_left_neighbour() -> None:
    """M40: the next player clockwise starts the new round."""
    table = withdrawing(seats=4, start="c", round_number=3).asked("turn", "d")
    assert (table.state["start"], table.state["round"], table.state["phase"]) == ("d", 4, "action")
    table.passes("d", "a", "b", "c").asked("turn", "a")
    assert (table.state["start"], table.state["round"]) == ("a", 5)


DRAWN = "thief-hat fbi-bullet grand_plan-star rackets-hat informer-star"


def hands_after_the_round(points: str, cards: str, start: str = "c") -> list[str]:
    """Plays the end of a round with the deck DRAWN, and returns the cards that a, b and c draw, as one text each.

    `points` and `cards` have a digit for each seat: its points, and the number of cards in its hand before the draws.
    """
    hands = {seat: " ".join(["hitman-fist"] * int(n)) for seat, n in zip("abc", cards, strict=True)}
    scores = {seat: int(n) for seat, n in zip("abc", points, strict=True)}
    table = withdrawing(points=scores, hands=hands, start=start, deck=DRAWN)
    return [table.hand(seat).replace("hitman-fist", "").strip() for seat in "abc"]


def test_m41_everyone_draws_one_from_the_new_starting_player_on() -> None:
    """M41, third step: c has passed the token to a, so a draws first."""
    assert hands_after_the_round("111", "000") == ["thief-hat", "fbi-bullet", "grand_plan-star"]
    assert hands_after_the_round("111", "000", start="a") == ["grand_plan-star", "thief-hat", "fbi-bullet"]


def test_m41_fewest_points_and_fewest_cards_bring_two_extra_cards() -> None:
    """M41, the rulebook's example: a player with both the fewest points and the fewest cards draws three cards."""
    assert hands_after_the_round("233", "122") == [
        "thief-hat fbi-bullet grand_plan-star",
        "rackets-hat",
        "informer-star",
    ]
    drawn = hands_after_the_round("323", "212")
    assert drawn == ["grand_plan-star", "thief-hat fbi-bullet rackets-hat", "informer-star"]


def test_m41_fewest_points_without_fewest_cards_bring_one_extra_card() -> None:
    """M41, second example of the rulebook: a player with only the fewest points draws one extra card."""
    assert hands_after_the_round("233", "112") == ["thief-hat fbi-bullet", "grand_plan-star", "rackets-hat"]
    assert hands_after_the_round("233", "210") == ["thief-hat fbi-bullet", "grand_plan-star", "rackets-hat"]


def test_m41_two_with_the_fewest_points_draw_nothing_extra() -> None:
    """M41, the rulebook's example: if two players share the fewest points, no one draws extra cards."""
    assert hands_after_the_round("112", "012") == ["thief-hat", "fbi-bullet", "grand_plan-star"]


def test_m41_fewest_cards_without_fewest_points_bring_nothing() -> None:
    """M41: the fewest cards bring an extra card only to the player who also has the fewest points."""
    assert hands_after_the_round("322", "011") == ["thief-hat", "fbi-bullet", "grand_plan-star"]


def test_m41_with_both_piles_empty_later_players_draw_nothing() -> None:
    """M41, M6: if deck and discard pile have two cards together, the third player draws nothing."""
    table = withdrawing(deck="thief-hat", discard="fbi-bullet", start="c").asked("turn", "a")
    assert [table.hand(seat) for seat in "abc"] == ["thief-hat", "fbi-bullet", ""]


def test_m41_the_discard_pile_is_reshuffled_at_the_end_of_the_round() -> None:
    """M41, M6: if the deck runs out while the players draw, the discard pile is shuffled. The phase is `end`: the token
    has passed on, but the round is not yet counted up.
    """
    table = withdrawing(deck="thief-hat", discard="fbi-bullet rackets-hat thief-fist", start="a", round_number=2)
    table.asked("reshuffle", "chance").offers_in_order("chance", "fbi-bullet", "rackets-hat", "thief-fist")
    assert (table.state["phase"], table.state["start"], table.state["round"]) == ("end", "b", 2)
    table.chance("thief-fist", "rackets-hat", "fbi-bullet").asked("turn", "b")
    assert [table.hand(seat) for seat in "bca"] == ["thief-hat", "thief-fist", "rackets-hat"]
    assert (table.state["round"], table.deck) == (3, "fbi-bullet")
