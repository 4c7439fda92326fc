"""Tests what the search of *hard* knows within a turn: nothing that its seat has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rules import GAME_AIS, GAMES
from rules.description import Rules
from rules.engine import Game
from rules.errors import NoUndo
from rules.players.levels import ask, player
from rules.players.playout import reach
from rules.players.question import Question

from .test_players import FEW, decisions

WITHIN = pytest.mark.parametrize("rules", [GAMES[name] for name, ai in GAME_AIS.items() if ai.turns])
"""Marks a test to run once for each game in which a turn has several decisions."""


def within_turns(rules: Rules, seed: int, wanted: int, kind: str = "") -> list[tuple[Question, Game, Game]]:
    """Returns up to `wanted` questions that follow earlier answers in the same turn, each with two made-up games that
    differ only in what the asked seat cannot see. `kind`: only questions of that kind.
    """
    found, dice, worlds = [], Random(seed), GAME_AIS[rules.name].determinise
    for number in range(20):
        for _, asked in decisions(rules, rules.seats[0], seed + number):
            fits = asked.before and kind in ("", asked.kind)
            sample = worlds(asked) if worlds and fits else None
            made = [reach(rules, one, asked, dice) for one in (sample(dice), sample(dice)) if one] if sample else []
            first, second = made if len(made) == 2 else (None, None)
            if first and second and rules.table(first.table) != rules.table(second.table):
                found.append((asked, first, second))
            if len(found) == wanted:
                return found
    return found


@pytest.mark.tier("test")
@WITHIN
def test_within_a_turn_what_is_hidden_is_shuffled_and_the_decision_is_the_same(rules: Rules) -> None:
    compared = within_turns(rules, 21, 8)
    assert len(compared) == 8
    assert len({asked.kind for asked, _, _ in compared}) > 2
    check_compared(rules, compared)


@pytest.mark.tier("test")
@WITHIN
def test_a_further_decision_of_the_opening_kind_is_searched_and_does_not_peek(rules: Rules) -> None:
    turns = GAME_AIS[rules.name].turns
    assert turns
    compared = within_turns(rules, 21, 4, turns.opening)
    assert len(compared) == 4
    assert all(asked.about for asked, _, _ in compared)
    check_compared(rules, compared)


def check_compared(rules: Rules, compared: Sequence[tuple[Question, Game, Game]]) -> None:
    """Checks that *hard* gets the same question at both tables of each pair, searches it, and answers the same."""
    for asked, first, second in compared:
        one, other = ask(first, asked.seat, ()), ask(second, asked.seat, ())
        assert one == other
        assert one.before is not None
        plays = player(rules.name, "hard", FEW)
        assert plays.think(one, Random(7)) == plays.think(other, Random(7))
        assert plays.think(one, Random(7)).measure == "chance"


@pytest.mark.tier("test")
@WITHIN
def test_of_its_turn_a_seat_is_told_what_it_saw_what_it_answered_and_dice(rules: Rules) -> None:
    turns = GAME_AIS[rules.name].turns
    assert turns
    opened: dict[str, Any] = {}
    checked = 0
    for _, asked in decisions(rules, rules.seats[-1], 22):
        if asked.kind == turns.opening and not asked.about:
            assert asked.before is None
            opened[asked.seat] = asked.view
        elif asked.before:
            assert asked.before.view == opened[asked.seat]
            assert all(seat == asked.seat or kind == turns.rolls for kind, seat, _ in asked.before.answers)
            assert asked.before.answers[0][:2] == (turns.opening, asked.seat)
            checked += 1
    assert checked > 5


@WITHIN
def test_answers_taken_back_are_not_part_of_a_turn(rules: Rules) -> None:
    """After an undo, the seat's turn so far is the same as before the answer, and *hard* can search again."""
    worlds, checked = GAME_AIS[rules.name].determinise, 0
    for seed in range(21, 30):
        for game, asked in decisions(rules, rules.seats[0], seed):
            if asked.before is None or not asked.has_choice:
                continue
            tried = game.beginning()
            tried.again(game.entries)
            tried.answer(tried.number, asked.seat, player(rules.name, "normal").choose(asked, Random(1)))
            try:
                tried.undo(tried.number, asked.seat)
            except NoUndo:
                continue
            again = ask(tried, asked.seat)
            assert (again.before, again.keys, again.view) == (asked.before, asked.keys, asked.view)
            sample = worlds(again) if worlds else None
            world = sample(Random(2)) if sample else None
            checked += world is not None and reach(rules, world, again, Random(3)) is not None
            if checked == 5:
                return
    raise AssertionError(checked)
