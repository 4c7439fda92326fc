"""Tests the situations of the specification, one test each: the order of the questions and the offered keys."""

from __future__ import annotations

from .table import Table, player, position


def test_situation_1_the_controller_orders_abilities_of_two_players() -> None:
    table = position(
        a=player("tusken_raider", hand="aim"),
        b=player("jango_fett"),
        controller="b",
    )
    table.activates("a", "tusken_raider").rolls("1rd")
    table.offers("b", "a-tusken_raider", "b-jango_fett").about(
        event="activated a-tusken_raider", abilities=["a-tusken_raider", "b-jango_fett"]
    )
    table.answers("b", "order", "a-tusken_raider")
    table.offers("a", "aim", "done").answers("a", "card", "done")
    table.offers("b", "yes", "no").answers("b", "may", "yes").rolls("2rd")
    assert table.pool("b") == {"b-jango_fett+1": "2rd"}
    table.asks("action", "b")


def test_situation_1_with_jango_exhausted_neither_order_nor_may_is_asked() -> None:
    table = position(a=player("tusken_raider", hand="aim"), b=player("jango_fett!"), controller="b")
    table.activates("a", "tusken_raider").rolls("1rd")
    table.offers("a", "aim", "done").answers("a", "card", "done")
    table.asks("action", "b")


def fall(**more: str) -> Table:
    """Returns a table on which Grievous can defeat Rey.

    She bears a lightsaber and the robes, their dice are in the pool, and Finn has three upgrades.
    """
    return position(
        a=player("general_grievous", pool="general_grievous+1=2md"),
        b=player(
            "rey*2/9 finn",
            upgrades={
                "rey": f"lightsaber jedi_robes {more.get('rey', '')}",
                "finn": "survival_gear dh_17_blaster_pistol datapad",
            },
            pool="rey+1=1md lightsaber+1=1r jedi_robes+1=1f",
        ),
    )


def test_situation_2_abilities_follow_a_defeat_in_order() -> None:
    table = fall().resolves("a", "general_grievous+1:b-rey")
    table.offers("a", "b-lightsaber", "b-jedi_robes", "done").answers("a", "piece", "b-jedi_robes")
    assert table.upgrades("a-general_grievous") == ["b-jedi_robes"]
    assert "b-jedi_robes+1" not in table.pool("b")
    table.about(source="b-lightsaber", event="defeated b-rey")
    table.offers("b", "b-finn", "done").answers("b", "character", "b-finn")
    table.about(source="rules")
    table.offers("b", "b-survival_gear", "b-dh_17_blaster_pistol", "b-datapad").answers("b", "piece", "b-datapad")
    assert table.is_defeated("b-rey")
    assert table.pool("b") == {}
    assert table.upgrades("b-finn") == ["b-survival_gear", "b-dh_17_blaster_pistol", "b-lightsaber"]
    assert table.discard("b") == ["datapad"]


def test_situation_2_with_second_chance_only_her_healing_would_have_happened() -> None:
    table = fall(rey="second_chance").resolves("a", "general_grievous+1:b-rey").asks("action", "b")
    assert table.damage("b-rey") == 5
    assert table.discard("b") == ["second_chance"]
    assert len(table.pool("b")) == 3


def helpers(resources: int, copies: str = "it_binds_all_things") -> Table:
    return position(
        a=player("rey", hand="force_training", supports=copies, resources=resources),
        b=player("jango_fett!"),
    )


def test_situation_3_a_helper_is_asked_if_the_price_can_be_paid_without_it() -> None:
    table = helpers(2).plays("a", "force_training:rey")
    table.offers("a", "yes", "no").answers("a", "may", "no")
    assert table.resources("a") == 0
    assert not table.exhausted("a-it_binds_all_things")


def test_situation_3_the_helper_that_is_needed_is_not_asked() -> None:
    table = helpers(1).plays("a", "force_training:rey").asks("action", "a")
    assert table.resources("a") == 0
    assert table.exhausted("a-it_binds_all_things")


def test_situation_3_of_two_helpers_the_second_is_not_asked_after_a_no() -> None:
    table = helpers(1, "it_binds_all_things it_binds_all_things").plays("a", "force_training:rey")
    table.about(source="a-it_binds_all_things", event="played force_training").answers("a", "may", "no")
    table.asks("action", "a")
    assert not table.exhausted("a-it_binds_all_things")
    assert table.exhausted("a-it_binds_all_things-2")


