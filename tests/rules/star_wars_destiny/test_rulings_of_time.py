"""Tests our rulings R20 to R31, on order and timing, that `test_time.py` does not cover."""

from __future__ import annotations

from .table import Table, new, player, position


def test_r20_a_before_ability_comes_once_for_an_occurrence() -> None:
    table = position(a=player("rey", pool="rey+1=1md"), b=player("count_dooku", hand="aim block"))
    table.resolves("a", "rey+1:b-count_dooku").answers("b", "card", "aim").asks("action", "b")


def test_r20_q44_replacement_comes_first() -> None:
    """R20, Q44: Second Chance replaces the defeat, so neither Grievous nor One With the Force acts."""
    table = position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player("luke_skywalker/11 rey", upgrades={"luke_skywalker": "second_chance one_with_the_force comlink"}),
    )
    table.resolves("a", "general_grievous+1:b-luke_skywalker").asks("action", "b")
    assert table.damage("b-luke_skywalker") == 7
    assert table.upgrades("b-luke_skywalker") == ["b-one_with_the_force", "b-comlink"]


def test_r20_the_occurrence_happens_only_if_it_is_still_possible() -> None:
    """R20: a character that falls to the die it takes by Guardian is not exhausted and rolls no dice."""
    table = position(
        a=player("rebel_trooper/5 finn", hand="aim"), b=player("jango_fett", pool="jango_fett+1=2rd"),
    )  # fmt: skip
    table.activates("a", "rebel_trooper").answers("a", "die", "b-jango_fett+1").asks("action", "b")
    assert table.is_defeated("a-rebel_trooper")
    assert table.events("activates") == []


def test_r21_an_ability_that_has_nothing_to_do_when_its_turn_comes_does_nothing() -> None:
    """R21: Jango's ability waits in the queue, and the Tusken Raider's die defeats him first."""
    table = position(a=player("tusken_raider", hand="aim"), b=player("jango_fett/9 rey"), controller="a")
    table.activates("a", "tusken_raider").rolls("1rd").answers("a", "order", "a-tusken_raider")
    table.answers("a", "card", "aim").answers("a", "resolve", "a-tusken_raider+1:b-jango_fett").asks("action", "b")
    assert table.is_defeated("b-jango_fett")


def test_r22_the_queue_waits_within_an_event_however_many_dice_it_resolves() -> None:
    table = position(
        a=player("bala_tik! rey*2", hand="all_in aim", resources=1, pool="rey+1=1md rey+2=1md"),
        b=player("finn/9 luke_skywalker"),
    ).plays("a", "all_in")
    table.answers("a", "resolve", "a-rey+1:b-finn").answers("a", "resolve", "a-rey+2:b-luke_skywalker")
    table.about(source="a-bala_tik", event="defeated b-finn").answers("a", "may", "yes")


