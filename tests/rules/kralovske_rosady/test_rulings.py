"""Tests the rulings K1 to K15 for Královské rošády, at least one test for each."""

from __future__ import annotations

import pytest

from .oracle import CARDS, POINTS
from .table import evaluated, opened, position, removed, sums, winner

DECKS = {"b": "storm romeo hermit"}


def test_k1_the_first_player_is_drawn_then_points_then_every_deck() -> None:
    """K1: chance draws the first player, six point cards per player, and the decks from seat a on."""
    table = opened(3).asks("start", "chance").offers("chance", "a", "b", "c")
    assert table.now[:2] == (1, "setup")
    assert table.state["turn"] is None, "it is nobody's turn yet"
    table.chance("b")
    table.asks("points", "chance").chance(*POINTS[:18])
    for seat in "abc":
        table.asks("deck", "chance")
        assert (table.asked["of"], table.asked["about"]) == (seat, {"of": seat})
        table.chance(*CARDS)
    table.asks("play", "b")
    assert table.now == (1, "play", "b")
    assert [table.column(number) for number in (1, 2, 3)] == ["alchemy-1", "alchemy-2", "alchemy-3"]
    assert table.state["points_deck"] == POINTS[3:18]
    assert {table.hand(seat) for seat in "abc"} == {"king queen julia"}
    assert table.deck("c").split() == CARDS[3:]


def test_k2_twelve_or_eight_is_no_effect() -> None:
    """K2: under musketeers, symbol cards still count 12 or 8, Romeo 5, the hermit 12, Tom Thumb 2, and a double
    nothing.
    """
    assert sums("a:musketeers b:troubadour c:alchemist") == {"a": 11, "b": 12, "c": 8}
    assert sums("a:musketeers b:double a:king") == {"a": 31}
    assert sums("a:musketeers b:romeo b:julia") == {"a": 11, "b": 19}
    assert sums("a:musketeers b:hermit c:tom_thumb") == {"a": 11, "b": 12, "c": 2}


def test_k3_the_mage_removes_ten_and_more_the_witch_nine_and_less() -> None:
    """K3: printed values decide; the murderer (9½) escapes mage and witch; a double is removed with the card that it
    copies.
    """
    high = "b:king b:queen b:julia b:troubadour b:explorer b:traitor b:prince b:hermit b:dragon"
    low = "b:alchemist b:storm b:disguise b:squire b:tom_thumb b:romeo b:beggar"
    assert removed(f"{high} b:murderer {low} a:mage") == high
    assert removed(f"{high} b:murderer {low} a:witch") == low
    assert removed("b:double b:king c:double a:mage") == "b:double b:king"
    assert removed("b:double a:witch b:king") == "b:double"


def test_k4_several_mages_or_witches_cancel_each_other() -> None:
    """K4: two mages remove nothing, nor do two witches; a double of a mage is not a second mage."""
    assert removed("a:mage b:mage c:king") == ""
    assert removed("a:witch b:witch c:squire") == ""
    assert removed("a:double b:mage c:king") == "c:king"
    assert removed("a:double b:witch c:squire") == "a:double c:squire"
    assert removed("a:musketeers b:musketeers c:mage a:king") == ""
    assert winner("c:mage b:witch b:musketeers c:musketeers a:king") == "a"


def test_k5_a_tucked_card_counts_but_is_never_turned_in_the_round() -> None:
    """K5: a tucked card stays face down below its disguise until the end, and counts like any card of the column."""
    table = position("art-4 a:disguise?", "trade-5", turn="b", hands={"a": "king queen", "b": "witch mage"})
    table.plays("b", "witch:1").asks("disguise", "a").offers("a", "pass", "king", "queen").plays("a", "king")
    assert table.column(1) == "art-4 a:disguise a:king^ b:witch?"
    table.plays("a", "queen:1")
    assert table.column(1) == "art-4 a:disguise a:king^ b:witch a:queen?"
    alone = position("art-4 a:disguise a:king^", "trade-5", turn="b", hands={"a": "queen", "b": "witch"})
    assert alone.plays("b", "witch:1").column(1) == "art-4 a:disguise a:king^ b:witch?"


def test_k5_a_tucked_card_can_fill_the_last_column() -> None:
    """K5: a tucked card counts when a column is filled, here for the end of the round."""
    table = position("art-3 a:disguise?", "trade-1 b:king?", turn="b", hands={"a": "queen julia", "b": "squire mage"})
    table.plays("b", "squire:1").plays("a", "queen").goes_on()
    assert table.now == (2, "play", "a")
    assert table.points("a") == "art-3"


