"""Tests which tables `position` accepts, and that a refusal names the error."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules.engine import Game
from rules.errors import BadRequest
from rules.mafia_city import MAFIA_CITY
from rules.protocol import Session

from .layout import layout
from .oracle import LOCATIONS, WHOLE_DECK, Json
from .table import Table, position

Spoil = Callable[[Json], object]


def player(table: Json, seat: str, **members: object) -> None:
    table["players"][seat].update(members)


# Where some junk is another table that adds up: a later round, a goal, empty piles, a figure at home.
HARMLESS = {("round",), ("goal",), ("deck",), ("discard",), ("policeman",), ("mayor",), ("players", "a", "hand")}
HARMLESS |= {("players", seat, "points") for seat in "abc"}

SPOILT: dict[str, Spoil] = {
    "a mobster too many": lambda t: player(t, "b", crew=9),
    "a mobster too few": lambda t: player(t, "b", reserve=3),
    "a negative crew": lambda t: player(t, "b", crew=-1, reserve=13),
    "a crew that is no number": lambda t: player(t, "b", crew="8"),
    "negative points": lambda t: player(t, "b", points=-1),
    "a hand that is no list": lambda t: player(t, "b", hand="thief-hat"),
    "a card that does not exist": lambda t: player(t, "b", hand=["hitman-star"]),
    "a copy too many": lambda t: t["discard"].extend(["thief-hat"] * 3),
    "a copy too many in a hand": lambda t: [
        t.update(deck=[], discard=[]), t["players"]["a"].update(hand=["thief-hat"] * 3),
    ],
    "six players": lambda t: t["players"].update({seat: t["players"]["c"] for seat in "def"}),
    "a fiftieth card": lambda t: t.update(deck=list(WHOLE_DECK), discard=["thief-hat"]),
    "a card lying open": lambda t: t["open"].append(t["deck"].pop()),
    "someone passed": lambda t: player(t, "c", passed=True),
    "a mark in the action phase": lambda t: t["marked"].append("prison"),
    "marks in the location phase": lambda t: t.update(phase="locations", marked=["prison"]),
    "an unmarked location in the strategy phase": lambda t: t.update(phase="strategy", marked=list(LOCATIONS[:6])),
    "a location marked twice": lambda t: t.update(phase="strategy", marked=[*LOCATIONS[:6], "prison"]),
    "the phase setup": lambda t: t.update(phase="setup"),
    "the phase end": lambda t: t.update(phase="end"),
    "the phase over": lambda t: t.update(phase="over"),
    "an unknown phase": lambda t: t.update(phase="siesta"),
    "an unknown starting player": lambda t: t.update(start="d"),
    "no starting player": lambda t: t.update(start=None),
    "a city of six": lambda t: t["city"].pop(),
    "a location twice in the city": lambda t: t["city"].__setitem__(0, "prison"),
    "an unknown location in the city": lambda t: t["city"].__setitem__(0, "casino"),
    "an unknown location with a stack": lambda t: t["stacks"].update(casino=[]),
    "a location without a stack": lambda t: t["stacks"].pop("prison"),
    "a stranger's mobster": lambda t: t["stacks"]["prison"].append("d"),
    "a stranger in the cell": lambda t: t["cell"].append("e"),
    "the hitman nowhere": lambda t: t.update(hitman="casino"),
    "the hitman at home": lambda t: t.update(hitman=None),
    "a stranger with the policeman": lambda t: t.update(policeman="d"),
    "a stranger with the mayor": lambda t: t.update(mayor="town_hall"),
    "two players": lambda t: t["players"].pop("c"),
    "seats with a gap": lambda t: t["players"].update(d=t["players"].pop("c")),
    "a goal of nothing": lambda t: t.update(goal=0),
    "a goal that is no number": lambda t: t.update(goal="beginners"),
    "another game": lambda t: t.update(game="chess"),
    **{f"no {member}": lambda t, member=member: t.pop(member) for member in layout()},  # type: ignore[misc]
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILT)
def test_a_table_that_is_wrong_is_refused(what: str) -> None:
    """A wrong table is refused as `bad-request` with a message, and the game before it continues."""
    going_on = position()
    table = layout()
    SPOILT[what](table)
    refusal = going_on.session.say({"cmd": "position", "table": table, "chance": "ask"})
    assert (refusal["ok"], refusal["error"]) == (False, "bad-request"), refusal
    assert refusal["message"]
    going_on.plays("a", "place:harbour")


@pytest.mark.parametrize(
    ("what", "word"),
    [
        ("a mobster too many", "mobster"),
        ("a copy too many", "thief-hat"),
        ("a card that does not exist", "hitman-star"),
        ("someone passed", "no seat can have passed at the beginning of a phase"),
        ("a card lying open", "no card may lie open at the beginning of a phase"),
        ("marks in the location phase", "no location can be marked at the beginning of the phase 'locations'"),
        ("an unmarked location in the strategy phase", "'marked' must name each of the seven locations once"),
        ("a city of six", "'city' must name each of the seven locations once"),
        ("a location without a stack", "'stacks' must have a list for each of the seven locations"),
    ],
)
def test_the_message_names_what_is_wrong(what: str, word: str) -> None:
    """The error message for a wrong table names the member, or says which condition is not met."""
    table = layout()
    SPOILT[what](table)
    assert word in Session().say({"cmd": "position", "table": table})["message"]


@pytest.mark.parametrize("table", [None, [], "table", 7, {}])
def test_a_value_that_is_not_a_table_is_refused(table: object) -> None:
    """A table of the wrong type, or an empty one, is a `bad-request` and not an internal error."""
    assert Session().say({"cmd": "position", "table": table})["error"] == "bad-request"
    assert Session().say({"cmd": "position"})["error"] == "bad-request"


@pytest.mark.parametrize("phase", ["action", "locations", "strategy"])
def test_a_table_in_which_nothing_could_ever_be_asked_is_refused(phase: str) -> None:
    """A table is refused if no seat has a card or a mobster outside the reserve and both piles are empty."""
    table = layout(phase=phase, crew={"a": 0, "b": 0, "c": 0}, deck="", discard="")
    refused = Session().say({"cmd": "position", "table": table})
    assert refused["error"] == "bad-request"
    assert "no seat has a card or a mobster outside the reserve: nothing could ever be asked" in refused["message"]


@pytest.mark.parametrize("how", [{"cell": "a"}, {"discard": "fbi-bullet"}, {"deck": "fbi-bullet"}, {"prison": "a"}])
def test_a_little_is_enough_to_go_on(how: dict[str, Any]) -> None:
    """With one mobster in the cell, or one card in a pile, the game can continue, so the table is accepted."""
    nobody = {"a": 0, "b": 0, "c": 0}
    table = position(**{"crew": nobody, "deck": "", "discard": "", **how})
    assert table.reply["asked"]


def test_an_undecided_table_that_decides_itself_is_taken_and_over_at_once() -> None:
    """A table at which no one has a crew or cards and the evaluation reaches the goal without a question is accepted;
    the game is over at once.
    """
    table = position(crew={"a": 0, "b": 0, "c": 0}, deck="", police_station="a", points={"a": 9})
    assert table.reply["asked"] is None
    assert table.over["winners"] == ["a"]
    assert table.entries == []


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the path to every member and element that is nested in a JSON value."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, child in children:
        yield (*path, name)
        yield from places_in(child, (*path, name))


@pytest.mark.parametrize("junk", [None, True, -1, 1.5, 8.0, 10**30, "x", "", "\ud800", [], ["a", 1], {}, {"a": [None]}])
def test_junk_anywhere_is_refused_or_a_table_that_keeps_the_contract(junk: Any) -> None:
    """With any value in any place the request gets a reply, and an accepted table can be recorded and loaded."""
    sample = layout(hands={"a": "thief-hat"}, deck="fbi-bullet", discard="thief-fist", prison="ab", cell="c")
    for *way, last in places_in(sample):
        table = copy.deepcopy(sample)
        place: Any = table
        for name in way:
            place = place[name]
        if place[last] == junk and type(place[last]) is type(junk):
            continue
        place[last] = junk
        session = Session()
        reply = session.say({"cmd": "position", "table": table, "chance": "ask"})
        if not reply["ok"]:
            assert reply["error"] == "bad-request", (way, last)
            continue
        assert (*way, last) in HARMLESS, f"{junk!r} was taken at {(*way, last)}"
        record = session.say({"cmd": "record"})["record"]
        assert Session().say({"cmd": "load", "record": record})["ok"]


def test_a_goal_of_one_point_and_a_deck_wholly_in_hands_can_be() -> None:
    assert position(goal=1).state["goal"] == 1
    hands = {"a": "thief-hat thief-hat", "b": "police_chief-hat"}
    table = position(hands=hands, deck="", discard="")
    assert (table.hand("a"), table.hand("b")) == ("thief-hat thief-hat", "police_chief-hat")


def test_part_of_the_deck_may_be_out_of_the_game() -> None:
    """Cards that the position leaves out stay out of the game."""
    table = position(hands={"a": "hitman-fist"}, deck="fbi-bullet", discard="thief-hat thief-fist")
    assert (table.deck, table.discard, table.hand("a")) == ("fbi-bullet", "thief-hat thief-fist", "hitman-fist")


def test_the_table_is_taken_as_it_is() -> None:
    """`table` right after `position` returns the given table."""
    how: dict[str, Any] = {
        "cell": "bc",
        "policeman": "b",
        "mayor": "c",
        "hitman": "prison",
        "prison": "ab",
        "harbour": "cba",
    }
    table = layout(seats=4, start="c", round_number=5, points={"d": 3}, hands={"a": "thief-hat"}, **how)
    played = Table({"cmd": "position", "table": table, "chance": "ask"})
    assert played.state == table
    marks = layout(phase="strategy", prison="a")
    marks["marked"] = list(reversed(LOCATIONS))
    assert Table({"cmd": "position", "table": marks, "chance": "ask"}).state["marked"] == list(reversed(LOCATIONS))


def test_seats_and_id_may_be_named() -> None:
    """The record contains the given names and id; without an id it is 0."""
    line = {"cmd": "position", "table": layout(), "chance": "ask"}
    named = Table({**line, "seats": ["Anna", "Bert", "Žofie"], "id": "x-7"})
    assert named.record[2:4] == ["id x-7", "seats Anna | Bert | Žofie"]
    assert Table(line).record[2] == "id 0"
    for seats in (["Anna", "Bert"], ["Anna", "Bert", ""], "Anna"):
        assert Session().say({**line, "seats": seats})["error"] == "bad-request"


def test_the_record_holds_the_position() -> None:
    """The position's line replaces the lines of options and commitment."""
    record = position(hands={"a": "thief-hat"}).plays("a", "place:harbour").record
    assert record[:2] == ["krupier 1", "game mafia_city 1"]
    assert [line.split(" ")[0] for line in record[2:5]] == ["id", "seats", "position"]
    assert record[5:] == ["1 a turn: place:harbour"]
    assert not [line for line in record if line.startswith(("option", "commitment", "seed"))]


