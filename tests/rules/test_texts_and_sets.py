"""Tests options with free text, and sets with a minimum, in a toy game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.description import check_options, complete_options, public_options
from rules.engine import Game
from rules.errors import BadRecord, BadRequest
from rules.protocol import Session
from rules.verify import replay as replayed

from .toy import TOY

pytestmark = pytest.mark.usefixtures("toy_registered")


def said(session: Session, **request: Any) -> dict[str, Any]:
    reply = session.say(request)
    assert reply["ok"], reply
    return reply


def new_toy(**options: str) -> dict[str, Any]:
    return {"cmd": "new", "game": "toy", "seats": ["Anna", "Bert"], "options": options, "chance": "ask"}


def test_games_say_which_option_is_a_text() -> None:
    (toy,) = (game for game in said(Session(), cmd="games")["games"] if game["name"] == "toy")
    assert toy["options"] == {"length": ["short", "long"], "gifts": "text"}


def test_a_text_is_in_the_record_in_its_canonical_form() -> None:
    session = Session()
    said(session, **new_toy(gifts=" two one|six  "))
    record = said(session, cmd="record")["record"]
    assert record[4:] == ["option length short", "option gifts one two | six"]
    said(session, cmd="load", record=record)
    assert said(session, cmd="record")["record"] == record


def test_a_text_is_refused_by_its_checker_which_knows_seats_and_options() -> None:
    session = Session()
    for text, message in (
        ("one", "gifts: there are 1 parts for 2 seats"),
        ("one | seven", "gifts, seat b: nothing is called 'seven'"),
        ("one two three | one", "gifts, seat a: two are enough in a short game"),
    ):
        refused = session.say(new_toy(gifts=text))
        assert (refused["error"], refused["message"]) == ("bad-request", message)
    said(session, **new_toy(gifts="one two three | one", length="long"))


def test_a_number_of_seats_that_cannot_be_is_refused_before_a_text_is_looked_at() -> None:
    refused = Session().say({**new_toy(gifts="one | two"), "seats": ["Anna", "Bert", "Cyril"]})
    assert refused["message"] == "toy is for 2 to 2 players, not 3"


def test_a_record_with_a_text_that_is_not_canonical_or_not_allowed_is_refused() -> None:
    game = Game.new(TOY, ["Anna", "Bert"], {"gifts": "one two | six"})
    lines = game.record().lines()
    for text in ("two one | six", "one two | seven", "one"):
        changed = [f"option gifts {text}" if line.startswith("option gifts") else line for line in lines]
        with pytest.raises(BadRecord, match="gifts"):
            replayed(changed)


@pytest.mark.parametrize("check", [complete_options, check_options])
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"length": "endless"}, "option length must be one of short, long, not endless"),
        ({"width": "1"}, "toy has no option width"),
    ],
)
def test_an_option_that_cannot_be_is_named_with_what_can(
    check: Callable[..., object], options: dict[str, str], words: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        check(TOY, options, "ab")
    assert str(refused.value) == words


def test_a_records_text_must_be_canonical() -> None:
    check_options(TOY, {"gifts": "one two | six"}, "ab")
    with pytest.raises(BadRequest) as refused:
        check_options(TOY, {"gifts": "two one | six"}, "ab")
    assert str(refused.value) == "option gifts is not in its canonical form"


def test_options_set_by_the_installation_are_in_the_game() -> None:
    toy = replace(TOY, installation=("place",), default_options=lambda: {"place": "hall"})
    whole = {"length": "short", "gifts": "one | one", "place": "hall"}
    assert complete_options(toy, {}, "ab") == whole
    assert complete_options(toy, {"place": "hall"}, "ab") == whole
    check_options(toy, {"place": "cellar"}, "ab")
    with pytest.raises(BadRequest, match="option place is hall here, not cellar"):
        complete_options(toy, {"place": "cellar"}, "ab")
    with pytest.raises(BadRequest, match="option place is not set here, not cellar"):
        complete_options(replace(toy, default_options=dict), {"place": "cellar"}, "ab")


def test_a_record_without_an_option_is_taken_with_its_default() -> None:
    lines = [line for line in Game.new(TOY, ["Anna", "Bert"]).record().lines() if not line.startswith("option")]
    assert replayed(lines).record().lines() == lines


def test_a_text_is_checked_as_soon_as_the_seats_are_known() -> None:
    """Without seats, a text option is not checked, because a table can be opened before anyone joins; with seats, it is
    checked and brought into its canonical form.
    """
    assert complete_options(TOY, {"gifts": "two one"})["gifts"] == "two one"
    assert complete_options(TOY, {"gifts": "two one | six"}, "ab")["gifts"] == "one two | six"


def test_a_private_text_is_not_among_what_everyone_may_see() -> None:
    options = complete_options(TOY, {"gifts": "one two | six"}, "ab")
    assert public_options(TOY, options) == {"length": "short"}


# Sets that must have some members


def dealt() -> Session:
    session = Session()
    said(session, **new_toy())
    said(session, cmd="answer", number=1, seat="chance", keys=["two", "three", "four", "five"])
    said(session, cmd="answer", number=2, seat="chance", keys=["two", "three", "four", "five"])
    return session


def test_the_silence_of_a_set_that_needs_keys_is_its_first_keys() -> None:
    session = dealt()
    asked = said(session, cmd="table")["asked"]
    assert (asked["kind"], asked["shape"], asked["silence"]) == ("throw", "several", "green blue")
    (thrown,) = said(session, cmd="clock", number=3)["told"]
    assert thrown == {"to": "all", "event": "throws", "seat": "a", "marbles": ["green", "blue"]}
    record = said(session, cmd="record")["record"]
    assert record[-1] == "3 clock throw"
    said(session, cmd="load", record=record)
    assert said(session, cmd="record")["record"] == record


def test_too_few_and_too_many_are_refused_and_the_order_is_free() -> None:
    session = dealt()
    for keys in ([], ["green"], ["green", "blue", "white"], ["green", "green"], ["green", "red"]):
        refused = session.say({"cmd": "answer", "number": 3, "seat": "a", "keys": keys})
        assert refused["error"] == "not-allowed", keys
    said(session, cmd="answer", number=3, seat="a", keys=["black", "blue"])
    assert said(session, cmd="record")["record"][-1] == "3 a throw: blue black"


def test_a_several_may_be_secret() -> None:
    session = dealt()
    asked = said(session, cmd="clock", number=3)["asked"]
    assert (asked["kind"], asked["shape"], asked["secret"], asked["silence"]) == ("show", "several", True, "one")
    session = dealt()
    record = [*said(session, cmd="record")["record"], "3 clock throw", "4 a show: six"]
    refused = session.say({"cmd": "load", "record": record})
    assert refused["error"] == "bad-record"
    assert "one" not in refused["message"].replace("one of", ""), "what a seat holds is not told"
