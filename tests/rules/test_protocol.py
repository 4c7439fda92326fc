"""Tests the table protocol of docs/protocol.md: replies, keys, errors and their order, and views."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules import GAMES
from rules.protocol import Session

from .mafia_city.layout import layout
from .mafia_city.oracle import WHOLE_DECK, Json
from .sitting import (
    ASKING,
    CITY,
    NEW,
    SEEDED,
    accepted,
    answer,
    laid_out,
    record_of,
    refused,
    sat_down,
    whole_state,
)

# Replies


def test_a_reply_has_told_asked_and_over() -> None:
    """Every reply to an accepted request has the same members, and `asked` has its fields."""
    _, reply = sat_down()
    assert {"ok", "told", "asked", "over"} <= set(reply)
    assert (reply["ok"], reply["over"]) == (True, None)
    asked = {"number": 1, "kind": "start", "seats": {"chance": 3}, "patience": None, "silence": None}
    assert {**asked, "shape": "draw", "secret": False, "about": {}}.items() <= reply["asked"].items()
    json.dumps(reply)


def test_told_is_what_happened_since_the_last_reply() -> None:
    """`told` has only the events since the previous reply, each addressed to `all` or to a seat."""
    session, _ = sat_down(SEEDED)
    assert session.say({"cmd": "table"})["told"] == []
    told = accepted(session, 4, next(iter(session.say({"cmd": "table"})["asked"]["seats"])), "redraw")["told"]
    assert told
    assert {event["to"] for event in told} <= {"all", "a", "b", "c"}


def test_games_are_listed() -> None:
    """The command `games` works without a game; its reply contains Mafia City and the goals that it offers."""
    reply = Session().say({"cmd": "games"})
    assert reply["ok"]
    text = json.dumps(reply)
    assert "mafia_city" in text
    assert "beginners" in text
    assert "advanced" in text


def test_before_a_game_a_reply_has_the_same_members() -> None:
    """docs/protocol.md: without a game, `told` is empty and `asked` and `over` are null."""
    reply = Session().say({"cmd": "games"})
    assert {name: value for name, value in reply.items() if name != "games"} == {
        "ok": True, "told": [], "asked": None, "over": None,
    }  # fmt: skip
    assert [set(game) for game in reply["games"]] == [{"name", "edition", "players", "options"}] * len(reply["games"])
    (mafia,) = (game for game in reply["games"] if game["name"] == "mafia_city")
    assert (mafia["edition"], mafia["players"]) == (1, [3, 4, 5])


def test_a_given_table_keeps_the_names_and_the_id_that_came_with_it() -> None:
    """A position's names and id are in its record, and `table` returns the given table; names that are no list are
    refused.
    """
    table = layout()
    names = ["Dora", "Emil", "Franz"]
    session, _ = sat_down({"cmd": "position", "table": table, "seats": names, "id": "77", "chance": "ask"})
    assert record_of(session)[2:4] == ["id 77", "seats Dora | Emil | Franz"]
    assert session.say({"cmd": "table"})["table"] == table
    refused(session.say({"cmd": "position", "table": table, "seats": "Dora", "chance": "ask"}), "bad-request")


def test_numbers_count_decisions_from_one() -> None:
    """Each closed decision raises the number by one."""
    session, reply = sat_down()
    assert reply["asked"]["number"] == 1
    reply = accepted(session, 1, "chance", "b")
    assert (reply["asked"]["number"], reply["asked"]["kind"]) == (2, "city")
    reply = accepted(session, 2, "chance", *CITY)
    reply = accepted(session, 3, "chance", *WHOLE_DECK)
    assert (reply["asked"]["number"], reply["asked"]["kind"], list(reply["asked"]["seats"])) == (4, "mulligan", ["b"])


def test_without_ask_the_program_draws_itself() -> None:
    """A `new` without `chance`, `seed` and `id` makes the setup's draws itself; the first question goes to a player."""
    _, reply = sat_down(NEW)
    assert (reply["asked"]["kind"], reply["asked"]["number"]) == ("mulligan", 4)


# Keys, sets


def test_keys_of_who_is_not_asked_are_none() -> None:
    """`keys` works for every seat and returns `[]` for one that is not asked."""
    session, _ = laid_out()
    assert "place:harbour" in session.say({"cmd": "keys", "seat": "a"})["keys"]
    assert session.say({"cmd": "keys", "seat": "b"})["keys"] == []
    assert session.say({"cmd": "keys", "seat": "chance"})["keys"] == []
    session, _ = sat_down()
    assert session.say({"cmd": "keys", "seat": "chance"})["keys"] == ["a", "b", "c"]


