"""Tests the events of red heroes, in the order of their set numbers."""

from __future__ import annotations

from typing import Any

from ..table import Table, player, position

# 103 Commando Raid


def test_103_commando_raid_adds_two_to_a_red_discard_die_and_draws() -> None:
    table = position(
        a=player("captain_phasma", hand="commando_raid", resources=1, pool="captain_phasma+1=1dc"),
        b=player("jango_fett", hand="aim block dodge flank"),
    )
    table.plays("a", "commando_raid").about(of="b", source="a-captain_phasma+1", count=3)
    table.answers("chance", "random", "flank", "aim", "block").asks("action", "b")
    assert table.hand("b") == ["dodge"]
    assert table.hand("a") == ["survival_gear"]
    assert table.pool("a") == {}


def test_103_commando_raid_does_nothing_without_a_red_discard_die() -> None:
    table = position(
        a=player("rey leia_organa", hand="commando_raid", resources=1, pool="rey+1=1dc leia_organa+1=1r"),
        b=player("jango_fett", hand="aim block"),
    )
    table.plays("a", "commando_raid").asks("action", "b")
    assert (table.hand("a"), table.hand("b")) == ([], ["aim", "block"])
    assert table.discard("a") == ["commando_raid"]


# 104 Defensive Position


def defended(controller: str) -> Table:
    return position(
        a=player("leia_organa", hand="defensive_position aim", resources=1),
        b=player("rey*2 finn", pool="rey+1=1md rey+2=+2md finn+1=2rd"),
        controller=controller,
    )


def test_104_defensive_position_removes_dice_of_value_two_and_more() -> None:
    """The event removes an opponent's dice that show 2 or more; a modifier counts with its printed number."""
    table = defended("a").plays("a", "defensive_position").asks("action", "b")
    assert table.pool("b") == {"b-rey+1": "1md"}


def test_104_d190_defensive_position_needs_the_battlefield() -> None:
    assert not defended("b").allows("a", "play:defensive_position")


def test_104_defensive_position_with_two_opponents_asks_which() -> None:
    table = position(
        a=player("leia_organa", hand="defensive_position aim", resources=1),
        b=player("finn", pool="finn+1=2rd"), c=player("finn", pool="finn+1=2rd"),
    )  # fmt: skip
    table.plays("a", "defensive_position").offers("a", "b", "c").answers("a", "opponent", "c")
    assert (table.pool("b"), table.pool("c")) == ({"b-finn+1": "2rd"}, {})


# 105 Field Medic


def test_105_d195_field_medic_heals_two_and_what_is_too_much_is_ignored() -> None:
    table = position(
        a=player("leia_organa/3 finn/1", hand="field_medic field_medic aim", resources=2), b=player("rey/2")
    )
    table.plays("a", "field_medic").offers("a", "a-leia_organa", "a-finn", "b-rey").answers(
        "a", "character", "a-leia_organa"
    )
    table.passes("b").plays("a", "field_medic").answers("a", "character", "a-finn")
    assert (table.damage("a-leia_organa"), table.damage("a-finn"), table.damage("b-rey")) == (1, 0, 2)


# 106 Hit and Run


def test_106_hit_and_run_activates_a_red_character_and_acts_again() -> None:
    table = position(
        a=player("leia_organa finn", hand="hit_and_run aim"), b=player("rey"),
    )  # fmt: skip
    table.plays("a", "hit_and_run").rolls("2rd").asks("action", "a").about(extra=1)
    assert table.exhausted("a-leia_organa")
    assert table.pool("a") == {"a-leia_organa+1": "2rd"}


def test_106_hit_and_run_asks_which_and_takes_only_ready_ones() -> None:
    table = position(
        a=player("admiral_ackbar! leia_organa rebel_trooper", hand="hit_and_run aim"), b=player("rey"),
    )  # fmt: skip
    table.plays("a", "hit_and_run").offers("a", "a-leia_organa", "a-rebel_trooper")
    table.answers("a", "character", "a-rebel_trooper").rolls("blank")
    assert table.exhausted("a-rebel_trooper")


def test_106_hit_and_run_without_a_ready_red_character_only_acts_again() -> None:
    table = position(a=player("admiral_ackbar! finn", hand="hit_and_run aim"), b=player("rey"))
    table.plays("a", "hit_and_run").asks("action", "a").about(extra=1)


# 107 It's a Trap!


def trap(theirs: str, mine: str = "captain_phasma+1=1r captain_phasma+2=2rd rey+1=1dc") -> Table:
    return position(
        a=player("captain_phasma*2 rey", hand="its_a_trap aim", resources=1, pool=mine),
        b=player("finn*2", pool=theirs),
    ).plays("a", "its_a_trap")


