"""Tests part five of the rulebook: rounds, actions, playing, activating and resolving (D72 to D102)."""

from __future__ import annotations

import pytest

from .table import Table, player, position


def offered(table: Table, word: str, seat: str = "a") -> list[str]:
    return [key for key in table.keys(seat) if key.startswith(f"{word}:")]


# Rounds


def test_d72_d73_turns_alternate_until_both_pass_one_after_the_other() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim"))
    table.passes("a").activates("b", "finn").rolls("blank").passes("a").asks("action", "b")
    assert table.state["passes"] == 1
    table.passes("b").asks("upkeep", "a")
    assert (table.state["phase"], table.state["turn"]) == ("upkeep", None)


def test_d74_upkeep_readies_returns_dice_gives_two_and_fills_hands() -> None:
    """R5: steps 1 to 3 happen for all players at once, step 4 player by player with open discards."""
    table = position(
        a=player("rey!", supports="outpost!", upgrades={"rey": "hunker_down!"}, pool="rey+1=1md", hand="aim"),
        b=player("finn!", hand="block dodge", pool="finn+1=1rd"), phase="upkeep", controller="b",
    ).asks("upkeep", "b")  # fmt: skip
    assert not any(table.exhausted(name) for name in ("a-rey", "a-outpost", "a-hunker_down", "b-finn"))
    assert (table.pool("a"), table.pool("b"), table.resources("a"), table.resources("b")) == ({}, {}, 2, 2)
    table.offers("b", "block", "dodge").answers("b", "upkeep", "dodge").asks("upkeep", "a")
    assert (table.discard("b"), len(table.hand("b")), len(table.hand("a"))) == (["dodge"], 5, 1)
    table.answers("a", "upkeep").asks("action", "b")
    assert (len(table.hand("a")), table.state["round"]) == (5, 3)
    table.was_told("upkeep", seat="b", discarded=1, drawn=4)


def test_d74_draws_all_that_are_left_if_the_deck_has_too_few() -> None:
    table = position(a=player("rey", deck="aim"), b=player("finn", deck=""), phase="upkeep", turn=None)
    assert table.hand("a") == ["aim"]


def test_d75_a_turn_offers_seven_kinds_of_actions() -> None:
    table = position(
        a=player("rey", hand="take_cover", pool="rey+1=1r", supports="underworld_connections"), b=player("finn")
    )  # fmt: skip
    table.offers(
        "a", "activate:a-rey", "play:take_cover", "resolve:a-rey+1", "reroll:take_cover",
        "use:a-underworld_connections", "claim", "pass",
    )  # fmt: skip


def test_d73_who_can_do_nothing_but_pass_is_not_asked() -> None:
    """A turn is skipped only if the hand is empty, which everyone can see."""
    table = position(a=player("rey!"), b=player("finn", hand="aim"), claimed="b", turn="b")
    assert table.asks("upkeep", "b").events("passes") == [
        {"event": "passes", "to": "all", "seat": "b", "why": "claimed"},
        {"event": "passes", "to": "all", "seat": "a", "why": "nothing"},
    ]
    table = position(a=player("rey!", hand="block"), b=player("finn", hand="aim"), claimed="b")
    table.offers("a", "pass")


def test_d76_additional_actions_are_taken_at_once_or_forgone() -> None:
    """R23: declining one additional action declines all that are left, and is not a pass (D73)."""
    table = position(
        a=player("general_veers", hand="tactical_mastery aim", resources=1), b=player("finn", hand="aim")
    ).passes("a")  # fmt: skip
    table.activates("b", "finn").rolls("blank").plays("a", "tactical_mastery").passes("a").asks("action", "b")
    assert table.state["passes"] == 0
    table.passes("b").asks("action", "a").about().passes("a").asks("upkeep", "a")


# Playing


