"""Tests M1 to M7: the set-up, from the first draw to the first turn."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.protocol import Session

from .layout import CITY, layout
from .oracle import LOCATIONS, WHOLE_DECK
from .table import dealt, names, opened, position

TOP = "thief-hat fbi-bullet hitman-fist informer-star rackets-hat police_chief-hat"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_m1_three_to_five_players_draw_the_starting_player(seats: int) -> None:
    """M1: three to five players take part; any of them may be drawn as the starting player."""
    table = opened(seats)
    table.asked("start", "chance").offers_in_order("chance", *"abcde"[:seats])
    assert table.state["phase"] == "setup"
    assert table.state["start"] is None
    assert table.state["city"] == []
    table.chance("c")
    assert table.state["start"] == "c"


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_m1_another_number_of_players_is_refused(seats: int) -> None:
    """M1: a table of fewer than three or more than five is refused."""
    line = {"cmd": "new", "game": "mafia_city", "seats": names(seats), "options": {"goal": "beginners"}}
    refusal = Session().say(line)
    assert (refusal["ok"], refusal["error"]) == (False, "bad-request")


def test_m1_play_is_clockwise_from_the_starting_player() -> None:
    """M1: after the starting player comes the left neighbour, and so on clockwise."""
    table = dealt(start="b")
    for seat in "bca":
        table.asked("mulligan", seat).answers(seat, "keep")
    for seat in "bcab":
        table.asked("turn", seat).plays(seat, "place:harbour")
    assert table.stack("harbour") == "bcab"


@pytest.mark.parametrize(("seats", "crew", "reserve"), [(3, 8, 4), (4, 7, 4), (5, 6, 5)])
def test_m2_mobsters_begin_in_crew_and_reserve(seats: int, crew: int, reserve: int) -> None:
    """M2: crew and reserve are 8 and 4 for three players, 7 and 4 for four, 6 and 5 for five."""
    table = dealt(seats)
    for seat in "abcde"[:seats]:
        assert (table.crew(seat), table.reserve(seat)) == (crew, reserve)


def test_m3_all_seven_locations_are_shuffled_into_the_city() -> None:
    """M3: the draw of the city orders all seven; the first is the middle."""
    table = opened().chance("a").asked("city", "chance").offers_in_order("chance", *LOCATIONS)
    table.refuses("chance", " ".join(LOCATIONS[:6]), "not-allowed")
    table.refuses("chance", " ".join(["prison", *LOCATIONS[:6]]), "not-allowed")
    table.chance(*CITY.split())
    assert table.state["city"] == CITY.split()


RIM_NEIGHBOURS = {
    "prison": ["harbour", "business_district", "town_hall"],
    "town_hall": ["prison", "harbour", "fight_club"],
    "fight_club": ["harbour", "private_club", "town_hall"],
    "private_club": ["harbour", "fight_club", "police_station"],
    "police_station": ["harbour", "business_district", "private_club"],
    "business_district": ["prison", "harbour", "police_station"],
    "harbour": [place for place in LOCATIONS if place != "harbour"],
}


@pytest.mark.parametrize("figure", LOCATIONS)
def test_m3_neighbouring_locations_share_an_edge(figure: str) -> None:
    """M3: the middle touches all six, a rim hex the middle and two of the rim."""
    table = position(phase="locations", harbour="a", hitman=figure)
    table.asked("move", "a").offers("a", "stay", *RIM_NEIGHBOURS[figure])


def test_m4_the_figures_start_on_their_locations_without_holders() -> None:
    """M4: the hitman starts on the harbour, policeman and mayor on their own locations; none has a holder."""
    state = dealt().state
    assert (state["hitman"], state["policeman"], state["mayor"]) == ("harbour", None, None)
    assert set(map(len, state["stacks"].values())) == {0}
    assert state["cell"] == []


GOALS = [(3, "beginners", 10), (3, "advanced", 15), (4, "beginners", 8), (4, "advanced", 13)]


@pytest.mark.parametrize(("seats", "goal", "points"), [*GOALS, (5, "beginners", 7), (5, "advanced", 11)])
def test_m5_the_goal_depends_on_players_and_option(seats: int, goal: str, points: int) -> None:
    """M5: the goal depends on the number of players and on the option of the game."""
    table = opened(seats, goal)
    assert table.state["goal"] == points
    assert f"option goal {goal}" in table.record


def test_m5_another_goal_is_refused() -> None:
    """M5: only the two goals can be chosen."""
    line = {"cmd": "new", "game": "mafia_city", "seats": names(3), "options": {"goal": "eternal"}}
    assert Session().say(line)["error"] == "bad-request"


def test_m6_forty_nine_cards_in_canonical_order_are_offered_to_chance() -> None:
    """M6: the deck's draw offers each of the 49 cards, equal ones too, in canonical order."""
    table = opened().chance("a").chance(*CITY.split())
    table.asked("deck", "chance").offers_in_order("chance", *WHOLE_DECK)
    assert len(WHOLE_DECK) == 49
    symbols = Counter(code.split("-")[1] for code in WHOLE_DECK)
    assert symbols == {"fist": 18, "hat": 13, "bullet": 9, "star": 9}


