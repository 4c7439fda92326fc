"""Tests the blue characters, in the order of their set numbers: each one's ability does what its card says."""

from __future__ import annotations

import pytest

from ..table import Table, player, position

# 9 Count Dooku


def dooku(hand: str, *, shields: int = 0, dice: str = "rey+1=1md", team: str = "rey*2") -> Table:
    return position(
        a=player(team, pool=dice, hand="aim"), b=player(f"count_dooku^{shields}", hand=hand), controller="b"
    )  # fmt: skip


def test_009_count_dooku_may_decline() -> None:
    table = dooku("aim").resolves("a", "rey+1:b-count_dooku").answers("b", "card", "done").asks("action", "b")
    assert (table.damage("b-count_dooku"), table.hand("b")) == (1, ["aim"])


def test_009_count_dooku_earns_a_shield_for_each_die_of_one_action() -> None:
    """D222: dice of one action are resolved one after the other, so Dooku may get a shield for each."""
    table = dooku("aim block", dice="rey+1=1md rey+2=1md").resolves("a", "rey+1:b-count_dooku")
    table.answers("b", "card", "block").answers("a", "resolve", "a-rey+2:b-count_dooku")
    table.answers("b", "card", "aim").asks("action", "b")
    assert (table.damage("b-count_dooku"), table.discard("b")) == (0, ["block", "aim"])


def test_009_count_dooku_is_not_asked_without_a_card_nor_with_three_shields() -> None:
    table = dooku("").resolves("a", "rey+1:b-count_dooku").asks("action", "b")
    assert table.damage("b-count_dooku") == 1
    table = dooku("aim", shields=3).resolves("a", "rey+1:b-count_dooku").asks("action", "b")
    assert (table.shields("b-count_dooku"), table.hand("b")) == (2, ["aim"])


def test_009_count_dooku_may_shield_himself_before_unblockable_damage_to_no_avail() -> None:
    """Dooku's player may discard a card for a shield before unblockable damage, too; D115: the damage is taken in full,
    and the shield stays.
    """
    table = position(
        a=player("rey", upgrades={"rey": "lightsaber"}, pool="lightsaber+1=sp"), b=player("count_dooku", hand="aim")
    )
    table.resolves("a", "lightsaber+1").answers("a", "character", "b-count_dooku").answers("b", "card", "aim")
    assert (table.damage("b-count_dooku"), table.shields("b-count_dooku")) == (2, 1)


def test_009_count_dooku_of_several_players_are_ordered_before_damage_at_once() -> None:
    """Q45, R10: the battlefield's controller orders the abilities; all of them come before any of the damage."""
    table = position(
        a=player("count_dooku", upgrades={"count_dooku": "flame_thrower"}, pool="flame_thrower+1=sp", hand="aim"),
        b=player("count_dooku", hand="block"), controller="b",
    )  # fmt: skip
    table.resolves("a", "flame_thrower+1").answers("a", "characters", "b-count_dooku", "a-count_dooku")
    table.offers("b", "a-count_dooku", "b-count_dooku").answers("b", "order", "a-count_dooku")
    table.answers("a", "card", "aim").answers("b", "card", "done").asks("action", "b")
    assert (table.damage("a-count_dooku"), table.damage("b-count_dooku")) == (0, 1)


# 10 Darth Vader


def test_010_darth_vader_makes_an_opponent_discard_a_card_of_its_choice() -> None:
    table = position(a=player("darth_vader", hand="dodge"), b=player("finn", hand="aim block"))
    table.activates("a", "darth_vader").rolls("2md")
    table.about(source="a-darth_vader", event="activated a-darth_vader")
    table.offers("a", "yes", "no").answers("a", "may", "yes")
    table.offers("b", "aim", "block").answers("b", "card", "block").asks("action", "b")
    assert (table.hand("b"), table.discard("b")) == (["aim"], ["block"])


def test_010_darth_vader_may_let_it_pass() -> None:
    table = position(a=player("darth_vader"), b=player("finn", hand="aim block"))
    table.activates("a", "darth_vader").rolls("2md").answers("a", "may", "no").asks("action", "b")
    assert len(table.hand("b")) == 2


def test_010_darth_vader_against_one_card_asks_for_none_and_against_no_card_nothing() -> None:
    table = position(a=player("darth_vader"), b=player("finn", hand="aim"))
    table.activates("a", "darth_vader").rolls("2md").answers("a", "may", "yes").asks("action", "b")
    assert table.discard("b") == ["aim"]
    table = position(a=player("darth_vader"), b=player("finn"))
    table.activates("a", "darth_vader").rolls("2md").asks("action", "b")


