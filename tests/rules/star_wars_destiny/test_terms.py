"""Tests part eight of the rulebook: terms (D180 to D197). Card tests cover most of them."""

from __future__ import annotations

import pytest

from .table import player, position


@pytest.mark.parametrize("die", ["rey+1=+2md", "kylo_ren+1=2md1"])
def test_d181_a_modifier_and_a_side_with_a_cost_show_their_symbol(die: str) -> None:
    table = position(a=player("finn", hand="reversal aim", resources=3), b=player("rey kylo_ren", pool=die))
    table.plays("a", "reversal").answers("a", "character", "b-rey")
    assert (table.pool("b"), table.damage("b-rey")) == ({}, 2)


def test_d181_dice_on_cards_show_nothing() -> None:
    table = position(a=player("rey", hand="force_misdirection aim", resources=1), b=player("finn", pool="finn+1=1sh"))
    table.plays("a", "force_misdirection").asks("action", "b")
    assert len(table.pool("b")) == 1


def test_d183_moved_damage_is_no_attack() -> None:
    """Dooku is not asked for a shield, and Hunker Down stays, because moved damage is not dealt."""
    table = position(
        a=player("rey/1!", hand="willpower aim", resources=1),
        b=player("count_dooku!", upgrades={"count_dooku": "hunker_down"}, hand="aim"),
    )
    table.plays("a", "willpower").asks("action", "b")
    assert (table.damage("b-count_dooku"), table.upgrades("b-count_dooku")) == (1, ["b-hunker_down"])


def test_d184_a_copy_has_the_same_title() -> None:
    """The Force Is Strong does not accept another blue card as a copy."""
    table = position(
        a=player("luke_skywalker", supports="the_force_is_strong", hand="heroism deflect heroism"),
        b=player("jango_fett", pool="jango_fett+1=1rd"),
    )
    table.uses("a", "the_force_is_strong").answers("a", "card", "heroism").offers("a", "heroism")


def test_d185_an_upgrades_die_is_no_character_die() -> None:
    table = position(
        a=player("rey", hand="isolation aim", resources=1),
        b=player("finn", upgrades={"finn": "comlink"}, supports="outpost", pool="comlink+1=1f outpost+1=1f finn+1=1rd"),
    )
    table.plays("a", "isolation").asks("action", "b")
    assert list(table.pool("b")) == ["b-comlink+1", "b-outpost+1"]


def test_d186_a_die_is_turned_to_a_side_that_looks_the_same_only_if_it_has_it_twice() -> None:
    table = position(
        a=player("padawan", hand="use_the_force aim", resources=1, pool="padawan+1=1md"), b=player("jango_fett")
    )
    table.plays("a", "use_the_force").offers(
        "a", *(f"a-padawan+1:{side}" for side in ("1md", "2md", "1f", "1r", "blank"))
    )
    table.answers("a", "turn", "a-padawan+1:1md").was_told("turns_die", die="a-padawan+1", side="1md")


def test_d187_q73_the_cheapest_counts_what_changes_costs() -> None:
    """Scout compares changed costs: the Thermal Detonator (3) costs 2 with the Padawan, as much as the Comlink."""
    table = position(
        a=player("leia_organa", upgrades={"leia_organa": "scout"}, pool="scout+1=sp"),
        b=player("padawan finn", hand="force_throw thermal_detonator comlink", supports="it_binds_all_things"),
    )
    table.resolves("a", "scout+1").offers("a", "thermal_detonator", "comlink").answers("a", "card", "comlink")
    assert table.discard("b") == ["comlink"]


def test_d187_a_card_that_costs_nothing_is_cheaper_than_one_that_costs_1() -> None:
    table = position(
        a=player("leia_organa", upgrades={"leia_organa": "scout"}, pool="scout+1=sp"),
        b=player("padawan finn", hand="promotion sith_holocron"),
    )
    table.resolves("a", "scout+1").offers("a", "sith_holocron").answers("a", "card", "sith_holocron")
    assert table.discard("b") == ["sith_holocron"]


def test_d188_a_die_is_removed_only_from_a_pool_and_goes_onto_its_card() -> None:
    table = position(
        a=player("rey", hand="isolation aim", resources=1), b=player("finn*2", pool="finn+2=2rd"),
    )  # fmt: skip
    table.plays("a", "isolation").asks("action", "b")
    assert table.pool("b") == {}
    table.activates("b", "finn").rolls("blank", "1rd")


def test_d190_a_play_restriction_is_checked_when_played_and_never_again() -> None:
    """The Detonator stays in play although the yellow character that allowed it falls."""
    table = position(
        a=player("finn/9 rey", hand="thermal_detonator aim", resources=3),
        b=player("jango_fett!", pool="jango_fett+1=1rd"),
    )
    table.plays("a", "thermal_detonator:rey").asks("action", "a").about(extra=1).passes("a")
    table.resolves("b", "jango_fett+1:a-finn")
    assert table.upgrades("a-rey") == ["a-thermal_detonator"]


def test_d190_without_a_character_of_the_colour_an_upgrade_cannot_be_played() -> None:
    table = position(a=player("finn", hand="mind_probe aim", resources=4), b=player("rey"))
    assert not [key for key in table.keys("a") if key.startswith("play:mind_probe")]


def test_d192_defeated_characters_are_no_targets() -> None:
    table = position(a=player("rey", hand="take_cover aim"), b=player("finn", defeated="jango_fett"))
    table.plays("a", "take_cover").offers("a", "a-rey", "b-finn")


def test_d192_several_targets_of_one_player_are_chosen_together() -> None:
    table = position(
        a=player("leia_organa*2", pool="leia_organa+1=1rd leia_organa+2=blank", supports="outpost"), b=player("finn"),
    )  # fmt: skip
    table.uses("a", "leia_organa").answers("a", "die", "a-leia_organa+1")
    table.answers("a", "dice", "a-leia_organa+2").rolls("2rd")
    assert table.pool("a") == {"a-leia_organa+2": "2rd"}


def test_d193_boundless_ambition_reaches_the_raised_hand_size() -> None:
    """With Emperor's Favor, which raises the hand size to six (D231), Boundless Ambition draws up to six cards."""
    table = position(
        a=player("rey", hand="boundless_ambition aim", resources=1, supports="emperors_favor",
                 deck="block block dodge dodge flank flank flank"),
        b=player("finn"),
    )  # fmt: skip
    table.plays("a", "boundless_ambition").asks("action", "b")
    assert len(table.hand("a")) == 6


def test_d195_if_nothing_came_off_no_one_was_healed() -> None:
    table = position(a=player("rey", hand="field_medic aim", resources=1), b=player("finn"))
    table.plays("a", "field_medic").answers("a", "character", "a-rey").asks("action", "b")
    assert table.events("heals") == []


@pytest.mark.parametrize(("hand", "damage"), [("aim aim aim", 3), ("", 0)])
def test_d197_q10_x_is_what_the_card_says_and_a_target_is_named_for_any_value(hand: str, damage: int) -> None:
    table = position(a=player("rey", supports="launch_bay", pool="launch_bay+1=xrd", hand=hand), b=player("finn"))
    assert [key for key in table.keys("a") if key.startswith("resolve")] == [
        "resolve:a-launch_bay+1:b-finn", "resolve:a-launch_bay+1:a-rey",
    ]  # fmt: skip
    table.resolves("a", "launch_bay+1:b-finn")
    assert table.damage("b-finn") == damage