def test_107_its_a_trap_turns_red_dice_to_a_symbol_that_an_opponents_die_shows() -> None:
    table = trap("finn+1=2rd finn+2=blank").about(source="a-its_a_trap")
    table.offers("a", "rd", "blank").answers("a", "symbol", "rd")
    one, two = "a-captain_phasma+1", "a-captain_phasma+2"
    table.about(source="a-its_a_trap").offers("a", f"{one}:1rd", f"{one}:2rd", f"{two}:1rd", "done")
    table.answers("a", "turn", f"{one}:2rd").offers("a", f"{two}:1rd", "done").answers("a", "turn", "done")
    table.asks("action", "a").about(extra=1)
    assert table.pool("a") == {one: "2rd", two: "2rd", "a-rey+1": "1dc"}


def test_107_its_a_trap_blank_is_a_symbol_and_the_only_one_is_not_asked() -> None:
    table = trap("finn+1=blank").answers("a", "turn", "a-captain_phasma+1:blank")
    table.answers("a", "turn", "a-captain_phasma+2:blank").asks("action", "a")
    assert table.pool("a")["a-captain_phasma+1"] == "blank"


def test_107_its_a_trap_without_an_opponents_die_only_acts_again() -> None:
    table = trap("").asks("action", "a").about(extra=1)
    assert table.pool("a")["a-captain_phasma+1"] == "1r"


# 108 Natural Talent


def test_108_natural_talent_resolves_a_die_at_one_more() -> None:
    table = position(
        a=player("finn rey", hand="natural_talent aim", resources=1, pool="finn+1=2rd rey+1=+2md"),
        b=player("jango_fett^1"),
    )
    table.plays("a", "natural_talent").about(source="a-natural_talent")
    table.offers("a", *(f"a-finn+1:{one}" for one in ("b-jango_fett", "a-rey", "a-finn")))
    table.answers("a", "resolve", "a-finn+1:b-jango_fett")
    assert (table.damage("b-jango_fett"), table.shields("b-jango_fett")) == (2, 0)
    assert table.pool("a") == {"a-rey+1": "+2md"}


def test_108_natural_talent_may_resolve_a_special_to_which_the_one_means_nothing() -> None:
    """R46: Kylo Ren's special deals the cost of the revealed card (1) and nothing in addition."""
    table = position(
        a=player("kylo_ren", hand="natural_talent aim", resources=1, pool="kylo_ren+1=sp"),
        b=player("finn", hand="aim"),
    )
    table.plays("a", "natural_talent").asks("action", "b")
    table.was_told("resolves", die="a-kylo_ren+1", side="sp", value=0)
    assert table.damage("b-finn") == 1


def test_108_natural_talent_resolves_no_modifier() -> None:
    """D25: a modifier is resolved neither by itself nor together with the die."""
    table = position(
        a=player("rey*2", hand="natural_talent aim", resources=1, pool="rey+1=+2md"), b=player("finn")
    ).plays("a", "natural_talent")
    table.asks("action", "b")
    table = position(
        a=player("rey*2", hand="natural_talent aim", resources=1, pool="rey+1=+2md rey+2=1md"), b=player("finn")
    ).plays("a", "natural_talent")
    table.answers("a", "resolve", "a-rey+2:b-finn").asks("action", "b")
    assert table.damage("b-finn") == 2


# 109 Rearm


def test_109_rearm_plays_a_red_upgrade_out_of_the_pile_for_one_less() -> None:
    table = position(
        a=player("leia_organa finn", hand="rearm aim", discard="scout comlink promotion", resources=1),
        b=player("jango_fett"),
    )
    table.plays("a", "rearm")
    assert not table.asked["secret"]
    table.offers("a", "scout:a-leia_organa", "scout:a-finn", "promotion:a-leia_organa")
    table.answers("a", "play", "scout:a-finn").asks("action", "b")
    assert (table.upgrades("a-finn"), table.resources("a")) == (["a-scout"], 1)
    assert table.discard("a") == ["comlink", "promotion", "rearm"]


def test_109_rearm_plays_with_all_that_playing_sets_off() -> None:
    """The play has its usual triggers: Promotion draws a card afterwards."""
    table = position(
        a=player("leia_organa", hand="rearm aim", discard="promotion"), b=player("jango_fett")
    ).plays("a", "rearm")  # fmt: skip
    table.about(source="a-promotion", event="played promotion").answers("a", "may", "yes")
    assert table.hand("a") == ["aim", "survival_gear"]


def test_109_rearm_needs_the_rest_of_the_price() -> None:
    table = position(
        a=player("leia_organa", hand="rearm aim", discard="commanding_presence", resources=1), b=player("jango_fett")
    )
    table.plays("a", "rearm").asks("action", "b")
    assert table.discard("a") == ["commanding_presence", "rearm"]


# 110 Retreat


def retreat(**more: Any) -> Table:
    return position(
        a=player("admiral_ackbar leia_organa", hand="retreat aim", resources=2),
        b=player("rey", hand="aim", pool="rey+1=1md"),
        controller="b", **more,
    )  # fmt: skip


