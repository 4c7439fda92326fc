"""Tests records: their lines, loading, and the refusal of records that do not replay."""

from __future__ import annotations

import json
import random

import pytest

from rules.errors import BadRequest
from rules.notation import Entry, check_id, parse_entry
from rules.protocol import Session

from .mafia_city.oracle import LOCATIONS
from .sitting import (
    CITY,
    NEW,
    OTHER_SEED,
    SEED,
    SEEDED,
    accepted,
    answer,
    laid_out,
    played_out,
    record_of,
    refused,
    sat_down,
    whole_state,
)


def test_a_record_has_the_lines_of_the_specification() -> None:
    """The lines are version, game, id, seats, options, commitment and entries."""
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
    """A game without a given seed gets one from the program: its record has a commitment, which another such game does
    not share.
    """
    session, _ = sat_down(NEW)
    record = record_of(session)
    assert record[2] == "id 0"
    assert len(record[5].removeprefix("commitment ")) == 64
    other, _ = sat_down(NEW)
    assert record_of(other)[5] != record[5]


def test_draws_asked_from_outside_need_neither_commitment_nor_seed() -> None:
    """If the client answers the draws (`chance: ask`), the record has neither a commitment nor a seed."""
    session, _ = sat_down()
    assert record_of(session) == [
        "krupier 1",
        "game mafia_city 1",
        "id 0",
        "seats Anna | Bert | Cyril",
        "option goal beginners",
    ]


def test_a_running_games_record_keeps_the_seed_secret() -> None:
    """Neither the record, the table, a view nor an event contains the seed before the end."""
    session, reply = sat_down(SEEDED)
    for line in ({"cmd": "table"}, {"cmd": "record"}, {"cmd": "view"}, {"cmd": "view", "seat": "a"}):
        assert SEED not in json.dumps(session.say(line))
    assert SEED not in json.dumps(reply)


def test_a_record_contains_the_answers_of_a_window() -> None:
    """Each pass has the window's number; the clock's entry has no keys."""
    session, _ = laid_out(hands={"b": "fbi-bullet", "c": "fbi-bullet"}, phase="locations", prison="a")
    accepted(session, 1, "c", "pass")
    assert session.say({"cmd": "clock", "number": 1})["ok"]
    assert record_of(session)[-2:] == ["1 c deal: pass", "1 clock deal"]


def test_load_goes_on_where_the_record_ends() -> None:
    """A record loaded in the middle of a window gives the same question, table and record, and the game goes on
    equally.
    """
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
    """A record with a commitment, loaded without its seed, keeps its commitment and asks the client for the next
    draw.
    """
    head = record_of(sat_down(SEEDED)[0])[:7]
    session = Session()
    reply = session.say({"cmd": "load", "record": head})
    assert (reply["asked"]["kind"], reply["asked"]["seats"]) == ("city", {"chance": 7})
    assert record_of(session) == head
    accepted(session, 2, "chance", *CITY)


def test_load_with_a_seed_that_does_not_fit_the_commitment() -> None:
    """The record is refused as `bad-record`, and the game before it continues."""
    record = record_of(sat_down(SEEDED)[0])
    session, _ = laid_out()
    refused(session.say({"cmd": "load", "record": record, "seed": OTHER_SEED}), "bad-record")
    accepted(session, 1, "a", "place:harbour")
    assert session.say({"cmd": "load", "record": record, "seed": SEED})["ok"]


def test_a_finished_game_can_be_loaded() -> None:
    """A finished record loads with the same table, result and record; no question is open and answers are refused."""
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


FINISHED = record_of(played_out())
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
    "a number left out": with_line(7, a_record()[7].replace("2 ", "3 ", 1)),
    "another kind": with_line(6, "1 chance city: " + " ".join(LOCATIONS)),
    "a wrong city": with_line(7, "2 chance city: prison prison"),
    "a deck of one": with_line(8, "3 chance deck: thief-hat"),
    "a mulligan by someone else": with_line(9, "4 z mulligan: keep"),
    "a key that was not offered": with_line(9, a_record()[9].replace("keep", "swap")),
    "a clock on a draw": with_line(6, "1 clock start"),
    "nonsense": with_line(9, "and then they lived happily ever after"),
    "an entry too many": [*a_record(), a_record()[-1]],
    "a result before the end": [*a_record(), "result a 10, b 0, c 0"],
    "a blank line": [*a_record()[:6], "", *a_record()[6:]],
}


@pytest.mark.parametrize("what", BAD_RECORDS)
def test_a_record_that_does_not_replay_is_refused(what: str) -> None:
    """The record is refused as `bad-record` with a reason, and the game before it continues."""
    session, _ = laid_out()
    before = whole_state(session)
    refused(session.say({"cmd": "load", "record": BAD_RECORDS[what]}), "bad-record")
    assert whole_state(session) == before


