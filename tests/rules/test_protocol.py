"""The table protocol of notation.md: lines and errors, records, chance by commitment, the program itself."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules.protocol import Session

from .mafia_city.oracle import LOCATIONS, WHOLE_DECK, Json
from .mafia_city.table import layout

SEED = "9a" * 32
OTHER_SEED = "9b" * 32
SEATS = ["Anna", "Bert", "Cyril"]
NEW: Json = {"cmd": "new", "game": "mafia_city", "seats": SEATS, "options": {"goal": "beginners"}}
SEEDED: Json = {**NEW, "seed": SEED, "id": "42"}
ASKING: Json = {**NEW, "chance": "ask"}
CITY = ["harbour", "prison", "town_hall", "fight_club", "private_club", "police_station", "business_district"]


def sat_down(line: Json = ASKING) -> tuple[Session, Json]:
    session = Session()
    reply = session.say(line)
    assert reply["ok"], reply
    return session, reply


def laid_out(**how: Any) -> tuple[Session, Json]:
    return sat_down({"cmd": "position", "table": layout(**how), "chance": "ask"})


def answer(session: Session, number: int, seat: str, *keys: str) -> Json:
    return session.say({"cmd": "answer", "number": number, "seat": seat, "keys": list(keys)})


def accepted(session: Session, number: int, seat: str, *keys: str) -> Json:
    reply = answer(session, number, seat, *keys)
    assert reply["ok"], reply
    return reply


def refused(reply: Json, error: str) -> None:
    assert (reply["ok"], reply["error"]) == (False, error), reply
    assert isinstance(reply["message"], str)
    assert reply["message"]


def record_of(session: Session) -> list[str]:
    return list(session.say({"cmd": "record"})["record"])


def whole_state(session: Session) -> tuple[Json, list[str], Any]:
    reply = session.say({"cmd": "table"})
    return reply["table"], record_of(session), reply["asked"]


def played_out(line: Json = SEEDED, dice_seed: int = 1) -> Session:
    """A game played to its end by somebody who answers at random; draws are made by the program."""
    dice = random.Random(dice_seed)
    session, reply = sat_down(line)
    for _ in range(5000):
        asked = reply["asked"]
        if asked is None:
            return session
        seat = dice.choice(sorted(asked["seats"]))
        keys = session.say({"cmd": "keys", "seat": seat})["keys"]
        chosen = dice.sample(keys, dice.randint(0, len(keys))) if asked["shape"] == "several" else [dice.choice(keys)]
        reply = accepted(session, asked["number"], seat, *chosen)
    raise AssertionError("the game does not end")


# Replies


def test_a_reply_has_told_asked_and_over() -> None:
    """Every reply to an accepted line tells the same three things, and the asked member's fields."""
    _, reply = sat_down()
    assert {"ok", "told", "asked", "over"} <= set(reply)
    assert (reply["ok"], reply["over"]) == (True, None)
    asked = {"number": 1, "kind": "start", "seats": {"chance": 3}, "patience": None, "silence": None}
    assert {**asked, "shape": "draw", "secret": False, "about": {}}.items() <= reply["asked"].items()
    json.dumps(reply)


def test_told_is_what_happened_since_the_last_reply() -> None:
    """Events come once, each to `all` or to a seat."""
    session, _ = sat_down(SEEDED)
    assert session.say({"cmd": "table"})["told"] == []
    told = accepted(session, 4, next(iter(session.say({"cmd": "table"})["asked"]["seats"])), "redraw")["told"]
    assert told
    assert {event["to"] for event in told} <= {"all", "a", "b", "c"}


def test_games_are_listed() -> None:
    """`games` needs no game; it names Mafia City with edition, numbers of players and options."""
    reply = Session().say({"cmd": "games"})
    assert reply["ok"]
    text = json.dumps(reply)
    assert "mafia_city" in text
    assert "beginners" in text
    assert "advanced" in text


