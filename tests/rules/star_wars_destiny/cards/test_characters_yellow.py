"""Tests the yellow characters, in the order of their set numbers: each one's ability does what its card says."""

from __future__ import annotations

import pytest

from rules.star_wars_destiny.decks import read_deck
from rules.star_wars_destiny.faults import BadDeck
from rules.star_wars_destiny.legality import legal

from ..table import Table, player, position

# 19 Bala-Tik


def bala(tik: str = "bala_tik!", other: str = "rey") -> Table:
    return position(
        a=player(f"{tik} {other}", pool="rey+1=1md", hand="aim"), b=player("finn/9 hired_gun")
    )  # fmt: skip


def test_019_bala_tik_may_be_readied_when_an_opponents_character_falls() -> None:
    table = bala().resolves("a", "rey+1:b-finn")
    table.about(source="a-bala_tik", event="defeated b-finn").offers("a", "yes", "no").answers("a", "may", "yes")
    assert not table.exhausted("a-bala_tik")
    table.asks("action", "b")
    table = bala().resolves("a", "rey+1:b-finn").answers("a", "may", "no")
    assert table.exhausted("a-bala_tik")


def test_019_bala_tik_ready_or_at_the_fall_of_his_own_is_not_asked() -> None:
    bala("bala_tik").resolves("a", "rey+1:b-finn").asks("action", "b")
    bala(other="rey first_order_stormtrooper/6").resolves("a", "rey+1:a-first_order_stormtrooper").asks("action", "b")


def test_019_bala_tiks_of_two_players_are_quiet() -> None:
    """Bala-Tiks of two players are asked one after the other; no one is asked to choose their order."""
    table = position(
        a=player("bala_tik! rey", pool="rey+1=1md"), b=player("finn/9 hired_gun"), c=player("bala_tik!"), controller="b"
    ).resolves("a", "rey+1:b-finn")  # fmt: skip
    table.answers("a", "may", "yes").answers("c", "may", "yes").asks("action", "b")
    assert (table.exhausted("a-bala_tik"), table.exhausted("c-bala_tik")) == (False, False)


# 20 Jabba The Hutt


def jabba(pool: str = "", a_pool: str = "") -> Table:
    table = position(a=player("jabba_the_hutt rey", pool=a_pool), b=player("finn rebel_trooper", pool=pool))
    return table.activates("a", "jabba_the_hutt").rolls("1r")


def test_020_jabba_the_hutt_rerolls_a_yellow_die_of_anyone() -> None:
    table = jabba("finn+1=2rd rebel_trooper+1=2rd", "rey+1=1md")
    table.about(source="a-jabba_the_hutt", event="activated a-jabba_the_hutt")
    table.offers("a", "b-finn+1", "a-jabba_the_hutt+1", "done").answers("a", "die", "b-finn+1").rolls("1sh")
    assert table.pool("b") == {"b-finn+1": "1sh", "b-rebel_trooper+1": "2rd"}


def test_020_jabba_the_hutt_may_decline_and_is_asked_only_for_his_own_die() -> None:
    table = jabba().offers("a", "a-jabba_the_hutt+1", "done").answers("a", "die", "done").asks("action", "b")
    assert table.pool("a") == {"a-jabba_the_hutt+1": "1r"}


def test_020_jabba_the_hutt_takes_dice_of_yellow_upgrades_and_supports_too() -> None:
    """Jabba may reroll the dice of yellow upgrades and supports, too: a die has the colour of its own card, not that of
    the character with the upgrade.
    """
    table = position(
        a=player("jabba_the_hutt"),
        b=player("rebel_trooper", upgrades={"rebel_trooper": "jetpack scout"}, supports="black_market outpost",
                 pool="jetpack+1=1dr scout+1=1r black_market+1=2f outpost+1=1f"),
    ).activates("a", "jabba_the_hutt").rolls("1r")  # fmt: skip
    table.offers("a", "b-jetpack+1", "b-black_market+1", "a-jabba_the_hutt+1", "done")


# 21 Jango Fett


def test_021_jango_fett_may_activate_after_an_opponents_character() -> None:
    table = position(
        a=player("finn"), b=player("jango_fett", upgrades={"jango_fett": "jetpack"})
    ).activates("a", "finn").rolls("1rd")  # fmt: skip
    table.about(source="b-jango_fett", event="activated a-finn").answers("b", "may", "yes").rolls("+1r", "1dr")
    assert table.exhausted("b-jango_fett")
    assert table.pool("b") == {"b-jango_fett+1": "+1r", "b-jetpack+1": "1dr"}
    table.asks("action", "b")


