"""Tests computer players of every game and level: their answers are allowed and use only what their seat sees."""

from __future__ import annotations

import gc
import json
import pickle
from collections.abc import Iterator
from random import Random
from types import FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from rules import GAME_AIS, GAMES
from rules.description import Rules
from rules.engine import Game
from rules.errors import BadRequest
from rules.events import Teller
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.kralovske_rosady.ai import AI
from rules.mafia_city import MAFIA_CITY
from rules.players.ai import GameAI, World
from rules.players.choosing import Easy, Normal, allowed, silent, slip
from rules.players.levels import LEVELS, ask, player
from rules.players.playout import reach
from rules.players.question import Question
from rules.players.search import Candidate, Hard

from ..random_play import new_game

EVERY = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
WITH_HOOKS = pytest.mark.parametrize("rules", [GAMES[name] for name in GAME_AIS], ids=GAME_AIS.keys())
"""Marks a test to run once for each game that has hooks for its computer players."""
FEW = 6
"""Playouts per decision, enough for a search."""


def decisions(rules: Rules, seats: int, seed: int, level: str = "normal") -> Iterator[tuple[Game, Question]]:
    """Plays a whole game with computer players of one level, and yields the game and the question before each answer
    that had an alternative.
    """
    dice, game, plays = Random(seed), new_game(rules, seats, seed), player(rules.name, level)
    while game.decision:
        seat = dice.choice(game.waiting)
        asked = ask(game, seat)
        if len(asked.keys) > 1:
            yield game, asked
        game.answer(game.number, seat, plays.choose(asked, dice))


def open_tables(rules: Rules, seed: int, wanted: int) -> list[tuple[Question, Game, Game]]:
    """Returns up to `wanted` questions, each with two made-up games that differ only in what the asked seat cannot
    see.
    """
    found, dice = [], Random(seed)
    for _, asked in decisions(rules, rules.seats[-1], seed):
        worlds = GAME_AIS[rules.name].determinise
        sample = worlds(asked) if worlds and dice.random() < 0.15 else None
        if sample is None:
            continue
        made = [one and reach(rules, one, asked, dice) for one in (sample(dice), sample(dice))]
        first, second = made
        if first and second and rules.table(first.table) != rules.table(second.table):
            found.append((asked, first, second))
        if len(found) == wanted:
            break
    return found


# What they answer


@pytest.mark.tier("test")
@EVERY
@pytest.mark.parametrize("level", ["random", *LEVELS])
def test_every_answer_of_every_level_is_allowed(rules: Rules, level: str) -> None:
    plays, dice = player(rules.name, level, FEW), Random(3)
    for number, (_, asked) in enumerate(decisions(rules, rules.seats[0], 4)):
        if number % (15 * LEVELS[level].effort if level in LEVELS and LEVELS[level].searches else 1):
            continue
        assert allowed(asked, plays.choose(asked, dice)), (asked.kind, asked.keys)


@pytest.mark.tier("test")
@EVERY
def test_a_computer_that_fails_answers_as_little_as_the_rules_allow(rules: Rules) -> None:
    assert all(allowed(asked, silent(asked)) for _, asked in decisions(rules, rules.seats[-1], 5))


def test_a_level_or_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadRequest, match="easy, normal, hard, expert"):
        player(next(iter(GAMES)), "godlike")
    with pytest.raises(BadRequest, match="unknown game"):
        player("chess", "easy")


@EVERY
def test_the_same_random_numbers_give_the_same_answer(rules: Rules) -> None:
    plays = player(rules.name, "hard", FEW)
    for number, (_, asked) in enumerate(decisions(rules, rules.seats[0], 6)):
        if number % 25 == 0:
            assert plays.choose(asked, Random(1)) == plays.choose(asked, Random(1))


def test_a_game_that_teaches_nothing_gets_players_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = next(iter(GAMES.values()))
    monkeypatch.delitem(GAME_AIS, rules.name)
    for level in LEVELS:
        plays, dice = player(rules.name, level), Random(1)
        assert all(allowed(asked, plays.choose(asked, dice)) for _, asked in decisions(rules, rules.seats[0], 2))


# What they see


@EVERY
def test_from_a_question_no_way_leads_to_the_game(rules: Rules) -> None:
    game, asked = next(decisions(rules, rules.seats[0], 1))
    assert pickle.loads(pickle.dumps(asked)) == asked
    assert json.loads(json.dumps(asked.view)) == asked.view
    reached = list(reachable(asked))
    assert not [thing for thing in reached if isinstance(thing, Game | Teller)]
    assert game.table not in reached


def reachable(start: object) -> Iterator[object]:
    """Yields everything that can be reached through references, except code and types."""
    seen, todo = {id(start)}, [start]
    while todo:
        thing = todo.pop()
        yield thing
        for other in gc.get_referents(thing):
            if id(other) not in seen and not isinstance(other, type | ModuleType | FunctionType | MethodType):
                seen.add(id(other))
                todo.append(other)