def test_keys_are_short_words_joined_by_colons() -> None:
    """A key has `a-z 0-9 _ - + :` only, and at most 80 characters."""
    hands = {"a": "grand_plan-star thief-hat rackets-hat informer-fist", "b": "fbi-bullet"}
    session, _ = laid_out(hands=hands, business_district="abcab")
    for key in session.say({"cmd": "keys", "seat": "a"})["keys"]:
        assert len(key) <= 80
        assert set(key) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-+:")


def test_sets_come_in_any_order_and_are_recorded_as_offered() -> None:
    """The keys of a `several` are accepted in any order and recorded in the order in which they were offered."""
    session, _ = laid_out(phase="strategy", harbour="aaaa")
    accepted(session, 1, "a", "harbour:4", "harbour:1", "harbour:3")
    assert record_of(session)[-1] == "1 a retrieve: harbour:1 harbour:3 harbour:4"


def test_an_empty_set_is_a_dash() -> None:
    """No keys are `[]` in the protocol and `-` in the record; a key `-` is not offered."""
    session, _ = laid_out(phase="strategy", harbour="a")
    refused(answer(session, 1, "a", "-"), "not-allowed")
    accepted(session, 1, "a")
    assert record_of(session)[-1] == "1 a retrieve: -"


def test_a_draw_is_a_whole_permutation() -> None:
    """A deck with a card too many, too few or another card is refused; its order is free."""
    session, _ = sat_down()
    accepted(session, 1, "chance", "a")
    accepted(session, 2, "chance", *CITY)
    refused(answer(session, 3, "chance", *WHOLE_DECK[:-1]), "not-allowed")
    refused(answer(session, 3, "chance", *WHOLE_DECK, "thief-hat"), "not-allowed")
    refused(answer(session, 3, "chance", *WHOLE_DECK[:-1], WHOLE_DECK[0]), "not-allowed")
    accepted(session, 3, "chance", *reversed(WHOLE_DECK))


# Errors, and their order


@pytest.mark.parametrize(
    "line",
    [
        {"cmd": "answer", "number": 1, "seat": "a", "keys": ["pass"]},
        {"cmd": "clock", "number": 1},
        {"cmd": "keys", "seat": "a"},
        {"cmd": "view"},
        {"cmd": "table"},
        {"cmd": "record"},
    ],
)
def test_a_command_before_new_is_a_bad_request(line: Json) -> None:
    """Every command that needs a game is refused as `bad-request` before `new`."""
    refused(Session().say(line), "bad-request")


BAD_REQUESTS: list[Any] = [
    {},
    {"cmd": "dance"},
    {"cmd": None},
    {"cmd": ["answer"]},
    {"cmd": "answer"},
    {"cmd": "answer", "seat": "a", "keys": ["pass"]},
    {"cmd": "answer", "number": "1", "seat": "a", "keys": ["pass"]},
    {"cmd": "answer", "number": 1.5, "seat": "a", "keys": ["pass"]},
    {"cmd": "answer", "number": True, "seat": "a", "keys": ["pass"]},
    {"cmd": "answer", "number": None, "seat": "a", "keys": ["pass"]},
    {"cmd": "answer", "number": 1, "keys": ["pass"]},
    {"cmd": "answer", "number": 1, "seat": 1, "keys": ["pass"]},
    {"cmd": "answer", "number": 1, "seat": "a"},
    {"cmd": "answer", "number": 1, "seat": "a", "keys": "pass"},
    {"cmd": "answer", "number": 1, "seat": "a", "keys": [1]},
    {"cmd": "answer", "number": 1, "seat": "a", "keys": None},
    {"cmd": "answer", "number": 1, "seat": "a", "keys": {"pass": 1}},
    {"cmd": "answer", "number": 1, "seat": "a", "keys": [["pass"]]},
    {"cmd": "clock"},
    {"cmd": "clock", "number": "1"},
    {"cmd": "keys"},
    {"cmd": "keys", "seat": "z"},
    {"cmd": "keys", "seat": 1},
    {"cmd": "view", "seat": "d"},
    {"cmd": "view", "seat": ["a"]},
    {"cmd": "load"},
    {"cmd": "load", "record": "krupier 1"},
    {"cmd": "load", "record": [1, 2]},
    {"cmd": "position"},
    {"cmd": "new"},
    {**NEW, "game": "chess"},
    {**NEW, "game": 7},
    {**NEW, "seats": 3},
    {**NEW, "seats": ["Anna", "Bert"]},
    {**NEW, "seats": ["Anna", "Bert", 3]},
    {**NEW, "seats": ["Anna", "Bert", ""]},
    {**NEW, "seats": ["Anna", "Bert", " Cyril"]},
    {**NEW, "seats": ["Anna", "Bert", "Cyril "]},
    {**NEW, "seats": ["Anna", "Bert", "Cy\nril"]},
    {**NEW, "seats": ["Anna", "Bert", "Cy\x7fril"]},
    {**NEW, "seats": ["Anna", "Bert", "Cyril | Dora"]},
    {**NEW, "seats": ["|Anna", "Bert", "Cyril"]},
    {**NEW, "seats": ["Anna", "Bert", "Cyril|"]},
    {**NEW, "options": {"goal": "eternal"}},
    {**NEW, "options": {"colour": "red"}},
    {**NEW, "options": "beginners"},
    {**NEW, "options": {"goal": 10}},
    {**NEW, "seed": "9a"},
    {**NEW, "seed": "zz" * 32},
    {**NEW, "seed": 7},
    {**NEW, "id": 42},
    {**NEW, "id": "two words"},
    {**NEW, "id": ""},
    {**NEW, "chance": "maybe"},
]


