"""Tests combinations of cards of Královské rošády whose effects touch each other."""

from __future__ import annotations

import pytest

from .table import evaluated, position, removed, sums, winner

EFFECTS = [
    # under musketeers everything counts its printed value, and the highest sum wins
    ("a:musketeers b:mage c:king", {"a": 11, "b": 7, "c": 20}, "c"),
    ("a:musketeers b:witch c:squire", {"a": 11, "b": 1, "c": 2}, "a"),
    ("a:musketeers b:prince b:squire c:queen c:king", {"a": 11, "b": 16, "c": 36}, "c"),
    ("a:musketeers b:hermit b:squire", {"a": 11, "b": 14}, "b"),
    ("a:musketeers b:tom_thumb b:beggar", {"a": 11, "b": 6}, "a"),
    ("a:musketeers b:double c:king", {"a": 11, "c": 20}, "c"),
    ("a:musketeers b:dragon c:king", {"a": 11, "b": 11, "c": 20}, "c"),
    ("a:musketeers b:romeo b:julia", {"a": 11, "b": 19}, "b"),
    ("a:musketeers b:beggar c:queen", {"a": 11, "b": 4, "c": 16}, "c"),
    ("a:musketeers b:explorer", {"a": 11, "b": 13}, "b"),
    ("a:musketeers b:murderer", {"a": 11, "b": 9.5}, "a"),
    ("a:musketeers b:storm", {"a": 11, "b": 9}, "a"),
    ("a:musketeers b:disguise b:traitor", {"a": 11, "b": 10}, "a"),
    ("a:musketeers b:musketeers", {"a": 11, "b": 11}, "a"),
]


@pytest.mark.parametrize(("cards", "expected", "seat"), EFFECTS)
def test_musketeers_cancel_everything(cards: str, expected: dict[str, float], seat: str) -> None:
    """K2, K14: under musketeers only printed values count."""
    assert (sums(cards), winner(cards)) == (expected, seat)


def test_musketeers_under_a_disguise_work_like_any_others() -> None:
    """K5: the effect of a tucked card works in the evaluation."""
    assert winner("b:disguise b:musketeers^ a:mage c:king") == "c"


# Mage and witch


@pytest.mark.parametrize(
    ("cards", "gone"),
    [
        ("b:disguise b:king^ a:mage", "b:king"),
        ("b:disguise b:king^ a:witch", "b:disguise"),
        ("b:disguise b:squire^ a:witch", "b:disguise b:squire"),
        ("b:disguise b:mage^ c:king", "c:king"),
        ("b:double b:disguise b:king^ a:witch", "b:double b:disguise"),
    ],
)
def test_mage_and_witch_reach_under_a_disguise(cards: str, gone: str) -> None:
    """The tucked card falls by its own value, the disguise to the witch; a double above it copies the disguise."""
    assert removed(cards) == gone


@pytest.mark.parametrize(
    ("cards", "gone"),
    [
        ("b:double b:troubadour a:mage", "b:double b:troubadour"),
        ("b:double b:alchemist a:mage", ""),
        ("b:double b:alchemist a:witch", "b:double b:alchemist"),
        ("b:double c:double b:king a:mage", "b:double c:double b:king"),
        ("b:double c:hermit a:mage", "b:double c:hermit"),
        ("b:double c:tom_thumb a:mage b:storm", ""),
        ("b:double c:murderer a:mage b:witch", "a:mage"),
        ("c:murderer a:mage b:double", ""),
        ("c:murderer a:witch b:double", ""),
    ],
)
def test_mage_and_witch_take_a_double_with_the_card_it_copies(cards: str, gone: str) -> None:
    """K3: mage and witch remove a double together with the card that it copies, by that card's printed value (symbol
    cards: 12 or 8); a double without a value is not removed.
    """
    assert removed(cards) == gone


def test_removed_cards_no_longer_count_for_the_others() -> None:
    """K14: values are computed after removals: Romeo counts without a removed Julia, Tom Thumb without removed
    cards.
    """
    assert sums("b:romeo b:julia a:mage") == {"b": 5, "a": 7}
    assert sums("b:king b:queen a:mage c:tom_thumb") == {"a": 7, "c": 5}
    assert sums("b:dragon c:romeo a:mage") == {"c": 5, "a": 7}
    assert sums("b:squire b:storm a:witch c:hermit") == {"a": 1, "c": 11}
    assert winner("b:beggar b:king a:witch c:queen") == "b"


