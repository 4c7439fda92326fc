"""Tests answers to questions about the specification, on timing and draws (Q40 to Q63, Q91 and Q93)."""

from __future__ import annotations

from .table import Table, new, player, position


def test_q40_a_card_lies_in_limbo_while_its_price_is_settled() -> None:
    table = position(
        a=player("rey", supports="it_binds_all_things", hand="force_throw aim", resources=3), b=player("finn")
    )
    table.plays("a", "force_throw:rey").asks("may", "a")
    assert (table.state["limbo"], table.hand("a")) == (["a-force_throw"], ["aim"])
    table.answers("a", "may", "no")
    assert table.state["limbo"] == []


def ackbar(hand: str, theirs: str = "admiral_ackbar", **more: str) -> Table:
    return position(
        a=player("rey finn", hand=hand, resources=4, supports=more.get("supports", "")),
        b=player(theirs, hand="aim"), controller="b",
    )  # fmt: skip


def test_q42_the_hand_that_became_empty_counts_though_the_same_play_fills_it_again() -> None:
    table = ackbar("dont_get_cocky").plays("a", "dont_get_cocky")
    table.about(source="b-admiral_ackbar", event="last_card_gone a").answers("a", "character", "a-finn")
    assert (table.damage("a-finn"), len(table.hand("a"))) == (2, 2)


def test_q42_it_is_ordered_with_the_plays_own_after_abilities() -> None:
    """R10: one question to the battlefield's controller orders Ackbar's ability and the play's own "after"
    abilities.
    """
    table = position(
        a=player("rey", hand="comlink", resources=2, pool="rey+1=1md"), b=player("admiral_ackbar", hand="aim"),
        controller="b",
    )  # fmt: skip
    table.plays("a", "comlink:rey").offers("b", "a-comlink", "b-admiral_ackbar")
    table.about(event="played comlink", abilities=["a-comlink", "b-admiral_ackbar"])
    table.answers("b", "order", "b-admiral_ackbar").asks("either", "a")
    assert table.damage("a-rey") == 2


def test_q42_the_order_is_about_the_play_no_matter_what_the_names() -> None:
    table = position(
        a=player("admiral_ackbar", hand="aim"), b=player("rey", hand="comlink", resources=2, pool="rey+1=1md"),
        turn="b",
    )  # fmt: skip
    table.plays("b", "comlink:rey").offers("a", "a-admiral_ackbar", "b-comlink")
    table.about(event="played comlink", abilities=["a-admiral_ackbar", "b-comlink"])


def test_q42_the_order_is_about_the_play_though_it_has_no_after_ability_of_its_own() -> None:
    table = position(
        a=player("rey finn", hand="aim", resources=1), b=player("admiral_ackbar", hand="aim"),
        c=player("admiral_ackbar", hand="aim"), controller="c",
    )  # fmt: skip
    table.plays("a", "aim").offers("c", "b-admiral_ackbar", "c-admiral_ackbar")
    table.about(event="played aim", abilities=["b-admiral_ackbar", "c-admiral_ackbar"])


def test_q42_emptied_within_an_ability_it_counts_then_and_there() -> None:
    """Smuggling discards the last card; Ackbar's ability waits until the event is finished."""
    table = ackbar("smuggling aim").plays("a", "smuggling").asks("character", "a")
    assert (table.resources("a"), table.discard("a")) == (5, ["aim", "smuggling"])
    table.about(source="b-admiral_ackbar", event="last_card_gone a")


def test_q43_a_barred_card_leaves_the_list_with_its_card() -> None:
    table = position(
        a=player("finn", supports="black_one", hand="aim"), b=player("rey", supports="at_st", pool="at_st+1=sp"),
        turn="b", more={"barred": ["a-black_one"]},
    )  # fmt: skip
    table.resolves("b", "at_st+1").answers("b", "piece", "a-black_one")
    assert table.state["barred"] == []


def test_q46_a_nested_resolve_action_asks_on_while_the_queue_waits() -> None:
    """In Retreat, b goes on resolving melee dice; Bala-Tik is readied when the event is finished."""
    table = position(
        a=player("admiral_ackbar/8 finn", hand="retreat aim", resources=2),
        b=player("bala_tik! rey*2", pool="rey+1=1md rey+2=1md", hand="aim"),
    )
    table.plays("a", "retreat").resolves("b", "rey+1:a-admiral_ackbar").about(symbol="md")
    table.answers("b", "resolve", "b-rey+2:a-finn")
    table.about(source="b-bala_tik", event="defeated a-admiral_ackbar").answers("b", "may", "yes").asks("upkeep", "a")