def test_021_jango_fett_may_wait() -> None:
    table = position(a=player("finn"), b=player("jango_fett")).activates("a", "finn").rolls("1rd")
    table.answers("b", "may", "no")
    assert not table.exhausted("b-jango_fett")


def test_021_jango_fett_minds_neither_supports_nor_his_own_side() -> None:
    table = position(a=player("finn", supports="outpost"), b=player("jango_fett rey"))
    table.activates("a", "outpost").rolls("1f").activates("b", "rey").rolls("1r").asks("action", "a")


def test_021_jango_fett_sets_off_another_jango() -> None:
    """D127: the activation of one Jango also triggers the other Jango, at the end of the queue."""
    table = position(a=player("finn jango_fett"), b=player("jango_fett")).activates("a", "finn").rolls("1rd")
    table.answers("b", "may", "yes").rolls("1rd").asks("may", "a").about(
        source="a-jango_fett", event="activated b-jango_fett"
    ).answers("a", "may", "yes").rolls("1rd").asks("action", "b")


# 22 Tusken Raider


def tusken(upgrades: str, rolls: str, hand: str = "aim", resources: int = 0) -> Table:
    table = position(
        a=player("tusken_raider rey", upgrades={"tusken_raider": upgrades}, pool="rey+1=1md", hand=hand,
                 resources=resources),
        b=player("finn", hand="dodge"),
    )  # fmt: skip
    return table.activates("a", "tusken_raider").rolls(*rolls.split())