def test_situation_3_of_two_helpers_the_second_is_asked_after_a_yes() -> None:
    """One of two discounts is enough, and the second is asked for after the first is accepted."""
    table = helpers(1, "it_binds_all_things it_binds_all_things").plays("a", "force_training:rey")
    table.answers("a", "may", "yes").about(source="a-it_binds_all_things-2", event="played force_training")
    table.answers("a", "may", "no")
    assert (table.resources("a"), table.exhausted("a-it_binds_all_things-2")) == (0, False)


def test_situation_3_without_helpers_it_is_not_offered() -> None:
    assert not helpers(1, "").allows("a", "play:force_training:a-rey")
    assert not helpers(1, "it_binds_all_things!").allows("a", "play:force_training:a-rey")


def test_situation_4_modifiers_and_costs() -> None:
    table = position(
        a=player("rey*2", upgrades={"rey": "gaffi_stick"}, pool="rey+1=1md rey+2=+2md gaffi_stick+1=2md1", hand="aim"),
        b=player("jango_fett"),
    )
    offered = [key for key in table.keys("a") if key.startswith("resolve")]
    assert offered == ["resolve:a-rey+1:b-jango_fett", "resolve:a-rey+1:a-rey"]
    table.resolves("a", "rey+1:b-jango_fett")
    table.offers("a", "a-rey+2").about(die="a-rey+1", target="b-jango_fett").answers("a", "modify", "a-rey+2")
    table.asks("action", "b")
    assert table.damage("b-jango_fett") == 3
    assert list(table.pool("a")) == ["a-gaffi_stick+1"]


def test_situation_4_a_single_modifier_is_resolved_by_awakening_only() -> None:
    table = position(
        a=player("rey", pool="rey+1=+2md", supports="awakening", hand="natural_talent", resources=1),
        b=player("jango_fett"),
    )
    assert not [key for key in table.keys("a") if key.startswith("resolve")]
    table.uses("a", "awakening").offers("a", "a-rey+1:b-jango_fett", "a-rey+1:a-rey")
    table.answers("a", "resolve", "a-rey+1:b-jango_fett")
    assert table.damage("b-jango_fett") == 2


def test_situation_5_focus_turns_own_dice_one_after_another() -> None:
    table = position(
        a=player("admiral_ackbar*2", supports="outpost",
                 pool="admiral_ackbar+1=2f outpost+1=1f admiral_ackbar+2=blank"),
        b=player("jango_fett"),
    )  # fmt: skip
    table.resolves("a", "admiral_ackbar+1")
    table.about(source="a-admiral_ackbar+1", left=2)
    outpost = ["a-outpost+1:1dr", "a-outpost+1:2dr", "a-outpost+1:1sh", "a-outpost+1:sp", "a-outpost+1:blank"]
    ackbar = [f"a-admiral_ackbar+2:{side}" for side in ("1rd", "2f", "1dc", "1r")]
    table.offers("a", *outpost, *ackbar).answers("a", "turn", "a-admiral_ackbar+2:2f")
    table.about(source="a-admiral_ackbar+1", left=1)
    table.offers("a", *outpost).answers("a", "turn", "a-outpost+1:1dr")
    table.about(symbol="f").offers("a", "a-admiral_ackbar+2", "done")
    table.answers("a", "resolve", "a-admiral_ackbar+2").about(source="a-admiral_ackbar+2")


def test_situation_6_too_few_cards_to_discard_are_not_drawn_for() -> None:
    table = position(
        a=player("count_dooku", pool="count_dooku+1=2dc1", resources=1), b=player("jango_fett", hand="aim")
    )
    table.resolves("a", "count_dooku+1:b").asks("action", "b")
    assert table.hand("b") == []
    assert table.discard("b") == ["aim"]


def test_situation_6_let_the_wookiee_win_against_one_die() -> None:
    def laid() -> Table:
        return position(
            a=player("han_solo", hand="let_the_wookiee_win", resources=1),
            b=player("jango_fett", pool="jango_fett+1=2rd", hand="aim"),
        ).plays("a", "let_the_wookiee_win")

    table = laid().offers("b", "1", "2").answers("b", "either", "2").asks("action", "b")
    assert table.pool("b") == {}
    table = laid().answers("b", "either", "1").asks("action", "b")
    assert table.pool("b") == {"b-jango_fett+1": "2rd"}


