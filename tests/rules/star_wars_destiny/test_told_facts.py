"""Tests every fact of every event against the specification (Q82): name, type and relation to other facts."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from rules.engine import Game
from rules.events import ALL, Event
from rules.protocol import describe
from rules.star_wars_destiny.dice import words
from rules.star_wars_destiny.facts import CARDS

from .table import Json, code_of
from .test_properties import RULES, answer, mixed, opened

SEAT = re.compile(r"[a-d]")
CARD = re.compile(r"[a-d]-[a-z0-9_]+(-[2-9])?")
DIE = re.compile(r"[a-d]-[a-z0-9_]+(-[2-9])?\+[12]")
CAUSE = re.compile(
    r"(activated|defeated) CARD|(dealt|taken|gains_shields) CARD [1-9]\d*|played CODE|resolved DIE|last_card_gone SEAT"
    .replace("CARD", CARD.pattern).replace("CODE", "[a-z0-9_]+").replace("DIE", DIE.pattern)
    .replace("SEAT", SEAT.pattern)
)  # fmt: skip


def seat(fact: object) -> bool:
    return isinstance(fact, str) and SEAT.fullmatch(fact) is not None


def code(fact: object) -> bool:
    return fact in CARDS


def card(fact: object) -> bool:
    return isinstance(fact, str) and CARD.fullmatch(fact) is not None and code_of(fact) in CARDS


def die(fact: object) -> bool:
    return isinstance(fact, str) and DIE.fullmatch(fact) is not None and CARDS[code_of(fact[:-2])].has_die


def field(fact: object) -> bool:
    return isinstance(fact, str) and code(fact) and CARDS[fact].type == "battlefield"


def count(fact: object) -> bool:
    return type(fact) is int and fact >= 0


def some(fact: object) -> bool:
    return count(fact) and fact != 0


def change(fact: object) -> bool:
    return type(fact) is int


def cause(fact: object) -> bool:
    return isinstance(fact, str) and CAUSE.fullmatch(fact) is not None


def side(fact: object) -> bool:
    return (
        isinstance(fact, str) and re.fullmatch(r"blank|sp[1-9]?|\+?[0-9x](md|rd|sh|f|r|dr|dc)[1-9]?", fact) is not None
    )


def word(*words: str) -> Callable[[object], bool]:
    return lambda fact: fact in words


def or_none(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda fact: fact is None or check(fact)


def each(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda fact: isinstance(fact, list) and all(check(one) for one in fact)


def either(*checks: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda fact: any(check(fact) for check in checks)


def rolled(fact: object) -> bool:
    return isinstance(fact, list) and len(fact) == 2 and die(fact[0]) and side(fact[1])


def member(fact: object) -> bool:
    return (
        isinstance(fact, dict)
        and fact.keys() == {"character", "dice"}
        and card(fact["character"])
        and some(fact["dice"])
    )


def shielded(fact: object) -> bool:
    return (
        isinstance(fact, dict)
        and fact.keys() == {"character", "count"}
        and card(fact["character"])
        and some(fact["count"])
    )


PUBLIC: dict[str, dict[str, Callable[[object], bool]]] = {
    "team": {"seat": seat, "characters": each(member), "battlefield": field},
    "chooses_battlefield": {"seat": seat, "owner": seat, "card": field},
    "takes_shields": {"seat": seat, "characters": each(shielded)},
    "round_begins": {"round": some, "first": seat},
    "turn": {"seat": seat, "extra": count},
    "passes": {"seat": seat, "why": word("chosen", "claimed", "nothing")},
    "claims": {"seat": seat, "card": field},
    "phase_ends": {"phase": word("action")},
    "upkeep": {"seat": seat, "discarded": count, "drawn": count},
    "out": {"seat": seat, "why": word("defeated", "cards")},
    "over": {"winners": each(seat)},
    "plays": {"seat": seat, "card": code, "on": or_none(card), "replaces": or_none(card), "cost": count},
    "activates": {"seat": seat, "card": card},
    "uses": {"seat": seat, "card": either(card, field)},
    "triggers": {"seat": seat, "card": card, "on": cause},
    "discards": {"seat": seat, "cards": each(either(code, card)), "from": word("hand", "deck", "play")},
    "draws": {"seat": seat, "count": some},
    "returns": {"seat": seat, "card": either(code, card), "from": word("play", "discard", "limbo"),
                "into": word("hand", "deck")},
    "exhausts": {"card": card},
    "readies": {"card": card},
    "upgrade_moves": {"card": card, "on": or_none(card)},
    "swaps": {"seat": seat, "card": card, "new": card},
    "battlefield_changes": {"seat": seat, "old": field, "new": field},
    "holds": {"card": card, "die": die},
    "resources": {"seat": seat, "change": change},
    "damage": {"character": card, "dealt": some, "blocked": count, "taken": count,
               "by": either(card, die, field, code)},
    "shields": {"character": card, "change": change},
    "heals": {"character": card, "count": some},
    "moves_damage": {"count": some, "off": or_none(card), "onto": card},
    "defeated": {"character": card},
    "replaced": {"character": card, "by": card},
    "rolls": {"seat": seat, "dice": each(rolled)},
    "rerolls": {"seat": seat, "dice": each(rolled)},
    "resolves": {"die": die, "side": side, "modifiers": each(die), "value": change,
                 "target": or_none(either(card, seat)), "cost": count},
    "turns_die": {"die": die, "side": side},
    "removes_die": {"die": die},
    "names": {"seat": seat, "what": lambda fact: isinstance(fact, str)},
}  # fmt: skip
TO_ONE: dict[str, dict[str, Callable[[object], bool]]] = {
    "list": {"seat": seat, "cards": each(code)},
    "hand": {"seat": seat, "cards": each(code)},
    "drew": {"seat": seat, "cards": each(code)},
    "saw": {"of": seat, "from": word("hand", "deck"), "cards": each(code)},
    "shown": {"by": seat, "cards": each(code)},
}


def check(event: Event) -> None:
    """Checks the event's facts and audience against the contract."""
    facts = {**PUBLIC, **TO_ONE}[event.name]
    assert event.facts.keys() == facts.keys(), event
    assert not [name for name, fact in event.facts.items() if not facts[name](fact)], event
    assert (event.to == ALL) == (event.name in PUBLIC), event
    assert event.to == ALL or seat(event.to), event
    assert event.to in (ALL, event.facts.get("seat", event.to)), event