def test_110_retreat_lets_the_opponent_act_once_and_ends_the_phase() -> None:
    """D231, R25: the battlefield keeps its controller, and the upkeep phase begins."""
    table = retreat().plays("a", "retreat").about(source="a-retreat")
    table.resolves("b", "rey+1:a-leia_organa").asks("upkeep", "b")
    assert table.damage("a-leia_organa") == 1
    assert table.state["battlefield"]["controller"] == "b"
    assert table.discard("a") == ["retreat"]


def test_110_retreat_ends_the_phase_though_the_opponent_passes() -> None:
    retreat().plays("a", "retreat").passes("b").asks("upkeep", "b")


def test_110_r24_claiming_in_retreat_is_possible() -> None:
    table = position(
        a=player("admiral_ackbar", hand="retreat aim", resources=2), b=player("rey", hand="aim"), controller="a",
    )  # fmt: skip
    table.plays("a", "retreat").claims("b").answers("b", "character", "b-rey").asks("upkeep", "b")
    assert table.state["battlefield"]["controller"] == "b"
    assert table.shields("b-rey") == 1


def test_110_r24_who_has_claimed_takes_no_action_in_retreat() -> None:
    retreat(claimed="b").plays("a", "retreat").asks("upkeep", "b")


def test_110_retreat_with_two_opponents_asks_which() -> None:
    table = position(
        a=player("admiral_ackbar", hand="retreat aim", resources=2), b=player("rey", hand="aim"),
        c=player("finn", hand="aim"),
    )  # fmt: skip
    table.plays("a", "retreat").offers("a", "b", "c").answers("a", "opponent", "c").passes("c").asks("upkeep", "a")


# 111 Strategic Planning


def planning(mine: str = "outpost!", theirs: str = "black_market at_st!") -> Table:
    return position(
        a=player("leia_organa", hand="strategic_planning aim", resources=1, supports=mine),
        b=player("jango_fett", supports=theirs),
    ).plays("a", "strategic_planning")


def test_111_strategic_planning_readies_a_support() -> None:
    table = planning().offers("a", "1", "2").answers("a", "either", "1")
    table.offers("a", "a-outpost", "b-at_st").answers("a", "piece", "a-outpost")
    assert not table.exhausted("a-outpost")


def test_111_strategic_planning_exhausts_a_support() -> None:
    """Q29: an effect that exhausts offers opponents' cards first.

    A single card is chosen without a question.
    """
    table = planning("outpost", "black_market at_st!").answers("a", "either", "2")
    table.offers("a", "b-black_market", "a-outpost").answers("a", "piece", "b-black_market")
    assert table.exhausted("b-black_market")
    table = planning().answers("a", "either", "2").asks("action", "b")
    assert table.exhausted("b-black_market")


def test_111_d180_strategic_planning_either_may_be_picked_though_it_does_nothing() -> None:
    table = planning("", "black_market").answers("a", "either", "1").asks("action", "b")
    assert not table.exhausted("b-black_market")


# 112 Surgical Strike


def strike(theirs: str, pool: str = "leia_organa+1=2rd rebel_trooper+1=+1rd finn+1=2rd") -> Table:
    return position(
        a=player("leia_organa rebel_trooper finn", hand="surgical_strike aim", resources=1, pool=pool),
        b=player("jango_fett", supports=theirs),
    ).plays("a", "surgical_strike")


def test_112_d194_surgical_strike_counts_each_removed_die_one_higher() -> None:
    """D194: removed dice of value 2 and 1 count as 3 and 2, so a support that costs 5 or less can be discarded."""
    table = strike("millennium_falcon at_st black_market")
    table.offers("a", "a-leia_organa+1", "a-rebel_trooper+1").answers(
        "a", "dice", "a-leia_organa+1", "a-rebel_trooper+1"
    )
    table.offers("a", "b-millennium_falcon", "b-black_market").answers("a", "piece", "b-millennium_falcon")
    assert table.supports("b") == ["b-at_st", "b-black_market"]
    assert table.discard("b") == ["millennium_falcon"]
    assert table.pool("a") == {"a-finn+1": "2rd"}


def test_112_surgical_strike_with_one_die_reaches_less() -> None:
    table = strike("millennium_falcon black_market").answers("a", "dice", "a-leia_organa+1").asks("action", "b")
    assert table.supports("b") == ["b-millennium_falcon"]


def test_112_q75_surgical_strike_without_a_die_reaches_a_support_of_cost_nothing() -> None:
    """Q75, D192: removing no dice is allowed ("any number"), and then a support that costs 0 can be discarded."""
    table = strike("black_market street_informants").answers("a", "dice").asks("action", "b")
    assert table.supports("b") == ["b-black_market"]
    table = strike("black_market street_informants", "").asks("action", "b")
    assert table.supports("b") == ["b-black_market"]