def test_r22_the_queue_is_worked_off_after_each_die_of_a_resolve_action() -> None:
    table = position(
        a=player("bala_tik! rey*2", pool="rey+1=1md rey+2=1md"), b=player("finn/9 luke_skywalker"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn").about(source="a-bala_tik", event="defeated b-finn")
    table.answers("a", "may", "yes").asks("resolve", "a")


def test_r23_to_forgo_one_additional_action_is_to_forgo_all() -> None:
    """R23, D73, Q50: passing in an additional action declines all that are left; it does not count as a pass and has no
    event, but each offered action has an event `turn`.
    """
    table = position(a=player("leia_organa finn", hand="tactical_mastery aim", resources=1), b=player("rey"))
    table.plays("a", "tactical_mastery").about(extra=2).activates("a", "finn").rolls("blank")
    table.about(extra=1).passes("a").asks("action", "b")
    assert table.state["passes"] == 0
    assert table.events("passes") == []
    assert [event["extra"] for event in table.events("turn")] == [0, 2, 1, 0]
    table = position(a=player("leia_organa finn", hand="tactical_mastery aim", resources=1), b=player("rey"))
    table.plays("a", "tactical_mastery").about(extra=2).passes("a").asks("action", "b")


def test_r23_additional_actions_come_when_the_queue_is_finished() -> None:
    """R23: the other Scout's special is offered first, then two additional actions one after the other."""
    table = position(
        a=player("jango_fett", supports="speeder_bike_scout speeder_bike_scout",
                 pool="speeder_bike_scout+1=sp speeder_bike_scout-2+1=sp", hand="aim"),
        b=player("rey*2", pool="rey+1=1md rey+2=1md"),
    )  # fmt: skip
    table.resolves("a", "speeder_bike_scout+1").answers("a", "die", "b-rey+1")
    table.answers("a", "resolve", "a-speeder_bike_scout-2+1").asks("action", "a").about(extra=2)


def test_r23_additional_actions_lapse_with_a_claim() -> None:
    table = position(a=player("leia_organa finn", hand="tactical_mastery aim", resources=1), b=player("rey"))
    table.plays("a", "tactical_mastery").claims("a").answers("a", "character", "done").asks("action", "b")


def test_r25_the_consecutive_passes_count_from_zero_in_the_next_round() -> None:
    table = position(
        a=player("han_solo", hand="hyperspace_jump aim", resources=3), b=player("rey", hand="aim"), turn="b",
    )  # fmt: skip
    table.passes("b").plays("a", "hyperspace_jump").answers("a", "upkeep").answers("b", "upkeep")
    assert (table.state["round"], table.state["passes"]) == (3, 0)
    table.passes("a").asks("action", "b")


def test_r25_q47_no_further_die_is_resolved_once_the_phase_is_to_end() -> None:
    """R25, Q47: the Falcon's special plays Hyperspace Jump, so the other special is not resolved."""
    table = position(
        a=player("finn padme_amidala", supports="millennium_falcon", discard="hyperspace_jump", hand="aim",
                 pool="millennium_falcon+1=sp padme_amidala+1=sp"),
        b=player("rey", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "millennium_falcon+1").offers("a", "discard:hyperspace_jump")
    table.answers("a", "play", "discard:hyperspace_jump").asks("upkeep", "a")


def test_r26_q21_a_die_being_resolved_is_out_of_its_own_effects_reach() -> None:
    table = position(
        a=player("rey", upgrades={"rey": "force_throw"}, pool="force_throw+1=sp"), b=player("finn"),
    )  # fmt: skip
    table.resolves("a", "force_throw+1").asks("action", "b")
    assert table.events("damage") == []
    assert table.pool("a") == {}


def test_r26_a_die_that_leaves_the_pool_in_the_meantime_is_resolved_to_its_end() -> None:
    """R26: Jango falls to his own Flame Thrower, which still hits the others."""
    table = position(
        a=player("jango_fett/9 rey", upgrades={"jango_fett": "flame_thrower"}, pool="flame_thrower+1=sp"),
        b=player("finn"),
    )
    table.resolves("a", "flame_thrower+1").answers("a", "characters", "b-finn", "a-jango_fett", "a-rey")
    assert table.is_defeated("a-jango_fett")
    assert (table.damage("b-finn"), table.damage("a-rey"), table.pool("a")) == (1, 1, {})


def test_r26_q21_nested_dice_are_out_of_reach_too() -> None:
    """R26, Q21: Cunning uses Force Throw's special and finds no die, because its own is the only one in a pool."""
    table = position(
        a=player("finn rey", upgrades={"finn": "cunning", "rey": "force_throw"}, pool="cunning+1=sp"),
        b=player("jango_fett"),
    )
    table.resolves("a", "cunning+1").asks("action", "b")
    assert table.events("damage") == []


def test_r26_q28_a_modifier_being_resolved_is_not_among_the_copies_to_keep() -> None:
    """R26, Q28: a die that is being resolved as a modifier is not offered when the player chooses whose die stays."""
    table = position(
        a=player("finn/6 hired_gun", upgrades={"finn": "jetpack jetpack"},
                 pool="hired_gun+1=2rd1 jetpack+1=+2rd jetpack-2+1=1dr", resources=1),
        b=player("general_grievous"),
    )  # fmt: skip
    table.resolves("a", "hired_gun+1:a-finn").answers("a", "modify", "a-jetpack+1")
    table.answers("b", "piece", "a-jetpack-2").asks("action", "b")
    assert (table.upgrades("b-general_grievous"), table.pool("a")) == (["a-jetpack-2"], {})


def test_r27_q45_damage_to_several_is_laid_at_once_after_all_before_abilities() -> None:
    """R27, Q45: the abilities of both players' Dookus are ordered together; then all damage is dealt clockwise."""
    table = position(
        a=player("jango_fett", upgrades={"jango_fett": "flame_thrower"}, pool="flame_thrower+1=sp"),
        b=player("count_dooku rey/9", hand="aim"), c=player("count_dooku/9 finn", hand="block"), controller="c",
    )  # fmt: skip
    table.resolves("a", "flame_thrower+1").answers("a", "characters", "b-rey", "c-count_dooku", "b-count_dooku")
    table.offers("c", "b-count_dooku", "c-count_dooku").answers("c", "order", "c-count_dooku")
    table.answers("c", "card", "done")
    assert table.damage("b-rey") == 9
    table.answers("b", "card", "aim")
    assert (table.damage("b-count_dooku"), table.is_defeated("b-rey"), table.is_defeated("c-count_dooku")) == (
        0, True, True,
    )  # fmt: skip
    assert [event["character"] for event in table.events("defeated")] == ["b-rey", "c-count_dooku"]


def both(controller: str) -> Table:
    return position(
        a=player("jango_fett/9", upgrades={"jango_fett": "flame_thrower"}, pool="flame_thrower+1=sp"),
        b=player("finn/9"), controller=controller,
    ).resolves("a", "flame_thrower+1").answers("a", "characters", "b-finn", "a-jango_fett")  # fmt: skip


def test_r28_if_no_one_would_be_left_the_battlefields_controller_wins() -> None:
    for controller in "ab":
        table = both(controller)
        assert table.over is not None
        assert table.over["winners"] == [controller]


def test_r28_or_the_next_of_them_clockwise_and_who_goes_out_together_shares_the_rank() -> None:
    table = position(
        a=player("jango_fett/9", upgrades={"jango_fett": "flame_thrower"}, pool="flame_thrower+1=sp"),
        b=player("finn/9"), c=player("rey/9"), controller="b",
    )  # fmt: skip
    table.resolves("a", "flame_thrower+1").answers("a", "characters", "b-finn", "c-rey", "a-jango_fett")
    assert table.over == {
        "ranking": [
            {"seat": "b", "points": 2, "why": None},
            {"seat": "a", "points": 0, "why": "defeated"},
            {"seat": "c", "points": 0, "why": "defeated"},
        ],
        "winners": ["b"],
    }


def test_r29_delayed_effects_come_in_the_order_of_their_making() -> None:
    """R29, Q48: Han's defeat was delayed first, so it happens first; both effects leave the list."""
    table = position(
        phase="upkeep", a=player("rey", hand="aim"), b=player("finn jango_fett han_solo", hand="aim"),
        more={"delayed": [{"defeat": "b-han_solo", "by": "a-crime_lord"}, {"defeat": "b-finn", "by": "a-crime_lord"}]},
    )  # fmt: skip
    table.answers("a", "upkeep").answers("b", "upkeep")
    assert [event["character"] for event in table.events("defeated")] == ["b-han_solo", "b-finn"]
    assert table.state["delayed"] == []


def test_r29_what_delayed_effects_ask_is_asked_at_the_end_of_the_round() -> None:
    """R29: the player is asked at the end of the round where the Holdout Blaster goes."""
    table = position(
        phase="upkeep", a=player("rey", hand="aim"),
        b=player("finn jango_fett", hand="aim", upgrades={"finn": "holdout_blaster"}),
        more={"delayed": [{"defeat": "b-finn", "by": "a-crime_lord"}]},
    )  # fmt: skip
    table.answers("a", "upkeep").answers("b", "upkeep").asks("character", "b")
    assert table.state["phase"] == "end"


def test_r29_q48_a_fallen_character_drops_out_of_the_delayed_effects() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"), b=player("finn/9 jango_fett"),
        more={"delayed": [{"defeat": "b-finn", "by": "a-crime_lord"}]},
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn")
    assert table.state["delayed"] == []


def test_r30_the_mulligan_is_decided_in_seat_order_and_shuffled_before_the_draw() -> None:
    """R30, Q86: returned cards are added to the shuffle in hand order."""
    table = new(format="starters", decks="rey | kylo")
    for _ in "ab":
        table.answers("chance", "deck", *table.keys("chance"))
    hand, deck = table.hand("a"), table.deck("a")
    assert (len(hand), len(deck)) == (5, 15)
    table.offers("a", *hand).answers("a", "mulligan", hand[3], hand[1]).about(of="a")
    table.offers("chance", *deck, hand[1], hand[3])
    shuffled = [hand[3], *deck, hand[1]]
    table.answers("chance", "shuffle", *shuffled)
    assert table.hand("a") == [hand[0], hand[2], hand[4], hand[3], deck[0]]
    table.asks("mulligan", "b")


def test_r31_control_comes_before_the_claim_ability() -> None:
    table = position(a=player("rey"), b=player("finn"), controller="b").claims("a").asks("character", "a")
    assert (table.state["battlefield"]["controller"], table.state["claimed"]) == ("a", "a")


def test_r31_a_resolve_action_keeps_to_the_symbol_of_its_first_die() -> None:
    """R31, D97: after a focus has turned a die to melee, only dice that show a focus may follow."""
    table = position(
        a=player("padawan rey", supports="outpost", pool="padawan+1=1f rey+1=1md outpost+1=1sh"), b=player("finn"),
    )  # fmt: skip
    table.resolves("a", "padawan+1").answers("a", "turn", "a-outpost+1:1f").offers("a", "a-outpost+1", "done")