def test_010_darth_vader_says_which_opponent() -> None:
    """D203: with three players, Vader's ability begins with the choice of an opponent."""
    table = position(a=player("darth_vader"), b=player("finn", hand="aim"), c=player("rey", hand="block dodge"))
    table.activates("a", "darth_vader").rolls("2md").offers("a", "b", "c", "done").answers("a", "opponent", "c")
    table.answers("c", "card", "dodge")
    assert (table.hand("b"), table.hand("c")) == (["aim"], ["block"])


# 11 Kylo Ren


def kylo(hand: str, team: str = "finn") -> Table:
    return position(a=player("kylo_ren", pool="kylo_ren+1=sp", hand="dodge"), b=player(team, hand=hand)).resolves(
        "a", "kylo_ren+1"
    )


def test_011_kylo_ren_deals_the_cost_of_a_card_seen_at_random() -> None:
    table = kylo("aim mind_probe", "finn^1 rey")
    table.about(source="a-kylo_ren").offers("a", "b-rey", "b-finn").answers("a", "character", "b-finn")
    table.offers("chance", "aim", "mind_probe").answers("chance", "random", "mind_probe").asks("action", "b")
    assert (table.damage("b-finn"), table.shields("b-finn")) == (3, 0)
    assert table.hand("b") == ["aim", "mind_probe"]
    table.was_told("saw", to="a", of="b", cards=["mind_probe"], **{"from": "hand"})
    table.was_told("shown", to="b", cards=["mind_probe"])


def test_011_kylo_ren_sees_a_free_card_and_deals_nothing() -> None:
    table = kylo("take_cover").asks("action", "b")
    assert table.damage("b-finn") == 0
    assert table.events("damage") == []


def test_011_kylo_ren_against_an_empty_hand_names_a_character_and_no_more() -> None:
    """Q30: against an empty hand the ability only names a character, and deals no damage."""
    table = kylo("", "finn rey").answers("a", "character", "b-rey").asks("action", "b")
    assert table.damage("b-rey") == 0


# 12 Nightsister


def test_012_nightsister_rerolls_a_die_and_hurts_herself() -> None:
    table = position(
        a=player("nightsister^1!", pool="nightsister+1=1r"), b=player("finn", pool="finn+1=2rd"),
    )  # fmt: skip
    table.uses("a", "nightsister").offers("a", "b-finn+1", "a-nightsister+1").answers("a", "die", "b-finn+1")
    table.rolls("1sh").asks("action", "b")
    assert table.pool("b") == {"b-finn+1": "1sh"}
    assert (table.damage("a-nightsister"), table.shields("a-nightsister")) == (0, 0)
    table.passes("b").uses("a", "nightsister").answers("a", "die", "a-nightsister+1").rolls("2rd")
    assert table.damage("a-nightsister") == 1


def test_012_nightsister_without_a_die_still_hurts_herself() -> None:
    """D121: the ability is done as far as possible; the damage to Nightsister is not a cost of its other part."""
    table = position(a=player("nightsister"), b=player("finn")).uses("a", "nightsister").asks("action", "b")
    assert table.damage("a-nightsister") == 1


def test_012_nightsister_may_reroll_and_fall() -> None:
    """D233: the damage that Nightsister deals to herself may defeat her after the reroll."""
    table = position(a=player("nightsister/6 rey"), b=player("finn", pool="finn+1=2rd"))
    table.uses("a", "nightsister").rolls("1r").asks("action", "b")
    assert table.is_defeated("a-nightsister")
    assert table.pool("b") == {"b-finn+1": "1r"}


# 35 Luke Skywalker


def test_035_luke_skywalker_draws_when_he_is_activated() -> None:
    table = position(a=player("luke_skywalker", deck="aim block"), b=player("finn"))
    table.activates("a", "luke_skywalker").rolls("2md").asks("action", "b")
    assert (table.hand("a"), table.deck("a")) == (["aim"], ["block"])


def test_035_luke_skywalker_draws_only_for_himself_and_nothing_from_an_empty_deck() -> None:
    table = position(a=player("luke_skywalker rey", hand="aim", deck=""), b=player("luke_skywalker!"))
    table.activates("a", "rey").rolls("1md").passes("b").activates("a", "luke_skywalker").rolls("2md")
    assert (table.hand("a"), table.hand("b")) == (["aim"], [])


def test_035_luke_skywalker_is_quiet() -> None:
    """Luke's ability is resolved without a question: he draws before Jango Fett is asked, and no order is asked for."""
    table = position(a=player("luke_skywalker", deck="aim"), b=player("jango_fett")).activates("a", "luke_skywalker")
    table.rolls("2md").asks("may", "b")
    assert table.hand("a") == ["aim"]


# 36 Padawan


def padawan(upgrades: str = "", resources: int = 2) -> Table:
    return position(
        a=player("padawan rey", upgrades={"padawan": upgrades}, resources=resources,
                 hand="dl_44_heavy_blaster_pistol comlink force_training"),
        b=player("finn"),
    )  # fmt: skip