# In the middle of a phase: a table that names its `turn`


def midway(turn: str | None, **more: Any) -> Json:
    return {**layout(**more), "turn": turn}


MISPLACED: dict[str, Spoil] = {
    "someone who has passed in another phase": lambda t: [
        t.update(phase="locations", turn=None), t["players"]["c"].update(passed=True),
    ],
    "everybody has passed": lambda t: [each.update(passed=True) for each in t["players"].values()],
    "a turn in another phase": lambda t: t.update(phase="locations", turn="a"),
    "a turn of a stranger": lambda t: t.update(turn="d"),
    "a mark in the action phase": lambda t: t["marked"].append("prison"),
    "all marked in the location phase": lambda t: t.update(phase="locations", turn=None, marked=list(LOCATIONS)),
    "nothing marked in the strategy phase": lambda t: t.update(phase="strategy", turn=None, marked=[]),
    "a location marked twice": lambda t: t.update(phase="strategy", turn=None, marked=[*LOCATIONS[:6], "prison"]),
}  # fmt: skip


WHY = {
    "someone who has passed in another phase": "in the phase 'locations' no seat is active",
    "everybody has passed": "if all seats have passed, the phase 'action' is over",
    "a turn in another phase": "in the phase 'locations' no seat is active",
    "a turn of a stranger": "'turn'",
    "a mark in the action phase": "no location can be marked in the phase 'action'",
    "all marked in the location phase": "if all locations are marked, the phase must be 'strategy'",
    "nothing marked in the strategy phase": "if no location is marked, the phase 'strategy' is over",
    "a location marked twice": "'marked' must not name a location twice",
}


