"""Tests additional actions out of turn, and cards that another player owns."""

from __future__ import annotations

import pytest

from .table import Table, player, position


def anticipating() -> Table:
    """Returns a table in a's turn, at which b holds Anticipate, an event that lets a resolve dice out of turn."""
    return position(
        a=player("rey finn", pool="finn+1=1rd", hand="aim"), b=player("kylo_ren", hand="anticipate aim", resources=3),
    )  # fmt: skip


def test_r24_an_own_turn_leaves_no_additional_action_for_later() -> None:
    table = anticipating().activates("a", "rey").rolls("1md").plays("b", "anticipate")
    table.answers("a", "resolve", "a-finn+1:b-kylo_ren").asks("resolve", "a")
    table.answers("a", "resolve", "done").asks("action", "a").about()
    assert [event["extra"] for event in table.events("turn")] == [0, 0, 0]


def retreating(hand: str) -> Table:
    """Returns a table at which b acts within a's Retreat and has two additional actions (Ambush, and Rey by D223)."""
    table = position(
        a=player("finn", hand="retreat aim", resources=3), b=player("rey", hand=hand, resources=9),
    )  # fmt: skip
    return table.plays("a", "retreat").plays("b", "holdout_blaster:rey")


def test_q91_additional_actions_out_of_turn_lapse_once_the_phase_is_to_end() -> None:
    table = retreating("holdout_blaster hyperspace_jump aim").about(extra=2)
    table.plays("b", "hyperspace_jump").asks("upkeep", "a")


def test_r23_who_claims_by_an_additional_action_out_of_turn_has_no_other() -> None:
    table = retreating("holdout_blaster aim").about(extra=2)
    table.claims("b")
    while table.kind != "upkeep":
        table.asks("character", "b").answers("b", "character", "b-rey")
    assert table.state["phase"] == "upkeep"


def test_r22_triggers_of_an_additional_action_in_retreat_wait_for_its_end() -> None:
    """Bala-Tik's player is asked only after everything that b does within a's event."""
    table = position(
        a=player("finn/9 han_solo", hand="retreat aim", resources=3),
        b=player("rey bala_tik!", hand="holdout_blaster aim", resources=2, pool="rey+1=1md"),
    )  # fmt: skip
    table.plays("a", "retreat").plays("b", "holdout_blaster:rey").about(extra=2)
    table.resolves("b", "rey+1:a-finn").asks("action", "b").about(extra=1)
    table.passes("b").asks("may", "b").about(source="b-bala_tik", event="defeated a-finn")
    assert (table.state["limbo"], table.discard("a")) == ([], ["retreat"])


def test_r24_additional_actions_for_which_there_is_nothing_lapse() -> None:
    """Seat b has no card and no ready character left, so the additional actions lapse."""
    table = position(
        a=player("finn", hand="retreat aim", resources=3), b=player("rey!", hand="holdout_blaster", resources=2),
        c=player("kylo_ren"), claimed="c", controller="c",
    )  # fmt: skip
    table.plays("a", "retreat").answers("a", "opponent", "b").plays("b", "holdout_blaster:rey").asks("upkeep", "a")


def test_q72_who_took_an_opponents_holocron_exchanges_nothing() -> None:
    """D226, Q72: Grievous's player controls the Holocron but does not own it, so nothing is exchanged."""
    table = position(
        a=player("general_grievous", upgrades={"general_grievous": "b-sith_holocron"}, hand="force_throw aim",
                 pool="b-sith_holocron+1=sp"),
        b=player("rey"),
    )  # fmt: skip
    table.resolves("a", "b-sith_holocron+1").asks("action", "b")
    assert (table.upgrades("a-general_grievous"), table.hand("a")) == (["b-sith_holocron"], ["force_throw", "aim"])


def test_d132_each_upgrade_with_redeploy_moves_from_any_place() -> None:
    """Redeploy moves each upgrade that has it; the others go to the discard pile."""
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("finn/9 han_solo", upgrades={"finn": "comlink lightsaber datapad"}),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn").answers("b", "character", "b-han_solo")
    assert (table.upgrades("b-han_solo"), table.discard("b")) == (["b-lightsaber"], ["comlink", "datapad"])


@pytest.mark.parametrize(("target", "damage"), [("b-finn", 5), ("b-jango_fett", 5)])
def test_029_d225_poe_pays_for_the_side_and_everyone_is_told_its_target(target: str, damage: int) -> None:
    """D225: Poe's player pays for the AT-ST's third side, which costs a resource."""
    table = position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand="at_st aim", resources=2), b=player("finn jango_fett"),
    )  # fmt: skip
    table.resolves("a", "poe_dameron+1").answers("a", "card", "at_st").answers("a", "side", f"5rd1:{target}")
    table.was_told("resources", seat="a", change=-1).was_told("resolves", side="5rd1", target=target, cost=1, value=5)
    assert (table.damage(target), table.resources("a")) == (damage, 1)
    table.asks("action", "b")


def test_029_q27_what_poe_cannot_pay_for_he_does_not_play() -> None:
    table = position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand="at_st aim", resources=5), b=player("finn"),
    )  # fmt: skip
    table.resolves("a", "poe_dameron+1").answers("a", "card", "at_st").answers("a", "side", "3rd:b-finn")
    table.asks("action", "b")
    assert (table.supports("a"), table.discard("a")) == ([], ["at_st"])
