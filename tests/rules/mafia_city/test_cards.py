"""Tests M50 to M52: the ways to use a card, and the effects of action cards."""

from __future__ import annotations

from .oracle import LOCATIONS
from .table import EVERYWHERE, FISTS, position


def test_m50_a_card_is_used_for_its_text_its_symbol_or_waiting() -> None:
    """M50: a card can be used in three ways, and leaves the hand in each of them."""
    for key in ("thief-hat:b", "hat:thief-hat:prison:1", "wait:thief-hat"):
        table = position(hands={"a": "thief-hat", "b": "fbi-bullet"}, prison="a").plays("a", key)
        if table.kind == "react":
            table.no_one_reacts()
        assert "thief-hat" not in table.hand("a")
        assert table.discard == "thief-hat"


def test_m50_the_symbol_ignores_the_text() -> None:
    """M50: the thief's hat steals nothing."""
    table = position(hands={"a": "thief-hat", "b": "fbi-bullet"}, prison="a").plays("a", "hat:thief-hat:prison:1")
    assert (table.hand("a"), table.hand("b"), table.stack("prison")) == ("", "fbi-bullet", "")


def test_m51_informer_sends_any_mobster_to_the_cell() -> None:
    """M51: the mobsters above the jailed one move down by one."""
    table = position(hands={"a": "informer-fist"}, harbour="bcb", cell="c").plays("a", "informer-fist:harbour:2")
    assert (table.stack("harbour"), table.cell, table.discard) == ("bb", "cc", "informer-fist")


def test_m51_informer_may_take_from_the_prison_but_not_from_the_cell() -> None:
    """M51: any mobster of any location can be chosen, but none in the cell."""
    table = position(hands={"a": "informer-fist"}, prison="b", cell="c")
    table.offers("a", *EVERYWHERE, "informer-fist:prison:1", "wait:informer-fist", "pass")


def test_m51_thief_takes_a_random_card() -> None:
    """M51: chance picks a card from the victim's hand; the options are in the order in which the cards came."""
    hands = {"a": "thief-fist", "b": "fbi-bullet hitman-fist fbi-bullet"}
    table = position(hands=hands).plays("a", "thief-fist:b").no_one_reacts()
    table.asked("steal", "chance").offers_in_order("chance", "fbi-bullet", "hitman-fist", "fbi-bullet")
    assert (table.open, table.discard) == ("thief-fist", "")
    table.chance("hitman-fist").asked("turn", "b")
    assert (table.hand("a"), table.hand("b")) == ("hitman-fist", "fbi-bullet fbi-bullet")
    assert table.discard == "thief-fist"


def test_m51_thief_of_a_single_card_asks_no_one() -> None:
    """M51: from a hand of a single card there is nothing to draw."""
    table = position(hands={"a": "thief-fist", "b": "fbi-bullet"}).plays("a", "thief-fist:b")
    table.no_one_reacts().asked("turn", "b")
    assert (table.hand("a"), table.hand("b")) == ("fbi-bullet", "")


def test_m51_thief_of_equal_cards_is_still_a_draw() -> None:
    """M51: equal cards are still several options of the draw."""
    table = position(hands={"a": "thief-fist", "b": "fbi-bullet fbi-bullet"}).plays("a", "thief-fist:b")
    table.no_one_reacts().asked("steal", "chance").offers_in_order("chance", "fbi-bullet", "fbi-bullet")
    table.chance("fbi-bullet")
    assert (table.hand("a"), table.hand("b")) == ("fbi-bullet", "fbi-bullet")


def test_m51_thief_of_a_hand_that_was_spent_in_the_meantime() -> None:
    """M51: the victim's cards were used for a cancel that was itself cancelled, so the thief finds no card."""
    hands = {"a": "thief-hat", "b": FISTS, "c": "rackets-fist rackets-fist"}
    table = position(hands=hands).plays("a", "thief-hat:b").plays("b", "fists:hitman-fist+complicity-fist")
    table.plays("c", "fists:rackets-fist+rackets-fist").asked("turn", "b")
    assert (table.hand("a"), table.hand("b")) == ("", "")
    assert table.discard == f"thief-hat {FISTS} rackets-fist rackets-fist"


