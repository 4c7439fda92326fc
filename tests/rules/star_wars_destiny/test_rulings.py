"""Tests our rulings R1 to R15, for gaps in the rulebook, that no other file covers."""

from __future__ import annotations

import pytest

from rules.star_wars_destiny.causes import Cause
from rules.star_wars_destiny.occurrences import after

from .doing import Run, frame
from .table import Table, new, player, position


def focus(side: str, others: str) -> Table:
    return position(
        a=player("admiral_ackbar*2 rey*2", pool=f"admiral_ackbar+1={side} {others}"),
        b=player("finn", pool="finn+1=1rd"),
    ).resolves("a", "admiral_ackbar+1")


def test_r1_r26_focus_turns_exactly_that_many_other_own_dice_each_once() -> None:
    table = focus("2f", "rey+1=1md rey+2=blank admiral_ackbar+2=1r").about(source="a-admiral_ackbar+1", left=2)
    assert {key.partition(":")[0] for key in table.keys("a")} == {"a-rey+1", "a-rey+2", "a-admiral_ackbar+2"}
    assert "done" not in table.keys("a")
    table.answers("a", "turn", "a-rey+1:+2md").about(source="a-admiral_ackbar+1", left=1)
    assert {key.partition(":")[0] for key in table.keys("a")} == {"a-rey+2", "a-admiral_ackbar+2"}
    table.answers("a", "turn", "a-rey+2:1dc").asks("action", "b")


def test_r1_q24_focus_turns_all_the_others_if_there_are_fewer() -> None:
    """R1, Q24: `left` is not part of the question if only one die can be turned."""
    table = focus("2f", "rey+1=1md").about(source="a-admiral_ackbar+1").answers("a", "turn", "a-rey+1:1r")
    table.asks("action", "b")
    focus("2f", "").asks("action", "b")


def lightsaber(shields: str) -> Table:
    return position(
        a=player("kylo_ren*2", upgrades={"kylo_ren": "kylo_rens_lightsaber"},
                 pool="kylo_rens_lightsaber+1=sp kylo_ren+1=sp", hand="aim"),
        b=player(f"finn{shields}"),
    ).resolves("a", "kylo_rens_lightsaber+1")  # fmt: skip


def test_r2_q43_a_special_that_rolls_its_own_die_is_barred_for_the_round() -> None:
    """R2, Q43: the special is used up when it begins, whether or not the die is rolled again; other sides of the die
    can still be used.
    """
    table = lightsaber("")
    assert table.state["barred"] == ["a-kylo_rens_lightsaber"]
    table.answers("a", "character", "b-finn").answers("a", "resolve", "done")
    assert (table.damage("b-finn"), "a-kylo_rens_lightsaber+1" in table.pool("a")) == (2, False)
    table = lightsaber("^1").answers("a", "character", "b-finn").rolls("3md1").answers("a", "resolve", "done")
    assert table.pool("a")["a-kylo_rens_lightsaber+1"] == "3md1"


def test_r2_other_sides_are_free_and_the_next_round_too() -> None:
    table = lightsaber("^1").answers("a", "character", "b-finn").rolls("1sh").answers("a", "resolve", "done")
    table.passes("b").resolves("a", "kylo_rens_lightsaber+1:a-kylo_ren")
    assert table.shields("a-kylo_ren") == 1
    table.passes("b", "a").answers("a", "upkeep")
    assert table.state["barred"] == []


def test_r2_q43_cunning_cannot_name_a_barred_card_and_bars_it() -> None:
    table = position(
        a=player("poe_dameron finn", supports="black_one bb_8", upgrades={"finn": "cunning cunning"},
                 pool="cunning+1=sp cunning-2+1=sp bb_8+1=1r", hand="aim"),
        b=player("jango_fett!"),
    )  # fmt: skip
    table.resolves("a", "cunning+1").offers("a", "a-poe_dameron", "a-black_one", "a-bb_8", "a-cunning-2")
    table.answers("a", "piece", "a-black_one").answers("a", "character", "b-jango_fett")
    assert table.state["barred"] == ["a-black_one"]
    table.answers("a", "resolve", "a-cunning-2+1")
    assert "a-black_one" not in table.keys("a")


def rolled(*sides: str) -> Table:
    table = new(format="starters", decks="rey | kylo")
    for _seat in "ab":
        table.answers("chance", "deck", *table.keys("chance"))
    return table.answers("a", "mulligan").answers("b", "mulligan").rolls(*sides)


def test_r3_all_dice_are_added_modifiers_too_and_a_special_is_nothing() -> None:
    """R3: Rey's +2 and blank with Finn's 1 are 3; the Stormtrooper's 2 with Kylo Ren's special and 2 are 4."""
    rolled("+2md", "blank", "1rd", "2rd", "sp", "2md1").asks("battlefield", "b").offers("b", "b", "a")