def test_036_padawan_pays_one_less_for_a_first_weapon() -> None:
    table = padawan()
    assert table.allows("a", "play:dl_44_heavy_blaster_pistol:a-padawan")
    assert not table.allows("a", "play:dl_44_heavy_blaster_pistol:a-rey")
    table.plays("a", "dl_44_heavy_blaster_pistol:padawan")
    assert table.resources("a") == 0
    table.was_told("plays", card="dl_44_heavy_blaster_pistol", cost=2)


def test_036_padawan_pays_in_full_for_what_is_no_weapon_or_not_the_first() -> None:
    table = padawan(resources=1)
    assert not [key for key in table.keys("a") if key.startswith(("play:comlink", "play:force_training"))]
    assert not padawan("survival_gear").allows("a", "play:dl_44_heavy_blaster_pistol:a-padawan")


def test_036_padawan_gives_no_discount_if_the_weapon_replaces() -> None:
    """D233: the old upgrade (cost 1) stays until the new one (cost 3) enters play, so the price is 2, not 1."""
    assert not padawan("datapad", 1).allows("a", "play:dl_44_heavy_blaster_pistol:a-padawan:a-datapad")
    table = padawan("datapad").plays("a", "dl_44_heavy_blaster_pistol:padawan:datapad")
    assert table.resources("a") == 0
    assert table.upgrades("a-padawan") == ["a-dl_44_heavy_blaster_pistol"]


# 37 Qui-Gon Jinn


def qui_gon(shields: int, side: str = "2sh", team: str = "finn rey") -> Table:
    return position(
        a=player(f"qui_gon_jinn^{shields} nightsister", pool=f"qui_gon_jinn+1={side}"), b=player(team)
    ).resolves("a", "qui_gon_jinn+1:a-qui_gon_jinn")  # fmt: skip


def test_037_qui_gon_jinn_spends_a_shield_that_he_had_to_hit_an_opponents_character() -> None:
    """R12: only opponents' characters can be chosen; the shield is spent before the new ones are gained."""
    table = qui_gon(1).about(source="a-qui_gon_jinn", event="gains_shields a-qui_gon_jinn 2")
    table.offers("a", "b-rey", "b-finn", "done").answers("a", "character", "b-finn").asks("action", "b")
    assert (table.shields("a-qui_gon_jinn"), table.damage("b-finn")) == (2, 1)


def test_037_qui_gon_jinn_may_decline() -> None:
    table = qui_gon(1).answers("a", "character", "done").asks("action", "b")
    assert (table.shields("a-qui_gon_jinn"), table.damage("b-finn")) == (3, 0)


def test_037_qui_gon_jinn_without_a_shield_is_not_asked() -> None:
    table = qui_gon(0).asks("action", "b")
    assert table.shields("a-qui_gon_jinn") == 2


def test_037_qui_gon_jinn_with_three_shields_is_asked_too() -> None:
    """R45: shields count as given before the limit of three is applied."""
    table = qui_gon(3, "1sh", "finn").offers("a", "b-finn", "done").answers("a", "character", "b-finn")
    assert (table.shields("a-qui_gon_jinn"), table.damage("b-finn")) == (3, 1)


# 38 Rey


def test_038_rey_grants_an_action_for_an_upgrade_on_her() -> None:
    table = position(a=player("rey finn", hand="datapad datapad", resources=2), b=player("hired_gun"))
    table.plays("a", "datapad:rey").asks("action", "a").about(extra=1)
    table.plays("a", "datapad:finn").asks("action", "b")


def test_038_rey_grants_none_for_a_support_nor_to_an_opponent() -> None:
    table = position(a=player("rey", hand="outpost", resources=2), b=player("rey", hand="datapad", resources=1))
    table.plays("a", "outpost").asks("action", "b")
    table.plays("b", "datapad:rey").asks("action", "b").about(extra=1).passes("b").asks("action", "a")


def test_038_rey_and_ambush_are_two_actions() -> None:
    """D223: Rey's additional action and that of Ambush are two separate actions."""
    table = position(a=player("rey", hand="holdout_blaster aim", resources=2), b=player("finn"))
    table.plays("a", "holdout_blaster:rey").asks("action", "a").about(extra=2)
    table.activates("a", "rey").rolls("1r", "1r").asks("action", "a").about(extra=1)


@pytest.mark.parametrize("hand", ["datapad", "holdout_blaster"])
def test_038_rey_grants_none_after_claiming(hand: str) -> None:
    """D223: after a claim all further actions are passed, also if Imperial Armory plays an upgrade on Rey."""
    table = position(
        a=player("rey", hand=f"{hand} aim", resources=1), b=player("finn"), battlefield="imperial_armory"
    )  # fmt: skip
    table.claims("a").answers("a", "play", f"{hand}:a-rey").asks("action", "b")
