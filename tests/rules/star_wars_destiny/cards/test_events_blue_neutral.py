"""Tests the neutral blue events, in the order of their set numbers."""

from __future__ import annotations

import pytest

from ..table import Table, player, position

# 145 Deflect


def test_145_deflect_deals_half_a_ranged_dies_value_rounded_up() -> None:
    table = position(
        a=player("rey", hand="deflect aim", resources=1),
        b=player("jango_fett*2", supports="black_one", pool="jango_fett+1=1md jango_fett+2=2rd black_one+1=3rd"),
    )
    table.plays("a", "deflect").offers("a", "b-jango_fett+2", "b-black_one+1").answers("a", "die", "b-black_one+1")
    table.answers("a", "character", "b-jango_fett")
    assert table.damage("b-jango_fett") == 2
    assert list(table.pool("b")) == ["b-jango_fett+1", "b-jango_fett+2"]


def test_145_deflect_must_take_an_own_die_if_there_is_no_other() -> None:
    """Deflect may remove any player's ranged die, so the player's own must be removed if there is no other."""
    table = position(a=player("rey finn", hand="deflect aim", resources=1, pool="finn+1=2rd"), b=player("jango_fett"))
    table.plays("a", "deflect").answers("a", "character", "b-jango_fett")
    assert (table.pool("a"), table.damage("b-jango_fett")) == ({}, 1)


def test_145_deflect_does_nothing_without_a_blue_character() -> None:
    table = position(
        a=player("finn", hand="deflect aim", resources=1), b=player("rey jango_fett", pool="jango_fett+1=2rd")
    )
    table.plays("a", "deflect").asks("action", "b")
    assert len(table.pool("b")) == 1


def test_145_r11_deflect_deals_damage_without_a_kind() -> None:
    table = position(
        a=player("rey", hand="deflect aim", resources=1),
        b=player("finn", upgrades={"finn": "hunker_down"}, pool="finn+1=2rd"),
    )
    table.plays("a", "deflect").answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.upgrades("b-finn")) == (1, ["b-hunker_down"])


# 146 Disturbance in the Force


def test_146_disturbance_in_the_force_rolls_every_die_again() -> None:
    """Q85: dice are rolled in the order of the pools, and each stays in its own pool."""
    table = position(
        a=player("rey*2", hand="disturbance_in_the_force aim", resources=1, pool="rey+2=1md rey+1=1r"),
        b=player("jango_fett", pool="jango_fett+1=2rd"),
    )
    table.plays("a", "disturbance_in_the_force")
    rolled = [("b-jango_fett+1", "1r"), ("a-rey+2", "blank"), ("a-rey+1", "+2md")]
    for die, side in rolled:
        table.about(die=die, why="reroll").rolls(side)
    table.asks("action", "b")
    assert table.pool("a") == {"a-rey+2": "blank", "a-rey+1": "+2md"}
    assert table.pool("b") == {"b-jango_fett+1": "1r"}


def test_146_disturbance_in_the_force_with_no_die_does_nothing() -> None:
    table = position(a=player("rey", hand="disturbance_in_the_force aim", resources=1), b=player("jango_fett"))
    table.plays("a", "disturbance_in_the_force").asks("action", "b")


# 147 Mind Trick


def tricked(pool: str, team: str = "rey") -> Table:
    return position(
        a=player(team, hand="mind_trick aim", resources=2), b=player("jango_fett*2", pool=pool),
    ).plays("a", "mind_trick")  # fmt: skip


def test_147_mind_trick_an_opponent_makes_two_heaps_and_one_is_removed() -> None:
    first, second = "b-jango_fett+1", "b-jango_fett+2"
    table = tricked("jango_fett+1=1rd jango_fett+2=blank").offers("b", first, second).answers("b", "split", second)
    table.about(source="a-mind_trick", groups=[[second], [first]]).offers("a", "1", "2").answers("a", "group", "2")
    assert table.pool("b") == {second: "blank"}


def test_147_q17_mind_trick_splits_one_die_too_and_a_heap_may_be_empty() -> None:
    table = tricked("jango_fett+1=1rd").answers("b", "split")
    table.about(source="a-mind_trick", groups=[[], ["b-jango_fett+1"]]).answers("a", "group", "1").asks("action", "b")
    assert table.pool("b") == {"b-jango_fett+1": "1rd"}


def test_147_mind_trick_does_nothing_without_a_blue_character_or_a_die() -> None:
    assert tricked("jango_fett+1=1rd", "finn").asks("action", "b").pool("b") == {"b-jango_fett+1": "1rd"}
    tricked("").asks("action", "b")


# 148 The Power of the Force


def power(upgrades: str, pool: str = "rey+1=1md finn+1=2rd") -> Table:
    return position(
        a=player("rey finn", hand="the_power_of_the_force aim", resources=1, upgrades={"rey": upgrades}, pool=pool),
        b=player("jango_fett"),
    ).plays("a", "the_power_of_the_force")


def test_148_the_power_of_the_force_takes_the_number_of_blue_upgrades_for_the_value() -> None:
    table = power("jedi_robes force_throw comlink").answers("a", "resolve", "a-rey+1:b-jango_fett")
    assert table.damage("b-jango_fett") == 2


def test_148_the_power_of_the_force_may_lower_the_value_to_nothing() -> None:
    table = power("comlink").answers("a", "resolve", "a-finn+1:b-jango_fett").asks("action", "b")
    assert table.damage("b-jango_fett") == 0
    assert table.pool("a") == {"a-rey+1": "1md"}


@pytest.mark.parametrize("pool", ["", "rey+1=+2md", "rey+1=blank"])
def test_148_the_power_of_the_force_does_nothing_without_a_die_to_resolve(pool: str) -> None:
    power("jedi_robes", pool).asks("action", "b")


# 149 Use The Force


def test_149_use_the_force_turns_any_die() -> None:
    """D186: a die is turned to another side; no side of Jango's die is offered twice."""
    table = position(
        a=player("rey", hand="use_the_force aim", resources=1), b=player("jango_fett", pool="jango_fett+1=2rd"),
    )  # fmt: skip
    table.plays("a", "use_the_force").offers(
        "a", *(f"b-jango_fett+1:{side}" for side in ("1rd", "1md", "1r", "+1r", "blank"))
    )
    table.answers("a", "turn", "b-jango_fett+1:blank")
    assert table.pool("b") == {"b-jango_fett+1": "blank"}


def test_149_d191_use_the_force_does_nothing_without_a_blue_character() -> None:
    table = position(
        a=player("finn", hand="use_the_force aim", resources=1), b=player("rey", pool="rey+1=1md"),
    )  # fmt: skip
    table.plays("a", "use_the_force").asks("action", "b")
    assert table.pool("b") == {"b-rey+1": "1md"}
    assert table.discard("a") == ["use_the_force"]


def test_149_d191_a_defeated_blue_character_does_not_count() -> None:
    table = position(
        a=player("finn", defeated="rey", hand="use_the_force aim", resources=1),
        b=player("rey", pool="rey+1=1md"),
    )
    table.plays("a", "use_the_force").asks("action", "b")
