"""Tests the upgrades of blue villains, in the order of their set numbers: each does what its card says."""

from __future__ import annotations

import pytest

from ..table import Table, player, position

# 13 Force Choke


def choke(
    b_team: str = "finn^1 hired_gun", pool: str = "finn+1=2rd jetpack+1=1dr", a_team: str = "kylo_ren",
    a_pool: str = "kylo_ren+1=1r",
) -> Table:  # fmt: skip
    return position(
        a=player(a_team, upgrades={"kylo_ren": "force_choke"}, pool=f"force_choke+1=sp {a_pool}"),
        b=player(b_team, upgrades={"finn": "jetpack"}, pool=pool),
    ).resolves("a", "force_choke+1")


def test_013_force_choke_hurts_another_character_and_may_turn_one_of_its_dice() -> None:
    """The damage is unblockable, and the dice of the character's upgrades are its dice too."""
    table = choke().offers("a", "b-finn", "b-hired_gun").answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (1, 1)
    finn = [f"b-finn+1:{side}" for side in ("1rd", "1md", "1sh", "1r", "blank")]
    jetpack = [f"b-jetpack+1:{side}" for side in ("+2rd", "+3rd", "2sh", "sp", "blank")]
    table.offers("a", *finn, *jetpack, "done").answers("a", "turn", "b-jetpack+1:blank").asks("action", "b")
    assert table.pool("b") == {"b-finn+1": "2rd", "b-jetpack+1": "blank"}


def test_013_force_choke_may_leave_the_dice() -> None:
    table = choke().answers("a", "character", "b-finn").answers("a", "turn", "done").asks("action", "b")
    assert table.pool("b") == {"b-finn+1": "2rd", "b-jetpack+1": "1dr"}


def test_013_force_choke_finds_no_dice_of_who_has_none_or_has_fallen() -> None:
    table = choke().answers("a", "character", "b-hired_gun").asks("action", "b")
    assert table.damage("b-hired_gun") == 1
    choke("finn/9 hired_gun").answers("a", "character", "b-finn").asks("action", "b")


def test_013_force_choke_may_choose_another_own_character() -> None:
    table = choke(a_team="kylo_ren nightsister", a_pool="kylo_ren+1=1r nightsister+1=2rd")
    table.offers("a", "b-finn", "b-hired_gun", "a-nightsister").answers("a", "character", "a-nightsister")
    table.offers("a", *(f"a-nightsister+1:{side}" for side in ("1rd", "1dr", "1dc", "1r", "blank")), "done")


def test_013_d224_the_die_of_ace_in_the_hole_belongs_to_no_card() -> None:
    """D224: a die that Ace in the Hole rolled in belongs to no card in play, so it is not one of Finn's dice."""
    table = position(
        a=player("kylo_ren finn", hand="ace_in_the_hole flame_thrower aim", upgrades={"kylo_ren": "force_choke"},
                 pool="force_choke+1=sp"),
        b=player("jango_fett", hand="aim"),
    )  # fmt: skip
    table.plays("a", "ace_in_the_hole").answers("a", "card", "flame_thrower").rolls("2md").passes("b")
    table.resolves("a", "force_choke+1").answers("a", "character", "a-finn").asks("action", "b")
    assert (table.damage("a-finn"), table.pool("a")) == (1, {"a-flame_thrower+1": "2md"})


# 14 Immobilize


def immobilize(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("kylo_ren", upgrades={"kylo_ren": "immobilize"}, pool=f"immobilize+1=2sh {a_pool}"),
        b=player("finn first_order_stormtrooper hired_gun", upgrades={"finn": "survival_gear"}, pool=b_pool),
    )  # fmt: skip


def test_014_immobilize_removes_its_die_to_turn_a_die_to_a_blank() -> None:
    """D186: a die without a blank side, or on its only blank side, cannot be chosen; with two blank sides it can."""
    table = immobilize(
        "finn+1=2rd first_order_stormtrooper+1=blank survival_gear+1=1md hired_gun+1=blank", "kylo_ren+1=1md"
    ).uses("a", "immobilize").about(source="a-immobilize")  # fmt: skip
    table.offers("a", "b-finn+1:blank", "b-first_order_stormtrooper+1:blank", "a-kylo_ren+1:blank")
    table.answers("a", "turn", "b-finn+1:blank").asks("action", "b")
    assert table.pool("b")["b-finn+1"] == "blank"
    assert table.pool("a") == {"a-kylo_ren+1": "1md"}


def test_014_immobilize_needs_its_own_die_in_the_pool() -> None:
    table = position(
        a=player("kylo_ren", upgrades={"kylo_ren": "immobilize"}, pool="kylo_ren+1=1r"),
        b=player("finn", pool="finn+1=2rd"),
    )
    assert not table.allows("a", "use:a-immobilize")
    table = immobilize("").uses("a", "immobilize").asks("action", "b")
    assert table.pool("a") == {}


# 15 Kylo Ren's Lightsaber


def kylos(shields: int) -> Table:
    return position(
        a=player("kylo_ren", upgrades={"kylo_ren": "kylo_rens_lightsaber"}, hand="aim",
                 pool="kylo_rens_lightsaber+1=sp"),
        b=player(f"finn^{shields}", hand="aim"),
    ).resolves("a", "kylo_rens_lightsaber+1").answers("a", "character", "b-finn")  # fmt: skip


