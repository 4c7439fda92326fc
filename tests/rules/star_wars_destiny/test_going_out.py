"""Tests players who go out of a game of three or four (D202, D204, R41, R54, Q49)."""

from __future__ import annotations

import pytest

from .table import Json, Table, player, position


def test_d204_who_is_out_loses_all_and_the_last_one_left_wins() -> None:
    table = position(
        a=player("rey*2", pool="rey+1=1md rey+2=1md"), b=player("finn/9"), c=player("han_solo/9"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn")
    assert table.over is None
    table.answers("a", "resolve", "a-rey+2:c-han_solo")
    assert table.over == {
        "ranking": [
            {"seat": "a", "points": 2, "why": None},
            {"seat": "c", "points": 1, "why": "defeated"},
            {"seat": "b", "points": 0, "why": "defeated"},
        ],
        "winners": ["a"],
    }


def test_d204_who_has_no_card_at_the_end_of_the_round_is_out_and_the_others_go_on() -> None:
    table = position(
        a=player("rey", hand="aim"), b=player("finn", deck=""), c=player("han_solo", hand="aim"), controller="b",
    )  # fmt: skip
    table.passes("a", "b", "c").answers("c", "upkeep").answers("a", "upkeep").asks("action", "c")
    assert table.of("b")["out"]
    assert table.state["battlefield"]["controller"] == "c"


def test_d204_what_another_controls_stays_and_the_battlefield_in_use_too() -> None:
    table = position(
        a=player("general_grievous", upgrades={"general_grievous": "b-lightsaber"}, pool="general_grievous+1=2md"),
        b=player("finn/9"), c=player("han_solo", hand="aim"), controller="b",
    )  # fmt: skip
    table.resolves("a", "general_grievous+1:b-finn").asks("action", "c")
    assert table.upgrades("a-general_grievous") == ["b-lightsaber"]
    assert table.state["battlefield"] == {"card": "echo_base", "owner": "b", "controller": "c"}


def test_r54_what_who_is_out_controlled_of_others_goes_to_its_owners_pile() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md"),
        b=player("general_grievous/9", upgrades={"general_grievous": "a-lightsaber c-comlink"},
                 pool="a-lightsaber+1=1r"),
        c=player("han_solo", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-general_grievous").asks("action", "c")
    assert (table.discard("a"), table.discard("c"), table.pool("b")) == (["lightsaber"], ["comlink"], {})


def starved(b: Json, **others: Json) -> Table:
    """Returns a table at which Bert goes out at the end of the round, without cards in hand and deck (D104)."""
    table = position(b={**b, "deck": ""}, **others, controller="b", turn="b")
    table.passes(*(seat for seat in "bcda" if seat in table.state["players"]))
    while table.kind == "upkeep":
        table.clock()
    assert table.of("b")["out"]
    return table


def after_out(table: Table) -> list[Json]:
    """Returns the events from the moment when the first player goes out until the next round begins."""
    names = [event["event"] for event in table.told]
    return table.told[names.index("out") : names.index("round_begins")]


def test_r54_r41_cards_of_other_players_are_announced_when_their_owners_get_them() -> None:
    """When a player goes out, the cards of other players that this player had go to their owners' discard piles and are
    announced one by one; the player's own cards leave the game with only the event `out`.
    """
    held = {"general_grievous": "a-lightsaber holdout_blaster c-comlink"}
    table = starved(
        player("general_grievous", upgrades=held, supports="a-outpost", pool="a-lightsaber+1=1r"),
        a=player("rey", hand="aim"), c=player("han_solo", hand="aim"),
    )  # fmt: skip
    assert after_out(table) == [
        {"to": "all", "event": "out", "seat": "b", "why": "cards"},
        {"to": "all", "event": "discards", "seat": "a", "cards": ["a-outpost"], "from": "play"},
        {"to": "all", "event": "discards", "seat": "a", "cards": ["a-lightsaber"], "from": "play"},
        {"to": "all", "event": "discards", "seat": "c", "cards": ["c-comlink"], "from": "play"},
    ]
    assert (table.discard("a"), table.discard("c")) == (["outpost", "lightsaber"], ["comlink"])


def test_r54_d204_a_card_of_a_player_who_goes_out_at_once_is_not_announced() -> None:
    """If two players go out at once, their cards at each other's characters leave the game without an event; only the
    card of a third player is announced as discarded.
    """
    table = starved(
        player("general_grievous", upgrades={"general_grievous": "c-comlink"}),
        a=player("rey", hand="aim"), d=player("rey", hand="aim"),
        c=player("general_grievous", upgrades={"general_grievous": "b-lightsaber a-datapad"}, deck=""),
    )  # fmt: skip
    assert after_out(table) == [
        {"to": "all", "event": "out", "seat": "b", "why": "cards"},
        {"to": "all", "event": "out", "seat": "c", "why": "cards"},
        {"to": "all", "event": "discards", "seat": "a", "cards": ["a-datapad"], "from": "play"},
    ]
    assert (table.discard("a"), table.discard("b"), table.discard("c")) == (["datapad"], [], [])


def test_r54_a_turn_is_over_and_nothing_is_finished_when_its_player_goes_out() -> None:
    """The player goes out within the own turn, because Nightsister deals damage to herself."""
    table = position(
        a=player("nightsister/6", hand="aim"), b=player("finn", pool="finn+1=1rd", hand="aim"), c=player("han_solo"),
    )  # fmt: skip
    table.uses("a", "nightsister").rolls("2rd").asks("action", "b")
    assert table.of("a")["out"]


def test_r54_delayed_effects_of_who_is_out_are_void() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md", hand="aim"), b=player("finn/9"), c=player("han_solo jango_fett", hand="aim"),
        more={"delayed": [{"defeat": "c-han_solo", "by": "b-crime_lord"}, {"defeat": "b-finn", "by": "a-crime_lord"}]},
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn")
    assert table.state["delayed"] == []


def test_r54_a_die_that_is_kept_on_anothers_card_leaves_the_game_with_its_player() -> None:
    """Bert goes out because he has no card when the round ends (D104): his die, which another player's Prized
    Possession held, is held no more.
    """
    table = position(
        a=player("jabba_the_hutt", upgrades={"jabba_the_hutt": "prized_possession"}, hand="aim",
                 holds={"a-prized_possession": "b-finn+1"}),
        b=player("finn", deck=""), c=player("han_solo", hand="aim"),
    )  # fmt: skip
    (prized,) = table.character("a-jabba_the_hutt")["upgrades"]
    assert prized["holds"] == "b-finn+1"
    table.passes("a", "b", "c").answers("a", "upkeep").answers("c", "upkeep")
    (prized,) = table.character("a-jabba_the_hutt")["upgrades"]
    assert (table.of("b")["out"], prized["holds"]) == (True, None)


def test_r54_delayed_effects_among_those_who_stay_hold() -> None:
    delayed = [{"defeat": "c-han_solo", "by": "a-crime_lord"}]
    table = position(
        a=player("rey", pool="rey+1=1md", hand="aim"), b=player("finn/9"), c=player("han_solo jango_fett", hand="aim"),
        more={"delayed": delayed},
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn")
    assert table.state["delayed"] == delayed


def test_q49_a_claimer_who_goes_out_has_claimed() -> None:
    table = position(
        a=player("rey", pool="rey+1=1md", hand="aim"), b=player("finn/9", hand="aim"), c=player("han_solo", hand="aim"),
        claimed="b", controller="b",
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn")
    assert not table.allows("c", "claim")


@pytest.mark.parametrize(("event", "resources"), [("noble_sacrifice", 0), ("enrage", 0), ("the_best_defense", 1)])
def test_r54_what_a_price_was_to_buy_is_void_when_paying_it_puts_its_player_out(event: str, resources: int) -> None:
    team = "leia_organa/8" if event == "the_best_defense" else "rey/9"
    table = position(
        a=player(team, hand=f"{event} aim", resources=resources),
        b=player("finn*2", pool="finn+1=1rd finn+2=2rd", hand="aim"), c=player("han_solo", hand="aim"),
    )  # fmt: skip
    table.plays("a", event).asks("action", "b")
    assert (table.of("a")["out"], table.resources("a"), table.hand("a"), table.discard("a")) == (True, 0, [], [])
    assert table.state["limbo"] == []
    assert len(table.pool("b")) == 2


def test_q49_a_special_of_who_is_out_stops_at_that_step() -> None:
    """Force Training deals the damage that puts its own player out, so the second option is not asked for."""
    table = position(
        a=player("rey/9", upgrades={"rey": "force_training"}, pool="force_training+1=sp", hand="aim"),
        b=player("finn", hand="aim"), c=player("han_solo", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "force_training+1").answers("a", "either", "1").answers("a", "character", "a-rey")
    table.asks("action", "b")


def test_q49_anticipate_of_one_who_goes_out_inside_it_stops_but_the_die_is_finished() -> None:
    """Seat b's Flame Thrower defeats a, whose event it is; its other targets are still hit, and b's other die stays."""
    table = position(
        a=player("rey/9", hand="anticipate aim", resources=2),
        b=player("finn", upgrades={"finn": "flame_thrower"}, pool="flame_thrower+1=sp finn+1=1rd", hand="aim"),
        c=player("han_solo", hand="aim"),
    )  # fmt: skip
    table.plays("a", "anticipate").answers("a", "opponent", "b").answers("b", "resolve", "b-flame_thrower+1")
    table.answers("b", "characters", "a-rey", "c-han_solo").asks("action", "b")
    assert table.damage("c-han_solo") == 1
    assert table.pool("b") == {"b-finn+1": "1rd"}
    assert table.state["limbo"] == []


def test_q49_guardian_of_the_last_character_puts_its_player_out() -> None:
    table = position(
        a=player("rebel_trooper/6", hand="aim"), b=player("finn", pool="finn+1=1rd", hand="aim"), c=player("han_solo"),
    )  # fmt: skip
    table.activates("a", "rebel_trooper").answers("a", "die", "b-finn+1").asks("action", "b")
    assert table.of("a")["out"]


def test_r54_retreat_goes_on_without_its_player_who_is_put_out_inside_it() -> None:
    """Q49: the ability of the player who is out stops there, so the phase does not end."""
    table = position(
        a=player("rey/9", hand="retreat aim", resources=2), b=player("finn", pool="finn+1=1rd", hand="aim"),
        c=player("han_solo", hand="aim"),
    )  # fmt: skip
    table.plays("a", "retreat").answers("a", "opponent", "b").resolves("b", "finn+1:a-rey").asks("action", "b")
    assert (table.of("a")["out"], table.state["phase"], table.state["limbo"]) == (True, "action", [])


def robbed(**more: str) -> Table:
    """Returns a table at which b is out and a's Grievous has b's lightsaber."""
    return position(
        a=player("general_grievous rey", upgrades={"general_grievous": "b-lightsaber"}, pool="rey+1=1md", resources=3,
                 hand=more.get("a", "")),
        b=player("finn/9"), c=player("general_grievous/8", hand=more.get("c", "aim"), pool="general_grievous+1=2md",
                                     resources=3),
    ).resolves("a", "rey+1:b-finn")  # fmt: skip


def test_d204_r41_a_card_of_who_is_out_leaves_the_game_when_it_leaves_play() -> None:
    """The owner has no hand or pile left, so it does not matter who discards the card or returns it to hand."""
    table = robbed(a="comlink aim").passes("c").plays("a", "comlink:general_grievous:b-lightsaber")
    assert table.upgrades("a-general_grievous") == ["a-comlink"]
    assert (table.discard("b"), table.discard("a"), table.hand("b")) == ([], [], [])
    table = robbed(c="confiscation aim", a="aim").plays("c", "confiscation").asks("action", "a")
    assert (table.upgrades("a-general_grievous"), table.hand("b"), table.discard("b")) == ([], [], [])


def test_d204_r41_an_absent_players_upgrade_is_gone_when_its_bearer_is_defeated() -> None:
    table = position(
        a=player("general_grievous/9 rey", upgrades={"general_grievous": "b-comlink"}, pool="rey+1=1md", hand="aim"),
        b=player("finn/9"), c=player("han_solo", pool="han_solo+1=2rd", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "rey+1:b-finn").resolves("c", "han_solo+1:a-general_grievous").asks("action", "a")
    assert table.discard("b") == []


def one_out(**more: str) -> Table:
    """Returns a table at which Anna's first action has put Bert out, so that Cyril is next."""
    table = position(
        a=player("rey", pool="rey+1=1md", hand="aim"), b=player("finn/9", hand="aim"),
        c=player("han_solo", hand="aim"), **more,
    )  # fmt: skip
    return table.resolves("a", "rey+1:b-finn").asks("action", "c")


def test_d202_d204_the_passes_of_all_who_are_left_end_the_phase() -> None:
    """Two passes in a row end the phase, although three players began it."""
    one_out().passes("c").asks("action", "a").passes("a").asks("upkeep", "a")


def test_d202_d204_an_action_begins_the_row_again_when_a_player_is_out() -> None:
    table = one_out().passes("c").activates("a", "rey").rolls("1r").passes("c").asks("action", "a")
    table.passes("a").asks("upkeep", "a")


def test_d202_d204_the_pass_of_a_player_who_then_goes_out_does_not_count() -> None:
    """Bert and Cyril pass before Anna puts Bert out; afterwards Cyril and Anna must both pass."""
    table = position(
        a=player("rey", pool="rey+1=1md", hand="aim"), b=player("finn/9", hand="aim"),
        c=player("han_solo", hand="aim"), turn="b",
    ).passes("b", "c")  # fmt: skip
    table.resolves("a", "rey+1:b-finn").passes("c").asks("action", "a").passes("a").asks("upkeep", "a")


def test_d202_d204_the_claim_of_a_player_who_goes_out_is_no_pass() -> None:
    one_out(claimed="b", controller="b").passes("c").asks("action", "a").passes("a").asks("upkeep", "c")


def test_d202_d204_of_four_the_three_who_are_left_must_pass_in_a_row() -> None:
    table = position(
        a=player("rey", hand="aim"), b=player("finn/9", hand="aim"), c=player("han_solo", hand="aim"),
        d=player("jango_fett", pool="jango_fett+1=1rd", hand="aim"), turn="d",
    ).resolves("d", "jango_fett+1:b-finn")  # fmt: skip
    table.passes("a", "c").asks("action", "d").passes("d").asks("upkeep", "a")


def test_d202_d204_actions_go_clockwise_past_a_player_who_goes_out_on_their_own_turn() -> None:
    """Nightsister defeats herself in b's turn, which puts b out: c acts next, and then a."""
    table = position(
        a=player("finn", pool="finn+1=1rd", hand="aim"), b=player("nightsister/6", hand="aim"),
        c=player("han_solo", hand="aim"), turn="b",
    ).uses("b", "nightsister").rolls("2rd").asks("action", "c")  # fmt: skip
    table.passes("c", "a").asks("upkeep", "a")


def test_d202_d204_in_the_next_round_the_players_who_are_left_take_turns() -> None:
    table = one_out().passes("c", "a").clock().clock().asks("action", "a")
    table.passes("a").asks("action", "c").passes("c").asks("upkeep", "a")