def test_q48_a_delayed_effects_maker_is_the_card_that_bears_the_text() -> None:
    """Cunning uses the opponent's Crime Lord, which is named as the maker."""
    table = position(
        a=player("finn", upgrades={"finn": "cunning"}, pool="cunning+1=sp", resources=5, hand="aim"),
        b=player("jango_fett", upgrades={"jango_fett": "crime_lord"}),
    )
    table.resolves("a", "cunning+1").answers("a", "character", "b-jango_fett")
    assert table.state["delayed"] == [{"defeat": "b-jango_fett", "by": "b-crime_lord"}]
    assert table.resources("a") == 0


def test_q49_what_others_had_begun_is_finished_when_someone_goes_out() -> None:
    """Flame Thrower defeats b's last character; the third target is still hit, and the action continues."""
    table = position(
        a=player("jango_fett*2", upgrades={"jango_fett": "flame_thrower"},
                 pool="flame_thrower+1=sp", hand="aim"),
        b=player("finn/9"), c=player("rey", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "flame_thrower+1").answers("a", "characters", "b-finn", "c-rey").asks("action", "c")
    assert table.damage("c-rey") == 1


def test_q50_turns_are_told_and_a_pass_in_an_additional_action_is_not() -> None:
    table = position(a=player("finn", hand="holdout_blaster aim", resources=2), b=player("rey", hand="aim"))
    table.plays("a", "holdout_blaster:finn").passes("a")
    turns = [(event["seat"], event["extra"]) for event in table.events("turn")]
    assert turns == [("a", 0), ("a", 1), ("b", 0)]
    assert table.events("passes") == []


def test_q50_no_turn_is_told_for_retreats_action() -> None:
    table = position(a=player("finn", hand="retreat aim", resources=2), b=player("rey", hand="aim"))
    table.plays("a", "retreat").passes("b")
    assert [event["seat"] for event in table.events("turn")] == ["a"]
    assert table.events("passes") == []


def test_q61_why_a_die_is_rolled() -> None:
    """The question says why a die is rolled; here for a reroll and for a card."""
    table = position(
        a=player("finn rey", supports="play_the_odds", hand="ace_in_the_hole jetpack", pool="finn+1=1rd"),
        b=player("rey", hand="aim"),
    )
    table.uses("a", "play_the_odds").about(die="a-finn+1", why="reroll").rolls("2rd").passes("b")
    table.plays("a", "ace_in_the_hole").answers("a", "card", "jetpack").about(die="a-jetpack+1", why="card")


def test_q61_the_source_of_a_random_discard_is_the_die_or_the_card() -> None:
    """The source is the die for a side, and the card for a text (for Kylo Ren the character)."""
    table = position(a=player("rey", pool="rey+1=1dc"), b=player("finn", hand="aim block"))
    table.resolves("a", "rey+1:b").about(of="b", source="a-rey+1", count=1)
    table = position(a=player("kylo_ren", pool="kylo_ren+1=sp"), b=player("finn", hand="aim block"))
    table.resolves("a", "kylo_ren+1").about(of="b", source="a-kylo_ren", count=1).offers("chance", "aim", "block")


def test_q62_a_drawn_die_is_in_the_pool_at_once_and_roll_off_dice_never_are() -> None:
    table = position(a=player("rey*2"), b=player("finn", hand="aim")).activates("a", "rey").rolls("1md")
    assert table.pool("a") == {"a-rey+1": "1md"}
    table = new(format="starters", decks="rey | kylo")
    for _ in "ab":
        table.answers("chance", "deck", *table.keys("chance"))
    table.answers("a", "mulligan").answers("b", "mulligan").rolls("1md")
    assert table.pool("a") == {}


def test_q91_additional_actions_out_of_turn_lapse_once_the_phase_is_to_end() -> None:
    """In Retreat, b plays Hyperspace Jump, to which Infamous gives Ambush: the phase ends without a further action."""
    table = position(
        a=player("admiral_ackbar", hand="retreat aim", resources=2),
        b=player("finn", hand="hyperspace_jump aim", supports="infamous", resources=3), controller="b",
    )  # fmt: skip
    table.plays("a", "retreat").plays("b", "hyperspace_jump").answers("b", "may", "yes").asks("upkeep", "b")


def test_q93_outside_the_action_phase_patience_is_always_turn() -> None:
    table = position(
        phase="upkeep", a=player("rey", hand="aim"), b=player("finn", hand="aim"), controller="a",
    )  # fmt: skip
    assert table.asked["patience"] == "turn"
    table.answers("a", "upkeep")
    assert (table.kind, list(table.asked["seats"]), table.asked["patience"]) == ("upkeep", ["b"], "turn")
