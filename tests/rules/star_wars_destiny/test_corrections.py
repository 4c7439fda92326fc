"""Tests corrections that came from an independent implementation of the specification; each names its number."""

from __future__ import annotations

import pytest

from .table import Table, new, player, position

MEMBERS = {"number", "kind", "shape", "seats", "patience", "silence", "secret", "about"}


def test_q42_the_order_after_a_play_that_emptied_the_hand_names_the_play() -> None:
    """The play is named also if Ackbar's ability comes first by name."""
    table = position(
        turn="b", controller="b",
        a=player("admiral_ackbar", hand="aim"), b=player("rey", hand="comlink", resources=2, pool="rey+1=1md"),
    )  # fmt: skip
    table.plays("b", "comlink:rey").asks("order", "b")
    table.about(event="played comlink", abilities=["a-admiral_ackbar", "b-comlink"])


def test_q42_who_saw_the_hand_empty_acts_though_defeated_by_that_very_event() -> None:
    """Ackbar's ability is resolved although the event whose play emptied the hand has defeated him; D124: its condition
    was met when the last card left the hand.
    """
    table = position(
        a=player("rey^3 finn", hand="riposte", resources=2), b=player("admiral_ackbar*2/8^2 rebel_trooper", hand="aim"),
    )  # fmt: skip
    table.plays("a", "riposte").answers("a", "character", "a-rey").answers("a", "amount", "3")
    table.answers("a", "character", "b-admiral_ackbar")
    assert table.is_defeated("b-admiral_ackbar")
    table.about(source="b-admiral_ackbar", event="last_card_gone a").answers("a", "character", "a-finn")
    assert table.damage("a-finn") == 2


def sacrifice(hand: str, team: str, cost: int = 0) -> Table:
    """Returns a three-player table at which b plays an event that costs b's last character's life."""
    return position(
        turn="b", a=player("rey", pool="rey+1=1md"), b=player(team, hand=hand, resources=cost),
        c=player("finn", pool="finn+1=2rd"),
    ).plays("b", hand)  # fmt: skip


def test_q49_noble_sacrifice_of_the_last_character_exhausts_no_one() -> None:
    table = sacrifice("noble_sacrifice", "qui_gon_jinn").asks("action", "c")
    assert table.of("b")["out"]
    assert not table.exhausted("a-rey")
    assert not table.exhausted("c-finn")


def test_q49_the_best_defense_that_defeats_the_last_character_removes_no_die() -> None:
    table = sacrifice("the_best_defense", "first_order_stormtrooper/5", 2).asks("action", "c")
    assert (table.pool("a"), table.pool("c")) == ({"a-rey+1": "1md"}, {"c-finn+1": "2rd"})


def test_q49_r54_enrage_of_the_last_character_gains_nothing() -> None:
    table = sacrifice("enrage", "qui_gon_jinn/10").asks("action", "c")
    assert (table.resources("b"), table.events("resources")) == (0, [])


def kept(hand: str) -> Table:
    """Returns a table at which b keeps a's Cunning after a goes out and c passes."""
    table = position(
        turn="b", a=player("finn/9"), c=player("han_solo"),
        b=player("rey", upgrades={"rey": "a-cunning"}, pool="rey+1=1md", hand=hand, resources=3),
    ).resolves("b", "rey+1:a-finn").passes("c")  # fmt: skip
    assert table.of("a")["out"]
    assert table.upgrades("b-rey") == ["a-cunning"]
    return table


def test_d204_a_card_of_someone_who_is_out_goes_nowhere_when_it_is_discarded() -> None:
    table = kept("datapad").plays("b", "datapad:rey:a-cunning")
    assert table.upgrades("b-rey") == ["b-datapad"]
    assert (table.discard("a"), table.discard("b"), table.events("discards")) == ([], [], [])


def test_d204_an_absent_players_upgrade_is_not_discarded_with_its_bearer() -> None:
    table = position(
        turn="b", a=player("finn/9"), c=player("han_solo*2", pool="han_solo+1=2rd"),
        b=player("rey/9 finn", upgrades={"rey": "a-hunker_down"}, pool="rey+1=1md"),
    ).resolves("b", "rey+1:a-finn").resolves("c", "han_solo+1:b-rey")  # fmt: skip
    assert table.is_defeated("b-rey")
    assert (table.discard("a"), table.events("discards")) == ([], [])


def test_d204_an_absent_players_upgrade_does_not_return_to_a_hand() -> None:
    table = position(
        turn="b", a=player("finn/9"), c=player("han_solo", hand="confiscation", resources=4),
        b=player("rey", upgrades={"rey": "a-cunning"}, pool="rey+1=1md"),
    ).resolves("b", "rey+1:a-finn").plays("c", "confiscation")  # fmt: skip
    assert (table.hand("a"), table.upgrades("b-rey"), table.events("returns")) == ([], [], [])


@pytest.mark.parametrize("leader", ["general_veers", "leia_organa"])
def test_q11_dice_of_the_own_card_are_offered_in_order_of_arrival(leader: str) -> None:
    table = position(a=player(f"{leader}*2!", pool=f"{leader}+2=1rd {leader}+1=blank"), b=player("finn"))
    table.uses("a", leader).asks("die", "a").offers("a", f"a-{leader}+2", f"a-{leader}+1")