def games() -> list[tuple[str, int, int]]:
    """Returns (kind, number of seats, seed) of each game for `begun`: 24 tables of all cards, and a game of each
    format.
    """
    laid = [("mixed", seats, seed) for seats in (2, 3, 4) for seed in range(100, 108)]
    return laid + [(format_, seats, 1) for format_, seats in (("starters", 2), ("standard", 3), ("random", 4))]


def begun(kind: str, seats: int, seed: int) -> Game:
    if kind != "mixed":
        return opened(kind, seats, seed)
    return Game.at(RULES, mixed(seats, seed), seed=random.Random(seed).randbytes(32))


@pytest.mark.parametrize(("kind", "seats", "seed"), games())
def test_every_event_has_the_facts_of_the_contract(kind: str, seats: int, seed: int) -> None:
    game, dice = begun(kind, seats, seed), random.Random(seed)
    while game.decision:
        answer(game, dice)
    for event in game.told:
        check(event)


# How they hang together


def last(told: list[Event], at: int, count: int) -> list[tuple[str, Json]]:
    """Returns the name and the facts of each of the `count` events directly before index `at`."""
    return [(event.name, dict(event.facts)) for event in told[max(0, at - count) : at]]


def check_neighbours(told: list[Event], at: int) -> None:
    """Checks the events directly before the one at this index (a payment, a draw, a look, an upkeep), and that rolled,
    turned and resolved dice show sides that they have.
    """
    name, facts = told[at].name, told[at].facts
    match name:
        case "plays" if facts["cost"]:
            assert last(told, at, 1) == [("resources", {"seat": facts["seat"], "change": -facts["cost"]})]
        case "drew":
            assert last(told, at, 1) == [("draws", {"seat": facts["seat"], "count": len(facts["cards"])})]
            assert told[at].to == facts["seat"]
        case "shown":
            ((look, seen),) = last(told, at, 1)
            assert (look, told[at - 1].to, seen["of"]) == ("saw", facts["by"], told[at].to)
            assert (seen["from"], seen["cards"]) == ("hand", facts["cards"])
        case "upkeep":
            before = last(told, at, 3)
            drawn = [("draws", {"seat": facts["seat"], "count": facts["drawn"]})] if facts["drawn"] else []
            assert drawn == [each for each in before[-2:] if each[0] == "draws"]
            gone = [each for each in before if each[0] == "discards" and each[1]["from"] == "hand"]
            assert len(gone[-1][1]["cards"] if gone and facts["discarded"] else []) == facts["discarded"]
        case "rolls" | "rerolls":
            for one, shown in facts["dice"]:
                assert shown in words(CARDS[code_of(one[:-2])]), facts
        case "turns_die" | "resolves":
            assert facts["side"] in words(CARDS[code_of(facts["die"][:-2])]), facts


@pytest.mark.parametrize(("kind", "seats", "seed"), games())
def test_simultaneous_facts_are_told_in_one_event(kind: str, seats: int, seed: int) -> None:
    game, dice = begun(kind, seats, seed), random.Random(seed)
    while game.decision:
        answer(game, dice)
    for at in range(len(game.told)):
        check_neighbours(game.told, at)


def check_answer(seat_: str, asked: Json, keys: list[str], told: list[Event]) -> None:
    """Checks that a chosen pass is the first event after its answer, and that all passes after it are automatic."""
    if keys == ["pass"] and not asked["about"]:
        assert (told[0].name, told[0].facts) == ("passes", {"seat": seat_, "why": "chosen"})
    for event in told[1:]:
        assert event.name != "passes" or event.facts["why"] in ("claimed", "nothing")


@pytest.mark.parametrize(("kind", "seats", "seed"), games())
def test_turns_and_passes_are_told_as_they_are_asked_and_answered(kind: str, seats: int, seed: int) -> None:
    game, dice = begun(kind, seats, seed), random.Random(seed)
    claimed: str | None = None
    while game.decision:
        heard, asked, who = len(game.told), describe(game) or {}, list(game.waiting)
        if asked["kind"] == "action" and "source" not in asked["about"]:
            turn = [event.facts for event in game.told if event.name == "turn"][-1:]
            assert turn in ([], [{"seat": who[0], "extra": asked["about"].get("extra", 0)}])
        keys = answer(game, dice)
        told = game.told[heard:]
        if asked["kind"] == "action":
            check_answer(who[0], asked, keys, told)
        for event in told:
            if event.name == "round_begins":
                claimed = None
            if event.name == "claims":
                claimed = event.facts["seat"]
            if event.name == "passes":
                assert (event.facts["why"] == "claimed") == (event.facts["seat"] == claimed)
