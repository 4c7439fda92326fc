"""Tests the events of yellow villains, in the order of their set numbers."""

from __future__ import annotations

from typing import Any

from ..table import Table, player, position

# 92 Ace in the Hole


def ace(hand: str, **more: Any) -> Table:
    return position(a=player("rey finn", hand=f"ace_in_the_hole {hand}"), b=player("jango_fett^1"), **more)


def test_92_ace_in_the_hole_rolls_the_die_of_a_yellow_upgrade_that_goes_to_the_pile() -> None:
    table = ace("aim flame_thrower force_throw").plays("a", "ace_in_the_hole")
    assert table.asked["secret"]
    table.offers("a", "flame_thrower").answers("a", "card", "flame_thrower")
    table.about(die="a-flame_thrower+1", why="card").rolls("2md").asks("action", "b")
    assert table.pool("a") == {"a-flame_thrower+1": "2md"}
    assert table.discard("a") == ["flame_thrower", "ace_in_the_hole"]
    table.passes("b").resolves("a", "flame_thrower+1:b-jango_fett")
    assert (table.damage("b-jango_fett"), table.pool("a")) == (1, {})


def test_92_d224_d123_the_dies_special_is_used_as_usual() -> None:
    """R48: Jetpack's special removes a melee die but gives no shield, because the card is attached to no character."""
    table = ace("jetpack aim").plays("a", "ace_in_the_hole").answers("a", "card", "jetpack").rolls("sp")
    table.activates("b", "jango_fett").rolls("1md")
    table.resolves("a", "jetpack+1").asks("action", "b")
    assert (table.pool("b"), table.shields("a-rey"), table.shields("a-finn")) == ({}, 0, 0)


def test_92_q92_what_the_special_asks_has_the_name_that_the_card_would_bear() -> None:
    table = ace("flame_thrower aim").plays("a", "ace_in_the_hole").answers("a", "card", "flame_thrower").rolls("sp")
    table.passes("b").resolves("a", "flame_thrower+1").asks("characters", "a").about(source="a-flame_thrower")


def test_92_q70_a_later_copy_takes_the_next_number_and_the_upkeep_sets_the_die_aside() -> None:
    table = position(
        a=player("finn", hand="ace_in_the_hole flame_thrower flame_thrower", resources=3), b=player("jango_fett")
    )
    table.plays("a", "ace_in_the_hole").answers("a", "card", "flame_thrower").rolls("1r").passes("b")
    table.plays("a", "flame_thrower:finn")
    assert table.upgrades("a-finn") == ["a-flame_thrower-2"]
    table.passes("b", "a").asks("action", "a")
    assert table.pool("a") == {}


def test_92_ace_in_the_hole_of_an_upgrade_without_a_die_only_discards_it() -> None:
    table = ace("second_chance aim").plays("a", "ace_in_the_hole").answers("a", "card", "second_chance")
    table.asks("action", "b")
    assert table.discard("a") == ["second_chance", "ace_in_the_hole"]


def test_92_r49_ace_in_the_hole_asks_though_no_card_fits() -> None:
    table = ace("aim block").plays("a", "ace_in_the_hole").offers("a", "done").answers("a", "card", "done")
    table.asks("action", "b")
    assert table.hand("a") == ["aim", "block"]


def test_92_ace_in_the_hole_with_an_empty_hand_does_nothing() -> None:
    ace("").plays("a", "ace_in_the_hole").asks("action", "b")


# 93 Armed to the Teeth


def armed() -> Table:
    return position(
        a=player("jango_fett hired_gun rey", hand="armed_to_the_teeth aim",
                 upgrades={"jango_fett": "comlink datapad hunker_down", "rey": "lightsaber"}),
        b=player("finn"),
    ).plays("a", "armed_to_the_teeth").offers("a", "a-jango_fett", "a-hired_gun")  # fmt: skip


def test_93_q23_armed_to_the_teeth_deals_a_damage_for_each_upgrade_discarded() -> None:
    table = armed().answers("a", "character", "a-jango_fett")
    table.offers("a", "a-comlink", "a-datapad", "a-hunker_down").answers("a", "pieces", "a-comlink", "a-hunker_down")
    table.answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.upgrades("a-jango_fett")) == (2, ["a-datapad"])
    assert table.discard("a") == ["comlink", "hunker_down", "armed_to_the_teeth"]


def test_93_armed_to_the_teeth_may_discard_none() -> None:
    armed().answers("a", "character", "a-jango_fett").answers("a", "pieces").asks("action", "b")
    armed().answers("a", "character", "a-hired_gun").asks("action", "b")


# 94 Confiscation


def confiscation(resources: int) -> Table:
    return position(
        a=player("jango_fett", hand="confiscation aim", resources=resources),
        b=player("finn", upgrades={"finn": "comlink hunker_down second_chance"}, pool="comlink+1=1f"),
    ).plays("a", "confiscation")


def test_94_confiscation_pays_an_upgrades_printed_cost_and_it_goes_back_to_hand() -> None:
    """D26, R41: the die leaves with its upgrade, which goes back to its owner's hand."""
    table = confiscation(2).offers("a", "b-comlink", "b-hunker_down").answers("a", "piece", "b-comlink")
    assert (table.resources("a"), table.hand("b"), table.pool("b")) == (0, ["comlink"], {})
    assert table.upgrades("b-finn") == ["b-hunker_down", "b-second_chance"]


