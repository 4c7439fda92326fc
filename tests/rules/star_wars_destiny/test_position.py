"""What a given table may be, and what is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES
from rules.engine import Game
from rules.errors import BadRequest
from rules.protocol import Session

from .table import Json, laid, player, position

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
    "an event in play": (
        with_a(supports=[{"id": "a-aim"}]), "a-aim is a card of type event, not support or upgrade",
    ),
    "an upgrade without a character": (with_a(supports=[{"id": "a-jetpack"}]), "a-jetpack"),
    "a support of no known code": (with_a(supports=[{"id": "a-nobody"}]), "'nobody'"),
    "a support among the characters": (
        with_a(characters=[{"id": "a-outpost", "dice": 1}]), "a-outpost is not a character of player a",
    ),
    "a character of somebody else": (
        with_a(characters=[{"id": "b-rey", "dice": 1}]), "b-rey is not a character of player a",
    ),
    "barred but not there": (table(barred=["a-bb_8"]), "a-bb_8"),
    "delayed but not there": (table(delayed=[{"defeat": "a-kylo_ren", "by": "a-crime_lord"}]), "a-kylo_ren"),
    "delayed but not said who": (table(delayed=[{"by": "a-crime_lord"}]), "defeat"),
    "delayed but no character": (
        with_a(supports=[{"id": "a-outpost"}]) | {"delayed": [{"defeat": "a-outpost", "by": "a-crime_lord"}]},
        "a-outpost",
    ),
    "barred but no word": (table(barred=[["a-rey"]]), "barred"),
    "held but not there": (rey(upgrades=[{"id": "a-prized_possession", "holds": "b-rey+1"}]), "b-rey+1"),
    "held and in a pool": (
        with_a(
            characters=[{"id": "a-rey", "dice": 1, "upgrades": [{"id": "a-prized_possession", "holds": "a-rey+1"}]}],
            pool=[{"die": "a-rey+1", "side": "1md"}],
        ), "a-rey+1",
    ),
    "held twice": (
        rey(upgrades=[{"id": f"a-prized_possession{number}", "holds": "a-rey+1"} for number in ("", "-2")]), "a-rey+1",
    ),
    "a name twice": (with_a(supports=[{"id": "a-outpost"}, {"id": "a-outpost"}]), "a-outpost"),
    "a copy's number": (with_a(supports=[{"id": "a-outpost-1"}]), "a-outpost-1"),
    "four upgrades": (rey(upgrades=[{"id": f"a-datapad{number}"} for number in ("", "-2", "-3", "-4")]), "upgrades"),
    "four shields": (rey(shields=4), "shields"),
    "damage at the health": (rey(damage=10), "damage"),
    "three dice on a unique character": (with_a(characters=[{"id": "a-rey", "dice": 3}]), "dice"),
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
    **{
        f"out with {what}": (
            table(players={**table()["players"], "c": {"out": True, what: cards}}), "player c is out and has no cards",
        )
        for what, cards in {
            "characters": [{"id": "c-rey", "dice": 1}], "defeated": [{"id": "c-rey", "dice": 1}],
            "supports": [{"id": "c-outpost"}], "hand": ["aim"], "deck": ["aim"], "discard": ["aim"],
        }.items()
    },
    "no character": (with_a(characters=[]), "player a"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_by_name(what: str) -> None:
    given, word = REFUSED[what]
    reply = Session().say({"cmd": "position", "table": given, "chance": "ask"})
    assert (reply["ok"], reply.get("error")) == (False, "bad-request"), reply
    assert word in reply["message"]


def test_a_die_of_ace_in_the_hole_may_lie_without_its_card() -> None:
    """Q70: an upgrade or a support."""
    for die in ("jetpack", "first_order_tie_fighter"):
        given = with_a(pool=[{"die": f"a-{die}+1", "side": "sp"}])
        assert Session().say({"cmd": "position", "table": given, "chance": "ask"})["ok"], die


def test_q76_a_support_that_was_an_upgrade_can_be_laid_and_discarded() -> None:
    """AT-ST discards a support; One With The Force is one, and no upgrade."""
    table = position(
        a=player("finn", supports="at_st", pool="at_st+1=sp", hand="aim"),
        b=player("finn", supports="one_with_the_force outpost", hand="aim"),
    )  # fmt: skip
    table.resolves("a", "at_st+1").answers("a", "piece", "b-one_with_the_force")
    assert (table.supports("b"), table.discard("b")) == (["b-outpost"], ["one_with_the_force"])


def test_as_many_names_as_seats() -> None:
    with pytest.raises(BadRequest, match="3 names for 2 seats"):
        Game.at(GAMES["star_wars_destiny"], table(), ("Anna", "Bert", "Cyril"))


def test_q88_claimed_by_somebody_who_is_out() -> None:
    given = table(claimed="c")
    given["players"]["c"] = {"out": True}
    assert Session().say({"cmd": "position", "table": given, "chance": "ask"})["ok"]