def test_k6_the_explorer_passes_over_closed_columns() -> None:
    """K6: the explorer moves face down to the next open column to the right; after the last column comes the first."""
    hands = {"a": "king", "b": "queen", "c": "julia"}
    table = position("art-5 a:explorer?", "trade-5 b:storm b:king? closed", "farming-5", turn="b", hands=hands)
    table.plays("b", "queen:1")
    assert [table.column(1), table.column(3)] == ["art-5 b:queen?", "farming-5 a:explorer?"]
    table.plays("c", "julia:3")
    assert [table.column(1), table.column(3)] == ["art-5 b:queen a:explorer?", "farming-5 c:julia?"]


def test_k6_with_every_other_column_closed_it_stays_face_up() -> None:
    """K6: an explorer that is turned while all other columns are closed stays where it is, face up."""
    table = position("art-5 a:explorer?", "trade-5 b:storm b:king? closed", turn="b", hands={"a": "king", "b": "queen"})
    table.plays("b", "queen:1")
    assert table.column(1) == "art-5 a:explorer b:queen?"


def test_k6_three_explorers_and_a_storm_come_to_rest() -> None:
    """K6: with two open columns, each explorer moves at most twice in a turn, and stays face up when it is turned a
    third time; a new turn allows new moves.
    """
    columns = ("art-5 a:explorer?", "trade-5 b:explorer?", "farming-5 b:storm b:king? closed")
    table = position(*columns, turn="c", hands={"a": "king queen", "b": "queen", "c": "explorer"})
    table.plays("c", "explorer:1").asks("play", "a")
    assert [table.column(1), table.column(2)] == ["art-5 a:explorer c:explorer?", "trade-5 b:explorer?"]
    assert [event["seat"] for event in table.heard("explores")] == ["a", "b", "c", "a", "b", "c"]
    table.plays("a", "king:2")
    assert [table.column(1), table.column(2)] == ["art-5 a:explorer b:explorer?", "trade-5 a:king c:explorer?"]


def test_k7_a_column_that_no_one_can_win_keeps_its_point_card_out_of_the_game() -> None:
    """K7: the point card of an empty column, or of one with only valueless doubles, leaves the game."""
    table = evaluated("art-1", "trade-2 a:double", "farming-3 a:musketeers")
    assert (table.removed, table.points("a")) == ("art-1 trade-2", "farming-3")
    assert winner("a:double b:double") is None


def test_k8_the_double_copies_the_final_value_before_dragons() -> None:
    """K8: a double copies the final value of the card directly below; then it loses 2 for each dragon of another player
    than its own owner.
    """
    assert sums("b:double c:tom_thumb") == {"b": 5, "c": 5}
    assert sums("b:double a:dragon") == {"b": 9, "a": 11}
    assert sums("b:double b:king a:dragon") == {"b": 36, "a": 11}
    assert sums("a:double b:double c:king") == {"a": 20, "b": 20, "c": 20}


def test_k8_when_the_explorer_moves_away_the_one_then_below_counts() -> None:
    """K8: the double was turned by the explorer, but the squire lies below it in the end."""
    hands = {"b": "explorer", "a": "squire storm"}
    table = position("art-2 a:double?", "trade-1", turn="b", round_number=6, hands=hands)
    table.plays("b", "explorer:1").plays("a", "squire:1")
    counts = table.heard("counts")[0]
    assert counts["cards"] == [
        {"owner": "a", "card": "double", "value": 2},
        {"owner": "a", "card": "squire", "value": 2},
    ]
    assert (table.points("a"), table.points("b")) == ("art-2", "trade-1")


def test_k9_of_several_couples_the_one_with_the_highest_card_wins() -> None:
    """K9: the card nearest to the point card decides, whether it is a prince or a squire."""
    assert winner("c:king a:squire b:prince b:squire a:prince") == "a"
    assert winner("c:king b:prince a:squire b:squire a:prince") == "b"


def test_k10_several_beggars_do_what_one_does_and_no_value_falls_below_zero() -> None:
    """K10: several beggars let the lowest sum win, like one; hermit and witch never count less than 0."""
    assert winner("a:beggar b:beggar c:squire") == "c"
    thirteen = (
        "king queen julia alchemist swordsman landowner merchant cardinal troubadour explorer murderer storm traitor"
    )
    assert sums("a:hermit " + " ".join(f"b:{card}" for card in thirteen.split()))["a"] == 0
    assert sums("a:dragon b:witch") == {"a": 11, "b": 0}