def test_d90_restrictions_are_checked_before_the_cost() -> None:
    table = position(a=player("rey", hand="occupation dug_in", resources=9), b=player("finn"), controller="b")
    assert offered(table, "play") == []
    table = position(a=player("rey", hand="dug_in", resources=1), b=player("finn"))
    assert offered(table, "play") == ["play:dug_in"]
    table = position(a=player("rey", hand="dug_in"), b=player("finn"))
    assert offered(table, "play") == []


def replacing(resources: int, old: str, hand: str = "jetpack") -> Table:
    return position(a=player("finn", upgrades={"finn": old}, hand=hand, resources=resources), b=player("rey"))


def test_d91_the_replaced_upgrade_lowers_the_cost_by_its_own() -> None:
    """The colours of the two upgrades do not matter: gray may be replaced by yellow."""
    table = replacing(1, "datapad").plays("a", "jetpack:finn:datapad")
    table.was_told("plays", seat="a", card="jetpack", on="a-finn", replaces="a-datapad", cost=1)
    assert (table.resources("a"), table.upgrades("a-finn"), table.discard("a")) == (0, ["a-jetpack"], ["datapad"])
    assert offered(replacing(0, "datapad"), "play") == []


def test_d91_a_cheaper_one_replaces_a_dearer_one_for_nothing() -> None:
    """D91, the rulebook's questions (page 21): the new upgrade is free, and no resources are returned."""
    table = replacing(1, "lightsaber").plays("a", "jetpack:finn:lightsaber")
    assert (table.resources("a"), table.upgrades("a-finn")) == (1, ["a-jetpack"])


def test_d91_the_die_of_the_replaced_one_leaves_and_the_new_one_lies_on_its_card() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "datapad"}, pool="datapad+1=1r", hand="jetpack", resources=1),
        b=player("rey"),
    ).plays("a", "jetpack:finn:datapad").passes("b")  # fmt: skip
    assert table.pool("a") == {}
    table.activates("a", "finn").rolls("1rd", "2sh")
    assert list(table.pool("a")) == ["a-finn+1", "a-jetpack+1"]


def test_d91_a_way_to_play_that_no_key_can_say_is_not_offered() -> None:
    """A key has 80 characters at most, so a play that would need a longer one is not offered."""

    def laid(upgrade: str) -> list[str]:
        return offered(position(
            a=player("first_order_stormtrooper first_order_stormtrooper", hand="dl_44_heavy_blaster_pistol",
                     upgrades={"first_order_stormtrooper-2": upgrade}, resources=2),
            b=player("rey"),
        ), "play")  # fmt: skip

    short = "play:dl_44_heavy_blaster_pistol:a-first_order_stormtrooper-2:a-datapad"
    assert laid("datapad") == [short]
    assert len(short.replace("datapad", "luke_skywalkers_lightsaber")) > 80
    assert laid("luke_skywalkers_lightsaber") == []


def test_d92_a_supports_action_is_not_used_by_playing_it() -> None:
    table = position(a=player("rey", hand="underworld_connections", resources=2), b=player("finn"))
    table.plays("a", "underworld_connections").passes("b")
    assert (table.resources("a"), table.exhausted("a-underworld_connections")) == (0, False)
    assert table.uses("a", "underworld_connections").resources("a") == 1


def test_d93_a_unique_card_is_played_while_an_opponent_has_a_copy() -> None:
    table = position(a=player("rey", hand="bb_8", resources=1), b=player("finn", supports="bb_8")).plays("a", "bb_8")
    assert (table.supports("a"), table.supports("b")) == (["a-bb_8"], ["b-bb_8"])


# Activating


def test_d95_a_character_rolls_its_dice_and_all_its_upgrades_no_other() -> None:
    table = position(
        a=player("rey*2 finn", upgrades={"rey": "datapad jetpack", "finn": "comlink"}, supports="outpost"),
        b=player("finn"),
    ).activates("a", "rey")  # fmt: skip
    table.rolls("1md", "1r", "1r", "2sh").asks("action", "b")
    assert list(table.pool("a")) == ["a-rey+1", "a-rey+2", "a-datapad+1", "a-jetpack+1"]
    assert (table.exhausted("a-rey"), table.exhausted("a-finn"), table.exhausted("a-outpost")) == (True, False, False)