def test_m51_the_stolen_card_comes_last() -> None:
    """M51: a hand keeps the order in which its cards came, also for the next thief."""
    hands = {"a": "fbi-bullet thief-hat", "b": "hitman-fist thief-fist"}
    table = position(hands=hands).plays("a", "thief-hat:b").no_one_reacts().chance("hitman-fist").asked("turn", "b")
    assert table.hand("a") == "fbi-bullet hitman-fist"
    table.plays("b", "thief-fist:a").no_one_reacts()
    table.asked("steal", "chance").offers_in_order("chance", "fbi-bullet", "hitman-fist")


def test_m51_only_thief_and_victim_learn_the_stolen_card() -> None:
    """M51: no event to other players names the stolen card."""
    hands = {"a": "thief-fist", "b": "grand_plan-star hitman-fist", "c": "fbi-bullet"}
    table = position(hands=hands).plays("a", "thief-fist:b").no_one_reacts().chance("grand_plan-star")
    assert "grand_plan" not in str(table.told_to("all", "c"))
    assert "grand_plan" in str(table.told_to("a"))
    assert "grand_plan" in str(table.told_to("b"))


def test_m51_a_thief_may_rob_himself_of_nothing() -> None:
    """M51: only an opponent's hand with cards can be robbed."""
    table = position(seats=4, hands={"a": "thief-fist fbi-bullet", "c": "hitman-fist"})
    assert [key for key in table.keys("a") if key.startswith("thief")] == ["thief-fist:c"]


def test_m51_police_raid_empties_a_location() -> None:
    """M51: all mobsters there return to their owners' crews; those in the cell stay."""
    table = position(hands={"a": "police_raid-star"}, prison="abcab", cell="cc", crew={"a": 1, "b": 2, "c": 3})
    table.plays("a", "police_raid-star:prison")
    assert (table.stack("prison"), table.cell) == ("", "cc")
    assert [table.crew(seat) for seat in "abc"] == [3, 4, 4]
    assert table.discard == "police_raid-star"


def test_m51_police_raid_needs_two_own() -> None:
    """M51: a raid is possible only with two own mobsters at the location; those in the cell do not count."""
    table = position(hands={"a": "police_raid-star"}, prison="abb", cell="a", harbour="aa", town_hall="aab")
    raids = [key for key in table.keys("a") if key.startswith("police_raid")]
    assert raids == ["police_raid-star:harbour", "police_raid-star:town_hall"]


def test_m51_pulling_strings_swaps_the_lowest() -> None:
    """M51: the lowest mobsters of two locations change places, no matter whose they are; the others stay."""
    table = position(hands={"a": "pulling_strings-fist"}, harbour="bcc", private_club="cb")
    table.plays("a", "pulling_strings-fist:harbour:private_club")
    assert (table.stack("harbour"), table.stack("private_club")) == ("ccc", "bb")


def test_m51_pulling_strings_names_the_places_in_number_order() -> None:
    """M51: each pair of locations is one key; the other order is not offered."""
    table = position(hands={"a": "pulling_strings-bullet"}, harbour="b", private_club="c", prison="a")
    keys = [key for key in table.keys("a") if key.startswith("pulling")]
    pairs = ["prison:harbour", "prison:private_club", "harbour:private_club"]
    assert keys == [f"pulling_strings-bullet:{pair}" for pair in pairs]
    table.refuses("a", "pulling_strings-bullet:harbour:prison", "not-allowed")


def test_m51_grand_plan_moves_any_mobster_to_the_top_of_another_location() -> None:
    """M51: a mobster is never moved out of the cell, nor to its own location."""
    table = position(hands={"a": "grand_plan-hat"}, harbour="bcb", prison="c", cell="a")
    plans = [key for key in table.keys("a") if key.startswith("grand_plan")]
    targets = [("prison:1", "prison"), ("harbour:1", "harbour"), ("harbour:2", "harbour"), ("harbour:3", "harbour")]
    assert plans == [f"grand_plan-hat:{one}:{to}" for one, at in targets for to in LOCATIONS if to != at]
    table.plays("a", "grand_plan-hat:harbour:2:prison")
    assert (table.stack("harbour"), table.stack("prison")) == ("bb", "cc")


