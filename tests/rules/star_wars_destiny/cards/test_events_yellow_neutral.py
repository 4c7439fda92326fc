"""Tests the neutral yellow events, in the order of their set numbers."""

from __future__ import annotations

import pytest

from ..table import Table, player, position

# 158 Disarm


def disarm(side: str) -> Table:
    return position(
        a=player("jango_fett", hand="disarm aim", resources=1, pool=f"jango_fett+1={side}"),
        b=player("finn rey", upgrades={"finn": "dh_17_blaster_pistol comlink", "rey": "lightsaber promotion"}),
    ).plays("a", "disarm")


def test_158_disarm_gives_up_a_damage_die_for_a_weapon_or_equipment_of_its_value() -> None:
    table = disarm("2rd").offers("a", "b-dh_17_blaster_pistol", "b-comlink").answers("a", "piece", "b-comlink")
    assert (table.upgrades("b-finn"), table.discard("b")) == (["b-dh_17_blaster_pistol"], ["comlink"])
    assert table.pool("a") == {}


def test_158_disarm_with_a_smaller_die_reaches_less() -> None:
    table = disarm("1md").asks("action", "b")
    assert table.upgrades("b-finn") == ["b-comlink"]


def test_158_r9_disarm_does_nothing_without_a_damage_die() -> None:
    table = disarm("1r").asks("action", "b")
    assert len(table.pool("a")) == 1


def test_158_q5_disarm_gives_up_the_die_though_there_is_no_weapon() -> None:
    table = position(
        a=player("jango_fett", hand="disarm aim", resources=1, pool="jango_fett+1=2rd"), b=player("finn")
    ).plays("a", "disarm")  # fmt: skip
    table.asks("action", "b")
    assert table.pool("a") == {}


def test_158_disarm_must_take_an_own_weapon_if_there_is_no_other() -> None:
    table = position(
        a=player("jango_fett", hand="disarm aim", resources=1, upgrades={"jango_fett": "holdout_blaster"},
                 pool="jango_fett+1=2rd"),
        b=player("finn"),
    ).plays("a", "disarm")  # fmt: skip
    assert table.upgrades("a-jango_fett") == []


# 159 Electroshock


def test_159_electroshock_removes_a_die_of_value_two_at_most() -> None:
    """Any player's die that shows a value of 2 or less can be removed; blank and special sides have the value 0, a
    modifier has its number.
    """
    table = position(
        a=player("finn", hand="electroshock aim", resources=1, pool="finn+1=1sh"),
        b=player("kylo_ren*2 rey", supports="black_one",
                 pool="kylo_ren+1=sp rey+1=+2md black_one+1=3rd kylo_ren+2=blank"),
    ).plays("a", "electroshock")  # fmt: skip
    table.offers("a", "b-kylo_ren+1", "b-rey+1", "b-kylo_ren+2", "a-finn+1").answers("a", "die", "b-rey+1")
    assert list(table.pool("b")) == ["b-kylo_ren+1", "b-black_one+1", "b-kylo_ren+2"]


def test_159_electroshock_does_nothing_without_a_yellow_character() -> None:
    table = position(
        a=player("rey", hand="electroshock aim", resources=1), b=player("jango_fett", pool="jango_fett+1=1rd")
    )
    table.plays("a", "electroshock").asks("action", "b")
    assert len(table.pool("b")) == 1


# 160 Reversal


def reversal(team: str, theirs: str, mine: str = "") -> Table:
    return position(
        a=player(team, hand="reversal aim", resources=3, pool=mine), b=player("general_grievous*2^1", pool=theirs)
    ).plays("a", "reversal")


def test_160_reversal_removes_a_damage_die_and_deals_its_value() -> None:
    table = reversal("finn", "general_grievous+1=3md1 general_grievous+2=1r", "finn+1=2rd")
    table.offers("a", "b-general_grievous+1", "a-finn+1").answers("a", "die", "b-general_grievous+1")
    table.answers("a", "character", "b-general_grievous")
    assert (table.damage("b-general_grievous"), table.shields("b-general_grievous")) == (2, 0)
    assert table.pool("b") == {"b-general_grievous+2": "1r"}


def test_160_reversal_does_nothing_without_a_yellow_character_or_a_damage_die() -> None:
    assert len(reversal("rey", "general_grievous+1=2md").asks("action", "b").pool("b")) == 1
    assert len(reversal("finn", "general_grievous+1=1r").asks("action", "b").pool("b")) == 1


# 161 Scramble


def scramble(team: str) -> Table:
    return position(
        a=player(team, hand="scramble aim"),
        b=player("jango_fett*2", pool="jango_fett+2=2rd jango_fett+1=blank"),
    ).plays("a", "scramble")


def test_161_scramble_rolls_an_opponents_whole_pool_again() -> None:
    table = scramble("finn").about(die="b-jango_fett+2", why="reroll").rolls("blank", "1r").asks("action", "b")
    assert table.pool("b") == {"b-jango_fett+2": "blank", "b-jango_fett+1": "1r"}


def test_161_scramble_does_nothing_without_a_yellow_character() -> None:
    scramble("rey").asks("action", "b")


def test_161_scramble_with_two_opponents_asks_which() -> None:
    table = position(
        a=player("finn", hand="scramble aim"), b=player("finn", pool="finn+1=2rd"),
        c=player("rey", pool="rey+1=1md"),
    )  # fmt: skip
    table.plays("a", "scramble").offers("a", "b", "c").answers("a", "opponent", "c").rolls("blank").asks("action", "b")


# 162 Unpredictable


@pytest.mark.parametrize("die", ["a-finn+1", "b-jango_fett+1"])
def test_162_unpredictable_rolls_any_die_again_and_acts_again(die: str) -> None:
    table = position(
        a=player("finn", hand="unpredictable aim", pool="finn+1=2rd"), b=player("jango_fett", pool="jango_fett+1=2rd")
    )
    table.plays("a", "unpredictable").offers("a", "b-jango_fett+1", "a-finn+1").answers("a", "die", die)
    table.about(die=die, why="reroll").rolls("blank").asks("action", "a").about(extra=1)
    assert table.pool(die[0]) == {die: "blank"}