def test_d95_neither_an_exhausted_card_nor_a_support_without_a_die_is_activated() -> None:
    table = position(
        a=player("rey! finn", supports="outpost! black_market underworld_connections"), b=player("finn")
    )  # fmt: skip
    assert offered(table, "activate") == ["activate:a-finn", "activate:a-black_market"]


def test_r8_dice_that_lie_in_the_pool_already_stay_as_they_show() -> None:
    table = position(a=player("rey*2", upgrades={"rey": "datapad"}, pool="rey+1=1md datapad+1=1r"), b=player("finn"))
    table.activates("a", "rey").rolls("1dc").asks("action", "b")
    assert table.pool("a") == {"a-rey+1": "1md", "a-datapad+1": "1r", "a-rey+2": "1dc"}


def test_r8_with_none_to_roll_a_ready_character_may_still_be_activated() -> None:
    table = position(a=player("luke_skywalker", pool="luke_skywalker+1=1f", deck="aim"), b=player("finn"))
    table.activates("a", "luke_skywalker").asks("action", "b")
    assert (table.exhausted("a-luke_skywalker"), table.hand("a")) == (True, ["aim"])


# Resolving


def test_d96_dice_of_one_symbol_are_resolved_paid_and_put_back_one_by_one() -> None:
    table = position(a=player("hired_gun*1 finn", pool="hired_gun+1=3rd1 finn+1=1rd", resources=1), b=player("rey"))
    table.resolves("a", "hired_gun+1:b-rey").asks("resolve", "a")
    assert (table.resources("a"), table.pool("a"), table.damage("b-rey")) == (0, {"a-finn+1": "1rd"}, 3)
    table.answers("a", "resolve", "a-finn+1:b-rey").asks("action", "b")
    assert table.damage("b-rey") == 4


def test_d97_no_one_has_to_resolve_all_and_values_may_differ() -> None:
    table = position(a=player("rey finn", pool="rey+1=1r finn+1=1r"), b=player("finn")).resolves("a", "rey+1")
    table.offers("a", "a-finn+1", "done").answers("a", "resolve", "done").asks("action", "b")
    assert (table.resources("a"), table.pool("a")) == (1, {"a-finn+1": "1r"})


def test_d97_no_die_is_resolved_twice_in_one_action() -> None:
    """BB-8 shows its special again, but only the other special can be resolved in this action."""
    table = position(
        a=player("rey", supports="bb_8", upgrades={"rey": "lightsaber"}, pool="bb_8+1=sp lightsaber+1=sp"),
        b=player("finn"),
    ).resolves("a", "bb_8+1").rolls("sp", "sp")  # fmt: skip
    table.asks("resolve", "a").offers("a", "a-lightsaber+1", "done")


def test_d97_a_die_that_came_to_show_the_symbol_may_be_resolved_in_the_same_action() -> None:
    table = position(
        a=player("admiral_ackbar jabba_the_hutt", pool="admiral_ackbar+1=2f jabba_the_hutt+1=1r"), b=player("finn")
    ).resolves("a", "admiral_ackbar+1").answers("a", "turn", "a-jabba_the_hutt+1:1f")  # fmt: skip
    table.about(symbol="f").offers("a", "a-jabba_the_hutt+1", "done")


def test_d98_melee_and_ranged_are_two_symbols() -> None:
    table = position(a=player("finn rey", pool="finn+1=1rd rey+1=1md"), b=player("hired_gun"))
    table.resolves("a", "finn+1:b-hired_gun").asks("action", "b")
    assert table.pool("a") == {"a-rey+1": "1md"}


# Other actions


