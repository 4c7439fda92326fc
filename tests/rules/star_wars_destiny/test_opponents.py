"""Tests which opponent an ability affects if there are several (D203, Q89)."""

from __future__ import annotations

import pytest

from .table import Table, player, position


def three(hand: str, **more: str) -> Table:
    """Returns a table with a to play, at which b and c each have a ranged and a melee die."""
    return position(
        a=player("finn rey leia_organa", hand=f"{hand} aim", resources=4, pool=more.get("pool", ""),
                 supports=more.get("supports", "")),
        b=player("jango_fett*2!", pool="jango_fett+1=2rd jango_fett+2=1md", hand="aim",
                 upgrades={"jango_fett": "comlink"}),
        c=player("han_solo! luke_skywalker!", pool="han_solo+1=2rd luke_skywalker+1=2md", hand="block",
                 upgrades={"han_solo": "datapad"}),
    )  # fmt: skip


RANGED = ("b-jango_fett+1", "c-han_solo+1")
DICE = ("b-jango_fett+1", "b-jango_fett+2", "c-han_solo+1", "c-luke_skywalker+1")


def test_d203_one_die_is_chosen_among_all_opponents() -> None:
    table = three("heroism").plays("a", "heroism").offers("a", *DICE).answers("a", "die", "c-han_solo+1")
    table.answers("a", "character", "a-finn")
    assert (table.damage("a-finn"), list(table.pool("c"))) == (2, ["c-luke_skywalker+1"])
    table = three("shoot_first", pool="finn+1=1rd").plays("a", "shoot_first")
    table.answers("a", "resolve", "a-finn+1:b-jango_fett").offers("a", *RANGED).answers("a", "die", "b-jango_fett+1")
    assert list(table.pool("b")) == ["b-jango_fett+2"]


def test_d203_one_upgrade_or_character_is_chosen_among_all_opponents() -> None:
    table = three("confiscation").plays("a", "confiscation").offers("a", "b-comlink", "c-datapad")
    table.answers("a", "piece", "c-datapad")
    assert (table.hand("c"), table.resources("a")) == (["block", "datapad"], 3)
    table = position(
        a=player("rey/1!", hand="willpower aim", resources=1), b=player("finn!"), c=player("han_solo!", hand="aim"),
    )  # fmt: skip
    table.plays("a", "willpower").offers("a", "b-finn", "c-han_solo").answers("a", "character", "c-han_solo")
    assert table.damage("c-han_solo") == 1


@pytest.mark.parametrize("event", ["block", "dodge", "scramble", "daring_escape", "lying_in_wait", "mind_trick"])
def test_d203_elsewhere_it_is_asked_which_opponent(event: str) -> None:
    three(event).plays("a", event).asks("opponent", "a").offers("a", "b", "c").about(source=f"a-{event}")


def test_d203_its_a_trap_names_a_symbol_of_one_opponents_dice() -> None:
    table = three("its_a_trap", pool="leia_organa+1=1f").plays("a", "its_a_trap").answers("a", "opponent", "b")
    table.offers("a", "md", "rd").answers("a", "symbol", "rd").asks("turn", "a")


def test_d203_costs_come_before_the_opponent() -> None:
    """Negotiate: the player gives up a die first, then the chosen opponent removes two own dice."""
    table = three("negotiate", pool="finn+1=1rd rey+1=1md").plays("a", "negotiate").answers("a", "die", "a-rey+1")
    table.answers("a", "opponent", "c").asks("action", "b")
    assert (table.pool("c"), list(table.pool("a"))) == ({}, ["a-finn+1"])


def test_d203_the_opponent_who_is_asked_picks_and_loses() -> None:
    table = three("let_the_wookiee_win").plays("a", "let_the_wookiee_win").answers("a", "opponent", "c")
    table.answers("c", "either", "1").offers("c", "c-luke_skywalker", "c-han_solo").answers(
        "c", "character", "c-han_solo"
    )
    assert table.damage("c-han_solo") == 2


def test_d203_resistance_hqs_price_is_asked_of_one_opponent() -> None:
    table = position(
        a=player("rey", supports="resistance_hq", hand="aim block"), b=player("finn", resources=1, hand="aim"),
        c=player("han_solo", resources=1),
    )  # fmt: skip
    table.uses("a", "resistance_hq").answers("a", "card", "aim").answers("a", "character", "a-rey")
    table.offers("a", "b", "c").answers("a", "opponent", "c").answers("c", "may", "yes").asks("action", "b")
    assert (table.resources("b"), table.resources("c"), table.exhausted("a-resistance_hq")) == (1, 0, True)


def test_d203_an_optional_part_that_begins_with_the_opponent_is_declined_there() -> None:
    """With three players, Vader's ability begins with the opponent, who can be declined; with two, with the question
    `may`.
    """
    table = position(
        a=player("darth_vader"), b=player("finn", hand="aim block"), c=player("han_solo", hand="aim block"),
    )  # fmt: skip
    table.activates("a", "darth_vader").rolls("blank").offers("a", "b", "c", "done").answers("a", "opponent", "c")
    table.answers("c", "card", "block").asks("action", "b")
    assert table.hand("c") == ["aim"]


@pytest.mark.parametrize(("event", "team"), [("close_quarters_assault", "finn"), ("sweep_the_area", "captain_phasma!")])
def test_q89_the_opponent_is_asked_for_though_the_number_is_nothing(event: str, team: str) -> None:
    table = position(
        a=player(team, hand=f"{event} aim"), b=player("finn", pool="finn+1=1rd", hand="aim"),
        c=player("rey", hand="aim"),
    )  # fmt: skip
    table.plays("a", event).answers("a", "opponent", "b").asks("action", "b")
    assert (table.hand("b"), len(table.pool("b"))) == (["aim"], 1)


def test_a_player_who_has_claimed_passes_automatically_in_a_position() -> None:
    table = position(a=player("rey", hand="aim"), b=player("finn", hand="aim"), claimed="a").asks("action", "b")
    table.was_told("passes", seat="a", why="claimed")