@pytest.mark.parametrize("line", BAD_REQUESTS, ids=json.dumps)
def test_a_bad_line_is_a_bad_request_and_changes_nothing(line: Any) -> None:
    """An unknown command, missing or wrongly typed members, or a refused `new`: the game before it continues."""
    session, _ = laid_out()
    before = whole_state(session)
    refused(session.say(line), "bad-request")
    assert whole_state(session) == before


@pytest.mark.parametrize("line", [None, [], "new", 7, [{"cmd": "games"}]])
def test_a_line_that_is_no_object_is_a_bad_request(line: Any) -> None:
    """A line that is JSON but not an object is refused as `bad-request`."""
    refused(Session().say(line), "bad-request")


@pytest.mark.parametrize("name", ["A|B", "Ž|x", "a  b", "*Anna*", "1 a turn: pass", "-"])
def test_names_are_held_raw(name: str) -> None:
    """A `|` within a name is not a separator, and names come back from the record unchanged."""
    session, _ = sat_down({**ASKING, "seats": [name, "Bert", "Cyril"]})
    assert f"seats {name} | Bert | Cyril" in record_of(session)
    again = Session()
    assert again.say({"cmd": "load", "record": record_of(session)})["ok"]
    assert record_of(again) == record_of(session)


def test_a_stale_number_is_refused_before_anything_else() -> None:
    """The number is checked before the seat and the keys."""
    session, _ = laid_out()
    for number in (0, 2, -1, 10**30):
        for seat, key in (("a", "pass"), ("b", "pass"), ("z", "nonsense"), ("chance", "x")):
            refused(answer(session, number, seat, key), "stale-number")
        refused(session.say({"cmd": "clock", "number": number}), "stale-number")


def test_the_seat_comes_before_the_keys() -> None:
    """A seat that is not asked is refused before its keys are checked."""
    session, _ = laid_out()
    for seat in ("b", "c", "z", "chance", "clock", "A", ""):
        refused(answer(session, 1, seat, "nonsense"), "not-asked")
        refused(answer(session, 1, seat), "not-asked")


def test_too_many_too_few_and_unknown_keys_are_refused() -> None:
    """Too many keys, too few, and keys that were not offered are refused."""
    session, _ = laid_out(hands={"a": "thief-hat"})
    before = whole_state(session)
    for keys in ([], ["pass", "place:harbour"], ["pass", "pass"], ["dance"], ["place"], ["place:harbour "], ["PASS"]):
        refused(answer(session, 1, "a", *keys), "not-allowed")
    assert whole_state(session) == before
    accepted(session, 1, "a", "pass")
    refused(answer(session, 1, "a", "pass"), "stale-number")


def test_a_key_twice_in_a_set_is_not_allowed() -> None:
    """An answer to a `several` that repeats a key or has a key that was not offered is refused as `not-allowed`."""
    session, _ = laid_out(phase="strategy", harbour="aab")
    refused(answer(session, 1, "a", "harbour:1", "harbour:1"), "not-allowed")
    refused(answer(session, 1, "a", "harbour:1", "harbour:3"), "not-allowed")
    refused(answer(session, 1, "a", "harbour:1", "harbour:2", "harbour:3"), "not-allowed")


def test_the_clock_on_a_draw_is_not_asked() -> None:
    """`clock` is refused as `not-asked` while a draw is asked, because a draw has no time limit."""
    session, _ = sat_down()
    refused(session.say({"cmd": "clock", "number": 1}), "not-asked")
    refused(session.say({"cmd": "clock", "number": 2}), "stale-number")


def test_a_second_answer_to_a_window_is_not_asked() -> None:
    """While a window is open its number stays, and a second answer of a seat is refused."""
    session, _ = laid_out(hands={"b": "fbi-bullet", "c": "fbi-bullet"}, phase="locations", prison="a")
    reply = accepted(session, 1, "b", "pass")
    assert (reply["asked"]["number"], list(reply["asked"]["seats"])) == (1, ["c"])
    refused(answer(session, 1, "b", "pass"), "not-asked")
    assert accepted(session, 1, "c", "pass")["asked"]["number"] == 2


