"""Tests our rulings R40 to R58, on cards and dice, that no other file covers."""

from __future__ import annotations

from .table import player, position


def test_r40_cards_enter_play_ready_in_place_of_an_exhausted_one_too() -> None:
    table = position(
        a=player("rey finn", upgrades={"finn": "hunker_down!"}, hand="personal_escort aim", resources=1),
        b=player("rey"),
    )
    table.plays("a", "personal_escort:finn:hunker_down")
    assert not table.exhausted("a-personal_escort")


def test_r41_what_leaves_play_goes_to_its_owner_anyone_who_controlled_it() -> None:
    table = position(
        a=player("jango_fett rey", hand="disarm aim", resources=1, pool="jango_fett+1=2rd"),
        b=player("general_grievous", upgrades={"general_grievous": "a-comlink"}),
    )
    table.plays("a", "disarm")
    assert (table.discard("a"), table.discard("b")) == (["comlink", "disarm"], [])


def test_r43_a_stolen_upgrade_takes_its_die_along_out_of_a_pool() -> None:
    table = position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player("rey/9 finn", upgrades={"rey": "comlink"}, pool="comlink+1=1f"),
    )
    table.resolves("a", "general_grievous+1:b-rey").answers("a", "piece", "b-comlink").passes("b")
    assert table.pool("b") == {}
    table.activates("a", "general_grievous").about(die="a-general_grievous+1", why="activate").rolls("1r")
    table.about(die="b-comlink+1", why="activate").rolls("1r")
    assert table.pool("a") == {"a-general_grievous+1": "1r", "b-comlink+1": "1r"}


def test_r45_dealing_nothing_is_no_occurrence() -> None:
    """R45: Dooku is not asked for a shield against damage of 0."""
    table = position(
        a=player("finn", hand="the_power_of_the_force aim", resources=1, pool="finn+1=2rd"),
        b=player("count_dooku", hand="aim"),
    )
    table.plays("a", "the_power_of_the_force").answers("a", "resolve", "a-finn+1:b-count_dooku").asks("action", "b")


def test_r45_a_before_ability_comes_also_for_a_character_that_has_three_shields() -> None:
    table = position(a=player("qui_gon_jinn^3", hand="take_cover aim"), b=player("finn"))
    table.plays("a", "take_cover").answers("a", "character", "a-qui_gon_jinn")
    table.answers("a", "character", "b-finn")
    assert (table.shields("a-qui_gon_jinn"), table.damage("b-finn")) == (3, 1)


def test_r46_treating_the_value_as_replaces_the_printed_one() -> None:
    table = position(
        a=player("rey", hand="the_power_of_the_force aim", resources=1, upgrades={"rey": "jedi_robes"},
                 supports="black_one", pool="black_one+1=3rd"),
        b=player("finn"),
    )  # fmt: skip
    table.plays("a", "the_power_of_the_force").answers("a", "resolve", "a-black_one+1:b-finn")
    assert table.damage("b-finn") == 1


def test_r47_a_support_without_an_owner_may_be_anyones() -> None:
    table = position(a=player("rey", supports="at_st", pool="at_st+1=sp"), b=player("finn", supports="outpost"))
    table.resolves("a", "at_st+1").offers("a", "b-outpost", "a-at_st")


def test_r50_damage_on_a_falling_character_never_counts_above_its_health() -> None:
    table = position(
        a=player("rey", supports="black_one", pool="black_one+1=3rd"),
        b=player("finn/9 han_solo", upgrades={"finn": "second_chance"}),
    )
    table.resolves("a", "black_one+1:b-finn")
    assert table.damage("b-finn") == 5
    table.was_told("damage", character="b-finn", dealt=3, blocked=0, taken=1)


def test_r55_a_table_at_which_all_pass_goes_on() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim"))
    table.passes("a", "b").answers("a", "upkeep").answers("b", "upkeep").passes("a", "b").asks("upkeep", "a")
    assert (table.over, table.state["round"]) == (None, 3)


def test_r56_decreases_add_up_and_a_cost_never_falls_below_nothing() -> None:
    """R56: Lightsaber costs 3, less 1 for the Padawan and 1 for each of two It Binds All Things."""
    table = position(
        a=player("padawan", hand="lightsaber aim", supports="it_binds_all_things it_binds_all_things"), b=player("finn")
    )
    table.plays("a", "lightsaber:padawan").asks("action", "b")
    assert table.upgrades("a-padawan") == ["a-lightsaber"]


def test_r58_its_a_trap_turns_three_dice_as_rules_1_1_say() -> None:
    """R58: It's a Trap! turns three dice; the later erratum to two is not applied."""
    table = position(
        a=player("rebel_trooper rebel_trooper rebel_trooper", hand="its_a_trap aim", resources=1,
                 pool="rebel_trooper+1=1sh rebel_trooper-2+1=1sh rebel_trooper-3+1=1sh"),
        b=player("finn", pool="finn+1=1rd"),
    )  # fmt: skip
    table.plays("a", "its_a_trap")
    for name in ("rebel_trooper", "rebel_trooper-2", "rebel_trooper-3"):
        table.answers("a", "turn", f"a-{name}+1:2rd")
    assert set(table.pool("a").values()) == {"2rd"}


def test_r44_d27_the_die_that_stays_keeps_its_place_and_becomes_the_remaining_copys() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "datapad datapad"}, pool="datapad+1=1r finn+1=1rd datapad-2+1=sp"),
        b=player("jango_fett", hand="confiscation aim", resources=1), turn="b",
    )  # fmt: skip
    table.plays("b", "confiscation").answers("b", "piece", "a-datapad-2").about(source="rules")
    table.offers("a", "a-datapad+1", "a-datapad-2+1").answers("a", "die", "a-datapad-2+1")
    assert list(table.pool("a").items()) == [("a-finn+1", "1rd"), ("a-datapad+1", "sp")]
    assert table.upgrades("a-finn") == ["a-datapad"]


def test_r44_on_two_characters_each_die_belongs_to_its_own_copy() -> None:
    """D27: each die belongs to the copy on its own character, so the player is not asked which die goes."""
    table = position(
        a=player("finn rey", upgrades={"finn": "datapad", "rey": "datapad"}, pool="datapad+1=1r datapad-2+1=sp"),
        b=player("jango_fett", hand="confiscation aim", resources=1), turn="b",
    )  # fmt: skip
    table.plays("b", "confiscation").answers("b", "piece", "a-datapad-2").asks("action", "a")
    assert table.pool("a") == {"a-datapad+1": "1r"}


def test_q87_the_order_of_several_keys_does_not_matter() -> None:
    """Q87: answers with several keys are recorded in the order in which the keys were offered."""
    table = position(
        a=player("rey*2", hand="patience aim", resources=1, pool="rey+1=1md rey+2=blank"), b=player("finn")
    )
    table.plays("a", "patience").answers("a", "dice", "a-rey+2", "a-rey+1")
    record = table.session.say({"cmd": "record"})["record"]
    assert record[-1] == "2 a dice: a-rey+1 a-rey+2"
