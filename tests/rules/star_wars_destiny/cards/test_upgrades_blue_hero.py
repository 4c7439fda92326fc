"""Tests the upgrades of blue heroes, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

import pytest

from ..table import Table, player, position

# 39 Force Protection


def protection(team: str) -> Table:
    return position(
        a=player(team, upgrades={"rey": "force_protection"}, pool="force_protection+1=sp"), b=player("hired_gun")
    ).resolves("a", "force_protection+1")  # fmt: skip


def test_039_force_protection_splits_three_shields_among_own_characters() -> None:
    table = protection("rey finn^2")
    table.about(source="a-force_protection", characters=["a-rey", "a-finn"], amount=3)
    table.offers("a", "3:0", "2:1", "1:2", "0:3").answers("a", "distribute", "1:2").asks("action", "b")
    assert (table.shields("a-rey"), table.shields("a-finn")) == (1, 3)


def test_039_force_protection_for_one_character_asks_nothing() -> None:
    """D114: with a single character there is no question, and it gets three shields at most."""
    assert protection("rey^1").asks("action", "b").shields("a-rey") == 3


# 40 Jedi Robes


@pytest.mark.parametrize(("number", "shields"), [(1, 2), (2, 1), (7, 1)])
def test_040_jedi_robes_give_a_shield_in_the_first_round_two(number: int, shields: int) -> None:
    """D134: in the first round Jedi Robes give two shields instead of one."""
    table = position(
        a=player("rebel_trooper", hand="jedi_robes", resources=2), b=player("finn"), number=number
    ).plays("a", "jedi_robes:rebel_trooper")  # fmt: skip
    assert table.shields("a-rebel_trooper") == shields


# 41 Luke Skywalker's Lightsaber


def lukes() -> Table:
    return position(
        a=player("rey", upgrades={"rey": "luke_skywalkers_lightsaber"}, pool="luke_skywalkers_lightsaber+1=sp"),
        b=player("finn^1"),
    ).resolves("a", "luke_skywalkers_lightsaber+1").offers("a", "1", "2")  # fmt: skip


def test_041_luke_skywalkers_lightsaber_gives_two_shields() -> None:
    table = lukes().answers("a", "either", "1").offers("a", "a-rey", "b-finn").answers("a", "character", "a-rey")
    assert table.shields("a-rey") == 2


def test_041_luke_skywalkers_lightsaber_or_deals_two_unblockable() -> None:
    table = lukes().answers("a", "either", "2").offers("a", "b-finn", "a-rey").answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (2, 1)


# 42 One With The Force


def one_with(upgrades: str = "one_with_the_force", *, supports: str = "", hand: str = "") -> Table:
    return position(
        a=player("rey han_solo", pool="rey+1=1md", supports=supports, hand=hand),
        b=player("luke_skywalker/11 finn", upgrades={"luke_skywalker": upgrades}),
    ).resolves("a", "rey+1:b-luke_skywalker")


def test_042_one_with_the_force_becomes_a_support_that_is_activated_like_any() -> None:
    table = one_with("jedi_robes one_with_the_force").asks("action", "b")
    assert table.discard("b") == ["jedi_robes"]
    table.activates("b", "one_with_the_force").rolls("3dr")
    assert table.exhausted("b-one_with_the_force")
    assert table.pool("b") == {"b-one_with_the_force+1": "3dr"}


def test_042_one_with_the_force_is_hit_by_what_hits_supports_not_upgrades() -> None:
    """Q76, R43: One With the Force is a support, so effects on supports can hit it and effects on upgrades cannot."""
    table = one_with(supports="at_st", hand="confiscation")
    table.passes("b").plays("a", "confiscation").passes("b").activates("a", "at_st").rolls("sp").passes("b")
    table.resolves("a", "at_st+1").offers("a", "b-one_with_the_force", "a-at_st")
    table.answers("a", "piece", "b-one_with_the_force")
    assert sorted(table.discard("b")) == ["one_with_the_force"]


def test_042_one_with_the_force_does_not_keep_its_last_bearers_player_in_the_game() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("luke_skywalker/11", upgrades={"luke_skywalker": "one_with_the_force"}),
    ).resolves("a", "rey+1:b-luke_skywalker")
    assert table.over is not None
    assert table.over["winners"] == ["a"]


def test_042_one_with_the_force_is_for_blue_characters() -> None:
    table = position(a=player("rey finn", hand="one_with_the_force", resources=4), b=player("hired_gun"))
    ways = [key for key in table.keys("a") if key.startswith("play:")]
    assert ways == ["play:one_with_the_force:a-rey"]


def test_042_one_with_the_force_is_quiet() -> None:
    """One With the Force becomes a support without a question; then Grievous, who may take an upgrade, is asked."""
    table = position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player("luke_skywalker/11 finn", upgrades={"luke_skywalker": "jetpack one_with_the_force"}), controller="b",
    ).resolves("a", "general_grievous+1:b-luke_skywalker").asks("piece", "a")  # fmt: skip
    assert table.supports("b") == ["b-one_with_the_force"]
    table.offers("a", "b-jetpack", "done")


def test_042_one_with_the_force_may_be_among_the_supports_of_a_given_table() -> None:
    table = position(a=player("rey", supports="one_with_the_force"), b=player("finn"))
    assert table.allows("a", "activate:a-one_with_the_force")
