"""Tests the table: its seats, the names of cards in play, and its JSON."""

from __future__ import annotations

import json

from rules.protocol import Session
from rules.star_wars_destiny.effects.text import TEXTS
from rules.star_wars_destiny.facts import CARDS
from rules.star_wars_destiny.pieces import Die
from rules.star_wars_destiny.table import Table

from .table import Json, new


def empty(seats: str) -> Table:
    return Table(seats, TEXTS)


def around(table: Table, seat: str) -> str:
    return "".join(one.seat for one in table.around(table.players[seat]))


def test_round_the_table_are_all_who_are_not_out_clockwise() -> None:
    table = empty("abcd")
    assert [around(table, seat) for seat in "abcd"] == ["abcd", "bcda", "cdab", "dabc"]
    table.players["b"].out = True
    table.went_out.append(["b"])
    assert [around(table, seat) for seat in "abcd"] == ["acd", "cda", "cda", "dac"]


def test_from_the_controller_on_or_from_the_first_seat_while_there_is_none() -> None:
    table = empty("abc")
    assert [one.seat for one in table.from_controller()] == ["a", "b", "c"]
    table.controller = "c"
    assert [one.seat for one in table.from_controller()] == ["c", "a", "b"]


def named(table: Table, code: str) -> str:
    """Puts a new support of seat a into play and returns its name."""
    a = table.players["a"]
    card = table.new_card(a, code)
    a.supports.append(card)
    return card.name


def test_copies_in_play_are_called_by_the_lowest_number_that_is_free() -> None:
    """docs/protocol.md, "Names": the first copy is `SEAT-CODE`, the second `SEAT-CODE-2`."""
    table = empty("ab")
    assert [named(table, "outpost") for _ in range(3)] == ["a-outpost", "a-outpost-2", "a-outpost-3"]
    table.players["a"].supports.pop(1)
    assert [named(table, "outpost") for _ in range(2)] == ["a-outpost-2", "a-outpost-4"]
    assert named(table, "bb_8") == "a-bb_8"


def test_a_number_is_not_free_while_a_die_bears_it_though_its_card_is_not_in_play() -> None:
    table = empty("ab")
    code = "speeder_bike_scout"
    die = Die(f"a-{code}-2+1", "a", CARDS[code], TEXTS[code], None)
    table.players["b"].pool.append(die)
    assert [named(table, code) for _ in range(2)] == [f"a-{code}", f"a-{code}-3"]


def test_before_the_battlefield_is_chosen_the_table_says_so() -> None:
    """docs/protocol.md: values that are not known yet are null."""
    table = new(2).session.say({"cmd": "table"})["table"]
    players = table.pop("players")
    assert list(players) == ["a", "b"]
    assert table == {
        "game": "star_wars_destiny", "edition": 1, "round": 1, "phase": "setup", "turn": None, "passes": 0,
        "claimed": None, "battlefield": None, "unused": {}, "delayed": [], "barred": [], "limbo": [],
    }  # fmt: skip


WHOLE: Json = {
    "game": "star_wars_destiny", "edition": 1, "round": 3, "phase": "action", "turn": "a", "passes": 1, "claimed": "b",
    "battlefield": {"card": "starship_graveyard", "owner": "a", "controller": "b"}, "unused": {"b": "frozen_wastes"},
    "delayed": [{"defeat": "b-kylo_ren", "by": "a-crime_lord"}], "barred": ["a-bb_8"], "limbo": [],
    "players": {
        "a": {
            "resources": 2, "out": False,
            "characters": [{"id": "a-rey", "dice": 2, "damage": 1, "shields": 2, "exhausted": True, "upgrades": [
                {"id": "a-jedi_robes", "exhausted": False, "holds": None},
            ]}],
            "defeated": [{"id": "a-finn", "dice": 1}],
            "supports": [{"id": "a-bb_8", "exhausted": False, "damage": 0}],
            "pool": [{"die": "a-rey+1", "side": "1md"}],
            "hand": ["aim"], "deck": ["block", "dodge"], "discard": ["scout"],
            "list": ["aim", "block", "dodge", "scout"],
        },
        "b": {
            "resources": 0, "out": False,
            "characters": [
                {"id": "b-kylo_ren", "dice": 1, "damage": 0, "shields": 0, "exhausted": False, "upgrades": []},
            ],
            "defeated": [], "supports": [], "pool": [], "hand": ["dodge"], "deck": [], "discard": [], "list": ["dodge"],
        },
    },
}  # fmt: skip


def laid() -> Json:
    return json.loads(json.dumps(WHOLE))  # type: ignore[no-any-return]


def test_a_table_is_written_as_it_was_laid_out() -> None:
    """docs/protocol.md, "Table, view, position and end": every member is compared."""
    session = Session()
    assert session.say({"cmd": "position", "table": laid(), "chance": "ask"})["ok"]
    assert session.say({"cmd": "table"})["table"] == WHOLE


def test_a_view_has_ones_own_hand_and_list_and_of_all_else_that_is_hidden_numbers() -> None:
    session = Session()
    assert session.say({"cmd": "position", "table": laid(), "chance": "ask"})["ok"]
    for viewer in ("a", "b", None):
        wanted = laid()
        for seat, one in wanted["players"].items():
            one["deck"] = len(one["deck"])
            if seat != viewer:
                one["cards"] = len(one.pop("hand"))
                del one["list"]
        assert session.say({"cmd": "view"} if viewer is None else {"cmd": "view", "seat": viewer})["view"] == wanted
