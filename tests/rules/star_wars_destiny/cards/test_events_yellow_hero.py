"""Tests the events of yellow heroes, in the order of their set numbers."""

from __future__ import annotations

from typing import Any

import pytest

from ..table import Table, player, position

# 127 Don't Get Cocky


def test_127_dont_get_cocky_draws_two_cards_for_everyone() -> None:
    table = position(
        a=player("finn", hand="dont_get_cocky"), b=player("jango_fett", hand="aim", deck="block"), c=player("rey"),
    )  # fmt: skip
    table.plays("a", "dont_get_cocky").asks("action", "b")
    assert [len(table.hand(seat)) for seat in "abc"] == [2, 2, 2]
    assert [event["seat"] for event in table.events("draws")] == ["a", "b", "c"]
    table.was_told("drew", to="b", cards=["block"])


# 128 Draw Attention


def attention(team: str) -> Table:
    return position(a=player(team, hand="draw_attention aim"), b=player("jango_fett/2")).plays("a", "draw_attention")


def test_128_draw_attention_shifts_up_to_two_damage_past_shields() -> None:
    table = attention("leia_organa/3 rey/1 finn^2").offers("a", "a-leia_organa", "a-rey")
    table.answers("a", "character", "a-leia_organa").offers("a", "a-rey", "a-finn").answers("a", "character", "a-finn")
    table.offers("a", "0", "1", "2").answers("a", "amount", "2")
    assert (table.damage("a-leia_organa"), table.damage("a-finn"), table.shields("a-finn")) == (1, 2, 2)


def test_128_q18_draw_attention_offers_nothing_and_no_more_than_there_is() -> None:
    table = attention("rey/1 finn").offers("a", "0", "1").answers("a", "amount", "0")
    assert table.damage("a-rey") == 1


@pytest.mark.parametrize("team", ["rey/3", "rey finn"])
def test_128_q19_draw_attention_does_nothing_without_a_destination_or_damage(team: str) -> None:
    attention(team).asks("action", "b")


# 129 Hyperspace Jump


def jump(**more: Any) -> Table:
    return position(
        a=player("han_solo", hand="hyperspace_jump aim", resources=3), b=player("jango_fett", hand="aim"),
        controller="b", battlefield="echo_base", unused={"a": "frozen_wastes"}, **more,
    )  # fmt: skip


def test_129_d231_hyperspace_jump_ends_the_phase_and_changes_the_battlefield() -> None:
    """D231: the new battlefield is controlled by the same player, and its claim ability is not used."""
    table = jump().plays("a", "hyperspace_jump").offers("a", "a", "done").answers("a", "battlefield", "a")
    table.asks("upkeep", "b")
    assert table.state["battlefield"] == {"card": "frozen_wastes", "owner": "a", "controller": "b"}
    assert table.state["unused"] == {"b": "echo_base"}
    assert table.discard("a") == ["hyperspace_jump"]


def test_129_hyperspace_jump_may_leave_the_battlefield() -> None:
    table = jump().plays("a", "hyperspace_jump").answers("a", "battlefield", "done").asks("upkeep", "b")
    assert table.state["battlefield"]["card"] == "echo_base"


def test_129_hyperspace_jump_without_an_unused_one_asks_nothing() -> None:
    table = position(a=player("han_solo", hand="hyperspace_jump aim", resources=3), b=player("jango_fett", hand="aim"))
    table.plays("a", "hyperspace_jump").asks("upkeep", "a")


def test_129_hyperspace_jump_offers_those_of_several_owners() -> None:
    table = position(
        a=player("han_solo", hand="hyperspace_jump aim", resources=3), b=player("finn"), c=player("rey"),
        controller="b", unused={"a": "frozen_wastes", "c": "jedi_temple"},
    )  # fmt: skip
    table.plays("a", "hyperspace_jump").offers("a", "a", "c", "done").answers("a", "battlefield", "c")
    assert table.state["battlefield"] == {"card": "jedi_temple", "owner": "c", "controller": "b"}
    assert table.state["unused"] == {"a": "frozen_wastes", "b": "echo_base"}


def test_129_additional_actions_are_void_when_the_phase_ends() -> None:
    """R23: the action from Ambush, which Infamous grants, is lost when the phase ends."""
    table = position(
        a=player("finn!", hand="hyperspace_jump aim", supports="infamous", resources=3), b=player("jango_fett!"),
    )  # fmt: skip
    table.plays("a", "hyperspace_jump").answers("a", "may", "yes").asks("upkeep", "a")


# 130 Let The Wookiee Win


def wookiee(team: str, pool: str = "") -> Table:
    return position(
        a=player("han_solo", hand="let_the_wookiee_win aim", resources=1), b=player(team, pool=pool),
    ).plays("a", "let_the_wookiee_win")  # fmt: skip


def test_130_let_the_wookiee_win_hurts_an_exhausted_character() -> None:
    table = wookiee("jango_fett! finn! rey").about(source="a-let_the_wookiee_win").answers("b", "either", "1")
    table.offers("b", "b-jango_fett", "b-finn").answers("b", "character", "b-finn")
    assert table.damage("b-finn") == 2


def test_130_let_the_wookiee_win_removes_two_dice() -> None:
    pool = "jango_fett+1=2rd jango_fett+2=1md rey+1=blank"
    table = wookiee("jango_fett*2! rey", pool).answers("b", "either", "2")
    table.offers("b", "b-jango_fett+1", "b-jango_fett+2", "b-rey+1")
    table.refuses("b", "b-rey+1").answers("b", "dice", "b-jango_fett+2", "b-rey+1")
    assert table.pool("b") == {"b-jango_fett+1": "2rd"}


