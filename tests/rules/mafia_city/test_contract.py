"""Tests every kind of decision against the specification: shape, seats, keys, silence, secret, patience, about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .layout import CITY
from .oracle import LOCATIONS
from .table import EVERYWHERE, FISTS, Table, dealt, opened, position

MEMBERS = ("number", "kind", "shape", "seats", "patience", "silence", "secret", "about")


def bullet() -> Table:
    table = position(hands={"a": "fbi-bullet secret_deal-bullet fbi-bullet"}).passes("a")
    return table.plays("b", "place:prison").plays("c", "place:prison")


def react() -> Table:
    hands = {"a": "informer-star", "b": f"police_chief-hat {FISTS}", "c": "fbi-bullet"}
    return position(hands=hands, prison="c").plays("a", "informer-star:prison:1")


def complicity() -> Table:
    hands = {"a": "informer-star", "b": "complicity-fist"}
    return position(hands=hands, prison="bc").plays("a", "informer-star:prison:1").no_one_reacts()


def rackets() -> Table:
    table = position(hands={"a": "fbi-bullet rackets-hat"}, deck="thief-hat hitman-fist thief-hat")
    return table.plays("a", "rackets-hat")


def steal() -> Table:
    table = position(hands={"a": "thief-hat", "b": "thief-fist hitman-fist"}).plays("a", "thief-hat:b")
    return table.no_one_reacts()


def locations(**how: Any) -> Table:
    return position(phase="locations", **how)


def deals() -> Table:
    table = locations(police_station="a", hands={"b": "secret_deal-hat secret_deal-bullet", "c": "fbi-bullet"})
    return table.plays("b", "secret_deal-hat")


def kill() -> Table:
    table = locations(harbour="abc", hands={"a": "hitman-fist thief-hat hitman-fist"}).no_one_deals()
    return table.answers("a", "stay")


def discard() -> Table:
    return locations(business_district="a", deck="thief-hat hitman-fist thief-hat")


def call() -> Table:
    return position(phase="strategy", mayor="b", start="c", harbour="abc").answers("b", "harbour")


ASKED: list[tuple[str, Callable[[], Table], dict[str, Any], dict[str, list[str]]]] = [
    ("start", opened, {"shape": "draw"}, {"chance": ["a", "b", "c"]}),
    ("city", lambda: opened().chance("a"), {"shape": "draw"}, {"chance": list(LOCATIONS)}),
    ("steal", steal, {"shape": "draw"}, {"chance": ["thief-fist", "hitman-fist"]}),
    (
        "reshuffle",
        lambda: locations(business_district="a", deck="", discard="thief-hat hitman-fist"),
        {"shape": "draw"},
        {"chance": ["thief-hat", "hitman-fist"]},
    ),
    ("mulligan", dealt, {"silence": "keep"}, {"a": ["keep", "redraw"]}),
    ("turn", position, {"silence": "pass", "secret": True}, {"a": [*EVERYWHERE, "pass"]}),
    ("bullet", bullet, {"silence": "stay", "secret": True}, {"a": ["stay", "fbi-bullet", "secret_deal-bullet"]}),
    (
        "react",
        react,
        {
            "shape": "window",
            "patience": "window",
            "silence": "pass",
            "secret": True,
            "about": {"play": "a turn: informer-star:prison:1", "links": []},
        },
        {"b": ["pass", "fists:hitman-fist+complicity-fist", "police_chief-hat"], "c": ["pass"]},
    ),
    (
        "complicity",
        complicity,
        {"silence": "pass", "secret": True, "about": {"mobster": "b", "by": "a"}},
        {"b": ["pass", "complicity-fist:prison:1"]},
    ),
    ("rackets", rackets, {"silence": "thief-hat", "secret": True}, {"a": ["thief-hat", "hitman-fist"]}),
    (
        "evaluate",
        lambda: locations(mayor="b", prison="a"),
        {"silence": "prison"},
        {"b": list(LOCATIONS)},
    ),
    (
        "deal",
        deals,
        {
            "shape": "window",
            "patience": "window",
            "silence": "pass",
            "secret": True,
            "about": {"location": "police_station", "deals": {"b": 1}},
        },
        {"b": ["pass", "secret_deal-bullet"], "c": ["pass"]},
    ),
    (
        "jail",
        lambda: locations(prison="ab", town_hall="c"),
        {"silence": "decline", "about": {"location": "prison"}},
        {"a": ["decline", "prison:1", "prison:2", "town_hall:1"]},
    ),
    (
        "move",
        lambda: locations(harbour="b", hitman="fight_club"),
        {"silence": "stay", "about": {"location": "harbour"}},
        {"b": ["stay", "harbour", "private_club", "town_hall"]},
    ),
    (
        "kill",
        kill,
        {"silence": "decline", "secret": True, "about": {"location": "harbour"}},
        {"a": ["decline", "hitman-fist:1", "hitman-fist:2", "hitman-fist:3"]},
    ),
    (
        "discard",
        discard,
        {"silence": "thief-hat", "secret": True, "about": {"location": "business_district"}},
        {"a": ["thief-hat", "hitman-fist"]},
    ),
    (
        "star",
        lambda: locations(private_club="a", hands={"a": "informer-star thief-hat informer-star"}).no_one_deals(),
        {"silence": "decline", "secret": True, "about": {"location": "private_club"}},
        {"a": ["decline", "informer-star"]},
    ),
    (
        "collect",
        lambda: position(phase="strategy", mayor="b", prison="a"),
        {"silence": "prison"},
        {"b": list(LOCATIONS)},
    ),
    ("call", call, {"silence": "c", "about": {"location": "harbour"}}, {"b": ["a", "b", "c"]}),
    (
        "retrieve",
        lambda: position(phase="strategy", harbour="aba"),
        {"shape": "several", "silence": "-", "about": {"location": "harbour"}},
        {"a": ["harbour:1", "harbour:3"]},
    ),
]


@pytest.mark.parametrize(("kind", "reached", "members", "keys"), ASKED, ids=[row[0] for row in ASKED])
def test_every_decision_has_the_specified_members(
    kind: str, reached: Callable[[], Table], members: dict[str, Any], keys: dict[str, list[str]]
) -> None:
    """For every kind of decision, each member of `asked` and each asked seat's keys are as specified."""
    table = reached()
    draw = members.get("shape") == "draw"
    usual: dict[str, Any] = {"shape": "choice", "silence": None, "secret": False, "about": {}}
    expected = {**usual, "patience": None if draw else "turn", **members}
    counts = {seat: len(offered) for seat, offered in keys.items()}
    asked = {member: value for member, value in table.reply["asked"].items() if member in MEMBERS}
    assert asked == {"number": table.number, "kind": kind, "seats": counts, **expected}
    for seat, offered in keys.items():
        assert sorted(table.keys(seat)) == sorted(offered)