def test_numbers_count_decisions_from_one() -> None:
    """1, 2, 3 …: each closed decision raises the number by one."""
    session, reply = sat_down()
    assert reply["asked"]["number"] == 1
    reply = accepted(session, 1, "chance", "b")
    assert (reply["asked"]["number"], reply["asked"]["kind"]) == (2, "city")
    reply = accepted(session, 2, "chance", *CITY)
    reply = accepted(session, 3, "chance", *WHOLE_DECK)
    assert (reply["asked"]["number"], reply["asked"]["kind"], list(reply["asked"]["seats"])) == (4, "mulligan", ["b"])


def test_without_ask_the_program_draws_itself() -> None:
    """`seed` and `id` may be left out; the first question goes to a player."""
    _, reply = sat_down(NEW)
    assert (reply["asked"]["kind"], reply["asked"]["number"]) == ("mulligan", 4)


# Keys, sets


def test_keys_of_who_is_not_asked_are_none() -> None:
    """`keys` answers for every seat, `[]` for who is not asked."""
    session, _ = laid_out()
    assert "place:harbour" in session.say({"cmd": "keys", "seat": "a"})["keys"]
    assert session.say({"cmd": "keys", "seat": "b"})["keys"] == []
    assert session.say({"cmd": "keys", "seat": "chance"})["keys"] == []
    session, _ = sat_down()
    assert session.say({"cmd": "keys", "seat": "chance"})["keys"] == ["a", "b", "c"]


def test_keys_are_short_words_joined_by_colons() -> None:
    """`a-z 0-9 _ - + :`, at most 80 characters."""
    hands = {"a": "grand_plan-star thief-hat rackets-hat informer-fist", "b": "fbi-bullet"}
    session, _ = laid_out(hands=hands, business_district="abcab")
    for key in session.say({"cmd": "keys", "seat": "a"})["keys"]:
        assert len(key) <= 80
        assert set(key) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-+:")


def test_sets_come_in_any_order_and_are_recorded_as_offered() -> None:
    """Several keys are a set."""
    session, _ = laid_out(phase="strategy", harbour="aaaa")
    accepted(session, 1, "a", "harbour:4", "harbour:1", "harbour:3")
    assert record_of(session)[-1] == "1 a retrieve: harbour:1 harbour:3 harbour:4"


def test_an_empty_set_is_a_dash() -> None:
    """None at all is `[]` in the protocol and `-` in the record; a key `-` is not offered."""
    session, _ = laid_out(phase="strategy", harbour="a")
    refused(answer(session, 1, "a", "-"), "not-allowed")
    accepted(session, 1, "a")
    assert record_of(session)[-1] == "1 a retrieve: -"


def test_a_draw_is_a_whole_permutation() -> None:
    """A deck with a card too many, too few, or another card is not allowed; the order is free."""
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
    """There is no game to answer."""
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
    """Unknown command, missing or wrongly typed members, a refused `new`: the old game goes on."""
    session, _ = laid_out()
    before = whole_state(session)
    refused(session.say(line), "bad-request")
    assert whole_state(session) == before


@pytest.mark.parametrize("line", [None, [], "new", 7, [{"cmd": "games"}]])
def test_a_line_that_is_no_object_is_a_bad_request(line: Any) -> None:
    """JSON, but no command."""
    refused(Session().say(line), "bad-request")


@pytest.mark.parametrize("name", ["A|B", "Ž|x", "a  b", "*Anna*", "1 a turn: pass", "-"])
def test_names_are_held_raw(name: str) -> None:
    """A `|` inside is no separator; names come back from the record as they were."""
    session, _ = sat_down({**ASKING, "seats": [name, "Bert", "Cyril"]})
    assert f"seats {name} | Bert | Cyril" in record_of(session)
    again = Session()
    assert again.say({"cmd": "load", "record": record_of(session)})["ok"]
    assert record_of(again) == record_of(session)


