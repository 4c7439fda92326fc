"""Tests the undo policy: moves with dice and tokens can be undone, unless a roll, a draw or a hand was shown."""

from __future__ import annotations

import pytest

from .table import Table, player, position


def undo(table: Table, seat: str) -> str:
    """Asks for an undo as that seat, and returns `ok` or the name of the error."""
    reply = table.session.say({"cmd": "undo", "number": table.asked["number"], "seat": seat})
    if reply["ok"]:
        table._take(reply)
    return str(reply.get("error", "ok"))


def dueling(**more: str) -> Table:
    return position(
        a=player("rey*2", pool="rey+1=1md", hand="aim lightsaber", resources=3, **more),  # type: ignore[arg-type]
        b=player("kylo_ren*2", pool="kylo_ren+1=1md", hand="block"),
    )


def test_damage_that_was_dealt_may_be_taken_back() -> None:
    table = dueling()
    before = table.session.say({"cmd": "table"})["table"]
    table.resolves("a", "rey+1:b-kylo_ren")
    assert undo(table, "a") == "ok"
    assert table.session.say({"cmd": "table"})["table"] == before


def test_a_pass_may_be_taken_back() -> None:
    table = dueling()
    table.answers("a", "action", "pass")
    assert undo(table, "a") == "ok"


def test_a_character_that_was_activated_has_rolled() -> None:
    table = dueling()
    table.activates("a", "rey").rolls("1md")
    assert undo(table, "a") == "not-allowed"


def test_nothing_is_taken_back_while_dice_roll() -> None:
    table = dueling()
    table.activates("a", "rey")
    assert undo(table, "a") == "not-allowed"


@pytest.mark.parametrize("key", ["play:lightsaber:a-rey", "play:aim", "reroll:aim"])
def test_a_card_out_of_the_hand_has_been_seen(key: str) -> None:
    table = dueling()
    table.answers("a", "action", key)
    assert undo(table, "a") == "not-allowed"


def test_a_card_lies_open_while_its_price_is_still_asked() -> None:
    """The card is public before any event reports the play, so a discount may be declined but the play not undone."""
    table = position(
        a=player("jango_fett bala_tik", supports="infamous", hand="scramble", resources=3),
        b=player("rey"),
    )
    table.answers("a", "action", "play:scramble").asks("may", "a")
    assert table.events("plays") == []
    assert undo(table, "a") == "not-allowed"