SILENCES: dict[str, tuple[Callable[[], Table], Callable[[Table], bool]]] = {
    "mulligan": (dealt, lambda table: table.state["discard"] == []),
    "turn": (position, lambda table: table.passed("a")),
    "bullet": (bullet, lambda table: table.asked("turn", "b").passed("a")),
    "react": (react, lambda table: table.cell == "c"),
    "complicity": (complicity, lambda table: (table.cell, table.hand("b")) == ("b", "complicity-fist")),
    "rackets": (rackets, lambda table: table.hand("a") == "fbi-bullet hitman-fist thief-hat"),
    "evaluate": (lambda: locations(mayor="b", prison="a"), lambda table: table.kind == "jail"),
    "deal": (deals, lambda table: table.state["policeman"] == "a"),
    "jail": (lambda: locations(prison="ab"), lambda table: (table.cell, table.stack("prison")) == ("", "ab")),
    "move": (lambda: locations(harbour="b"), lambda table: table.state["hitman"] == "harbour"),
    "kill": (kill, lambda table: table.stack("harbour") == "abc"),
    "discard": (discard, lambda table: sorted(table.hand("a").split()) == ["hitman-fist", "thief-hat"]),
    "collect": (
        lambda: position(phase="strategy", mayor="b", prison="a"),
        lambda table: table.asked("retrieve", "a").about == {"location": "prison"},
    ),
    "call": (call, lambda table: bool(table.asked("retrieve", "c"))),
    "retrieve": (lambda: position(phase="strategy", harbour="aba"), lambda table: table.stack("harbour") == "aba"),
}


