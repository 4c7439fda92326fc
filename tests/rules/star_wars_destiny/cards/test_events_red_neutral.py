"""Tests the neutral red events, in the order of their set numbers."""

from __future__ import annotations

import pytest

from ..table import player, position

# 138 Award Ceremony


def test_138_award_ceremony_draws_for_each_exhausted_character() -> None:
    table = position(
        a=player("leia_organa! finn! rey", hand="award_ceremony", resources=1), b=player("jango_fett!")
    ).plays("a", "award_ceremony")  # fmt: skip
    table.asks("action", "b")
    assert len(table.hand("a")) == 2


def test_138_award_ceremony_does_nothing_without_a_red_character() -> None:
    """D191: an opponent's red character does not count."""
    table = position(a=player("finn!", hand="award_ceremony", resources=1), b=player("leia_organa"))
    table.plays("a", "award_ceremony").asks("action", "b")
    assert table.hand("a") == []


# 139 Dug in


def test_139_dug_in_gives_three_shields_in_any_split() -> None:
    table = position(a=player("leia_organa finn", hand="dug_in aim", resources=1), b=player("jango_fett"))
    table.plays("a", "dug_in").about(source="a-dug_in", characters=["a-leia_organa", "a-finn"], amount=3)
    table.offers("a", "3:0", "2:1", "1:2", "0:3").answers("a", "distribute", "1:2")
    assert (table.shields("a-leia_organa"), table.shields("a-finn")) == (1, 2)


def test_139_dug_in_gives_all_to_the_only_character_and_no_more_than_three() -> None:
    table = position(a=player("leia_organa^1", hand="dug_in aim", resources=1), b=player("jango_fett"))
    table.plays("a", "dug_in").asks("action", "b")
    assert table.shields("a-leia_organa") == 3


def test_139_d190_dug_in_needs_the_battlefield() -> None:
    table = position(
        a=player("leia_organa", hand="dug_in aim", resources=1), b=player("jango_fett"), controller="b",
    )  # fmt: skip
    assert not table.allows("a", "play:dug_in")


# 140 Firepower


def test_140_firepower_adds_one() -> None:
    table = position(
        a=player("leia_organa finn", hand="firepower aim", resources=1, pool="leia_organa+1=2rd finn+1=2rd"),
        b=player("jango_fett"),
    )
    table.plays("a", "firepower").offers(
        "a", *(f"a-leia_organa+1:{one}" for one in ("b-jango_fett", "a-leia_organa", "a-finn"))
    )
    table.answers("a", "resolve", "a-leia_organa+1:b-jango_fett")
    assert table.damage("b-jango_fett") == 3


def test_140_firepower_adds_two_for_a_vehicle() -> None:
    table = position(
        a=player("leia_organa", supports="black_one", hand="firepower aim", resources=1, pool="black_one+1=3rd"),
        b=player("jango_fett"),
    )
    table.plays("a", "firepower").answers("a", "resolve", "a-black_one+1:b-jango_fett")
    assert table.damage("b-jango_fett") == 5


# 141 Leadership


def test_141_leadership_exhausts_a_unique_red_character_and_readies_another() -> None:
    table = position(
        a=player("admiral_ackbar leia_organa finn! rebel_trooper", hand="leadership aim", resources=1),
        b=player("jango_fett!"),
    )
    table.plays("a", "leadership").offers("a", "a-admiral_ackbar", "a-leia_organa")
    table.answers("a", "character", "a-leia_organa").offers("a", "a-finn", "b-jango_fett")
    table.answers("a", "character", "a-finn")
    assert table.exhausted("a-leia_organa")
    assert not table.exhausted("a-finn")
    assert table.exhausted("b-jango_fett")


def test_141_leadership_readies_no_one_if_no_leader_is_ready() -> None:
    table = position(
        a=player("leia_organa! finn! rebel_trooper", hand="leadership aim", resources=1), b=player("jango_fett")
    )
    table.plays("a", "leadership").asks("action", "b")
    assert table.exhausted("a-finn")


def test_141_q5_leadership_exhausts_though_no_one_is_to_be_readied() -> None:
    table = position(a=player("leia_organa finn", hand="leadership aim", resources=1), b=player("jango_fett"))
    table.plays("a", "leadership").asks("action", "b")
    assert table.exhausted("a-leia_organa")


# 142 Logistics


def test_142_logistics_resolves_a_resource_die_at_one_more() -> None:
    table = position(
        a=player("leia_organa rey", hand="logistics", pool="leia_organa+1=1rd rey+1=1r"), b=player("jango_fett")
    )
    table.plays("a", "logistics").asks("action", "b")
    assert table.resources("a") == 2
    assert table.pool("a") == {"a-leia_organa+1": "1rd"}


@pytest.mark.parametrize(
    ("team", "pool"), [("finn rey", "rey+1=1r"), ("leia_organa rey", "rey+1=+1r")], ids=["no red", "a modifier"]
)
def test_142_logistics_does_nothing_without_a_red_character_or_an_own_die(team: str, pool: str) -> None:
    table = position(
        a=player(team, hand="logistics", pool=pool), b=player("captain_phasma", pool="captain_phasma+1=1r")
    )  # fmt: skip
    table.plays("a", "logistics").asks("action", "b")
    assert table.resources("a") == 0
    assert len(table.pool("b")) == 1


# 143 Squad Tactics


def test_143_squad_tactics_activates_common_characters_together() -> None:
    """All chosen characters are exhausted before the first die is rolled."""
    table = position(
        a=player("leia_organa hired_gun hired_gun padawan!", hand="squad_tactics"), b=player("rey"),
    )  # fmt: skip
    table.plays("a", "squad_tactics").offers("a", "a-hired_gun", "a-hired_gun-2")
    table.answers("a", "characters", "a-hired_gun", "a-hired_gun-2").about(die="a-hired_gun+1", why="activate")
    assert table.exhausted("a-hired_gun-2")
    table.rolls("1r", "1dr")
    assert table.pool("a") == {"a-hired_gun+1": "1r", "a-hired_gun-2+1": "1dr"}


def test_143_squad_tactics_asks_for_guardian_once_for_each() -> None:
    table = position(
        a=player("rebel_trooper rebel_trooper/5", hand="squad_tactics"),
        b=player("jango_fett*2!", pool="jango_fett+1=1rd jango_fett+2=2rd"),
    )
    table.plays("a", "squad_tactics").answers("a", "characters", "a-rebel_trooper", "a-rebel_trooper-2")
    table.about(source="a-rebel_trooper", event="activated a-rebel_trooper").answers("a", "die", "b-jango_fett+1")
    table.about(source="a-rebel_trooper-2", event="activated a-rebel_trooper-2").answers("a", "die", "b-jango_fett+2")
    assert table.is_defeated("a-rebel_trooper-2")
    table.about(die="a-rebel_trooper+1", why="activate").rolls("blank").asks("action", "b")
    assert table.damage("a-rebel_trooper") == 1


def test_143_squad_tactics_may_activate_no_one() -> None:
    table = position(a=player("hired_gun", hand="squad_tactics"), b=player("rey"))
    table.plays("a", "squad_tactics").answers("a", "characters").asks("action", "b")
    assert not table.exhausted("a-hired_gun")
