"""Tests positions: valid ones are accepted, and refusals name the error."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES
from rules.engine import Game
from rules.errors import BadRequest
from rules.protocol import Session
from rules.star_wars_destiny.position import laid_out

from .table import Json, laid, player

Change = dict[str, Any]


def table(**changes: Any) -> Json:
    """Returns a plain table in JSON with these changes."""
    given: Json = {
        "game": "star_wars_destiny", "round": 1, "phase": "action", "turn": "a",
        "battlefield": {"card": "echo_base", "owner": "a", "controller": "a"},
        "players": {"a": laid("a", player("rey*2")), "b": laid("b", player("finn"))},
    }  # fmt: skip
    given.update(changes)
    return given


def with_a(**changes: Any) -> Json:
    given = table()
    given["players"]["a"].update(changes)
    return given


def rey(**changes: Any) -> Json:
    return with_a(characters=[{"id": "a-rey", "dice": 2, **changes}])


def test_a_position_needs_only_players_with_characters() -> None:
    given = table(players={seat: {"characters": [{"id": f"{seat}-rey", "dice": 1}]} for seat in "ab"})
    reply = Session().say({"cmd": "position", "table": given, "chance": "ask"})
    assert reply["ok"], reply
    assert [event["event"] for event in reply["told"]] == ["turn"]


REFUSED = {
    "an unknown card": (with_a(hand=["nobody"]), "nobody"),
    "a character in a hand": (with_a(hand=["rey"]), "rey"),
    "an unknown card in play": (with_a(supports=[{"id": "a-nobody"}]), "'nobody'"),
    "another type of card": (
        with_a(supports=[{"id": "a-aim"}]), "a-aim is a card of type event, not support or upgrade",
    ),
    "an upgrade among characters": (
        with_a(characters=[{"id": "a-jetpack", "dice": 1}]), "a-jetpack is not a character of player a",
    ),
    "someone else's character": (
        with_a(characters=[{"id": "b-rey", "dice": 1}]), "b-rey is not a character of player a",
    ),
    "three dice": (rey(dice=3), "dice"),
    "barred and no name": (table(barred=[["a-rey"]]), "barred"),
    "delayed and no name": (table(delayed=[{"defeat": ["a-rey"], "by": "a-crime_lord"}]), "delayed"),
    "held and in a pool": (
        with_a(
            characters=[{"id": "a-rey", "dice": 2, "upgrades": [{"id": "a-prized_possession", "holds": "a-rey+1"}]}],
            pool=[{"die": "a-rey+1", "side": "1md"}],
        ),
        "a-rey+1: it is in another place",
    ),
    "held twice": (
        rey(upgrades=[{"id": f"a-prized_possession{copy}", "holds": "a-rey+1"} for copy in ("", "-2")]),
        "a-rey+1: it is in another place",
    ),
    "an unknown side": (with_a(pool=[{"die": "a-rey+1", "side": "9md"}]), "9md"),
    "an event in play": (with_a(supports=[{"id": "a-aim"}]), "a-aim"),
    "an upgrade without a character": (with_a(supports=[{"id": "a-jetpack"}]), "a-jetpack"),
    "barred but not there": (table(barred=["a-bb_8"]), "a-bb_8"),
    "delayed but not there": (table(delayed=[{"defeat": "a-kylo_ren", "by": "a-crime_lord"}]), "a-kylo_ren"),
    "held but not there": (rey(upgrades=[{"id": "a-prized_possession", "holds": "b-rey+1"}]), "b-rey+1"),
    "a name twice": (with_a(supports=[{"id": "a-outpost"}, {"id": "a-outpost"}]), "a-outpost"),
    "a copy's number": (with_a(supports=[{"id": "a-outpost-1"}]), "a-outpost-1"),
    "four upgrades": (rey(upgrades=[{"id": f"a-datapad{number}"} for number in ("", "-2", "-3", "-4")]), "upgrades"),
    "four shields": (rey(shields=4), "shields"),
    "damage at the health": (rey(damage=10), "damage"),
    "two dice on a common card": (with_a(characters=[{"id": "a-rebel_trooper", "dice": 2}]), "dice"),
    "two copies of a unique card": (
        with_a(characters=[{"id": "a-rey", "dice": 1}, {"id": "a-rey-2", "dice": 1}]), "rey",
    ),
    "a die twice": (with_a(pool=[{"die": "a-rey+1", "side": "1md"}, {"die": "a-rey+1", "side": "1md"}]), "a-rey+1"),
    "a die of someone else": (with_a(pool=[{"die": "b-finn+1", "side": "1rd"}]), "b-finn+1"),
    "a die of a defeated one": (
        with_a(defeated=[{"id": "a-finn", "dice": 1}], pool=[{"die": "a-finn+1", "side": "1rd"}]), "a-finn+1",
    ),
    "the turn of one who is out": (table(turn="c"), "turn"),
    "a limbo": (table(limbo=["a-aim"]), "limbo"),
    "nobody left": (
        table(players={"a": laid("a", player("rey")), "b": {"out": True}}), "two players",
    ),
    "no character": (with_a(characters=[]), "player a"),
}  # fmt: skip


@pytest.mark.parametrize(
    "left",
    [
        {"defeated": [{"id": "c-finn", "dice": 1}]}, {"supports": [{"id": "c-outpost"}]}, {"hand": ["aim"]},
        {"deck": ["aim"]}, {"discard": ["aim"]},
    ],
)  # fmt: skip
def test_d102_who_is_out_has_no_cards(left: Change) -> None:
    given = table()
    given["players"]["c"] = {"out": True, **left}
    reply = Session().say({"cmd": "position", "table": given, "chance": "ask"})
    assert reply["message"] == "player c is out and must not have cards"


def test_there_are_as_many_names_as_seats() -> None:
    with pytest.raises(BadRequest, match="1 names for 2 seats"):
        Game.at(GAMES["star_wars_destiny"], table(), ("Anna",), game_id="42")


def test_an_upgrade_that_has_become_a_support_is_one() -> None:
    given = with_a(supports=[{"id": "a-one_with_the_force"}])
    assert laid_out(given, None).players["a"].supports[0].kind == "support"


def test_r54_a_delayed_effect_belongs_to_its_cards_controller_or_then_its_owner() -> None:
    given = rey(upgrades=[{"id": "b-crime_lord"}])
    given["delayed"] = [{"defeat": "b-finn", "by": by} for by in ("b-crime_lord", "b-crime_lord-2")]
    assert [each.player.seat for each in laid_out(given, None).delayed] == ["a", "b"]


@pytest.mark.parametrize("what", REFUSED)
def test_an_impossible_member_is_refused_by_its_name(what: str) -> None:
    given, word = REFUSED[what]
    reply = Session().say({"cmd": "position", "table": given, "chance": "ask"})
    assert (reply["ok"], reply.get("error")) == (False, "bad-request"), reply
    assert word in reply["message"]


def test_a_die_of_ace_in_the_hole_may_lie_without_its_card() -> None:
    for die, side in (("a-jetpack+1", "sp"), ("a-at_st+1", "2sh")):
        given = with_a(pool=[{"die": die, "side": side}])
        assert Session().say({"cmd": "position", "table": given, "chance": "ask"})["ok"], die


def test_q88_a_battlefield_may_be_claimed_by_a_player_who_is_out() -> None:
    given = table(claimed="c")
    given["players"]["c"] = {"out": True}
    assert Session().say({"cmd": "position", "table": given, "chance": "ask"})["ok"]