def test_situation_7_a_claim_resolves_the_ability_and_ends_the_players_turns() -> None:
    table = position(
        a=player("rey", hand="datapad aim"),
        b=player("jango_fett", hand="aim"),
        battlefield="imperial_armory", controller="b",
    )  # fmt: skip
    table.claims("a").offers("a", "datapad:a-rey", "done").answers("a", "play", "datapad:a-rey")
    table.activates("b", "jango_fett").rolls("blank")
    table.passes("b").asks("upkeep", "a")
    assert table.upgrades("a-rey") == ["a-datapad"]
    assert table.state["battlefield"]["controller"] == "a"


def test_situation_8_a_player_who_acts_out_of_turn_has_the_actions() -> None:
    table = position(
        a=player("admiral_ackbar", hand="retreat", resources=2),
        b=player("rey", hand="holdout_blaster aim", resources=2),
        controller="b",
    )
    table.plays("a", "retreat").about(source="a-retreat").plays("b", "holdout_blaster:rey")
    table.about(extra=2).activates("b", "rey").rolls("blank", "blank")
    table.asks("action", "b").about(extra=1).passes("b")
    table.asks("upkeep", "b")
    assert table.state["battlefield"]["controller"] == "b"


def test_situation_9_a_die_of_either_copy_leaves_with_a_discarded_copy() -> None:
    table = position(
        a=player("finn", upgrades={"finn": "lightsaber lightsaber"}, pool="lightsaber+1=1r lightsaber-2+1=3md1"),
        b=player("jango_fett", hand="disarm", pool="jango_fett+1=2rd jetpack+1=+3rd", resources=1,
                 upgrades={"jango_fett": "jetpack"}),
        turn="b",
    )  # fmt: skip
    table.plays("b", "disarm").answers("b", "die", "b-jetpack+1")
    table.offers("b", "a-lightsaber", "a-lightsaber-2", "b-jetpack").answers("b", "piece", "a-lightsaber")
    table.about(source="rules").offers("a", "a-lightsaber+1", "a-lightsaber-2+1").answers("a", "die", "a-lightsaber+1")
    assert table.pool("a") == {"a-lightsaber-2+1": "1r"}
    assert table.upgrades("a-finn") == ["a-lightsaber-2"]


def test_situation_10_a_discarded_cards_side_is_resolved_without_the_card() -> None:
    table = position(
        a=player("poe_dameron", pool="poe_dameron+1=sp", hand="black_one", resources=4), b=player("jango_fett")
    )
    table.resolves("a", "poe_dameron+1")
    targets = ("b-jango_fett", "a-poe_dameron")
    table.offers(
        "a", *(f"2rd:{target}" for target in targets), *(f"3rd:{target}" for target in targets), "1dr:b",
        "2sh:a-poe_dameron", "2sh:b-jango_fett", "sp",
    ).answers("a", "side", "sp")  # fmt: skip
    table.about(source="a-poe_dameron").answers("a", "character", "b-jango_fett")
    table.offers("a", "yes", "no").answers("a", "may", "yes")
    assert table.damage("b-jango_fett") == 1
    assert table.supports("a") == ["a-black_one"]
    assert (table.resources("a"), table.pool("a")) == (0, {})


def test_situation_11_the_holocron_offers_only_done_without_a_fitting_card() -> None:
    table = position(
        a=player("rey", upgrades={"rey": "sith_holocron"}, pool="sith_holocron+1=sp", hand="aim block dodge flank"),
        b=player("jango_fett"),
    )
    table.resolves("a", "sith_holocron+1").offers("a", "done").answers("a", "card", "done").asks("action", "b")
    assert table.upgrades("a-rey") == ["a-sith_holocron"]


def test_two_cunnings_do_not_use_each_other_forever() -> None:
    """A card that is using another card's special cannot be named within it; this is our ruling next to Q43."""
    table = position(
        a=player("finn", upgrades={"finn": "cunning cunning"}, pool="cunning+1=sp"),
        b=player("jango_fett"),
    )
    table.resolves("a", "cunning+1").asks("action", "b")