@pytest.mark.tier("test")
@WITH_HOOKS
def test_the_decision_does_not_depend_on_hidden_cards(rules: Rules) -> None:
    """Two tables that differ only in hidden things lead to the same question and the same answer."""
    compared = open_tables(rules, 11, 5)
    assert len(compared) == 5
    for asked, first, second in compared:
        one, other = ask(first, asked.seat, ()), ask(second, asked.seat, ())
        assert one == other
        for level in LEVELS:
            plays = player(rules.name, level, FEW)
            assert plays.choose(one, Random(7)) == plays.choose(other, Random(7))


@EVERY
def test_a_seat_hears_public_news_and_its_own_private_news(rules: Rules) -> None:
    for game, asked in decisions(rules, rules.seats[0], 8):
        others = [event.spoken() for event in game.told if event.to not in ("all", asked.seat)]
        assert others or len(game.told) < 60
        assert not [event for event in others if event in asked.told]
        assert len(asked.told) == len(game.told) - len(others)
        if len(game.told) > 200:
            return


# The worlds that they make up


def worlds(rules: Rules, seats: int, seed: int) -> Iterator[tuple[Question, World | None, Game | None]]:
    """Yields each decision of a game, a made-up world or None, and the game that reaches the decision there or None."""
    determinise, dice = GAME_AIS[rules.name].determinise, Random(2)
    for _, asked in decisions(rules, seats, seed):
        sample = determinise(asked) if determinise else None
        world = sample(dice) if sample else None
        yield asked, world, None if world is None else reach(rules, world, asked, dice)


def looks_the_same(game: Game, asked: Question) -> bool:
    """Returns whether the asked seat sees the same table in both."""
    seen = game.rules.view(game.table, asked.seat)
    return {name: seen[name] for name in asked.view} == asked.view


@pytest.mark.tier("test")
@WITH_HOOKS
def test_every_world_agrees_with_what_the_seat_knows(rules: Rules) -> None:
    """Worlds with a script are left out: they begin earlier, and draws on the way to the decision may end otherwise."""
    found = list(worlds(rules, rules.seats[1], 9))
    present = [(asked, game) for asked, world, game in found if world is not None and not world.script]
    assert len(present) > 0.6 * len(found)
    for asked, game in present:
        assert game is not None, asked.kind
        assert looks_the_same(game, asked), asked.kind


@WITH_HOOKS
def test_nearly_every_world_leads_to_the_decision(rules: Rules) -> None:
    found = list(worlds(rules, rules.seats[0], 10))
    made = [(asked, game) for asked, world, game in found if world is not None]
    assert len(made) > 0.85 * len(found)
    reached = [asked for asked, game in made if game is not None and looks_the_same(game, asked)]
    assert len(reached) >= 0.95 * len(made)


def test_a_world_that_cannot_be_is_no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the made-up table cannot lead to the decision, the policy decides."""
    rules = next(iter(GAMES.values()))
    ai = GAME_AIS[rules.name]
    blind = GameAI(policy=ai.policy, determinise=lambda _asked: lambda _dice: World({}))
    _, asked = next(decisions(rules, rules.seats[0], 1))
    assert Hard(rules, blind, FEW).choose(asked, Random(1)) == Normal(ai).choose(asked, Random(1))


def test_a_search_has_the_budget_of_its_game_and_number_of_seats() -> None:
    rules = KRALOVSKE_ROSADY
    ai = GameAI(policy=AI.policy, determinise=AI.determinise, playouts=8, playouts_by_seats={3: 64})
    for seats, playouts in ((2, 8), (3, 64), (4, 8)):
        _, asked = next(decisions(rules, seats, 1))
        usual = Hard(rules, ai).think(asked, Random(1))
        assert usual.tries
        assert usual == Hard(rules, ai, playouts).think(asked, Random(1))
        assert sum(Hard(rules, ai, effort=4).think(asked, Random(1)).tries) > 2 * sum(usual.tries)


# Their strength, in a few games; docs/computer-players.md has many


@EVERY
def test_a_search_never_makes_more_playouts_than_its_budget(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Any] = []
    monkeypatch.setattr("rules.players.search.play_on", lambda *_: counted.append(1))
    searched = 0
    for number, (_, asked) in zip(range(41), decisions(rules, rules.seats[0], 12), strict=False):
        for playouts in (2, 4, 10, 40, 160) if number % 4 == 0 else ():
            counted.clear()
            thought = player(rules.name, "hard", playouts).think(asked, Random(1))
            assert len(counted) <= playouts
            assert len(thought.tries) >= 2 or thought.measure == "points"
            searched += len(counted) > 0
    assert searched > 5


def test_only_a_small_budget_leaves_out_keys() -> None:
    """A budget for one table in each round is enough for all keys; a budget of 1 leaves only the policy's answer."""
    rules, ai = KRALOVSKE_ROSADY, GAME_AIS[KRALOVSKE_ROSADY.name]
    asked = next(found for _, found in decisions(rules, 2, 1) if len(found.keys) == 6)
    considered = [len(Hard(rules, ai, playouts).think(asked, Random(1)).tries) for playouts in (1, 2, 4, 10, 20, 40)]
    assert considered == [0, 2, 2, 5, 6, 6]