def test_94_confiscation_takes_what_costs_nothing_for_nothing() -> None:
    table = confiscation(1).asks("action", "b")
    assert (table.resources("a"), table.hand("b")) == (1, ["hunker_down"])


def test_94_d189_confiscation_returns_an_own_card_from_an_opponents_control() -> None:
    table = position(
        a=player("jango_fett", hand="confiscation aim", resources=3),
        b=player("general_grievous", upgrades={"general_grievous": "a-lightsaber"}),
    )
    table.plays("a", "confiscation")
    assert (table.hand("a"), table.hand("b")) == (["aim", "lightsaber"], [])


# 95 Fight Dirty


def dirty(*dice: str) -> Table:
    table = position(
        a=player("jango_fett hired_gun rey", hand="fight_dirty aim", resources=1,
                 pool="jango_fett+1=blank hired_gun+1=1r rey+1=1md"),
        b=player("finn"),
    )  # fmt: skip
    return (
        table.plays("a", "fight_dirty").offers("a", "a-jango_fett+1", "a-hired_gun+1").answers("a", "dice", *dice)
    )  # fmt: skip


def test_95_fight_dirty_deals_a_damage_for_each_yellow_die_removed() -> None:
    table = dirty("a-jango_fett+1", "a-hired_gun+1").answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.pool("a")) == (2, {"a-rey+1": "1md"})


def test_95_fight_dirty_with_none_deals_nothing() -> None:
    dirty().asks("action", "b")


# 96 Go for the Kill


def test_96_go_for_the_kill_resolves_a_ranged_die_unblockably() -> None:
    """D115: unblockable damage leaves the shields."""
    table = position(
        a=player("jango_fett rey", hand="go_for_the_kill aim", pool="jango_fett+1=2rd rey+1=1md"), b=player("finn^3")
    )
    table.plays("a", "go_for_the_kill")
    table.offers("a", *(f"a-jango_fett+1:{one}" for one in ("b-finn", "a-jango_fett", "a-rey")))
    table.answers("a", "resolve", "a-jango_fett+1:b-finn")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (2, 3)


def test_96_go_for_the_kill_without_a_ranged_die_does_nothing() -> None:
    table = position(a=player("rey", hand="go_for_the_kill aim", pool="rey+1=1md"), b=player("finn"))
    table.plays("a", "go_for_the_kill").asks("action", "b")


# 97 He Doesn't Like You


def test_97_he_doesnt_like_you_gives_up_a_die_to_remove_an_opponents() -> None:
    table = position(
        a=player("jango_fett*2", hand="he_doesnt_like_you aim", pool="jango_fett+1=2rd jango_fett+2=blank"),
        b=player("finn*2", pool="finn+1=1rd finn+2=2rd"),
    )
    table.plays("a", "he_doesnt_like_you").answers("a", "die", "a-jango_fett+2").answers("a", "die", "b-finn+2")
    assert (table.pool("a"), table.pool("b")) == ({"a-jango_fett+1": "2rd"}, {"b-finn+1": "1rd"})


def test_97_q5_he_doesnt_like_you_gives_up_the_die_though_there_is_none_to_remove() -> None:
    table = position(a=player("jango_fett", hand="he_doesnt_like_you aim", pool="jango_fett+1=2rd"), b=player("finn"))
    table.plays("a", "he_doesnt_like_you").asks("action", "b")
    assert table.pool("a") == {}


def test_97_r9_he_doesnt_like_you_removes_nothing_without_an_own_die() -> None:
    table = position(a=player("jango_fett", hand="he_doesnt_like_you aim"), b=player("finn", pool="finn+1=1rd"))
    table.plays("a", "he_doesnt_like_you").asks("action", "b")
    assert len(table.pool("b")) == 1


# 98 Lying in Wait


def lying(mine: str, theirs: str) -> Table:
    return position(
        a=player("jango_fett", hand=f"lying_in_wait {mine}", resources=1), b=player("finn", hand=theirs)
    ).plays("a", "lying_in_wait")  # fmt: skip


def test_98_lying_in_wait_makes_an_opponent_discard_down_to_as_many_cards() -> None:
    """An opponent with more cards in hand discards down to the player's number of cards. The event itself is in limbo
    and does not count.
    """
    table = lying("aim", "aim block dodge").offers("b", "aim", "block", "dodge")
    assert table.asked["secret"]
    table.answers("b", "cards", "aim", "dodge").asks("action", "b")
    assert (table.hand("b"), table.discard("b")) == (["block"], ["aim", "dodge"])


def test_98_q14_lying_in_wait_asks_in_the_plural_for_one_too_and_not_for_none() -> None:
    lying("aim", "aim block").answers("b", "cards", "block")
    lying("aim", "block").asks("action", "b")
    lying("aim aim", "block").asks("action", "b")


def test_98_lying_in_wait_takes_all_unasked_if_all_are_meant() -> None:
    table = lying("", "aim block").asks("action", "b")
    assert table.hand("b") == []
