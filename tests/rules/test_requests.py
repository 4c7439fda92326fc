"""Tests requests: what may be left out, what may not be empty, and the first events of a reply."""

from __future__ import annotations

import pytest

from rules.notation import Record, check_names, parse
from rules.protocol import Session

from .mafia_city.layout import layout
from .mafia_city.oracle import Json
from .sitting import ASKING, NEW, SEED, SEEDED, record_of, refused, sat_down

POSITION: Json = {"cmd": "position", "table": layout()}
NULLS = [("seed", "a text"), ("id", "a text"), ("chance", "a text")]


def test_the_first_reply_tells_of_a_game_from_its_first_event_on() -> None:
    """`told` in the reply to `new` or `load` begins with the game's first event, even if the session has already told
    the same events of an earlier game.
    """
    session, first = sat_down(SEEDED)
    assert first["told"][0]["event"] == "starts"
    record = record_of(session)
    for line in (SEEDED, {"cmd": "load", "record": record, "seed": SEED}):
        assert session.say(line)["told"] == first["told"]


def test_a_new_game_needs_no_options_and_no_seed_and_no_id() -> None:
    """A `new` without them gets the id 0, a commitment, and the first value of each option."""
    session, _ = sat_down({"cmd": "new", "game": "mafia_city", "seats": ["Anna", "Bert", "Cyril"]})
    record = record_of(session)
    assert (record[2], record[4]) == ("id 0", "option goal beginners")
    assert record[5].startswith("commitment ")


@pytest.mark.parametrize(
    ("line", "member", "kind"),
    [
        (NEW, "options", "an object"),
        (POSITION, "seats", "a list"),
        *((line, *rest) for line in (NEW, POSITION) for rest in NULLS),
    ],
)
def test_optional_members_must_not_be_null(line: Json, member: str, kind: str) -> None:
    """A member of the wrong type is a bad request; null is not a seed, a name or an id."""
    reply = Session().say({**line, member: None})
    refused(reply, "bad-request")
    assert reply["message"] == f"'{member}' must be {kind}"


def test_a_seed_may_be_written_in_capitals() -> None:
    assert sat_down({**SEEDED, "seed": SEED.upper()})[1] == sat_down(SEEDED)[1]


@pytest.mark.parametrize("name", ["Xaver", "MAX", "\u3000Anna\u00a0"])
def test_only_spaces_at_the_ends_of_a_name_are_stripped(name: str) -> None:
    """Only the space character is stripped; all other characters belong to the name."""
    assert check_names([name]) == (name,)
    session, _ = sat_down({**ASKING, "seats": [name, "Bert", "Cyril"]})
    assert parse(record_of(session)).names == (name, "Bert", "Cyril")


def test_a_position_is_in_its_own_letters_and_without_spaces() -> None:
    """A record's position line is compact JSON in UTF-8, without escapes, and is parsed back to the same position."""
    record = Record("toy", 1, "7", ("Anna", "Bert"), position={"called": "Žofie", "marbles": ["ž", 1]})
    line = 'position {"called":"Žofie","marbles":["ž",1]}'
    assert record.lines() == ["krupier 1", "game toy 1", "id 7", "seats Anna | Bert", line]
    assert parse(record.lines()).position == record.position