def test_an_expert_plays_out_four_times_as_many_games_as_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Any] = []
    monkeypatch.setattr("rules.players.search.play_on", lambda *_: counted.append(1))
    _, asked = next(found for found in decisions(MAFIA_CITY, 3, 12) if found[1].kind == "turn")
    counts = []
    for level in ("hard", "expert"):
        counted.clear()
        player(MAFIA_CITY.name, level).choose(asked, Random(1))
        counts.append(len(counted))
    hard, expert = counts
    assert 3.5 <= expert / hard <= 4.5


def test_easy_slips_now_and_then_but_never_in_windows() -> None:
    """In a window, *easy* always gives the answer that its policy rates best; a random slip would waste cards."""
    asked = Question("x", "a", 1, "react", "window", {}, {}, ("pass", "fists:a+b"), "pass")
    plays = Easy(GameAI(quick_policy=lambda _: [0.0, -3.0]))
    assert {plays.choose(asked, Random(seed)) for seed in range(60)} == {("pass",)}


@pytest.mark.parametrize(("useful", "chosen"), [("bc", "b"), ("c", "c")])
def test_easy_slips_only_to_a_key_that_has_an_effect(useful: str, chosen: str) -> None:
    """Of the better half (a, b), only keys with an effect are a slip; without any, the best one with an effect is
    chosen.
    """
    asked = Question("x", "a", 1, "action", "choice", {}, {}, ("a", "b", "c", "d"), None)
    ai = GameAI(quick_policy=lambda _: [4.0, 3.0, 2.0, 1.0], wasted=lambda _, key: key not in useful)
    assert {slip(asked, [4.0, 3.0, 2.0, 1.0], Random(seed), ai) for seed in range(60)} == {(chosen,)}


@pytest.mark.parametrize(
    ("lead", "tables", "chosen"), [(0.5, 4, "other"), (1.5, 4, "other"), (2.5, 4, "waste"), (2.5, 1, "other")]
)
def test_a_search_wastes_a_card_only_if_that_is_clearly_better(
    lead: float, tables: int, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key without an effect is chosen only if it leads by more than two standard errors at four tables or more.

    Otherwise the best of the others is chosen.
    """
    ahead = {"act": 0.0, "waste": lead, "other": 0.4}
    asked = Question("x", "a", 1, "action", "choice", {"players": {"a": {}, "b": {}}}, {}, tuple(ahead), None)
    ai = GameAI(policy=lambda _: [2.0, 1.0, 0.0], wasted=lambda _, key: key == "waste")
    spread = (-(3**0.5), -(3**0.5), 3**0.5, 3**0.5)  # the standard error of these is 1

    def compared(_self: Hard, candidates: list[Candidate], *_: object) -> None:
        for one in candidates:
            by = ahead[one.keys[0]]
            one.results += [by + spread[table] * (by > 0) for table in range(tables)] if tables > 1 else [by]

    monkeypatch.setattr(Hard, "_compare", compared)
    assert Hard(MAFIA_CITY, ai, 24).choose(asked, Random(1)) == (chosen,)


@pytest.mark.tier("test")
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_players_without_a_search_never_waste_a_card(level: str) -> None:
    found = 0
    for name, ai in GAME_AIS.items():
        if ai.wasted is None:
            continue
        for _, asked in decisions(GAMES[name], GAMES[name].seats[0], 5, level):
            idle = [key for key in asked.keys if ai.wasted(asked, key)]
            found += bool(idle)
            if 0 < len(idle) < len(asked.keys):
                assert player(name, level).choose(asked, Random(1))[0] not in idle
    assert found > 10


# Why they answer as they do


@WITH_HOOKS
@pytest.mark.parametrize("level", LEVELS)
def test_a_thought_holds_the_answer_among_what_it_was_weighed_against(rules: Rules, level: str) -> None:
    plays, dice = player(rules.name, level, FEW), Random(1)
    for number, (_, asked) in enumerate(decisions(rules, rules.seats[0], 14)):
        if number % 20 == 0 and not asked.several:
            thought = plays.think(asked, dice)
            assert thought.keys in [keys for keys, _ in thought.weighed]
            if thought.measure == "chance":
                assert all(0 <= worth <= 1 for _, worth in thought.weighed)


def test_a_search_stops_when_it_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller with a time limit may end the search early: the result so far counts, at first the policy's answer."""
    rules = next(iter(GAMES.values()))
    played: list[Any] = []
    monkeypatch.setattr("rules.players.search.play_on", lambda *_: played.append(1))
    _, asked = next(found for found in decisions(rules, rules.seats[0], 1) if found[1].kind == "turn")
    at_once = player(rules.name, "hard", 100, lambda: True)
    assert at_once.choose(asked, Random(1)) == player(rules.name, "normal").choose(asked, Random(1))
    assert played == []
    player(rules.name, "hard", 100, lambda: len(played) >= 10).choose(asked, Random(1))
    assert len(played) == 10
