"""What a given table may be, and what is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from rules.protocol import Session

from .table import Json, laid, player

Change = dict[str, Any]


def table(**changes: Any) -> Json:
    """A plain table, changed."""
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


def test_the_least_that_must_be_given() -> None:
    given = table(players={seat: {"characters": [{"id": f"{seat}-rey", "dice": 1}]} for seat in "ab"})
    reply = Session().say({"cmd": "position", "table": given, "chance": "ask"})
    assert reply["ok"], reply
    assert [event["event"] for event in reply["told"]] == ["turn"]


REFUSED = {
    "an unknown card": (with_a(hand=["nobody"]), "nobody"),
    "a character in a hand": (with_a(hand=["rey"]), "rey"),
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
    "a die of somebody else": (with_a(pool=[{"die": "b-finn+1", "side": "1rd"}]), "b-finn+1"),
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


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_by_name(what: str) -> None:
    given, word = REFUSED[what]
    reply = Session().say({"cmd": "position", "table": given, "chance": "ask"})
    assert (reply["ok"], reply.get("error")) == (False, "bad-request"), reply
    assert word in reply["message"]


def test_a_die_of_ace_in_the_hole_may_lie_without_its_card() -> None:
    given = with_a(pool=[{"die": "a-jetpack+1", "side": "sp"}])
    assert Session().say({"cmd": "position", "table": given, "chance": "ask"})["ok"]


def test_q88_claimed_by_somebody_who_is_out() -> None:
    given = table(claimed="c")
    given["players"]["c"] = {"out": True}
    assert Session().say({"cmd": "position", "table": given, "chance": "ask"})["ok"]