def test_the_refusal_names_line_expectation_and_finding() -> None:
    """The message has the line number, what was expected there and what was found."""
    record = with_line(9, a_record()[9].replace("keep", "swap"))
    message = Session().say({"cmd": "load", "record": record})["message"]
    assert "10" in message
    assert "swap" in message
    assert "keep" in message


@pytest.mark.parametrize(
    ("at", "wrong", "expected"),
    [
        (0, "krupier 2", "'krupier 1'"),
        (1, "game mafia_city first", "'game NAME EDITION'"),
        (1, "game mafia_city 0", "'game NAME EDITION'"),
        (2, f"id {'i' * 81}", "'id WORD'"),
        (3, "seats Anna |  | Cyril", "'seats NAME | NAME …'"),
        (4, "option goal", "'option NAME VALUE' with a name that has not occurred yet"),
        (5, "commitment 12", "'commitment ' and 64 hexadecimal digits"),
        (9, "4 a", "'NUMBER SEAT KIND: KEYS'"),
        (9, "so it went", "an entry, the seed, the result or the end"),
    ],
)
def test_a_line_of_the_wrong_form_is_named_by_its_own_number(at: int, wrong: str, expected: str) -> None:
    """docs/protocol.md, "The record": lines count from 1, and the message quotes the line."""
    message = Session().say({"cmd": "load", "record": with_line(at, wrong)})["message"]
    assert message.startswith(f"line {at + 1}: expected {expected}"), message
    assert wrong in message


@pytest.mark.parametrize("dice_seed", range(60))
def test_a_garbled_record_is_refused_or_comes_back_as_it_was_read(dice_seed: int) -> None:
    """Missing, doubled, swapped and misspelt lines are refused, or the loaded game's record equals the garbled one."""
    dice = random.Random(dice_seed)
    record = list(FINISHED)
    at, other = dice.randrange(len(record)), dice.randrange(len(record))
    line = record[at]
    match dice.randrange(5):
        case 0:
            del record[at]
        case 1:
            record.insert(other, line)
        case 2:
            record[at], record[other] = record[other], line
        case 3:
            spot = dice.randrange(len(line))
            record[at] = line[:spot] + dice.choice(" :|-+1a\u00e9\ud800\n\0") + line[spot + 1 :]
        case _:
            record = [*record[:at], dice.choice([line[:-1], line + " ", line + " x", " " + line]), *record[at + 1 :]]
    session = Session()
    reply = session.say({"cmd": "load", "record": record})
    if reply["ok"]:
        assert record_of(session) == record
    else:
        refused(reply, "bad-record")


def test_a_false_result_is_refused() -> None:
    """A finished record with another result is refused as `bad-record`."""
    record = record_of(played_out())
    refused(Session().say({"cmd": "load", "record": [*record[:-1], "result a 99, b 0, c 0"]}), "bad-record")


def test_a_set_in_another_order_is_no_record() -> None:
    """A record with a set in another order than offered is either refused or loaded with the set in the order
    offered.
    """
    session, _ = laid_out(phase="strategy", harbour="aa")
    accepted(session, 1, "a", "harbour:1", "harbour:2")
    record = record_of(session)
    other = [*record[:-1], "1 a retrieve: harbour:2 harbour:1"]
    again = Session()
    if again.say({"cmd": "load", "record": other})["ok"]:
        assert record_of(again) == record


@pytest.mark.parametrize("first", ["", "pass "])
def test_a_key_has_at_most_eighty_characters(first: str) -> None:
    """docs/protocol.md, "Decisions": a key of 80 characters is read, a longer one is not an entry."""
    longest = "k" * 80
    assert parse_entry(f"7 a turn: {first}{longest}") == Entry(7, "a", "turn", (*first.split(), longest))
    assert parse_entry(f"7 a turn: {first}{longest}k") is None


def test_a_record_with_a_key_that_is_too_long_is_refused_at_its_line() -> None:
    session, _ = sat_down(SEEDED)
    record = record_of(session)
    reply = json.loads(session.hear(json.dumps({"cmd": "load", "record": [*record, f"9 a turn: {'k' * 81}"]})))
    assert reply["error"] == "bad-record"
    assert f"line {len(record) + 1}: " in reply["message"]
    assert "'NUMBER SEAT KIND: KEYS'" in reply["message"]


def test_an_id_is_one_word_of_at_most_eighty_characters() -> None:
    """docs/protocol.md, "The record": other ids are refused."""
    assert check_id("i" * 80) == "i" * 80
    for wrong in ("i" * 81, "", "two words", "line\n", 7):
        with pytest.raises(BadRequest, match="1 to 80 characters"):
            check_id(wrong)