@pytest.mark.parametrize("what", MISPLACED)
def test_impossible_tables_in_the_middle_of_a_phase_are_refused(what: str) -> None:
    given = midway("a", hands={"a": "thief-hat"})
    MISPLACED[what](given)
    with pytest.raises(BadRequest, match=WHY[what]):
        Game.at(MAFIA_CITY, given)


def test_a_game_begins_before_any_turn_of_the_action_phase() -> None:
    """The turn and the passes of the position count, and the next player to act is asked first."""
    given = midway("b", hands={"c": "thief-hat"})
    given["players"]["b"].update(passed=True)
    table = Table({"cmd": "position", "table": given, "chance": "ask"})
    assert table.reply["asked"]["seats"].keys() == {"c"}, "b has passed and has no card to pay a bullet with"
    assert table.state["players"]["b"]["passed"]
    assert table.state["turn"] == "c"


def test_m14_after_the_last_pass_no_seat_is_on_turn_and_all_passes_are_cleared() -> None:
    """M14: the table after the last pass can be used as a position."""
    given = midway("a", hands={"a": "fbi-bullet"}, harbour="a")
    table = Table({"cmd": "position", "table": given, "chance": "ask"}).passes("a", "b", "c").asked("deal", "a")
    assert (table.state["phase"], table.state["turn"]) == ("locations", None)
    assert [player["passed"] for player in table.state["players"].values()] == [False, False, False]
    assert Table({"cmd": "position", "table": table.state, "chance": "ask"}).kind == "deal"


def test_a_game_begins_before_any_location_is_evaluated() -> None:
    """Marked locations have been evaluated; the next one by number follows."""
    given = midway(None, phase="locations", hands={"a": "fbi-bullet"}, harbour="a", prison="b")
    given.update(marked=["prison"])
    table = Table({"cmd": "position", "table": given, "chance": "ask"})
    assert (table.reply["asked"]["kind"], table.reply["asked"]["about"]["location"]) == ("deal", "harbour")


def test_a_game_begins_before_mobsters_are_taken_back_from_any_location() -> None:
    """Mobsters can still be taken back from marked locations."""
    given = midway(None, phase="strategy", prison="a", harbour="b", town_hall="c")
    given.update(marked=["town_hall", "harbour"])
    table = Table({"cmd": "position", "table": given, "chance": "ask"})
    assert (table.reply["asked"]["kind"], table.reply["asked"]["seats"].keys()) == ("retrieve", {"b"})