def test_d99_a_card_is_discarded_to_reroll_dice_named_before_the_first_is_rolled() -> None:
    table = position(
        a=player("rey*2 finn", hand="aim aim block", pool="rey+1=1md rey+2=1r finn+1=1sh"),
        b=player("hired_gun", pool="hired_gun+1=1r"),
    )
    assert offered(table, "reroll") == ["reroll:aim", "reroll:block"]
    table.acts("a", "reroll:block").about().offers("a", "a-rey+1", "a-rey+2", "a-finn+1")
    assert table.discard("a") == ["block"]
    table.refuses("a").answers("a", "dice", "a-rey+1", "a-finn+1").rolls("1dc", "2rd").asks("action", "b")
    assert table.pool("a") == {"a-rey+1": "1dc", "a-rey+2": "1r", "a-finn+1": "2rd"}


def test_d99_is_not_possible_without_a_die_or_a_card() -> None:
    assert offered(position(a=player("rey", hand="aim"), b=player("finn", pool="finn+1=1r")), "reroll") == []
    assert offered(position(a=player("rey", pool="rey+1=1r"), b=player("finn", hand="aim")), "reroll") == []


@pytest.mark.parametrize(
    ("name", "laid"),
    [
        ("nightsister", player("nightsister")),
        ("immobilize", player("rey", upgrades={"rey": "immobilize"}, pool="immobilize+1=1r")),
        ("underworld_connections", player("rey", supports="underworld_connections")),
    ],
)
def test_d100_characters_upgrades_and_supports_have_actions(name: str, laid: dict[str, str]) -> None:
    table = position(a=laid, b=player("finn"))
    assert offered(table, "use") == [f"use:a-{name}"]
    table.uses("a", name).was_told("uses", seat="a", card=f"a-{name}")


def test_d101_after_claiming_all_further_actions_are_passed_and_no_one_else_claims() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn hired_gun"), controller="b").claims("a")
    table.answers("a", "character", "done")
    assert (table.state["battlefield"]["controller"], table.state["claimed"]) == ("a", "a")
    assert "claim" not in table.keys("b")
    table.activates("b", "finn").rolls("1r").activates("b", "hired_gun").rolls("1r").passes("b").asks("upkeep", "a")
    table.was_told("passes", seat="a", why="claimed")


def test_d101_the_controller_may_claim_to_keep_it_and_use_its_ability() -> None:
    table = position(a=player("rey"), b=player("finn")).claims("a").answers("a", "character", "a-rey")
    assert (table.shields("a-rey"), table.state["battlefield"]["controller"]) == (1, "a")


def test_d101_a_new_round_may_be_claimed_again() -> None:
    table = (
        position(a=player("rey", hand="aim"), b=player("finn", hand="aim"))
        .claims("a")
        .answers("a", "character", "done")
    )
    table.passes("b").answers("a", "upkeep").answers("b", "upkeep")
    assert (table.state["claimed"], table.allows("a", "claim")) == (None, True)


def test_d102_who_passes_may_act_again_when_the_turn_comes_round() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim")).passes("a")
    table.activates("b", "finn").rolls("1r").activates("a", "rey").rolls("1r").asks("action", "b")


def test_d202_of_three_all_have_to_pass_in_a_row() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim"), c=player("rey", hand="aim"))
    table.passes("a", "b").activates("c", "rey").rolls("1r").passes("a", "b").asks("action", "c").passes("c")
    table.asks("upkeep", "a")


# What players ask, page 21


def test_d220_the_same_characters_may_face_each_other() -> None:
    table = position(a=player("rey", pool="rey+1=1md"), b=player("rey")).resolves("a", "rey+1:b-rey")
    assert (table.damage("a-rey"), table.damage("b-rey")) == (0, 1)


def test_d221_a_special_is_used_though_its_card_is_exhausted() -> None:
    table = position(a=player("rey!", supports="black_one!", pool="black_one+1=sp"), b=player("finn"))
    table.resolves("a", "black_one+1").answers("a", "character", "b-finn").rolls("1dr")
    assert table.damage("b-finn") == 1