def test_a_stale_number_is_refused_before_anything_else() -> None:
    """The number comes before the seat and the keys."""
    session, _ = laid_out()
    for number in (0, 2, -1, 10**30):
        for seat, key in (("a", "pass"), ("b", "pass"), ("z", "nonsense"), ("chance", "x")):
            refused(answer(session, number, seat, key), "stale-number")
        refused(session.say({"cmd": "clock", "number": number}), "stale-number")


def test_the_seat_comes_before_the_keys() -> None:
    """Who is not asked is told so, whatever the keys."""
    session, _ = laid_out()
    for seat in ("b", "c", "z", "chance", "clock", "A", ""):
        refused(answer(session, 1, seat, "nonsense"), "not-asked")
        refused(answer(session, 1, seat), "not-asked")


def test_what_keys_are_not_allowed() -> None:
    """Too many, too few, not offered."""
    session, _ = laid_out(hands={"a": "thief-hat"})
    before = whole_state(session)
    for keys in ([], ["pass", "place:harbour"], ["pass", "pass"], ["dance"], ["place"], ["place:harbour "], ["PASS"]):
        refused(answer(session, 1, "a", *keys), "not-allowed")
    assert whole_state(session) == before
    accepted(session, 1, "a", "pass")
    refused(answer(session, 1, "a", "pass"), "stale-number")


def test_a_key_twice_in_a_set_is_not_allowed() -> None:
    """A set holds each key once."""
    session, _ = laid_out(phase="strategy", harbour="aab")
    refused(answer(session, 1, "a", "harbour:1", "harbour:1"), "not-allowed")
    refused(answer(session, 1, "a", "harbour:1", "harbour:3"), "not-allowed")
    refused(answer(session, 1, "a", "harbour:1", "harbour:2", "harbour:3"), "not-allowed")


def test_the_clock_on_a_draw_is_not_asked() -> None:
    """A draw has no silence."""
    session, _ = sat_down()
    refused(session.say({"cmd": "clock", "number": 1}), "not-asked")
    refused(session.say({"cmd": "clock", "number": 2}), "stale-number")


def test_a_second_answer_to_a_window_is_not_asked() -> None:
    """While a window collects, its number stays and a second answer is refused."""
    session, _ = laid_out(hands={"b": "fbi-bullet", "c": "fbi-bullet"}, phase="locations", prison="a")
    reply = accepted(session, 1, "b", "pass")
    assert (reply["asked"]["number"], list(reply["asked"]["seats"])) == (1, ["c"])
    refused(answer(session, 1, "b", "pass"), "not-asked")
    assert accepted(session, 1, "c", "pass")["asked"]["number"] == 2


def test_a_refused_new_leaves_the_old_game() -> None:
    """And an accepted one replaces it."""
    session, _ = laid_out()
    refused(session.say({**NEW, "seats": []}), "bad-request")
    accepted(session, 1, "a", "place:harbour")
    assert session.say(ASKING)["asked"]["kind"] == "start"


# Views


def test_a_view_holds_no_hidden_card() -> None:
    """Other hands and the deck are numbers; one's own hand is there."""
    session, _ = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet hitman-fist"}, deck="grand_plan-star")
    view = session.say({"cmd": "view", "seat": "a"})["view"]
    assert view["players"]["a"]["hand"] == ["thief-hat"]
    assert view["players"]["b"] == {"points": 0, "crew": 8, "reserve": 4, "passed": False, "cards": 2}
    assert view["deck"] == 1
    onlooker = json.dumps(session.say({"cmd": "view"})["view"])
    assert not [code for code in WHOLE_DECK if code in onlooker]


def test_the_policemans_holder_sees_every_hand() -> None:
    """M24.4; the deck stays a number."""
    session, _ = laid_out(hands={"a": "thief-hat", "b": "fbi-bullet"}, policeman="c")
    view = session.say({"cmd": "view", "seat": "c"})["view"]
    assert [view["players"][seat]["hand"] for seat in "abc"] == [["thief-hat"], ["fbi-bullet"], []]
    assert isinstance(view["deck"], int)
    assert "hand" not in session.say({"cmd": "view", "seat": "b"})["view"]["players"]["a"]