def test_removed_cards_do_not_count_for_ties() -> None:
    """K14: only cards that are still in the column count for ties."""
    assert winner("b:king a:mage c:storm b:storm") == "c"


@pytest.mark.parametrize("breaker", ["c:musketeers", "c:mage", "c:witch"])
def test_prince_and_squire_can_be_broken(breaker: str) -> None:
    """Musketeers cancel prince and squire; the mage removes the prince, the witch removes the squire."""
    assert winner(f"a:prince a:squire b:murderer {breaker} b:king b:queen") == "b"


def test_two_mages_do_not_affect_the_couple() -> None:
    """K4: two mages cancel each other's effect, so prince and squire stay and win the column."""
    assert winner("b:mage a:prince c:mage a:squire b:king") == "a"


def test_two_mages_fall_to_a_single_witch() -> None:
    """K4: two mages cancel each other's effect; the witch then removes both."""
    assert removed("a:mage b:mage c:witch c:king") == "a:mage b:mage"


def test_two_witches_leave_a_single_mage_at_work() -> None:
    """K4: the witches cancel each other; the mage still works."""
    assert removed("a:witch b:witch c:mage c:king c:squire") == "c:king"


def test_a_removed_mage_has_still_worked() -> None:
    """K14: the mage works before the witch removes it."""
    assert removed("a:mage b:witch c:king") == "c:king a:mage"


# Couples


def test_a_couple_needs_cards_of_one_player() -> None:
    """K9: prince of one, squire of another make no couple; of two couples the highest card decides."""
    assert winner("a:prince b:squire c:king") == "c"
    assert winner("c:prince a:prince b:squire a:squire b:prince c:king") == "a", "c's prince has no squire"


def test_a_couple_may_lie_under_a_disguise() -> None:
    """K5: a tucked card counts for effects, and its position counts for ties."""
    assert winner("a:disguise a:squire^ b:prince b:squire a:prince") == "a"


# Hermit, Tom Thumb, doubles


def test_tucked_cards_count_for_hermit_and_tom_thumb() -> None:
    """Hermit and Tom Thumb count every other card, also the disguise and the card below it."""
    assert sums("b:disguise b:squire^ a:hermit c:tom_thumb") == {"b": 2, "a": 9, "c": 11}
    assert sums("a:disguise a:hermit^ b:squire") == {"a": 10, "b": 2}


def test_hermit_and_tom_thumb_count_valueless_doubles_too() -> None:
    """A double without a value is counted like any other card."""
    assert sums("a:hermit b:tom_thumb c:double") == {"a": 10, "b": 8}


def test_doubles_copy_the_final_values_of_hermit_tom_thumb_and_romeo() -> None:
    """K8: a double copies the final value of the card below it."""
    assert sums("b:double a:hermit c:squire") == {"b": 10, "a": 10, "c": 2}
    assert sums("b:double a:romeo a:julia") == {"b": 15, "a": 29}
    assert sums("b:double a:troubadour") == {"b": 12, "a": 12}
    assert sums("b:double a:disguise") == {"b": 0, "a": 0}


# Dragons


def test_every_dragon_takes_two_from_every_foe() -> None:
    """Two dragons of different players reduce each other, and take 4 from a third player's card."""
    assert sums("a:dragon b:dragon c:king") == {"a": 9, "b": 9, "c": 16}
    assert sums("a:dragon b:dragon c:squire") == {"a": 9, "b": 9, "c": 0}


def test_a_dragon_reduces_each_card_not_the_sum() -> None:
    """A dragon takes 2 from each card, and no card falls below 0: disguise 0, king 18."""
    assert sums("a:dragon b:disguise b:king") == {"a": 11, "b": 18}


def test_a_dragon_leaves_a_valueless_double_without_a_value() -> None:
    """K7: with a beggar a value of 0 would win, but no value does not."""
    assert winner("a:dragon a:beggar b:double") == "a"