def copies(upgrades: str, pool: str) -> Table:
    """Returns a table at which Armed to the Teeth is played on Han, who has these upgrades."""
    return position(
        a=player("han_solo", upgrades={"han_solo": upgrades}, pool=pool, hand="armed_to_the_teeth"), b=player("finn/1"),
    ).plays("a", "armed_to_the_teeth")  # fmt: skip


TWO = "thermal_detonator+1=1r thermal_detonator-2+1=2dc"


def test_r44_d192_copies_that_leave_together_leave_nothing_to_ask() -> None:
    table = copies("thermal_detonator thermal_detonator", TWO)
    table.answers("a", "pieces", "a-thermal_detonator", "a-thermal_detonator-2").asks("character", "a")
    assert table.pool("a") == {}


def test_r44_of_three_copies_two_of_which_leave_one_die_stays() -> None:
    table = copies("thermal_detonator thermal_detonator thermal_detonator", f"{TWO} thermal_detonator-3+1=sp")
    table.answers("a", "pieces", "a-thermal_detonator", "a-thermal_detonator-3").about(source="rules")
    table.offers("a", "a-thermal_detonator+1", "a-thermal_detonator-2+1", "a-thermal_detonator-3+1")
    table.answers("a", "die", "a-thermal_detonator-3+1").asks("character", "a")
    assert table.pool("a") == {"a-thermal_detonator-2+1": "sp"}


def test_r44_a_copy_whose_die_does_not_lie_in_the_pool_leaves_nothing_to_ask() -> None:
    table = copies("thermal_detonator thermal_detonator thermal_detonator", TWO)
    table.answers("a", "pieces", "a-thermal_detonator-3").asks("character", "a")
    assert table.pool("a") == {"a-thermal_detonator+1": "1r", "a-thermal_detonator-2+1": "2dc"}


def test_r44_q28_of_dice_that_look_the_same_the_one_that_came_first_goes() -> None:
    """Of two dice that show the same side, the one that came into the pool first leaves; a die that stays takes the
    name of a copy that is left.
    """
    table = copies(
        "thermal_detonator thermal_detonator thermal_detonator",
        "thermal_detonator-3+1=1r thermal_detonator+1=sp thermal_detonator-2+1=1r",
    )
    table.answers("a", "pieces", "a-thermal_detonator").answers("a", "die", "a-thermal_detonator+1")
    table.asks("character", "a")
    assert table.pool("a") == {"a-thermal_detonator-3+1": "sp", "a-thermal_detonator-2+1": "1r"}


def test_r45_diplomatic_immunity_without_a_shield_to_give_asks_nothing() -> None:
    """The Power of the Force counts no blue upgrade, so no shield is given."""
    table = position(
        a=player("rey leia_organa", upgrades={"leia_organa": "diplomatic_immunity"}, pool="diplomatic_immunity+1=3sh",
                 hand="the_power_of_the_force aim", resources=3),
        b=player("finn"),
    ).plays("a", "the_power_of_the_force").asks("action", "b")  # fmt: skip
    assert (table.shields("a-rey"), table.shields("a-leia_organa"), table.pool("a")) == (0, 0, {})


def test_diplomatic_immunity_splits_a_single_shield_too() -> None:
    """The Power of the Force counts one blue upgrade, so one shield goes to one of the two characters."""
    table = position(
        a=player("rey leia_organa", upgrades={"leia_organa": "diplomatic_immunity", "rey": "force_training"},
                 pool="diplomatic_immunity+1=3sh", hand="the_power_of_the_force aim", resources=3),
        b=player("finn"),
    ).plays("a", "the_power_of_the_force").asks("distribute", "a").offers("a", "1:0", "0:1")  # fmt: skip
    first, second = table.asked["about"]["characters"]
    table.answers("a", "distribute", "0:1")
    assert (table.shields(first), table.shields(second)) == (0, 1)


def test_r20_the_order_over_several_occurrences_names_the_first_of_them() -> None:
    table = position(
        a=player("first_order_stormtrooper tusken_raider", hand="squad_tactics aim"), b=player("jango_fett"),
    )  # fmt: skip
    table.plays("a", "squad_tactics").answers("a", "characters", "a-first_order_stormtrooper", "a-tusken_raider")
    table.rolls("blank", "1rd").asks("order", "a")
    table.about(
        event="activated a-first_order_stormtrooper", abilities=["a-tusken_raider", "b-jango_fett", "b-jango_fett"]
    )


def test_the_facts_of_a_draw_are_only_in_about() -> None:
    table = new(2, decks="drawn")
    for kind, facts in [("set", {"of"}), ("deck", {"of"}), ("deck", {"of"})]:
        assert (table.kind, set(table.asked), set(table.asked["about"])) == (kind, MEMBERS, facts)
        keys = table.keys("chance")
        table.answers("chance", kind, *(keys[:1] if kind == "set" else keys))
    table.answers("a", "mulligan").answers("b", "mulligan").asks("roll", "chance")
    assert (set(table.asked), set(table.asked["about"])) == (MEMBERS, {"die", "why"})


def test_the_facts_of_random_cards_are_only_in_about() -> None:
    table = position(a=player("jabba_the_hutt", pool="jabba_the_hutt+1=2dc"), b=player("finn", hand="aim block dodge"))
    table.resolves("a", "jabba_the_hutt+1:b").asks("random", "chance")
    assert set(table.asked) == MEMBERS
    table.about(of="b", source="a-jabba_the_hutt+1", count=2)