def test_k11_the_best_of_each_symbol_is_doubled_only_when_that_gives_more() -> None:
    """K11: the plain sum counts if it is higher; a tie is shared and listed in seat order."""
    six = [f"{symbol}-1" for symbol in ("alchemy", "warfare", "farming", "trade", "religion", "art")]
    further = "art-5 art-4 art-3 trade-5 trade-4"
    table = evaluated("farming-2", "farming-3", points={"b": " ".join(six) + " " + further})
    assert table.over == {
        "ranking": [
            # best: 1 + 1 + 1 + 5 + 1 + 5 = 14, doubled 28, less 5 further cards: 23; plain 27
            {"seat": "b", "points": 27, "doubled": False},
            {"seat": "a", "points": 0, "doubled": False},
        ],
        "winners": ["b"],
    }
    shared = evaluated("farming-2", "farming-3", "farming-1", points={"b": "art-5", "c": "trade-5", "a": "trade-1"})
    assert shared.over is not None
    assert shared.over["winners"] == ["b", "c"]
    assert [rank["seat"] for rank in shared.over["ranking"]] == ["b", "c", "a"]


def test_k12_the_round_ends_with_the_last_column_after_the_turned_cards_effect() -> None:
    """K12: the player of the last card has ended the round, so the left neighbour begins the next one."""
    hands = {"a": "king", "b": "queen", "c": "julia dragon"}
    table = position("art-1 a:witch?", "trade-1 b:mage?", "farming-2 c:squire?", turn="c", hands=hands)
    table.plays("c", "julia:3").goes_on()
    assert table.now == (2, "play", "a")
    assert [table.points(seat) for seat in "abc"] == ["art-1", "trade-1", "farming-2"]


def test_k12_a_murderer_can_unfill_the_last_column() -> None:
    """K12: the murderer removes the card that would have filled the last column, so the round continues."""
    table = position("art-2 a:murderer?", "trade-1 b:king?", turn="b", hands={"a": "king", "b": "queen"}, decks=DECKS)
    table.plays("b", "queen:1").asks("play", "a")
    assert table.now == (1, "play", "a")
    assert (table.column(1), table.discard("b")) == ("art-2 a:murderer", "queen")


def test_k13_everyone_draws_back_to_three_the_player_on_turn_first() -> None:
    """K13: after a turn, all players draw back to three cards, the active player first and then clockwise; so does one
    who has tucked a card in another player's turn.
    """
    hands = {"a": "king queen julia", "b": "witch mage romeo", "c": "witch mage"}
    decks = {"a": "dragon storm", "b": "beggar", "c": "king"}
    table = position("art-5 a:disguise?", "trade-5", "farming-5", turn="b", hands=hands, decks=decks)
    table.plays("b", "witch:1").plays("a", "queen").asks("play", "c")
    assert [table.hand(seat) for seat in "abc"] == ["king julia dragon", "mage romeo beggar", "witch mage king"]
    assert [told["seat"] for told in table.heard("draws")] == ["b", "c", "a"]


def test_k13_a_pile_is_renewed_when_a_card_is_needed_from_it() -> None:
    """K13: if a player's draw pile is empty, that player's discards are shuffled, offered oldest first; a single one is
    drawn without a shuffle.
    """
    hands = {"a": "king queen", "b": "witch mage romeo"}
    discards = {"a": "storm dragon beggar", "b": "king"}
    table = position("art-5", "trade-5", hands=hands, decks={"a": "julia"}, discards=discards)
    table.plays("a", "king:1").asks("reshuffle", "chance").offers("chance", "storm", "dragon", "beggar")
    assert table.asked["of"] == "a"
    table.chance("beggar", "storm", "dragon").asks("play", "b")
    assert (table.hand("a"), table.deck("a"), table.discard("a")) == ("queen julia beggar", "storm dragon", "")
    table.plays("b", "mage:1").asks("play", "a")
    assert (table.hand("b"), table.deck("b"), table.discard("b")) == ("witch romeo king", "", "")


def test_k13_after_a_round_discards_come_by_column_and_then_all_seats_draw() -> None:
    """K13: first the columns are evaluated and all their cards discarded, also removed ones; then everyone draws; then
    the next round is laid out.
    """
    columns = ("art-3 a:king b:mage a:queen?", "trade-2 b:dragon?")
    hands = {"a": "witch julia romeo", "b": "squire"}
    decks = {"a": "", "b": "prince hermit storm"}
    table = position(*columns, hands=hands, decks=decks)
    table.plays("a", "julia:2")
    table.asks("reshuffle", "chance").offers("chance", "king", "queen", "julia")
    assert (table.state["columns"], table.now) == ([], (1, "evaluate", "a"))
    assert table.discard("b") == "mage dragon"
    table.chance("julia", "king", "queen").asks("play", "b")
    assert (table.hand("a"), table.hand("b")) == ("witch romeo julia", "squire prince hermit")
    assert table.now == (2, "play", "b")


