"""Tests that every game in GAMES keeps the contract of docs/protocol.md."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.decisions import CHANCE, NOTHING, PASS, Choice, Several, Window
from rules.description import FreeText, Rules
from rules.draws import Draw
from rules.engine import Game
from rules.errors import AnswerRefused, BadRecord, NotAllowed, NotAsked, StaleNumber
from rules.events import ALL, ENVELOPE, Event
from rules.notation import Entry, Record, parse
from rules.verify import replay, verify
from tests.rules.random_play import answer_at_random, new_game, play
from tests.rules.toy import TOY

REGISTERED = [(rules, seats) for rules in GAMES.values() for seats in rules.seats]
TABLES = [*REGISTERED, *((TOY, seats) for seats in TOY.seats)]
every_table = pytest.mark.parametrize(
    ("rules", "seats"), TABLES, ids=[f"{rules.name}-{seats}" for rules, seats in TABLES]
)
MAY_BE_DECLINED = ("done", "no")
"""The silent keys of the choices that may have a window's time limit instead of a turn's: they are asked out of the
seat's turn.
"""
KEY = re.compile(r"[a-z0-9_+-]+(:[a-z0-9_+-]+)*")
LINE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]+")
pytestmark = pytest.mark.usefixtures("toy_registered")


@every_table
def test_every_decision_is_of_a_shape_that_the_notation_knows(rules: Rules, seats: int) -> None:
    def watch(game: Game) -> None:
        decision = game.decision
        if decision is None:
            return
        assert set(game.waiting) <= set(decision.seats)
        assert re.fullmatch("[a-z_]+", decision.kind)
        for seat in game.waiting:
            keys = list(game.keys(seat))
            assert len(keys) == len(game.keys(seat))
            assert all(KEY.fullmatch(key) and len(key) <= 80 and key in game.keys(seat) for key in keys)
            assert isinstance(decision, Draw) or len(set(keys)) == len(keys)
        match decision:
            case Draw():
                assert (decision.patience, decision.silence, game.waiting) == (None, None, (CHANCE,))
            case Window():
                assert (decision.patience, decision.silence) == ("window", PASS)
                assert all(next(iter(game.keys(seat))) == PASS for seat in game.waiting)
            case Several():
                keys = list(game.keys(game.waiting[0]))
                assert 0 <= decision.least <= min(decision.most, len(keys))
                assert decision.patience == "turn" or (decision.patience, decision.least) == ("window", 0)
                assert decision.silence == (" ".join(keys[: decision.least]) if decision.least else NOTHING)
            case Choice():
                assert decision.patience == "turn" or decision.silence in MAY_BE_DECLINED
                assert decision.patience in ("turn", "window")
                assert decision.silence in game.keys(game.waiting[0])

    for seed in range(4):
        play(rules, seats, seed, watch)


@every_table
def test_every_game_ends_with_a_ranking_and_a_record_that_verifies(rules: Rules, seats: int) -> None:
    for seed in range(4):
        game = play(rules, seats, seed)
        assert game.over is not None
        assert sorted(rank["seat"] for rank in game.over["ranking"]) == list(game.seats)
        points = [rank["points"] for rank in game.over["ranking"]]
        assert points == sorted(points, reverse=True)
        assert game.over["winners"][0] == game.over["ranking"][0]["seat"]
        lines = game.record().lines()
        assert parse(lines).lines() == lines
        again = verify(lines)
        assert rules.table(again.table) == rules.table(game.table)
        assert again.told == game.told
        assert again.over == game.over


@every_table
def test_a_record_cut_anywhere_goes_on_as_if_nothing_had_happened(rules: Rules, seats: int) -> None:
    game = play(rules, seats, 7)
    lines, entries = game.record().lines(), len(game.entries)
    head = len(lines) - entries - 2
    for cut in range(0, entries, max(1, entries // 12)):
        half = replay(lines[: head + cut])
        assert half.record().lines() == lines[: head + cut]
        half.again(game.entries[cut:])
        assert rules.table(half.table) == rules.table(game.table)


@every_table
def test_an_answer_that_is_refused_changes_nothing(rules: Rules, seats: int) -> None:
    dice = random.Random(seats)
    game = new_game(rules, seats, seats)
    for _ in range(150):
        if game.decision is None:
            break
        before = (json.dumps(rules.table(game.table)), game.number, game.waiting, list(game.entries), list(game.told))
        for attempt in _refused_answers(game):
            with pytest.raises(AnswerRefused):
                attempt()
        after = (json.dumps(rules.table(game.table)), game.number, game.waiting, list(game.entries), list(game.told))
        assert after == before
        answer_at_random(game, dice)


def _refused_answers(game: Game) -> list[Callable[[], None]]:
    number, asked = game.number, game.waiting[0]
    stranger = next((seat for seat in game.seats if seat not in game.waiting), "z")
    key = next(iter(game.keys(asked)))
    return [
        lambda: game.answer(number + 1, asked, [key]),
        lambda: game.answer(number - 1, asked, [key]),
        lambda: game.answer(number, stranger, [key]),
        lambda: game.answer(number, "clock", []),
        lambda: game.answer(number, asked, ["no-such-key"]),
        lambda: game.answer(number, asked, [key, key]),
        lambda: game.answer(number, asked, [key + ":1"]),
        lambda: game.clock(number + 1),
    ]


@every_table
def test_refusals_say_which_rule_of_the_protocol_they_break(rules: Rules, seats: int) -> None:
    game = new_game(rules, seats, 1)
    seat = game.waiting[0]
    with pytest.raises(StaleNumber):
        game.answer(game.number + 1, "z", ["nonsense"])
    with pytest.raises(NotAsked):
        game.answer(game.number, "z", ["nonsense"])
    with pytest.raises(NotAllowed):
        game.answer(game.number, seat, ["nonsense"])


@every_table
def test_told_events_do_not_change_when_read_later(rules: Rules, seats: int) -> None:
    for seed in range(3):
        heard: list[Event] = []
        play(rules, seats, seed, lambda game, heard=heard: heard.extend(game.told[len(heard) :]))  # type: ignore[misc]
        assert play(rules, seats, seed).told == heard


@every_table
def test_events_are_told_to_all_or_to_a_seat_and_are_plain_values(rules: Rules, seats: int) -> None:
    game = play(rules, seats, 2)
    assert game.told
    for event in game.told:
        assert event.to == ALL or event.to in game.seats
        assert json.loads(json.dumps(event.spoken())) == event.spoken()


@every_table
def test_no_fact_of_an_event_has_the_name_of_a_field_of_its_envelope(rules: Rules, seats: int) -> None:
    """No event of random games has a fact with the name of a field of its envelope: the protocol writes both next to
    each other, so the fact would replace the audience or the name.
    """
    for seed in range(4):
        for event in play(rules, seats, seed).told:
            assert ENVELOPE.isdisjoint(event.facts), event
            assert (event.spoken()["to"], event.spoken()["event"]) == (event.to, event.name)


@every_table
def test_a_view_is_the_table_with_less(rules: Rules, seats: int) -> None:
    """In every view, each value is the table's own value, a list's length in its place, null or missing; members that
    the table does not have are numbers.
    """

    def less(view: object, table: object) -> bool:
        if isinstance(view, dict) and isinstance(table, dict):
            known = {key for key in view if key in table}
            extra = {key: value for key, value in view.items() if key not in table}
            return all(less(view[key], table[key]) for key in known) and all(
                isinstance(value, int) for value in extra.values()
            )
        if isinstance(view, int) and isinstance(table, list):
            return view == len(table)
        if isinstance(view, list) and isinstance(table, list):
            return len(view) == len(table) and all(map(less, view, table))
        return view is None or view == table

    def watch(game: Game) -> None:
        full = rules.table(game.table)
        for seat in (None, *game.seats):
            assert less(game.view(seat), full), (seat, game.view(seat))

    play(rules, seats, 3, watch)


@every_table
def test_the_same_game_comes_out_of_the_record_that_was_kept_answer_by_answer(rules: Rules, seats: int) -> None:
    game = play(rules, seats, 5)
    kept = [Entry(entry.number, entry.seat, entry.kind, entry.keys) for entry in game.entries]
    again = Game.replay(rules, Record(rules.name, rules.edition, "x", game.head.names, game.head.options))
    for entry in kept:
        again.again((entry,))
    assert rules.table(again.table) == rules.table(game.table)


@pytest.mark.tier("test")
def test_games_are_the_same_under_two_hash_seeds() -> None:
    """Random games have the same hashes in two processes with different PYTHONHASHSEEDs, so the order of sets decides
    nothing.
    """
    said = [
        subprocess.run(
            [sys.executable, "-m", "tests.rules.random_play", "2"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0].count("\n") == 2 * len(REGISTERED)
    assert said[0] == said[1]


@pytest.mark.tier("test")
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_mutated_record_is_refused_with_its_line_or_is_a_record(data: st.DataObject) -> None:
    rules, seats = data.draw(st.sampled_from(TABLES))
    lines = play(rules, seats, 11).record().lines()
    at = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["drop", "double", "swap", "text"]))
    if change == "drop":
        del lines[at]
    elif change == "double":
        lines.insert(at, lines[at])
    elif change == "swap":
        other = data.draw(st.integers(0, len(lines) - 1))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = data.draw(st.text(max_size=40))
    try:
        game = replay(lines)
    except BadRecord as refused:
        assert refused.expected
        assert refused.found
    else:
        assert game.head.names == tuple(lines[3].removeprefix("seats ").split(" | "))


# Options


@every_table
def test_an_option_has_a_default_that_is_in_the_record_as_it_is(rules: Rules, seats: int) -> None:
    options = new_game(rules, seats, 1).head.options
    for name, values in rules.options.items():
        assert options[name] == (values.default if isinstance(values, FreeText) else values[0])
        assert LINE.fullmatch(options[name])