# Beggars


def test_with_a_beggar_the_farther_card_wins_a_tie() -> None:
    """With a beggar the card farther from the point card wins the tie, even one without a value."""
    assert winner("b:alchemist c:swordsman a:beggar a:king") == "c"
    assert winner("b:alchemist c:swordsman b:disguise a:beggar a:king") == "b"
    assert winner("a:king a:beggar b:alchemist c:swordsman b:double") == "b"


def test_ties_go_to_the_highest_card_without_a_beggar() -> None:
    """The card nearer to the point card wins."""
    assert winner("c:squire b:storm a:storm") == "b"
    assert winner("a:disguise b:storm a:storm") == "a"


# Explorers in chains


def test_explorers_push_each_other_on() -> None:
    """The second explorer that is turned moves to the third column and turns the queen there."""
    columns = ("art-5 a:explorer?", "trade-5 b:explorer?", "farming-5 c:queen?")
    table = position(*columns, turn="c", hands={"a": "king", "c": "julia"}).plays("c", "julia:1")
    assert [table.column(number) for number in (1, 2, 3)] == [
        "art-5 c:julia?", "trade-5 a:explorer?", "farming-5 c:queen b:explorer?",
    ]  # fmt: skip


def test_an_explorer_turns_the_card_that_had_turned_it() -> None:
    """With two columns, the second explorer comes back and turns the card that was just played."""
    table = position("art-5 a:explorer?", "trade-5 b:explorer?", hands={"a": "king", "b": "queen"}).plays("a", "king:1")
    assert [table.column(1), table.column(2)] == ["art-5 a:king b:explorer?", "trade-5 a:explorer?"]


def test_an_explorer_turns_a_storm_and_stays_below_it() -> None:
    """The storm closes the column with the explorer in it, and the next explorer passes over that column."""
    columns = ("art-5 a:explorer?", "trade-5 b:storm?", "farming-5")
    table = position(*columns, turn="b", hands={"a": "queen", "b": "explorer", "c": "king"}).plays("b", "explorer:1")
    assert table.column(2) == "trade-5 b:storm a:explorer? closed"
    table.plays("c", "king:1")
    assert [table.column(1), table.column(3)] == ["art-5 c:king?", "farming-5 b:explorer?"]


def test_an_explorers_storm_can_end_the_round() -> None:
    """K12: column 1 keeps one card, and the storm fills column 2, so the round ends."""
    columns = ("art-1 a:explorer?", "trade-5 b:storm?")
    table = position(*columns, turn="b", hands={"b": "julia king"}).plays("b", "julia:1").goes_on()
    assert table.now == (2, "play", "a")
    assert (table.points("b"), table.points("a")) == ("art-1", "trade-5")


def test_an_explorer_that_turns_a_murderer_is_removed() -> None:
    """The murderer removes the card that turned him, here the explorer."""
    columns = ("art-5 a:explorer?", "trade-5 b:murderer?", "farming-5")
    table = position(*columns, turn="b", hands={"a": "king queen julia", "b": "julia"}).plays("b", "julia:1")
    assert [table.column(1), table.column(2)] == ["art-5 b:julia?", "trade-5 b:murderer"]
    assert table.discard("a") == "explorer"


def test_an_explorer_turns_a_disguise_and_a_traitor() -> None:
    """If an explorer, or the card after it, turns a disguise or a traitor, the turned card's owner decides; the card
    tucked under the disguise is above the explorer.
    """
    columns = ("art-5 a:explorer?", "trade-5 b:disguise?", "farming-5 c:traitor?")
    hands = {"a": "king", "b": "queen squire", "c": "explorer julia"}
    table = position(*columns, turn="a", hands=hands).plays("a", "king:1").asks("disguise", "b")
    assert table.asked["about"] == {"column": 2}
    table.plays("b", "queen")
    assert table.column(2) == "trade-5 b:disguise b:queen^ a:explorer?"
    table.plays("b", "squire:2").asks("betray", "c").offers("c", "stay", "1", "2").plays("c", "2")
    assert table.column(2) == "farming-5 b:disguise b:queen^ b:squire?"
    assert table.column(3) == "trade-5 c:traitor a:explorer?"


