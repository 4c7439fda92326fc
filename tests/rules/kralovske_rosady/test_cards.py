"""Tests each of the 25 cards of Královské rošády against its description in the rulebook."""

from __future__ import annotations

import pytest

from .table import position, removed, sums, winner

SYMBOL_CARDS = [
    ("alchemist", "alchemy"), ("swordsman", "warfare"), ("landowner", "farming"), ("merchant", "trade"),
    ("cardinal", "religion"), ("troubadour", "art"),
]  # fmt: skip


@pytest.mark.parametrize(("card", "value"), [("king", 20), ("queen", 16), ("julia", 14)])
def test_king_queen_and_julia_count_their_value(card: str, value: float) -> None:
    """King 20, queen 16 and Julia 14 have no effect."""
    assert sums(f"a:{card}") == {"a": value}


@pytest.mark.parametrize(("card", "symbol"), SYMBOL_CARDS)
def test_symbol_cards_count_12_in_a_column_of_their_symbol_and_8_elsewhere(card: str, symbol: str) -> None:
    """A symbol card counts 12 in a column of its own symbol and 8 in any other column."""
    for _, other in SYMBOL_CARDS:
        assert sums(f"a:{card}", f"{other}-4", seats=2) == {"a": 12 if other == symbol else 8}


@pytest.mark.parametrize(
    ("card", "value"), [("explorer", 13), ("murderer", 9.5), ("storm", 9), ("disguise", 0), ("traitor", 10)]
)
def test_revealed_at_the_end_cards_with_an_immediate_effect_only_count(card: str, value: float) -> None:
    """A card that is revealed only at the end of the round has no immediate effect."""
    assert sums(f"b:squire a:{card}?") == {"b": 2, "a": value}


def test_the_explorer_moves_on_and_turns_the_card_there() -> None:
    """The explorer moves one column to the right, is face down there, and turns the face-down card of that column."""
    table = position("art-5 a:explorer?", "trade-5 b:king?", turn="b", hands={"a": "queen", "b": "julia"})
    table.plays("b", "julia:1")
    assert [table.column(1), table.column(2)] == ["art-5 b:julia?", "trade-5 b:king a:explorer?"]


def test_the_murderer_removes_the_card_that_turned_it() -> None:
    """The murderer removes the card that turned it; a card that is placed later is safe."""
    table = position("art-5 a:murderer?", "trade-5", turn="b", hands={"a": "queen", "b": "julia king"})
    table.plays("b", "julia:1")
    assert (table.column(1), table.discard("b")) == ("art-5 a:murderer", "")
    assert table.hand("b") == "king julia", "with an empty pile the only discard is drawn at once"
    table.plays("a", "queen:1")
    assert table.column(1) == "art-5 a:murderer a:queen?"


def test_the_storm_closes_its_column() -> None:
    """The storm closes its column; the card that turned it stays below it, face down."""
    table = position("art-5 a:storm?", "trade-5", turn="b", hands={"a": "queen", "b": "julia"}).plays("b", "julia:1")
    assert table.column(1) == "art-5 a:storm b:julia? closed"
    table.offers("a", "queen:2").refuses("a", "queen:1")


def test_a_card_may_be_placed_under_the_disguise() -> None:
    """The disguise's owner may place a card under it; no answer in time means no card."""
    for answer, column in (("queen", "art-5 a:disguise a:queen^ b:julia?"), ("pass", "art-5 a:disguise b:julia?")):
        table = position("art-5 a:disguise?", "trade-5", turn="b", hands={"a": "queen king", "b": "julia"})
        table.plays("b", "julia:1").asks("disguise", "a")
        assert table.asked["about"] == {"column": 1}
        table.plays("a", answer)
        assert table.column(1) == column
    table = position("art-5 a:disguise?", "trade-5", turn="b", hands={"a": "queen king", "b": "julia"})
    assert table.plays("b", "julia:1").clock().column(1) == "art-5 a:disguise b:julia?"


def test_disguise_with_an_empty_hand_is_not_asked() -> None:
    """The disguise's owner is asked only with a card in hand; here the last card has just been played."""
    table = position("art-5 a:disguise?", "trade-5", hands={"a": "queen", "b": "king"}).plays("a", "queen:1")
    assert table.asks("play", "b").column(1) == "art-5 a:disguise a:queen?"


