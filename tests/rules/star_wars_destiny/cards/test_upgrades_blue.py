"""Blue upgrades, by set number: each is played and does what its sentence says."""

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
    """Unblockable; the dice of its upgrades are its dice too."""
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


# 14 Immobilize


def immobilize(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("kylo_ren", upgrades={"kylo_ren": "immobilize"}, pool=f"immobilize+1=2sh {a_pool}"),
        b=player("finn first_order_stormtrooper hired_gun", upgrades={"finn": "survival_gear"}, pool=b_pool),
    )  # fmt: skip


def test_014_immobilize_removes_its_die_to_turn_a_die_to_a_blank() -> None:
    """A die without a blank, or on its only one, is no target; on one of two it is (D186)."""
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
    """R2: once a round."""
    table = kylos(1).rolls("sp").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (1, {"a-kylo_rens_lightsaber+1": "sp"})
    table.passes("b")
    assert not table.allows("a", "resolve:a-kylo_rens_lightsaber+1")


def test_015_kylo_rens_lightsaber_goes_back_when_nothing_was_blocked() -> None:
    """R2 binds it all the same; the next round frees it."""
    table = kylos(0).asks("action", "b")
    assert (table.damage("b-finn"), table.pool("a")) == (2, {})
    assert table.state["barred"] == ["a-kylo_rens_lightsaber"]
    table.passes("b", "a").answers("a", "upkeep").answers("b", "upkeep")
    assert table.state["barred"] == []


def test_015_kylo_rens_lightsaber_may_be_resolved_for_another_side_after_rolling_again() -> None:
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
    """D227: onto anybody; Q72: the new card's place is the last."""
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
    """Q12."""
    table = holocron("hidden_in_shadow", resources=1).answers("a", "card", "hidden_in_shadow").asks("action", "b")
    assert table.upgrades("a-bala_tik") == ["a-hidden_in_shadow"]


def test_016_sith_holocron_wants_an_ability() -> None:
    """Blue upgrades of another kind do not fit: `done` alone, so that nobody learns it (R49)."""
    table = holocron("lightsaber jedi_robes", resources=1).offers("a", "done").answers("a", "card", "done")
    assert table.upgrades("a-bala_tik") == ["a-sith_holocron"]
    holocron("").asks("action", "b")


def test_016_sith_holocron_is_played_on_anybody_for_nothing() -> None:
    table = position(a=player("bala_tik", hand="sith_holocron"), b=player("finn")).plays("a", "sith_holocron:bala_tik")
    assert table.upgrades("a-bala_tik") == ["a-sith_holocron"]


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
    """D114: more than three are not given."""
    assert protection("rey^1").asks("action", "b").shields("a-rey") == 3


# 40 Jedi Robes


@pytest.mark.parametrize(("number", "shields"), [(1, 2), (2, 1), (7, 1)])
def test_040_jedi_robes_give_a_shield_in_the_first_round_two(number: int, shields: int) -> None:
    """D134: in place of the one, not besides it."""
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
    """Q76, R43."""
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
    """It has become a support before General Grievous is asked, who may still take another upgrade."""
    table = position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player("luke_skywalker/11 finn", upgrades={"luke_skywalker": "jetpack one_with_the_force"}), controller="b",
    ).resolves("a", "general_grievous+1:b-luke_skywalker").asks("piece", "a")  # fmt: skip
    assert table.supports("b") == ["b-one_with_the_force"]
    table.offers("a", "b-jetpack", "done")


def test_042_one_with_the_force_may_stand_among_the_supports_of_a_given_table() -> None:
    table = position(a=player("rey", supports="one_with_the_force"), b=player("finn"))
    assert table.allows("a", "activate:a-one_with_the_force")


# 57 Force Throw


def throw(b_pool: str, a_pool: str = "") -> Table:
    return position(
        a=player("rey", upgrades={"rey": "force_throw"}, pool=f"force_throw+1=sp {a_pool}"),
        b=player("finn hired_gun", pool=b_pool),
    ).resolves("a", "force_throw+1")


def test_057_force_throw_removes_a_die_and_deals_its_value() -> None:
    table = throw("hired_gun+1=3rd1 finn+1=1r", "rey+1=+2md").offers("a", "b-hired_gun+1", "b-finn+1", "a-rey+1")
    table.answers("a", "die", "b-hired_gun+1").offers("a", "b-finn", "b-hired_gun", "a-rey")
    table.answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.pool("b")) == (3, {"b-finn+1": "1r"})


def test_057_force_throw_takes_a_modifier_for_its_number() -> None:
    table = throw("", "rey+1=+2md").answers("a", "character", "b-finn")
    assert (table.damage("b-finn"), table.pool("a")) == (2, {})


def test_057_force_throw_of_a_blank_asks_for_no_character() -> None:
    table = throw("finn+1=blank").asks("action", "b")
    assert table.pool("b") == {}