def test_015_kylo_rens_lightsaber_rolls_again_when_a_shield_blocked() -> None:
    """The special deals damage, and if a shield blocked some of it, the die is rolled again; R2: the special works once
    per round.
    """
    table = kylos(1).rolls("sp").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (1, {"a-kylo_rens_lightsaber+1": "sp"})
    table.passes("b")
    assert not table.allows("a", "resolve:a-kylo_rens_lightsaber+1")


def test_015_kylo_rens_lightsaber_goes_back_when_nothing_was_blocked() -> None:
    """R2: if no shield blocked, the die is not rolled again.

    The special is used up until the next round all the same.
    """
    table = kylos(0).asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (2, {})
    assert table.state["barred"] == ["a-kylo_rens_lightsaber"]
    table.passes("b", "a").answers("a", "upkeep").answers("b", "upkeep")
    assert table.state["barred"] == []


def test_015_kylo_rens_lightsaber_may_resolve_another_side_after_a_reroll() -> None:
    table = kylos(2).rolls("1sh").passes("b").resolves("a", "kylo_rens_lightsaber+1:a-kylo_ren")
    assert table.shields("a-kylo_ren") == 1


# 16 Sith Holocron


def holocron(hand: str, *, resources: int = 0, upgrades: str = "sith_holocron") -> Table:
    return position(
        a=player("bala_tik", upgrades={"bala_tik": upgrades}, pool="sith_holocron+1=sp", hand=hand,
                 resources=resources),
        b=player("finn"),
    ).resolves("a", "sith_holocron+1")  # fmt: skip


def test_016_sith_holocron_changes_places_with_a_blue_ability_for_nothing() -> None:
    """D227, Q72: the new card goes onto any character, for free, and comes last among its upgrades."""
    table = holocron("aim force_throw", upgrades="sith_holocron comlink").offers("a", "force_throw")
    table.answers("a", "card", "force_throw").asks("action", "b")
    assert table.upgrades("a-bala_tik") == ["a-comlink", "a-force_throw"]
    assert sorted(table.hand("a")) == ["aim", "sith_holocron"]
    assert table.pool("a") == {}


def test_016_sith_holocron_may_roll_the_new_die_for_a_resource() -> None:
    table = holocron("force_throw", resources=1).answers("a", "card", "force_throw")
    table.about(source="a-sith_holocron").offers("a", "yes", "no").answers("a", "may", "yes").rolls("2dr")
    assert (table.resources("a"), table.pool("a")) == (0, {"a-force_throw+1": "2dr"})
    table = holocron("force_throw", resources=1).answers("a", "card", "force_throw").answers("a", "may", "no")
    assert (table.resources("a"), table.pool("a")) == (1, {})


def test_016_sith_holocron_asks_for_no_roll_of_a_card_without_a_die() -> None:
    """Q12: a card without a die is not rolled."""
    table = holocron("hidden_in_shadow", resources=1).answers("a", "card", "hidden_in_shadow").asks("action", "b")
    assert table.upgrades("a-bala_tik") == ["a-hidden_in_shadow"]


def test_016_sith_holocron_accepts_only_abilities() -> None:
    """R49: blue upgrades that are not abilities do not fit; `done` is offered so that no one learns about the hand."""
    table = holocron("lightsaber jedi_robes", resources=1).offers("a", "done").answers("a", "card", "done")
    assert table.upgrades("a-bala_tik") == ["a-sith_holocron"]
    holocron("").asks("action", "b")


def test_016_sith_holocron_brings_the_new_card_ready() -> None:
    """R40: the new card is ready even if the exhausted Holocron is replaced."""
    table = holocron("hidden_in_shadow", upgrades="sith_holocron!").answers("a", "card", "hidden_in_shadow")
    assert not table.exhausted("a-hidden_in_shadow")


def test_016_sith_holocron_is_played_on_anyone_for_nothing() -> None:
    table = position(a=player("bala_tik", hand="sith_holocron"), b=player("finn")).plays("a", "sith_holocron:bala_tik")
    assert table.upgrades("a-bala_tik") == ["a-sith_holocron"]


# 13, 14, 15, 39, 41, 42, 57, 60


@pytest.mark.parametrize(
    "code",
    [
        "force_choke", "immobilize", "kylo_rens_lightsaber", "force_protection", "luke_skywalkers_lightsaber",
        "one_with_the_force", "force_throw", "mind_probe",
    ],
)  # fmt: skip
def test_upgrades_that_say_so_are_for_blue_characters_only(code: str) -> None:
    """D190: upgrades that are restricted to blue characters cannot be played on others."""
    table = position(a=player("general_veers rey bala_tik", hand=code, resources=4), b=player("finn"))
    assert [key for key in table.keys("a") if key.startswith("play:")] == [f"play:{code}:a-rey"]


@pytest.mark.parametrize(("code", "cost"), [("sith_holocron", 0), ("jedi_robes", 2), ("lightsaber", 3)])
def test_upgrades_that_say_nothing_are_for_anyone(code: str, cost: int) -> None:
    table = position(a=player("general_veers bala_tik", hand=code, resources=cost), b=player("finn"))
    ways = [f"play:{code}:a-general_veers", f"play:{code}:a-bala_tik"]
    assert [key for key in table.keys("a") if key.startswith("play:")] == ways