def test_k13_after_the_sixth_round_no_one_draws() -> None:
    """K13: the game is over after the sixth round, so no one draws."""
    hands, decks = {"a": "king queen"}, {"a": "julia storm", "b": "king"}
    table = position("art-1", "trade-1 b:mage?", round_number=6, hands=hands, decks=decks).plays("a", "king:1")
    assert table.over is not None
    assert (table.hand("a"), table.deck("b"), table.discard("a")) == ("queen", "king", "king")


def test_k13_who_has_no_card_is_skipped_and_without_any_card_the_round_ends() -> None:
    """K13: a player without cards is skipped. When no one has a card, the round ends, and the player of the last card
    counts as the one who ended it.
    """
    hands = {"a": "king", "b": "", "c": "queen julia"}
    table = position("art-5", "trade-5", "farming-5", turn="b", hands=hands).asks("play", "c").plays("c", "queen:2")
    table.plays("a", "king:1").asks("play", "c").plays("c", "julia:2").goes_on()
    # c ended the round, so a begins
    assert table.now == (2, "play", "a")
    assert (table.points("a"), table.points("c"), table.removed) == ("art-5", "trade-5", "farming-5")


def test_k14_effects_happen_in_the_order_of_evaluation() -> None:
    """K14: musketeers, mage, witch, prince and squire, values, doubles, dragons, beggar or highest sum."""
    assert winner("a:prince b:musketeers a:squire c:king c:mage b:mage") == "c", "musketeers before all"
    assert removed("a:mage b:king c:witch c:squire") == "b:king a:mage c:squire", "the mage, then the witch takes him"
    assert winner("a:prince a:squire a:murderer b:mage c:beggar") == "c", "the mage breaks the couple"
    assert winner("a:prince a:squire b:beggar c:king") == "a", "the couple before the beggar"
    assert sums("a:double a:hermit b:dragon") == {"a": 16, "b": 11}, "hermit 10, copied, then 2 from each"
    assert winner("a:king b:beggar c:murderer") == "b"


def test_k14_who_has_nothing_left_or_only_valueless_doubles_cannot_win() -> None:
    """K14: with a beggar, a player whose cards are all removed or without a value does not win by the lowest sum; a
    player who has only a disguise does, with 0.
    """
    assert winner("a:mage c:beggar b:king") == "c"
    assert winner("a:beggar b:double") == "a"
    assert winner("b:disguise a:beggar") == "b"
    assert winner("b:disguise") == "b"


def test_k14_for_ties_every_card_still_in_the_column_counts() -> None:
    """K14: a double without a value also counts for a tie: under musketeers, b's double is nearest to the point
    card.
    """
    assert winner("b:double a:storm a:squire b:musketeers") == "b"
    assert winner("a:disguise b:storm a:storm c:mage") == "a"


def test_k15_a_column_closed_by_a_storm_is_filled_and_a_traitor_may_swap_with_it() -> None:
    """K15: a closed column takes no more cards, but a traitor may swap its point card with any other."""
    columns = ("art-5 a:storm?", "trade-2 a:traitor?", "farming-1")
    table = position(*columns, turn="b", hands={"a": "king", "b": "queen julia", "c": "dragon"})
    table.plays("b", "queen:1").asks("play", "c").offers("c", "dragon:2", "dragon:3")
    table.plays("c", "dragon:2").asks("betray", "a").offers("a", "stay", "1", "3").plays("a", "1")
    assert [table.column(1), table.column(2)] == ["trade-2 a:storm b:queen? closed", "art-5 a:traitor c:dragon?"]


@pytest.mark.parametrize("seat", "ab")
def test_k13_a_round_without_any_card_is_over_at_once(seat: str) -> None:
    """K13: if no one plays, the right neighbour counts as the last player, so the same player begins again."""
    table = position("art-5 a:king?", "trade-5 b:queen?", turn=seat).asks("play", seat)
    assert table.now == (2, "play", seat)
    assert (table.hand("a"), table.points("b")) == ("king", "trade-5")


def test_k13_with_no_card_anywhere_the_game_runs_out() -> None:
    """K7, K13: without any card, the game has six rounds that no one can win."""
    table = position("art-5", "trade-5")
    assert table.over is not None
    assert table.over["winners"] == ["a", "b"]
    assert len(table.state["removed_points"]) == 12