def test_m6_each_player_gets_two_cards_beginning_with_the_starting_player() -> None:
    """M6: the starting player gets the first two cards of the deck, the next player the next two."""
    table = dealt(start="b", top=TOP)
    assert table.hand("b") == "thief-hat fbi-bullet"
    assert table.hand("c") == "hitman-fist informer-star"
    assert table.hand("a") == "rackets-hat police_chief-hat"
    assert len(table.deck.split()) == 43
    assert table.discard == ""


def test_m6_an_empty_deck_is_renewed_from_the_discard_pile_in_mid_draw() -> None:
    """M6: when the deck runs out while cards are drawn, the discard pile is shuffled and the draw goes on."""
    table = position(hands={"a": "rackets-fist"}, deck="fbi-bullet", discard="thief-hat hitman-fist thief-fist")
    table.plays("a", "rackets-fist")
    table.asked("reshuffle", "chance").offers_in_order("chance", "thief-hat", "hitman-fist", "thief-fist")
    table.chance("thief-fist", "thief-hat", "hitman-fist")
    table.asked("rackets", "a").offers("a", "fbi-bullet", "thief-fist", "thief-hat")
    assert (table.hand("a"), table.deck) == ("fbi-bullet thief-fist thief-hat", "hitman-fist")
    assert (table.discard, table.open) == ("", "rackets-fist")


def test_m6_the_deck_is_not_renewed_before_a_card_is_needed() -> None:
    """M6: a draw that takes the deck's last card does not shuffle the discard pile."""
    table = position(hands={"a": "rackets-fist"}, deck="fbi-bullet thief-fist thief-hat", discard="hitman-fist")
    table.plays("a", "rackets-fist").asked("rackets", "a")
    assert (table.deck, table.discard) == ("", "hitman-fist")


def test_m6_one_card_in_the_pile_needs_no_shuffling() -> None:
    """M6: a draw with a single option is not asked."""
    table = position(hands={"a": "rackets-fist"}, deck="fbi-bullet thief-fist", discard="hitman-fist")
    table.plays("a", "rackets-fist").asked("rackets", "a")
    assert table.hand("a") == "fbi-bullet thief-fist hitman-fist"


def test_m6_equal_cards_are_still_shuffled() -> None:
    """M6: two equal cards in the pile are two options, so the draw is asked."""
    table = position(hands={"a": "rackets-fist"}, deck="", discard="hitman-fist hitman-fist")
    table.plays("a", "rackets-fist").asked("reshuffle", "chance")
    table.offers_in_order("chance", "hitman-fist", "hitman-fist").chance("hitman-fist", "hitman-fist")
    table.asked("rackets", "a").offers("a", "hitman-fist")


def test_m6_with_both_piles_empty_fewer_cards_are_drawn() -> None:
    """M6: if deck and discard pile have two cards together, only two are drawn."""
    table = position(hands={"a": "rackets-fist"}, deck="fbi-bullet thief-fist", discard="")
    table.plays("a", "rackets-fist").asked("rackets", "a").offers("a", "fbi-bullet", "thief-fist")


def test_m6_with_no_card_at_all_nothing_is_drawn() -> None:
    """M6: rackets with both piles empty draws nothing and asks nothing."""
    table = position(hands={"a": "rackets-fist"}, deck="", discard="")
    table.plays("a", "rackets-fist").asked("turn", "b")
    assert (table.hand("a"), table.discard) == ("", "rackets-fist")


def test_m7_each_may_once_change_both_cards_from_the_starting_player_on() -> None:
    """M7: each player may change both cards or none, once, beginning with the starting player."""
    table = dealt(start="c", top=TOP + " grand_plan-hat grand_plan-star")
    table.asked("mulligan", "c").offers_in_order("c", "keep", "redraw")
    table.answers("c", "redraw")
    assert table.hand("c") == "grand_plan-hat grand_plan-star"
    assert table.discard == "thief-hat fbi-bullet"
    table.asked("mulligan", "a").answers("a", "keep").asked("mulligan", "b").answers("b", "redraw")
    assert table.discard == "thief-hat fbi-bullet rackets-hat police_chief-hat"
    table.asked("turn", "c")
    assert (table.state["phase"], table.state["round"]) == ("action", 1)
    assert len(table.deck.split()) == 49 - 6 - 4


def test_m7_a_player_who_does_not_answer_keeps_the_cards() -> None:
    """M7: a player who does not answer keeps the cards."""
    table = dealt(top=TOP)
    assert table.silence == "keep"
    table.clock().asked("mulligan", "b")
    assert table.hand("a") == "thief-hat fbi-bullet"
    assert table.entries[-1] == "clock mulligan"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_m1_to_m7_the_table_is_complete_before_the_first_turn(seats: int) -> None:
    """After the setup, when all players have kept their cards, the table equals the one that `layout` builds."""
    cards = "hitman-fist complicity-fist police_chief-hat fbi-bullet police_raid-star".split()
    letters = "abcde"[:seats]
    table = dealt(seats, start="a", top=" ".join(card for card in cards[:seats] for _ in range(2)))
    for seat in letters:
        table.answers(seat, "keep")
    hands = {seat: f"{card} {card}" for seat, card in zip(letters, cards, strict=False)}
    assert table.state == layout(seats, hands=hands)