def test_d71_r3_a_tie_rolls_all_again() -> None:
    table = rolled("1md", "blank", "1rd", "2rd", "sp", "blank").about(die="a-rey+1", why="battlefield")
    table.rolls("1md", "blank", "2rd", "2rd", "blank", "blank").asks("battlefield", "a")


def test_r5_q41_the_upkeep_asks_one_after_the_other_the_controller_first() -> None:
    """R5, Q41: discards are public before the next player decides, and queued abilities are resolved in between."""
    table = position(
        phase="upkeep", controller="b",
        a=player("admiral_ackbar", hand="aim"), b=player("finn rey", hand="block", deck="dodge flank"),
    )  # fmt: skip
    assert (table.resources("a"), table.resources("b")) == (2, 2)
    table.answers("b", "upkeep", "block")
    table.about(source="a-admiral_ackbar", event="last_card_gone b").answers("b", "character", "b-finn")
    table.asks("upkeep", "a")
    assert (table.discard("b"), table.hand("b"), table.damage("b-finn")) == (["block"], ["dodge", "flank"], 2)


def test_r6_d91_the_new_upgrade_costs_less_by_the_old_ones_price_down_to_nothing() -> None:
    """R6, D91: colours do not matter, and a cheaper upgrade may replace a more expensive one."""
    table = position(
        a=player("rey", upgrades={"rey": "lightsaber! comlink"}, pool="lightsaber+1=1r", hand="datapad aim"),
        b=player("finn"),
    )
    plays = [key for key in table.keys("a") if key.startswith("play:datapad")]
    assert plays == ["play:datapad:a-rey:a-lightsaber", "play:datapad:a-rey:a-comlink"]
    table.plays("a", "datapad:rey:lightsaber")
    assert (table.upgrades("a-rey"), table.discard("a"), table.pool("a")) == (
        ["a-comlink", "a-datapad"], ["lightsaber"], {},
    )  # fmt: skip
    table.was_told("plays", card="datapad", on="a-rey", replaces="a-lightsaber", cost=0)


def test_r7_a_fourth_upgrade_is_played_only_in_place_of_one() -> None:
    table = position(
        a=player("finn rey", upgrades={"finn": "datapad hunker_down personal_escort"}, hand="comlink aim", resources=2),
        b=player("jango_fett"),
    )
    plays = [key for key in table.keys("a") if key.startswith("play:comlink")]
    three = [f"play:comlink:a-finn:a-{code}" for code in ("datapad", "hunker_down", "personal_escort")]
    assert plays == ["play:comlink:a-rey", *three]


def test_r7_of_four_after_a_theft_any_may_go() -> None:
    table = position(
        a=player("general_grievous", upgrades={"general_grievous": "datapad comlink jetpack"},
                 pool="general_grievous+1=2md"),
        b=player("rey/9 finn", upgrades={"rey": "lightsaber"}),
    )  # fmt: skip
    table.resolves("a", "general_grievous+1:b-rey").answers("a", "piece", "b-lightsaber").about(source="rules")
    table.offers("a", "a-datapad", "a-comlink", "a-jetpack", "b-lightsaber").answers("a", "piece", "b-lightsaber")
    assert (table.discard("b"), len(table.upgrades("a-general_grievous"))) == (["lightsaber"], 3)


def test_r8_dice_in_the_pool_stay_as_they_show_when_the_card_is_activated() -> None:
    table = position(
        a=player("rey*2", upgrades={"rey": "comlink!"}, pool="rey+2=1r"), b=player("jango_fett!"),
    )  # fmt: skip
    table.activates("a", "rey").about(die="a-rey+1", why="activate").rolls("blank")
    table.about(die="a-comlink+1", why="activate").rolls("1f").asks("action", "b")
    assert table.pool("a") == {"a-rey+2": "1r", "a-rey+1": "blank", "a-comlink+1": "1f"}


def test_r8_a_ready_character_with_no_die_to_roll_may_be_activated() -> None:
    table = position(a=player("rey", pool="rey+1=1r"), b=player("jango_fett"))
    table.activates("a", "rey")
    assert table.exhausted("a-rey")
    table.about(source="b-jango_fett", event="activated a-rey")


def test_r9_an_action_is_offered_only_if_its_price_can_be_paid() -> None:
    """R9: Leia's action needs one of her own dice, which it removes."""
    table = position(a=player("leia_organa rey", pool="rey+1=1md"), b=player("finn"))
    assert not table.allows("a", "use:a-leia_organa")
    table = position(a=player("leia_organa", pool="leia_organa+1=1rd"), b=player("finn"))
    assert table.allows("a", "use:a-leia_organa")


def test_r9_an_event_is_played_though_its_price_cannot_be_paid() -> None:
    table = position(a=player("finn", hand="enrage aim"), b=player("rey"))
    table.plays("a", "enrage").asks("action", "b")
    assert table.resources("a") == 0