def test_022_tusken_raider_discards_a_card_to_resolve_one_of_his_dice() -> None:
    """D25: only the Tusken Raider's own dice and those of his upgrades can be resolved, and no modifier by itself."""
    table = tusken("jetpack datapad", "1md +2rd 1r", "aim block")
    table.offers("a", "aim", "block", "done").answers("a", "card", "block")
    table.offers(
        "a", "a-tusken_raider+1:b-finn", "a-tusken_raider+1:a-tusken_raider", "a-tusken_raider+1:a-rey", "a-datapad+1"
    ).answers("a", "resolve", "a-tusken_raider+1:b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.discard("a")) == (1, ["block"])
    assert "a-tusken_raider+1" not in table.pool("a")


def test_022_tusken_raider_pays_the_cost_of_the_side() -> None:
    """D16, Q12: the Tusken Raider's player is not asked if the side's cost cannot be paid."""
    tusken("", "3md1").asks("action", "b")
    table = tusken("", "3md1", resources=1).answers("a", "card", "aim")
    table.answers("a", "resolve", "a-tusken_raider+1:b-finn")
    assert (table.damage("b-finn"), table.resources("a")) == (3, 0)


def test_022_tusken_raider_is_not_asked_with_a_blank_or_an_empty_hand() -> None:
    tusken("", "blank").asks("action", "b")
    tusken("", "1md", "").asks("action", "b")


# 45 Finn


def test_045_finn_bears_weapons_no_matter_what_their_restrictions() -> None:
    hand = "luke_skywalkers_lightsaber force_choke thermal_detonator"
    table = position(a=player("finn rebel_trooper", hand=hand, resources=3), b=player("hired_gun"))
    ways = [key for key in table.keys("a") if key.startswith("play:")]
    assert ways == [
        "play:luke_skywalkers_lightsaber:a-finn", "play:thermal_detonator:a-rebel_trooper",
        "play:thermal_detonator:a-finn",
    ]  # fmt: skip
    table.plays("a", "luke_skywalkers_lightsaber:finn")
    assert table.upgrades("a-finn") == ["a-luke_skywalkers_lightsaber"]


def test_045_finn_does_not_help_others_once_he_is_gone() -> None:
    table = position(
        a=player("rebel_trooper", hand="luke_skywalkers_lightsaber", defeated="finn", resources=3),
        b=player("hired_gun"),
    )  # fmt: skip
    assert not [key for key in table.keys("a") if key.startswith("play:")]


def test_045_finn_lets_red_villain_weapons_and_vehicles_into_the_deck() -> None:
    """D65, exception 16: Finn's two abilities let red villain weapons and vehicles into the deck."""
    cards = (
        "at_st-2 first_order_tie_fighter-2 f_11d_rifle-2 speeder_bike_scout-2 dl_44_heavy_blaster_pistol-2 "
        "infiltrate-2 diplomatic_immunity-2 millennium_falcon-2 comlink-2 datapad-2 holdout_blaster-2 jetpack-2 "
        "black_market-2 aim-2 dodge-2"
    )
    with pytest.raises(BadDeck, match="speeder_bike_scout"):
        legal(read_deck(f"finn-2 / echo_base / {cards}"))
    allowed = cards.replace("speeder_bike_scout", "block")
    legal(read_deck(f"finn-2 / echo_base / {allowed}"))
    with pytest.raises(BadDeck, match="at_st"):
        legal(read_deck(f"han_solo-2 / echo_base / {allowed}"))


# 46 Han Solo


def han(shields: int = 0, hand: str = "holdout_blaster aim", supports: str = "") -> Table:
    return position(
        a=player(f"han_solo^{shields} rey", hand=hand, resources=2, supports=supports),
        b=player("finn", hand="unpredictable"),
    )


def test_046_han_solo_may_take_a_shield_for_a_card_with_ambush() -> None:
    table = han().plays("a", "holdout_blaster:han_solo")
    table.about(source="a-han_solo", event="played holdout_blaster").answers("a", "may", "yes")
    assert table.shields("a-han_solo") == 1
    table.asks("action", "a").about(extra=1)
    table = han().plays("a", "holdout_blaster:han_solo").answers("a", "may", "no").asks("action", "a")
    assert table.shields("a-han_solo") == 0


def test_046_han_solo_counts_events_and_ambush_that_was_lent() -> None:
    table = han(hand="street_informants aim").plays("a", "street_informants").answers("a", "may", "yes")
    assert table.shields("a-han_solo") == 1
    table = han(hand="take_cover unpredictable scramble aim", supports="infamous").plays("a", "scramble")
    table.about(source="a-infamous", event="played scramble").answers("a", "may", "yes")
    table.about(source="a-han_solo", event="played scramble").answers("a", "may", "yes")
    assert table.shields("a-han_solo") == 1


def test_046_han_solo_is_not_asked_for_others_nor_with_three_shields() -> None:
    han(hand="comlink aim").plays("a", "comlink:han_solo").asks("action", "b")
    table = han().passes("a").plays("b", "unpredictable")
    table.asks("action", "b").about(extra=1)
    han(3).plays("a", "holdout_blaster:han_solo").asks("action", "a")


def test_046_han_solo_is_quiet() -> None:
    """Han's ability is resolved without a question.

    It comes before the pistol's triggers, and no order is asked for.
    """
    table = position(
        a=player("han_solo", hand="dl_44_heavy_blaster_pistol aim", resources=3),
        b=player("finn rey", pool="finn+1=1rd rey+1=1r"),
    ).plays("a", "dl_44_heavy_blaster_pistol:han_solo")
    table.answers("a", "may", "yes").asks("die", "b")


# 47 Hired Gun


def test_047_hired_gun_has_no_text_and_a_die_of_six_sides() -> None:
    table = position(a=player("hired_gun", resources=1), b=player("finn")).activates("a", "hired_gun")
    table.offers("chance", "2rd1", "3rd1", "1dr", "1r", "1r", "blank").rolls("3rd1").passes("b")
    table.resolves("a", "hired_gun+1:b-finn").asks("action", "b")
    assert (table.damage("b-finn"), table.resources("a")) == (3, 0)


# 48 Padmé Amidala


def padme(resources: int, deck: str = "aim block dodge") -> Table:
    return position(
        a=player("padme_amidala", pool="padme_amidala+1=sp", resources=resources), b=player("finn", deck=deck)
    ).resolves("a", "padme_amidala+1").offers("a", "1", "2")  # fmt: skip


def test_048_padme_amidala_discards_one_card_from_a_deck() -> None:
    table = padme(1).answers("a", "either", "1").asks("action", "b")
    assert (table.discard("b"), table.deck("b"), table.resources("a")) == (["aim"], ["block", "dodge"], 1)


def test_048_padme_amidala_discards_two_for_a_resource() -> None:
    table = padme(1).answers("a", "either", "2").asks("action", "b")
    assert (table.discard("b"), table.deck("b"), table.resources("a")) == (["aim", "block"], ["dodge"], 0)


def test_048_padme_amidala_may_pick_what_she_cannot_pay() -> None:
    """D180, R9: a choice that cannot be paid does nothing; if the deck has too few cards, all of them are discarded."""
    table = padme(0).answers("a", "either", "2").asks("action", "b")
    assert table.discard("b") == []
    table = padme(1, "aim").answers("a", "either", "2").asks("action", "b")
    assert (table.discard("b"), table.resources("a")) == (["aim"], 0)


def test_048_padme_amidala_says_which_opponent() -> None:
    table = position(
        a=player("padme_amidala", pool="padme_amidala+1=sp"), b=player("finn", deck="aim"), c=player("rey", deck="aim")
    ).resolves("a", "padme_amidala+1")
    table.answers("a", "either", "1").offers("a", "b", "c").answers("a", "opponent", "c").asks("action", "b")
    assert (table.deck("b"), table.deck("c")) == (["aim"], [])