def test_disguise_turned_by_its_owner_takes_from_what_is_left() -> None:
    """An owner who turns the own disguise may place one of the cards left in hand under it: the card that turned it is
    no longer there, and no new card is drawn before.
    """
    table = position("art-5 a:disguise?", "trade-5", hands={"a": "queen king"}, decks={"a": "julia storm romeo"})
    table.plays("a", "queen:1").offers("a", "pass", "king").plays("a", "king")
    assert table.hand("a") == "julia storm romeo"


def test_the_traitor_may_swap_two_point_cards() -> None:
    """The traitor's owner may swap the point card with that of another column; no answer in time means no swap."""
    for answer, point in (("2", "trade-4"), ("stay", "art-5")):
        table = position("art-5 a:traitor?", "trade-4", turn="b", hands={"a": "queen", "b": "julia"})
        table.plays("b", "julia:1").asks("betray", "a").offers("a", "stay", "2")
        assert table.asked["about"] == {"column": 1}
        table.plays("a", answer)
        assert table.column(1) == f"{point} a:traitor b:julia?"
    table = position("art-5 a:traitor?", "trade-4", turn="b", hands={"a": "queen", "b": "julia"})
    assert table.plays("b", "julia:1").clock().column(2) == "trade-4"


def test_musketeers_count_11_and_cancel_other_effects() -> None:
    """Musketeers count 11, and no other effect in their column works."""
    assert sums("a:musketeers b:tom_thumb") == {"a": 11, "b": 2}


def test_the_mage_counts_7_and_removes_cards_of_10_and_more() -> None:
    """The mage counts 7 and removes cards of 10 and more."""
    assert sums("a:mage b:king c:squire") == {"a": 7, "c": 2}


def test_the_witch_counts_1_and_removes_cards_of_9_and_less() -> None:
    """The witch counts 1 and removes cards of 9 and less, but not herself."""
    assert sums("a:witch b:king c:squire") == {"a": 1, "b": 20}


def test_a_prince_and_a_squire_of_one_colour_win_the_column() -> None:
    """A prince and a squire of one colour win the column; of two colours they count 14 and 2."""
    assert winner("b:king b:queen a:prince a:squire") == "a"
    assert sums("a:prince b:squire") == {"a": 14, "b": 2}


def test_the_hermit_counts_12_less_1_for_every_other_card() -> None:
    """The hermit counts 12, less 1 for every other card in the column, including a disguise."""
    assert sums("a:hermit") == {"a": 12}
    assert sums("b:disguise b:squire a:hermit b:king") == {"a": 9, "b": 22}


def test_tom_thumb_counts_2_and_3_for_every_other_card() -> None:
    """Tom Thumb counts 2, and 3 more for every other card in the column, including a disguise."""
    assert sums("a:tom_thumb") == {"a": 2}
    assert sums("b:disguise b:squire a:tom_thumb b:king") == {"a": 11, "b": 22}


def test_a_double_has_the_value_of_the_card_below_it() -> None:
    """A double has the value of the card directly below it, but not its effect; at the bottom it has no value."""
    assert sums("a:double b:king") == {"a": 20, "b": 20}
    assert sums("b:king a:double") == {"b": 20}
    assert sums("a:double b:dragon c:king") == {"a": 9, "b": 11, "c": 18}, "one dragon, not two"
    assert removed("a:double b:mage c:king") == "c:king"


def test_the_dragon_counts_11_and_takes_2_from_cards_of_others() -> None:
    """The dragon counts 11 and takes 2 from each card of every other player."""
    assert sums("a:dragon a:squire b:king b:julia c:beggar") == {"a": 13, "b": 30, "c": 2}


def test_romeo_counts_15_with_julia_and_5_without() -> None:
    """Romeo counts 5, or 15 with Julia of the same colour."""
    assert sums("a:romeo") == {"a": 5}
    assert sums("a:romeo b:julia") == {"a": 5, "b": 14}
    assert sums("a:julia b:king a:romeo") == {"a": 29, "b": 20}


def test_the_beggar_counts_4_and_lets_the_lowest_sum_win() -> None:
    """The beggar counts 4, and the lowest sum wins the column."""
    assert winner("a:beggar b:king c:squire") == "c"
    assert winner("a:beggar b:king c:romeo") == "a"