def test_m51_rackets_draw_three_and_discard_one_of_those() -> None:
    """M51: a card that was in hand before cannot be discarded, unlike at the business district."""
    deck = "thief-hat fbi-bullet grand_plan-star"
    table = position(hands={"a": "hitman-fist rackets-fist"}, deck=deck).plays("a", "rackets-fist")
    table.asked("rackets", "a").offers("a", *deck.split()).refuses("a", "hitman-fist", "not-allowed")
    assert (table.silence, table.about) == ("grand_plan-star", {})
    table.answers("a", "thief-hat").asked("turn", "b")
    assert (table.hand("a"), table.discard) == ("hitman-fist fbi-bullet grand_plan-star", "thief-hat rackets-fist")


def test_m51_rackets_of_equal_cards_the_first_that_came_leaves() -> None:
    """M51: if an equal card was in hand before, the one that came first is discarded."""
    table = position(hands={"a": "fbi-bullet rackets-fist"}, deck="thief-hat fbi-bullet hitman-fist")
    table.plays("a", "rackets-fist").offers("a", "thief-hat", "fbi-bullet", "hitman-fist").answers("a", "fbi-bullet")
    assert sorted(table.hand("a").split()) == ["fbi-bullet", "hitman-fist", "thief-hat"]
    assert table.hand("a") == "thief-hat fbi-bullet hitman-fist"


def test_m51_rackets_silence_discards_the_last_drawn() -> None:
    """M51: if the player does not answer, the last drawn card is discarded, as the specification says."""
    table = position(hands={"a": "rackets-fist"}, deck="thief-hat fbi-bullet grand_plan-star")
    table.plays("a", "rackets-fist").clock()
    assert (table.hand("a"), table.discard) == ("thief-hat fbi-bullet", "grand_plan-star rackets-fist")


def test_m51_rackets_with_one_card_left_discards_it_unasked() -> None:
    """M51: with fewer than two drawn cards there is nothing to choose."""
    table = position(hands={"a": "hitman-fist rackets-fist"}, deck="thief-hat").plays("a", "rackets-fist")
    table.asked("turn", "b")
    assert (table.hand("a"), table.discard) == ("hitman-fist", "thief-hat rackets-fist")


def test_m51_rackets_do_not_draw_what_lies_open() -> None:
    """M9, M6: rackets and the cancels on them are still open on the table, so they are not shuffled into the deck."""
    hands = {"a": f"rackets-hat {FISTS}", "b": "fbi-bullet"}
    table = position(hands=hands, deck="", discard="thief-hat informer-star").plays("a", "rackets-hat")
    table.plays("b", "fbi-bullet").plays("a", "fists:hitman-fist+complicity-fist")
    table.asked("reshuffle", "chance").offers_in_order("chance", "thief-hat", "informer-star")
    table.chance("thief-hat", "informer-star").asked("rackets", "a").answers("a", "thief-hat")
    assert table.hand("a") == "informer-star"
    assert table.discard == f"thief-hat rackets-hat fbi-bullet {FISTS}"


def test_m51_no_one_else_learns_what_rackets_drew() -> None:
    """M51: the two cards that are kept are shown to their player only."""
    table = position(hands={"a": "rackets-fist", "c": "hitman-fist"}, deck="thief-hat fbi-bullet grand_plan-star")
    table.plays("a", "rackets-fist").no_one_reacts()
    drawn = str(table.told_to("all", "b", "c"))
    assert not [code for code in ("thief", "fbi", "grand_plan") if code in drawn]
    table.answers("a", "thief-hat")
    assert not [code for code in ("fbi", "grand_plan") if code in str(table.told_to("all", "b", "c"))]


def test_m52_card_and_target_are_announced_before_anyone_decides() -> None:
    """M52: the window names the play and its target, and the card is open for every onlooker."""
    table = position(hands={"a": "informer-star", "b": FISTS}, prison="b").plays("a", "informer-star:prison:1")
    table.asked("react", "b")
    assert table.about == {"play": "a turn: informer-star:prison:1", "links": []}
    assert "informer-star" in str(table.told_to("all"))
    assert table.view()["open"] == ["informer-star"]
    assert table.stack("prison") == "b"