# Records


def test_the_lines_of_a_record() -> None:
    """Version, game, id, seats, options, commitment, entries."""
    session, _ = sat_down(SEEDED)
    record = record_of(session)
    assert record[:5] == [
        "krupier 1",
        "game mafia_city 1",
        "id 42",
        "seats Anna | Bert | Cyril",
        "option goal beginners",
    ]
    assert record[5].startswith("commitment ")
    assert [line.split(":")[0] for line in record[6:]] == ["1 chance start", "2 chance city", "3 chance deck"]


def test_without_a_seed_of_ones_own_there_is_a_commitment_still() -> None:
    """The program makes one; the record of a running game never holds it."""
    session, _ = sat_down(NEW)
    record = record_of(session)
    assert record[2] == "id 0"
    assert len(record[5].removeprefix("commitment ")) == 64
    other, _ = sat_down(NEW)
    assert record_of(other)[5] != record[5]


def test_draws_asked_from_outside_need_neither_commitment_nor_seed() -> None:
    """Where chance is asked nobody has promised anything."""
    session, _ = sat_down()
    assert record_of(session) == [
        "krupier 1",
        "game mafia_city 1",
        "id 0",
        "seats Anna | Bert | Cyril",
        "option goal beginners",
    ]


def test_a_running_games_record_keeps_the_seed_secret() -> None:
    """Neither record, table, view nor told hold the seed before the end."""
    session, reply = sat_down(SEEDED)
    for line in ({"cmd": "table"}, {"cmd": "record"}, {"cmd": "view"}, {"cmd": "view", "seat": "a"}):
        assert SEED not in json.dumps(session.say(line))
    assert SEED not in json.dumps(reply)


def test_a_window_in_the_record() -> None:
    """Each pass under the window's number, then the clock without keys."""
    session, _ = laid_out(hands={"b": "fbi-bullet", "c": "fbi-bullet"}, phase="locations", prison="a")
    accepted(session, 1, "c", "pass")
    assert session.say({"cmd": "clock", "number": 1})["ok"]
    assert record_of(session)[-2:] == ["1 c deal: pass", "1 clock deal"]


def test_load_goes_on_where_the_record_ends() -> None:
    """The same table, question and record; also in the middle of a window."""
    session, _ = laid_out(hands={"b": "fbi-bullet", "c": "fbi-bullet"}, phase="locations", prison="a")
    accepted(session, 1, "c", "pass")
    again = Session()
    reply = again.say({"cmd": "load", "record": record_of(session)})
    assert (reply["asked"]["number"], list(reply["asked"]["seats"])) == (1, ["b"])
    assert whole_state(again) == whole_state(session)
    for one in (session, again):
        accepted(one, 1, "b", "pass")
    assert whole_state(again) == whole_state(session)


def test_load_with_its_seed_goes_on_drawing() -> None:
    """A loaded game draws what the first one would have drawn, and keeps its commitment."""
    whole = record_of(played_out())
    entries = [line for line in whole if not line.startswith(("seed ", "result "))]
    middle = entries[:6] + [line for line in entries[6:] if int(line.split(" ")[0]) <= 3]
    session = Session()
    reply = session.say({"cmd": "load", "record": middle, "seed": SEED})
    assert reply["ok"], reply
    for line in entries[len(middle) :]:
        number, seat, kind, *keys = line.split(" ")
        if seat == "chance":
            assert line in record_of(session), "the program draws the same by itself"
            continue
        assert kind
        accepted(session, int(number), seat, *([] if keys == ["-"] else keys))
    assert record_of(session) == whole


