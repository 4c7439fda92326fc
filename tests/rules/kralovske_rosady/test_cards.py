"""Each of the 25 cards."""

from __future__ import annotations

import pytest

from .table import position, removed, sums, winner

SYMBOL_CARDS = [
    ("alchemist", "alchemy"), ("swordsman", "warfare"), ("landowner", "farming"), ("merchant", "trade"),
    ("cardinal", "religion"), ("troubadour", "art"),
]  # fmt: skip


@pytest.mark.parametrize(("card", "value"), [("king", 20), ("queen", 16), ("julia", 14)])
def test_cards_with_a_value_only(card: str, value: float) -> None:
    """King 20, queen 16, Julia 14."""
    assert sums(f"a:{card}") == {"a": value}


@pytest.mark.parametrize(("card", "symbol"), SYMBOL_CARDS)
def test_symbol_cards(card: str, symbol: str) -> None:
    """A symbol card and a 4 make 12 in the column of the own symbol, and 8 in any other."""
    for _, other in SYMBOL_CARDS:
        assert sums(f"a:{card}", f"{other}-4", seats=2) == {"a": 12 if other == symbol else 8}


@pytest.mark.parametrize(
    ("card", "value"), [("explorer", 13), ("murderer", 9.5), ("storm", 9), ("disguise", 0), ("traitor", 10)]
)
def test_revealed_at_the_end_cards_with_an_immediate_effect_only_count(card: str, value: float) -> None:
    """Their effect is not carried out when they are turned only at the end of the round."""
    assert sums(f"b:squire a:{card}?") == {"b": 2, "a": value}


def test_explorer() -> None:
    """Moves one column to the right, lies face down there, and turns what lies face down there."""
    table = position("art-5 a:explorer?", "trade-5 b:king?", turn="b", hands={"a": "queen", "b": "julia"})
    table.plays("b", "julia:1")
    assert [table.column(1), table.column(2)] == ["art-5 b:julia?", "trade-5 b:king a:explorer?"]


def test_murderer() -> None:
    """Removes the card that turned it to its owner's discards; a card laid below it later is safe."""
    table = position("art-5 a:murderer?", "trade-5", turn="b", hands={"a": "queen", "b": "julia king"})
    table.plays("b", "julia:1")
    assert (table.column(1), table.discard("b")) == ("art-5 a:murderer", "")
    assert table.hand("b") == "king julia", "with an empty pile the only discard is drawn at once"
    table.plays("a", "queen:1")
    assert table.column(1) == "art-5 a:murderer a:queen?"


def test_storm() -> None:
    """Nothing can be laid in its column any more; the card that turned it stays below, face down."""
    table = position("art-5 a:storm?", "trade-5", turn="b", hands={"a": "queen", "b": "julia"}).plays("b", "julia:1")
    assert table.column(1) == "art-5 a:storm b:julia? closed"
    table.offers("a", "queen:2").refuses("a", "queen:1")


def test_disguise() -> None:
    """Its owner may lay a card under it, or not; silence is not."""
    for answer, column in (("queen", "art-5 a:disguise a:queen^ b:julia?"), ("pass", "art-5 a:disguise b:julia?")):
        table = position("art-5 a:disguise?", "trade-5", turn="b", hands={"a": "queen king", "b": "julia"})
        table.plays("b", "julia:1").asks("disguise", "a")
        assert table.asked["about"] == {"column": 1}
        table.plays("a", answer)
        assert table.column(1) == column
    table = position("art-5 a:disguise?", "trade-5", turn="b", hands={"a": "queen king", "b": "julia"})
    assert table.plays("b", "julia:1").clock().column(1) == "art-5 a:disguise b:julia?"


def test_disguise_with_an_empty_hand_is_not_asked() -> None:
    """Asked whenever its owner has a card in hand; here the last one has just been played."""
    table = position("art-5 a:disguise?", "trade-5", hands={"a": "queen", "b": "king"}).plays("a", "queen:1")
    assert table.asks("play", "b").column(1) == "art-5 a:disguise a:queen?"


def test_disguise_turned_by_its_owner_takes_from_what_is_left() -> None:
    """The card just played has left the hand; no one has drawn yet."""
    table = position("art-5 a:disguise?", "trade-5", hands={"a": "queen king"}, decks={"a": "julia storm romeo"})
    table.plays("a", "queen:1").offers("a", "pass", "king").plays("a", "king")
    assert table.hand("a") == "julia storm romeo"


def test_traitor() -> None:
    """Its owner may swap the point card with another column's; silence leaves it."""
    for answer, point in (("2", "trade-4"), ("stay", "art-5")):
        table = position("art-5 a:traitor?", "trade-4", turn="b", hands={"a": "queen", "b": "julia"})
        table.plays("b", "julia:1").asks("betray", "a").offers("a", "stay", "2")
        assert table.asked["about"] == {"column": 1}
        table.plays("a", answer)
        assert table.column(1) == f"{point} a:traitor b:julia?"
    table = position("art-5 a:traitor?", "trade-4", turn="b", hands={"a": "queen", "b": "julia"})
    assert table.plays("b", "julia:1").clock().column(2) == "trade-4"


def test_musketeers() -> None:
    """11, and no effect in their column counts."""
    assert sums("a:musketeers b:tom_thumb") == {"a": 11, "b": 2}


def test_mage() -> None:
    """7; removes 10 and more."""
    assert sums("a:mage b:king c:squire") == {"a": 7, "c": 2}


def test_witch() -> None:
    """1; removes 9 and less, never herself."""
    assert sums("a:witch b:king c:squire") == {"a": 1, "b": 20}


def test_prince_and_squire() -> None:
    """Of one colour they win the column; of two colours they are 14 and 2."""
    assert winner("b:king b:queen a:prince a:squire") == "a"
    assert sums("a:prince b:squire") == {"a": 14, "b": 2}


def test_hermit() -> None:
    """12, less 1 for every other card, above or below, disguise included."""
    assert sums("a:hermit") == {"a": 12}
    assert sums("b:disguise b:squire a:hermit b:king") == {"a": 9, "b": 22}


def test_tom_thumb() -> None:
    """2, and 3 for every other card, above or below, disguise included."""
    assert sums("a:tom_thumb") == {"a": 2}
    assert sums("b:disguise b:squire a:tom_thumb b:king") == {"a": 11, "b": 22}


def test_double() -> None:
    """The value of the card directly below, not its effect; nothing at the bottom."""
    assert sums("a:double b:king") == {"a": 20, "b": 20}
    assert sums("b:king a:double") == {"b": 20}
    assert sums("a:double b:dragon c:king") == {"a": 9, "b": 11, "c": 18}, "one dragon, not two"
    assert removed("a:double b:mage c:king") == "c:king"


def test_dragon() -> None:
    """11; takes 2 from each card of every other player, never from its own."""
    assert sums("a:dragon a:squire b:king b:julia c:beggar") == {"a": 13, "b": 30, "c": 2}


def test_romeo() -> None:
    """5; 15 with Julia of the same colour only."""
    assert sums("a:romeo") == {"a": 5}
    assert sums("a:romeo b:julia") == {"a": 5, "b": 14}
    assert sums("a:julia b:king a:romeo") == {"a": 29, "b": 20}


def test_beggar() -> None:
    """4; the lowest sum wins."""
    assert winner("a:beggar b:king c:squire") == "c"
    assert winner("a:beggar b:king c:romeo") == "a"