def test_130_d232_let_the_wookiee_win_offers_both_even_with_nothing_to_lose() -> None:
    table = wookiee("jango_fett").offers("b", "1", "2").answers("b", "either", "1").asks("action", "b")
    assert table.damage("b-jango_fett") == 0


# 131 Negotiate


def negotiated(pool: str, theirs: str) -> Table:
    return position(
        a=player("finn*2", hand="negotiate aim", resources=1, upgrades={"finn": "comlink"}, pool=pool),
        b=player("jango_fett*2 rey", pool=theirs),
    ).plays("a", "negotiate")


def test_131_negotiate_gives_up_a_character_die_and_an_opponent_removes_two() -> None:
    """The player removes one own character die, and an opponent removes two own dice; D185: an upgrade's die is not a
    character die, so it cannot be given up.
    """
    table = negotiated("finn+1=blank finn+2=2rd comlink+1=1f", "jango_fett+1=2rd jango_fett+2=1md rey+1=blank")
    table.offers("a", "a-finn+1", "a-finn+2").answers("a", "die", "a-finn+1")
    table.answers("b", "dice", "b-rey+1", "b-jango_fett+2").asks("action", "b")
    assert table.pool("a") == {"a-finn+2": "2rd", "a-comlink+1": "1f"}
    assert table.pool("b") == {"b-jango_fett+1": "2rd"}


def test_131_negotiate_removes_what_there_is() -> None:
    assert negotiated("finn+1=blank", "rey+1=1md").asks("action", "b").pool("b") == {}


def test_131_r9_q5_negotiate_does_nothing_without_a_character_die() -> None:
    assert len(negotiated("comlink+1=1f", "rey+1=1md").asks("action", "b").pool("b")) == 1
    assert negotiated("finn+1=blank", "").asks("action", "b").pool("a") == {}


# 132 Scavenge


def scavenge(deck: str, discard: str = "") -> Table:
    return position(
        a=player("finn", hand="scavenge", deck=deck, discard=discard), b=player("jango_fett")
    ).plays("a", "scavenge")  # fmt: skip


def test_132_scavenge_takes_an_upgrade_or_support_after_three_cards() -> None:
    table = scavenge("aim comlink block dodge", "outpost flank").offers("a", "outpost", "comlink", "done")
    table.answers("a", "card", "comlink")
    assert (table.hand("a"), table.deck("a")) == (["comlink"], ["dodge"])
    assert table.discard("a") == ["outpost", "flank", "aim", "block", "scavenge"]


def test_132_scavenge_may_take_nothing() -> None:
    assert scavenge("aim comlink block").answers("a", "card", "done").asks("action", "b").hand("a") == []


def test_132_d137_scavenge_with_two_cards_takes_nothing() -> None:
    table = scavenge("comlink block", "outpost").asks("action", "b")
    assert (table.deck("a"), table.hand("a")) == ([], [])
    assert table.discard("a") == ["outpost", "comlink", "block", "scavenge"]


# 133 Shoot First


def shot(pool: str, theirs: str, resources: int = 1) -> Table:
    return position(
        a=player("leia_organa finn hired_gun", hand="shoot_first aim", resources=resources, pool=pool),
        b=player("jango_fett*2", pool=theirs),
    ).plays("a", "shoot_first")


def test_133_shoot_first_resolves_a_yellow_ranged_die_then_removes_an_opponents() -> None:
    table = shot("finn+1=2rd leia_organa+1=2rd", "jango_fett+1=2rd jango_fett+2=1rd")
    table.offers("a", *(f"a-finn+1:{one}" for one in ("b-jango_fett", "a-leia_organa", "a-finn", "a-hired_gun")))
    table.answers("a", "resolve", "a-finn+1:b-jango_fett").answers("a", "die", "b-jango_fett+1")
    table.asks("action", "a").about(extra=1)
    assert (table.damage("b-jango_fett"), table.pool("b")) == (2, {"b-jango_fett+2": "1rd"})


@pytest.mark.parametrize("pool", ["leia_organa+1=2rd", "hired_gun+1=2rd1"])
def test_133_d137_shoot_first_removes_nothing_if_nothing_was_resolved(pool: str) -> None:
    table = shot(pool, "jango_fett+1=2rd").asks("action", "a").about(extra=1)
    assert len(table.pool("b")) == 1


# 134 Smuggling


def smuggled(team: str, hand: str) -> Table:
    return position(a=player(team, hand=f"smuggling {hand}"), b=player("jango_fett")).plays("a", "smuggling")


def test_134_smuggling_turns_a_card_into_a_resource() -> None:
    table = smuggled("finn", "aim block").offers("a", "aim", "block").answers("a", "card", "block")
    assert (table.resources("a"), table.hand("a")) == (1, ["aim"])
    assert table.discard("a") == ["block", "smuggling"]


def test_134_smuggling_does_not_ask_for_the_only_card() -> None:
    table = smuggled("finn", "aim").asks("action", "b")
    assert (table.resources("a"), table.hand("a")) == (1, [])


def test_134_smuggling_gives_nothing_without_a_card_or_a_yellow_character() -> None:
    """D191: an opponent's yellow character does not count."""
    assert smuggled("finn", "").resources("a") == 0
    table = smuggled("rey", "aim").asks("action", "b")
    assert (table.resources("a"), table.hand("a")) == (0, ["aim"])