def test_load_without_the_seed_asks_for_draws() -> None:
    """The commitment is kept, and the next draw is the other side's."""
    head = record_of(sat_down(SEEDED)[0])[:7]
    session = Session()
    reply = session.say({"cmd": "load", "record": head})
    assert (reply["asked"]["kind"], reply["asked"]["seats"]) == ("city", {"chance": 7})
    assert record_of(session) == head
    accepted(session, 2, "chance", *CITY)


def test_load_with_a_seed_that_does_not_fit_the_commitment() -> None:
    """`bad-record`, and the old game goes on."""
    record = record_of(sat_down(SEEDED)[0])
    session, _ = laid_out()
    refused(session.say({"cmd": "load", "record": record, "seed": OTHER_SEED}), "bad-record")
    accepted(session, 1, "a", "place:harbour")
    assert session.say({"cmd": "load", "record": record, "seed": SEED})["ok"]


def test_loading_a_finished_game() -> None:
    """Everything is as at its end."""
    session = played_out()
    record = record_of(session)
    assert record[-2] == f"seed {SEED}"
    assert record[-1].startswith("result ")
    again = Session()
    reply = again.say({"cmd": "load", "record": record})
    assert reply["ok"], reply
    assert reply["asked"] is None
    assert reply["over"] == session.say({"cmd": "table"})["over"]
    assert whole_state(again) == whole_state(session)
    refused(answer(again, 1, "a", "pass"), "stale-number")
    ranking = ", ".join(f"{entry['seat']} {entry['points']}" for entry in reply["over"]["ranking"])
    assert record[-1] == f"result {ranking}"


def a_record() -> list[str]:
    session, _ = sat_down(SEEDED)
    first = next(iter(session.say({"cmd": "table"})["asked"]["seats"]))
    accepted(session, 4, first, "keep")
    return record_of(session)


def with_line(at: int, line: str) -> list[str]:
    record = a_record()
    record[at] = line
    return record


BAD_RECORDS = {
    "empty": [],
    "no version": a_record()[1:],
    "another version": with_line(0, "krupier 2"),
    "another format": with_line(0, "chess 1"),
    "another game": with_line(1, "game chess 1"),
    "an edition of the future": with_line(1, "game mafia_city 999"),
    "no seats": [line for line in a_record() if not line.startswith("seats")],
    "two seats": with_line(3, "seats Anna | Bert"),
    "an unknown goal": with_line(4, "option goal eternal"),
    "an unknown option": with_line(4, "option colour red"),
    "lines out of order": [*a_record()[:2], a_record()[3], a_record()[2], *a_record()[4:]],
    "an unknown line": [*a_record()[:5], "weather fine", *a_record()[5:]],
    "a commitment that is none": with_line(5, "commitment xyz"),
    "a start that is nobody": with_line(6, "1 chance start: z"),
    "a number left out": with_line(7, with_line(7, "")[6].replace("1 ", "5 ", 1)),
    "another kind": with_line(6, "1 chance city: " + " ".join(LOCATIONS)),
    "a wrong city": with_line(7, "2 chance city: prison prison"),
    "a deck of one": with_line(8, "3 chance deck: thief-hat"),
    "a mulligan by somebody else": with_line(9, "4 z mulligan: keep"),
    "a key that was not offered": with_line(9, a_record()[9].replace("keep", "swap")),
    "a clock on a draw": with_line(6, "1 clock start"),
    "nonsense": with_line(9, "and then they lived happily ever after"),
    "an entry too many": [*a_record(), a_record()[-1]],
    "a result before the end": [*a_record(), "result a 10, b 0, c 0"],
    "a blank line": [*a_record()[:6], "", *a_record()[6:]],
}


@pytest.mark.parametrize("what", BAD_RECORDS)
def test_a_record_that_does_not_replay(what: str) -> None:
    """`bad-record`, saying why, and the old game goes on."""
    session, _ = laid_out()
    before = whole_state(session)
    refused(session.say({"cmd": "load", "record": BAD_RECORDS[what]}), "bad-record")
    assert whole_state(session) == before