def test_a_refused_new_leaves_the_old_game() -> None:
    """After a refused `new`, the old game accepts answers; an accepted `new` replaces it."""
    session, _ = laid_out()
    refused(session.say({**NEW, "seats": []}), "bad-request")
    accepted(session, 1, "a", "place:harbour")
    assert session.say(ASKING)["asked"]["kind"] == "start"


# Views


def test_a_view_holds_no_hidden_card() -> None:
    """Other hands and the deck are numbers; the seat's own hand is shown."""
    session, _ = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet hitman-fist"}, deck="grand_plan-star")
    view = session.say({"cmd": "view", "seat": "a"})["view"]
    assert view["players"]["a"]["hand"] == ["thief-hat"]
    assert view["players"]["b"] == {"points": 0, "crew": 8, "reserve": 4, "passed": False, "cards": 2}
    assert view["deck"] == 1
    onlooker = json.dumps(session.say({"cmd": "view"})["view"])
    assert not [code for code in WHOLE_DECK if code in onlooker]


def test_the_policemans_holder_sees_every_hand() -> None:
    """M24.4: the view of the policeman's holder has all hands, but the deck only as a number; other seats see no
    other hands.
    """
    session, _ = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet"}, policeman="c")
    view = session.say({"cmd": "view", "seat": "c"})["view"]
    assert [view["players"][seat]["hand"] for seat in "abc"] == [["thief-hat"], ["fbi-bullet"], []]
    assert isinstance(view["deck"], int)
    assert "hand" not in session.say({"cmd": "view", "seat": "b"})["view"]["players"]["a"]


GAMES_KNOWN = f"the games are {', '.join(GAMES)}"
SEED_DIGITS = "'seed' must have 64 hexadecimal digits"
ANSWER: Json = {"cmd": "answer", "number": 1, "seat": "a"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (7, "a line must be one JSON object"),
        ({}, "'cmd' is missing"),
        ({"cmd": 7}, "'cmd' must be a text"),
        ({**NEW, "game": "chess"}, f"unknown game; {GAMES_KNOWN}"),
        ({**NEW, "seats": "abc"}, "'seats' must be a list"),
        ({**NEW, "options": ["goal"]}, "'options' must be an object"),
        ({**NEW, "options": {"goal": 7}}, "the value of an option must be a text"),
        ({**NEW, "chance": "dice"}, "'chance' must be 'ask' if it is given"),
        ({**NEW, "seed": "9a" * 31}, SEED_DIGITS),
        ({**NEW, "seed": "9a" * 31 + "  9a"}, SEED_DIGITS),
        ({**NEW, "seed": "xy" * 32}, SEED_DIGITS),
        ({**NEW, "id": 7}, "'id' must be a text"),
        ({"cmd": "load"}, "'record' is missing"),
        ({"cmd": "load", "record": [7]}, "a record must be a list of lines"),
        (ANSWER, "'keys' is missing"),
        ({**ANSWER, "keys": "pass"}, "'keys' must be a list of texts"),
        ({**ANSWER, "keys": [7]}, "'keys' must be a list of texts"),
        ({**ANSWER, "number": True, "keys": []}, "'number' must be a whole number"),
        ({"cmd": "view", "seat": "d"}, "unknown seat; the seats are a, b, c"),
        ({"cmd": "keys", "seat": "ab"}, "unknown seat; the seats are a, b, c"),
    ],
)
def test_a_bad_request_says_what_is_wrong_with_it(line: object, message: str) -> None:
    session, _ = laid_out()
    assert session.say(line) == {"ok": False, "error": "bad-request", "message": message}


def test_errors_name_the_known_commands_and_games() -> None:
    known = "games, new, position, answer, clock, undo, keys, view, table, record, load"
    assert Session().say({"cmd": "dance"})["message"] == f"unknown command; the commands are {known}"
    nothing = "there is no game yet; begin with 'new', 'position' or 'load'"
    assert Session().say({"cmd": "table"})["message"] == nothing
    for line in ("no JSON", "[" * 100_000):
        reply = json.loads(Session().hear(line))
        assert reply == {
            "ok": False,
            "error": "bad-request",
            "message": "a line must be one JSON object that is not nested too deeply",
        }


def test_a_line_is_spoken_without_spaces_and_in_its_own_letters() -> None:
    said = Session().hear(json.dumps({**ASKING, "seats": ["Anna", "Bert", "Žofie"], "id": "čaj"}))
    assert said.startswith('{"ok":true,"told":[],"asked":{"number":1,')
    session = Session()
    session.hear(json.dumps({**ASKING, "seats": ["Anna", "Bert", "Žofie"]}))
    assert '"seats Anna | Bert | Žofie"' in session.hear('{"cmd":"record"}')