def test_057_force_throw_without_another_die_does_nothing() -> None:
    """R26: not the die that is being resolved."""
    assert throw("").asks("action", "b").events("damage") == []


# 58 Force Training


def training() -> Table:
    return position(
        a=player("rey", upgrades={"rey": "force_training"}, pool="force_training+1=sp"), b=player("finn")
    ).resolves("a", "force_training+1").offers("a", "1", "2", "3")  # fmt: skip


def test_058_force_training_does_two_different_ones_of_three() -> None:
    """Q31: the second is asked for after the first is carried out."""
    table = training().answers("a", "either", "3").answers("a", "character", "a-rey")
    assert table.shields("a-rey") == 1
    table.offers("a", "1", "2").answers("a", "either", "1").answers("a", "character", "b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.resources("a")) == (1, 0)
    table = training().answers("a", "either", "2").offers("a", "1", "3").answers("a", "either", "3")
    assert table.resources("a") == 1


def test_058_force_training_is_played_on_anybody_with_a_blue_character_at_hand() -> None:
    table = position(a=player("rey finn", hand="force_training", resources=2), b=player("hired_gun"))
    assert table.allows("a", "play:force_training:a-finn")
    table = position(a=player("han_solo", hand="force_training", resources=2), b=player("rey"))
    assert not table.allows("a", "play:force_training:a-han_solo")


# 59 Lightsaber


def test_059_lightsaber_deals_two_past_the_shields() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "lightsaber"}, pool="lightsaber+1=sp"), b=player("hired_gun^3")
    ).resolves("a", "lightsaber+1")  # fmt: skip
    table.offers("a", "b-hired_gun", "a-finn").answers("a", "character", "b-hired_gun")
    assert (table.damage("b-hired_gun"), table.shields("b-hired_gun")) == (2, 3)


def test_059_lightsaber_moves_on_when_its_bearer_falls_and_pushes_out_one_of_three() -> None:
    """D132: never the one that came."""
    table = (
        position(
            a=player("rey", pool="rey+1=1md"),
            b=player("finn/9 hired_gun", upgrades={"finn": "lightsaber", "hired_gun": "datapad comlink jetpack"}),
        )
        .resolves("a", "rey+1:b-finn")
        .answers("b", "character", "b-hired_gun")
    )
    table.offers("b", "b-datapad", "b-comlink", "b-jetpack").answers("b", "piece", "b-comlink")
    assert table.upgrades("b-hired_gun") == ["b-datapad", "b-jetpack", "b-lightsaber"]


# 60 Mind Probe


def probe(hand: str) -> Table:
    return position(
        a=player("rey", upgrades={"rey": "mind_probe"}, pool="mind_probe+1=sp"), b=player("finn^1 hired_gun", hand=hand)
    ).resolves("a", "mind_probe+1")


def test_060_mind_probe_deals_as_much_as_the_opponent_has_cards() -> None:
    table = probe("aim block dodge").offers("a", "b-finn", "b-hired_gun").answers("a", "character", "b-finn")
    assert table.asks("action", "b").damage("b-finn") == 2


def test_060_mind_probe_against_an_empty_hand_asks_nothing() -> None:
    probe("").asks("action", "b")


def test_060_mind_probe_says_which_opponent() -> None:
    """D203: the hand and the character are the same opponent's."""
    table = position(
        a=player("rey", upgrades={"rey": "mind_probe"}, pool="mind_probe+1=sp"),
        b=player("finn", hand="aim block"), c=player("han_solo", hand="aim"),
    ).resolves("a", "mind_probe+1").answers("a", "opponent", "c").asks("action", "b")  # fmt: skip
    assert (table.damage("b-finn"), table.damage("c-han_solo")) == (0, 1)


# 13, 14, 15, 39, 41, 42, 57, 60


@pytest.mark.parametrize(
    "code",
    [
        "force_choke", "immobilize", "kylo_rens_lightsaber", "force_protection", "luke_skywalkers_lightsaber",
        "one_with_the_force", "force_throw", "mind_probe",
    ],
)  # fmt: skip
def test_upgrades_that_say_so_are_for_blue_characters_only(code: str) -> None:
    """D190."""
    table = position(a=player("general_veers rey bala_tik", hand=code, resources=4), b=player("finn"))
    assert [key for key in table.keys("a") if key.startswith("play:")] == [f"play:{code}:a-rey"]


@pytest.mark.parametrize(("code", "cost"), [("sith_holocron", 0), ("jedi_robes", 2), ("lightsaber", 3)])
def test_upgrades_that_say_nothing_are_for_anybody(code: str, cost: int) -> None:
    table = position(a=player("general_veers bala_tik", hand=code, resources=cost), b=player("finn"))
    ways = [f"play:{code}:a-general_veers", f"play:{code}:a-bala_tik"]
    assert [key for key in table.keys("a") if key.startswith("play:")] == ways