def test_the_refusal_names_line_expectation_and_finding() -> None:
    """The line number, what was expected there and what was found."""
    record = with_line(9, a_record()[9].replace("keep", "swap"))
    message = Session().say({"cmd": "load", "record": record})["message"]
    assert "10" in message
    assert "swap" in message
    assert "keep" in message


def test_a_false_result_is_refused() -> None:
    """The result is checked like every other line."""
    record = record_of(played_out())
    refused(Session().say({"cmd": "load", "record": [*record[:-1], "result a 99, b 0, c 0"]}), "bad-record")


def test_a_set_in_another_order_is_no_record() -> None:
    """A record holds sets in the order offered; whether it is read or refused, it never comes back otherwise."""
    session, _ = laid_out(phase="strategy", harbour="aa")
    accepted(session, 1, "a", "harbour:1", "harbour:2")
    record = record_of(session)
    other = [*record[:-1], "1 a retrieve: harbour:2 harbour:1"]
    again = Session()
    if again.say({"cmd": "load", "record": other})["ok"]:
        assert record_of(again) == record


# Chance by commitment, computed from the document


class Stream:
    """HMAC-SHA256(K, `n:0`) + HMAC-SHA256(K, `n:1`) + … with K = HMAC-SHA256(S, game id)."""

    def __init__(self, seed: bytes, game_id: str, number: int) -> None:
        self.key = hmac.digest(seed, game_id.encode(), "sha256")
        self.number = number
        self.block = 0
        self.bytes = b""

    def uniform(self, bound: int) -> int:
        while True:
            while len(self.bytes) < 8:
                self.bytes += hmac.digest(self.key, f"{self.number}:{self.block}".encode(), "sha256")
                self.block += 1
            u = int.from_bytes(self.bytes[:8], "big")
            self.bytes = self.bytes[8:]
            if u < (2**64 // bound) * bound:
                return u % bound

    def pick(self, options: list[str], count: int) -> list[str]:
        options = list(options)
        for i in range(count):
            j = i + self.uniform(len(options) - i)
            options[i], options[j] = options[j], options[i]
        return options[:count]


def drawn(seed: str, game_id: str, number: int, options: list[str], count: int) -> str:
    return " ".join(Stream(bytes.fromhex(seed), game_id, number).pick(options, count))


@pytest.mark.parametrize(("seed", "game_id"), [(SEED, "42"), (OTHER_SEED, "42"), (SEED, "0"), ("00" * 32, "žába-7")])
def test_the_first_draws_follow_the_commitment(seed: str, game_id: str) -> None:
    """Commitment, start, city and deck, recomputed here from the document alone."""
    session, _ = sat_down({**NEW, "seed": seed, "id": game_id})
    record = record_of(session)
    commitment = hashlib.sha256(b"krupier1" + game_id.encode() + bytes.fromhex(seed)).hexdigest()
    assert record[5:] == [
        f"commitment {commitment}",
        f"1 chance start: {drawn(seed, game_id, 1, ['a', 'b', 'c'], 1)}",
        f"2 chance city: {drawn(seed, game_id, 2, list(LOCATIONS), 7)}",
        f"3 chance deck: {drawn(seed, game_id, 3, WHOLE_DECK, 49)}",
    ]


def test_later_draws_use_the_stream_of_their_own_number() -> None:
    """A position with a seed draws too, and needs no earlier draws for it."""
    hand = "fbi-bullet hitman-fist thief-hat complicity-fist informer-star"
    table = layout(hands={"a": "thief-fist", "b": hand})
    session, reply = sat_down({"cmd": "position", "table": table, "seed": SEED, "id": "p"})
    accepted(session, 1, "a", "thief-fist:b")
    reply = accepted(session, 2, "b", "pass")
    assert reply["asked"]["number"] == 4
    assert record_of(session)[-1] == f"3 chance steal: {drawn(SEED, 'p', 3, hand.split(), 1)}"


def test_reshuffles_are_drawn_from_the_pile_oldest_first() -> None:
    """The options in the order that the contract states, so that anybody can redraw them."""
    pile = "thief-hat fbi-bullet hitman-fist complicity-fist thief-hat"
    table = layout(hands={"a": "rackets-fist"}, deck="", discard=pile)
    session, _ = sat_down({"cmd": "position", "table": table, "seed": SEED})
    accepted(session, 1, "a", "rackets-fist")
    assert record_of(session)[-1] == f"2 chance reshuffle: {drawn(SEED, '0', 2, pile.split(), 5)}"


# The program


def program(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )


def test_the_program_speaks_one_line_each_way() -> None:
    """JSON lines on standard input and output; what is not JSON is answered, never died of."""
    lines = [
        json.dumps({"cmd": "games"}),
        "not json",
        "{",
        "[]",
        "null",
        '{"cmd":"new","game":"mafia_city","seats":["Ž","B","C"],"options":{"goal":"beginners"},"chance":"ask"}',
        '{"cmd":"answer","number":1,"seat":"chance","keys":["b"]}',
        '{"cmd":"answer","number":1,"seat":"chance","keys":["b"]}',
        '{"cmd":"\\ud800"}',
        "[" * 100_000,
        '{"cmd":"answer","number":' + "9" * 5000 + ',"seat":"a","keys":[]}',
        '{"cmd":"record"}',
    ]
    done = program(lines="\n".join(lines) + "\n")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(lines)
    errors = [None if reply["ok"] else reply["error"] for reply in replies]
    bad = "bad-request"
    assert errors[:9] == [None, bad, bad, bad, bad, None, None, "stale-number", bad]
    assert errors[9] == bad
    assert errors[10] in (bad, "stale-number")
    assert replies[-1]["record"][-1] == "1 chance start: b"


def test_verify_accepts_an_honest_record_and_refuses_a_false_one(tmp_path: Path) -> None:
    """Every draw is redrawn from the revealed seed; a swapped deck, seed or commitment is found."""
    record = record_of(played_out())
    honest = tmp_path / "honest.txt"
    honest.write_text("\n".join(record) + "\n", encoding="utf-8")
    done = program("verify", str(honest))
    assert done.returncode == 0, done.stdout + done.stderr
    deck = record[8].split(" ")
    false = {
        "seed": [*record[:-2], f"seed {OTHER_SEED}", record[-1]],
        "commitment": [*record[:5], "commitment " + "0" * 64, *record[6:]],
        "deck": [*record[:8], " ".join([*deck[:-2], deck[-1], deck[-2]]), *record[9:]],
        "result": [*record[:-1], "result a 99, b 0, c 0"],
        "cut": record[:12],
    }
    assert deck[-1] != deck[-2], "the two swapped cards must differ for this test to mean something"
    for what, lines in false.items():
        path = tmp_path / f"{what}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = program("verify", str(path))
        assert done.returncode != 0, what
        assert "Traceback" not in done.stdout + done.stderr


def test_verify_and_replay_of_no_record_say_so(tmp_path: Path) -> None:
    """A file that is missing or no record: a word, no traceback."""
    nonsense = tmp_path / "nonsense.txt"
    nonsense.write_bytes(b"\xff\xfe\x00 nonsense")
    for verb in ("verify", "replay"):
        for path in (nonsense, tmp_path / "missing.txt", tmp_path):
            done = program(verb, str(path))
            assert done.returncode != 0
            assert done.stdout + done.stderr
            assert "Traceback" not in done.stdout + done.stderr


def test_replay_prints_the_final_table(tmp_path: Path) -> None:
    """`replay` prints the table at the record's end."""
    session = played_out()
    path = tmp_path / "record.txt"
    path.write_text("\n".join(record_of(session)) + "\n", encoding="utf-8")
    done = program("replay", str(path))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == session.say({"cmd": "table"})["table"]