@pytest.mark.parametrize("kind", SILENCES)
def test_the_silence_counts_when_the_time_is_over(kind: str) -> None:
    """The silence counts as the answer after the time has run out; the record's entry has no keys."""
    reached, then = SILENCES[kind]
    table = reached()
    entry = len(table.entries)
    table.asked(kind, *table.seats).clock()
    assert table.entries[entry] == f"clock {kind}"
    assert then(table)


@pytest.mark.parametrize("reached", [opened, steal])
def test_the_clock_answers_no_draw(reached: Callable[[], Table]) -> None:
    """`clock` is refused as `not-asked` for a draw, which has no time limit, and changes nothing."""
    table = reached()
    refusal = table.session.say({"cmd": "clock", "number": table.number})
    assert (refusal["ok"], refusal["error"]) == (False, "not-asked")
    assert table.session.say({"cmd": "table"})["table"] == table.state


def test_the_deck_has_canonical_order_and_the_first_is_the_top() -> None:
    """The answer of `deck` is the whole order of the deck, its first card the top one."""
    table = dealt(
        top="secret_deal-bullet secret_deal-hat grand_plan-star grand_plan-hat rackets-hat rackets-fist fbi-bullet"
    )
    assert table.hand("a") == "secret_deal-bullet secret_deal-hat"
    assert table.deck.split()[0] == "fbi-bullet"
    assert table.entries[1] == f"chance city: {CITY}"
    assert table.entries[2].startswith("chance deck: secret_deal-bullet secret_deal-hat grand_plan-star ")


def test_a_window_keeps_its_number_and_loses_those_who_answered() -> None:
    """While answers are missing, no event is sent and the views do not change."""
    table = react()
    before = (table.number, table.view("a"), table.view("c"), table.view())
    table.passes("c").asked("react", "b")
    assert (table.number, table.view("a"), table.view("c"), table.view()) == before
    assert table.told == []
    assert table.reply["asked"]["seats"] == {"b": 3}
    assert table.keys("c") == []


def test_views_differ_only_in_what_is_known() -> None:
    """Two tables that differ only in hidden cards look the same to everyone who may not know them."""
    plain = {"a": "informer-star", "b": "hitman-fist thief-hat", "c": "fbi-bullet"}
    armed = {**plain, "b": "police_chief-hat complicity-fist"}
    seen = []
    for hands in (plain, armed):
        table = position(hands=hands, prison="bc", deck="thief-fist thief-fist").plays("a", "informer-star:prison:1")
        told = [table.told_to("all", "a", "c")]
        look = [table.view(), table.view("a"), table.view("c"), {**table.reply["asked"], "seats": table.seats}]
        table.no_one_reacts()
        told.append(table.told_to("all", "a", "c"))
        look.append({**table.reply["asked"], "seats": table.seats})
        table.passes("b")
        told.append(table.told_to("all", "a", "c"))
        seen.append((told, look))
    assert seen[0] == seen[1]


def test_the_result_is_the_end_of_the_record() -> None:
    """After the end nothing is asked, and every answer is refused as outdated."""
    table = position(phase="locations", points={"b": 9}, prison="b", deck="").answers("b", "decline")
    ranking = [
        {"seat": "b", "points": 10, "tie_break": None},
        {"seat": "a", "points": 0, "tie_break": "order"},
        {"seat": "c", "points": 0, "tie_break": None},
    ]
    assert table.over == {"ranking": ranking, "winners": ["b"]}
    assert table.reply["asked"] is None
    assert table.state["phase"] == "over"
    assert table.record[-1] == "result b 10, a 0, c 0"
    late = table.session.say({"cmd": "answer", "number": 2, "seat": "a", "keys": ["pass"]})
    assert late["error"] == "stale-number"
    assert table.session.say({"cmd": "clock", "number": 1})["error"] == "stale-number"
    assert table.keys("a") == []
