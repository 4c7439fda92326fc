"""Tests the undo policy: a card placed face down can be taken back until something is drawn or turned."""

from __future__ import annotations

from .table import Table, position


def undo(table: Table, seat: str) -> str:
    """Asks for an undo as that seat, and returns `ok` or the name of the error."""
    reply = table.session.say({"cmd": "undo", "number": table.asked["number"], "seat": seat})
    if reply["ok"]:
        table._take(reply)
    return str(reply.get("error", "ok"))


def everything(table: Table) -> list[object]:
    """Returns the views of an onlooker, of seat a and of seat b."""
    return [table.session.say({"cmd": "view", **seat})["view"] for seat in ({}, {"seat": "a"}, {"seat": "b"})]


BARE = {"a": "king queen", "b": "witch mage"}


def bare() -> Table:
    """Returns a table at which no player has anything left to draw."""
    return position("art-4", "trade-5", turn="a", hands=BARE, decks={"a": "", "b": ""})


def test_a_card_laid_face_down_is_taken_back_if_no_one_draws() -> None:
    table = bare()
    before = everything(table)
    table.plays("a", "king:1")
    assert undo(table, "a") == "ok"
    assert everything(table) == before


def test_no_one_learns_which_card_it_was() -> None:
    seen = []
    for card in ("king", "queen"):
        table = bare()
        table.plays("a", f"{card}:1")
        assert undo(table, "a") == "ok"
        seen.append((table.reply["told"], table.session.say({"cmd": "view"})["view"]))
    assert seen[0] == seen[1]
    assert seen[0][0][0]["events"] == [{"to": "all", "event": "plays", "seat": "a", "column": 1}]


def test_a_lay_cannot_be_undone_after_a_draw() -> None:
    table = position("art-4", "trade-5", turn="a", hands=BARE, decks={"a": "julia", "b": ""})
    table.plays("a", "king:1")
    assert undo(table, "a") == "not-allowed"


def test_a_lay_that_has_turned_a_card_cannot_be_undone() -> None:
    table = position("art-4 b:julia?", "trade-5", turn="a", hands=BARE, decks={"a": "", "b": ""})
    table.plays("a", "king:1")
    assert undo(table, "a") == "not-allowed"


def test_a_traitor_s_swap_is_taken_back_but_not_the_card_that_turned_it() -> None:
    table = position("art-4 b:traitor?", "trade-5", turn="a", hands=BARE, decks={"a": "", "b": ""})
    table.plays("a", "king:1")
    table.plays("b", "2")
    assert undo(table, "a") == "not-allowed"
    assert undo(table, "b") == "ok"
    table.plays("b", "stay")