def test_a_tucked_explorer_stays_where_it_is() -> None:
    """K5: no card turns a tucked one during the round."""
    table = position("art-5 a:disguise a:explorer^ b:king?", "trade-5", hands={"a": "queen squire", "b": "julia"})
    table.plays("a", "queen:1").plays("b", "julia:1")
    assert table.column(1) == "art-5 a:disguise a:explorer^ b:king a:queen b:julia?"


# Murderers, storms, traitors and the end of a round


def test_a_murderer_revealed_at_the_end_kills_no_one() -> None:
    """Immediate effects do not happen at the end of the round."""
    table = position("art-2 b:king?", "trade-1 b:queen?", round_number=6, hands={"a": "murderer"})
    table.plays("a", "murderer:1")
    assert table.over is not None
    assert table.points("b") == "art-2 trade-1"
    assert table.heard("murdered") == []


def test_a_murderer_in_a_filled_column_only_takes_his_victim() -> None:
    """K12: the column stays filled, and the round continues because of the other column."""
    table = position("art-1 a:murderer?", "trade-1", turn="b", hands={"a": "king queen", "b": "queen julia romeo"})
    table.plays("b", "queen:1").asks("play", "a").plays("a", "king:2").goes_on()
    assert table.now == (2, "play", "b")


def test_a_storm_ends_the_round_with_the_last_column() -> None:
    """K15: two cards below an art-5 are enough if one of them is a storm."""
    table = position("art-5 a:storm?", "trade-1 b:king?", turn="b", hands={"b": "queen dragon"})
    table.plays("b", "queen:1").goes_on()
    assert (table.now, table.points("b")) == ((2, "play", "a"), "art-5 trade-1")


def test_a_traitors_swap_can_end_the_round() -> None:
    """K12: two cards fill a column under trade-2 and three a column under art-3, so the round ends."""
    columns = ("art-3 a:traitor?", "trade-2 b:king a:squire b:mage?")
    table = position(*columns, turn="b", hands={"b": "queen dragon"}).plays("b", "queen:1").plays("a", "2").goes_on()
    # column 1, now trade-2: a 10, b 16; column 2, now art-3: the mage takes the king: a 2, b 7
    assert (table.now, table.points("b")) == ((2, "play", "a"), "trade-2 art-3")


def test_a_traitors_swap_can_keep_the_round_going() -> None:
    """K12: all columns were filled, but the check comes after the swap: one card does not fill art-2."""
    columns = ("art-2 a:traitor?", "trade-1 b:king?")
    table = position(*columns, turn="b", hands={"a": "storm", "b": "queen dragon"})
    table.plays("b", "queen:1").plays("a", "2").asks("play", "a")
    assert [table.column(1), table.column(2)] == ["trade-1 a:traitor b:queen?", "art-2 b:king?"]


def test_the_starter_follows_who_ended_the_round_not_whose_traitor_it_was() -> None:
    """K12: the active player has ended the round, not the owner of the traitor."""
    columns = ("art-3 b:traitor?", "trade-2 b:king c:squire c:mage?", "farming-1 c:queen?")
    table = position(*columns, turn="a", hands={"a": "queen dragon", "b": "hermit", "c": "witch"})
    table.plays("a", "queen:1").asks("betray", "b").plays("b", "2").goes_on()
    assert table.now == (2, "play", "b")


def test_symbol_cards_follow_the_swapped_point_card() -> None:
    """The value of 12 or 8 counts for the point card that is there after the swap."""
    columns = ("art-3 a:traitor?", "trade-2 b:merchant a:squire b:troubadour?")
    table = position(*columns, turn="b", round_number=6, hands={"b": "alchemist"}).plays("b", "alchemist:1")
    table.plays("a", "2")
    assert [event["sums"] for event in table.heard("counts")] == [{"a": 10, "b": 8}, {"b": 20, "a": 2}]


def test_columns_are_evaluated_from_the_left() -> None:
    """The point cards of three columns are taken from left to right."""
    table = evaluated("art-1 a:king?", "trade-1 a:queen?", "farming-1 a:julia?")
    assert table.points("a") == "art-1 trade-1 farming-1"