def test_r10_the_battlefields_controller_orders_the_abilities_of_all_players() -> None:
    """R10: here c, who has none of the abilities, controls the battlefield and orders them."""
    table = position(
        a=player("tusken_raider", hand="aim"), b=player("jango_fett"), c=player("rey", hand="aim"), controller="c",
    )  # fmt: skip
    table.activates("a", "tusken_raider").rolls("1rd")
    table.offers("c", "a-tusken_raider", "b-jango_fett").answers("c", "order", "b-jango_fett")
    table.answers("b", "may", "no").answers("a", "card", "done")


def test_r10_one_players_abilities_are_ordered_by_that_player() -> None:
    """R10: b orders b's abilities although a controls the battlefield; the situation is made up for this test."""
    b = player("darth_vader jabba_the_hutt", pool="jabba_the_hutt+1=1r")
    table = frame(a=player("finn", hand="aim"), b=b, controller="a").table
    activated = [Cause(f"activated {card.name}", card.player, card) for card in table.players["b"].characters]
    asked = Run(after(table, "after:activated", activated), "b-jabba_the_hutt").asked
    assert [(each.kind, each.seats, list(each.keys("b"))) for each in asked] == [
        ("order", ("b",), ["b-darth_vader", "b-jabba_the_hutt"])
    ]


@pytest.mark.parametrize("controller", ["a", "b"])
def test_r12_qui_gons_damage_goes_to_an_opponents_character(controller: str) -> None:
    table = position(
        a=player("qui_gon_jinn^1 rey", hand="take_cover aim"), b=player("finn jango_fett"), controller=controller,
    )  # fmt: skip
    table.plays("a", "take_cover").answers("a", "character", "a-qui_gon_jinn")
    table.offers("a", "b-jango_fett", "b-finn", "done").answers("a", "character", "b-finn")
    assert (table.shields("a-qui_gon_jinn"), table.damage("b-finn")) == (1, 1)


def test_r12_qui_gon_may_let_it_pass_and_needs_a_shield() -> None:
    def covered(shields: str) -> Table:
        return position(
            a=player(f"qui_gon_jinn{shields}", hand="take_cover aim"), b=player("finn"),
        ).plays("a", "take_cover").answers("a", "character", "a-qui_gon_jinn")  # fmt: skip

    assert covered("^1").answers("a", "character", "done").shields("a-qui_gon_jinn") == 2
    assert covered("").asks("action", "b").shields("a-qui_gon_jinn") == 1


def test_r13_q22_guardian_takes_x_for_its_controllers_number_also_nothing() -> None:
    def guarded(hand: str) -> Table:
        return position(
            a=player("rebel_trooper", hand="aim aim aim"),
            b=player("jango_fett!", supports="launch_bay", pool="launch_bay+1=xrd jango_fett+1=1r", hand=hand),
        ).activates("a", "rebel_trooper").answers("a", "die", "b-launch_bay+1").rolls("blank")  # fmt: skip

    assert guarded("aim block").damage("a-rebel_trooper") == 2
    assert guarded("").damage("a-rebel_trooper") == 0


def test_r13_guardian_takes_modifiers_and_sides_with_a_cost() -> None:
    table = position(
        a=player("rebel_trooper"),
        b=player("jango_fett! rey kylo_ren", pool="rey+1=+2md kylo_ren+1=2md1 jango_fett+1=1r"),
    )  # fmt: skip
    table.activates("a", "rebel_trooper").offers("a", "b-rey+1", "b-kylo_ren+1", "done")
    table.answers("a", "die", "b-rey+1").rolls("blank")
    assert table.damage("a-rebel_trooper") == 2


def test_r14_each_redeploy_upgrade_is_decided_on_in_the_order_of_attaching() -> None:
    table = position(
        a=player("jango_fett", pool="jango_fett+1=2rd"),
        b=player("finn/9 rey padawan", upgrades={"finn": "holdout_blaster lightsaber gaffi_stick"}),
    )
    table.resolves("a", "jango_fett+1:b-finn")
    table.about(source="b-holdout_blaster", event="defeated b-finn").answers("b", "character", "b-rey")
    table.about(source="b-lightsaber", event="defeated b-finn").answers("b", "character", "done")
    table.about(source="b-gaffi_stick", event="defeated b-finn").answers("b", "character", "b-padawan")
    assert (table.upgrades("b-rey"), table.upgrades("b-padawan")) == (["b-holdout_blaster"], ["b-gaffi_stick"])
    assert table.discard("b") == ["lightsaber"]


def test_r15_a_seats_letter_is_a_place() -> None:
    """R15: seats keep the order in which they were given, so a new game first draws a starter set, not a seating."""
    assert new(4).kind == "set"
