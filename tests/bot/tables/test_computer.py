"""Computers: always legal, never silly enough to pass all the time, and in need of nothing but their own view."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from bot.games import BOARDS
from bot.tables.computer import Question, choose, question
from rules import GAMES
from rules.decisions import Draw
from rules.engine import Game


@pytest.mark.parametrize("kind", GAMES)
def test_computers_play_whole_games_by_legal_keys(kind: str) -> None:
    dice = Random(7)
    rules = GAMES[kind]
    game = Game.new(rules, ["x"] * rules.seats[-1], seed=bytes(32), game_id="1")
    passes = turns = 0
    for _ in range(20_000):
        if game.decision is None:
            break
        assert not isinstance(game.decision, Draw)
        seat = game.waiting[0]
        keys = choose(question(game, seat), dice)
        turns += game.decision.kind == "turn"
        passes += game.decision.kind == "turn" and keys == ("pass",)
        game.answer(game.number, seat, keys)
    assert game.over is not None
    assert passes * 2 < turns or turns == 0


PLAIN = (str, int, float, bool, type(None))


def otherwise_hidden(game: Game, seat: str) -> Game:
    """The same table for that seat, but other cards in the hands of the others and in another order in all piles."""
    laid: Any = deepcopy(game.rules.table(game.table))
    for pile in ("deck", "points_deck"):
        if pile in laid:
            laid[pile].reverse()
    (first, one), (_, other) = [(name, player) for name, player in laid["players"].items() if name != seat]
    for player in (laid["players"][seat], one, other):
        player.get("deck", []).reverse()
    if "deck" in one:
        # Everybody has the same cards: one of the hand changes places with one of the own deck.
        for player in (one, other):
            player["hand"][0], player["deck"][0] = player["deck"][0], player["hand"][0]
    else:
        one["hand"], other["hand"] = other["hand"], one["hand"]
    assert first != seat
    return Game.at(game.rules, laid, game.head.names, seed=bytes(32))


@pytest.mark.parametrize("kind", GAMES)
def test_a_computer_cannot_peek(kind: str) -> None:
    """What it is asked is the same, whatever the others hold; so is what it chooses."""
    rules, dice = GAMES[kind], Random(1)
    game = Game.new(rules, ["x"] * 3, seed=bytes(32), game_id="1")
    while game.decision is not None and game.decision.kind not in ("turn", "play", "action"):
        game.answer(game.number, game.waiting[0], choose(question(game, game.waiting[0]), dice))
    seat = game.waiting[0]
    other = otherwise_hidden(game, seat)
    assert rules.table(other.table) != rules.table(game.table)
    assert other.waiting == game.waiting
    assert question(other, seat) == question(game, seat)
    for number in range(50):
        assert choose(question(other, seat), Random(number)) == choose(question(game, seat), Random(number))


def reached(value: object) -> Iterator[object]:
    """All values to which a question leads, by its fields and whatever these hold."""
    yield value
    if isinstance(value, Question):
        for part in fields(value):
            yield from reached(getattr(value, part.name))
    elif isinstance(value, dict):
        for name, held in value.items():
            yield from reached(name)
            yield from reached(held)
    elif isinstance(value, (list, tuple)):
        for held in value:
            yield from reached(held)


@pytest.mark.parametrize("kind", GAMES)
def test_no_way_leads_from_a_question_to_the_game(kind: str) -> None:
    rules, dice = GAMES[kind], Random(2)
    game = Game.new(rules, ["x"] * rules.seats[-1], seed=bytes(32), game_id="1")
    shapes = set()
    while game.decision is not None:
        for seat in game.waiting:
            asked = question(game, seat)
            shapes.add(asked.shape)
            assert not hasattr(asked, "__dict__")
            found = list(reached(asked))
            assert {type(value) for value in found} <= {Question, dict, list, tuple, *PLAIN}
            # Nor does the question share anything that could change with the game.
            mine = {id(value) for value in found if isinstance(value, (dict, list))}
            assert mine.isdisjoint(id(value) for value in [*reached(game.view(seat)), *reached(game.decision.about)])
        game.answer(game.number, game.waiting[0], choose(question(game, game.waiting[0]), dice))
    assert "choice" in shapes


@pytest.mark.parametrize(
    ("kind", "offered", "thought_of"),
    [
        ("mafia_city", "place:harbour thief-hat:b wait:thief-hat pass", "place:harbour thief-hat:b"),
        ("mafia_city", "place:harbour stay", "place:harbour"),
        ("mafia_city", "thief-hat:b wait:thief-hat pass", "thief-hat:b pass"),
        ("mafia_city", "wait:thief-hat", "wait:thief-hat"),
        ("kralovske_rosady", "king:1 king:2", "king:1 king:2"),
        ("kralovske_rosady", "pass king", "pass king"),
    ],
)
def test_what_a_computer_thinks_of_is_the_games_own_matter(kind: str, offered: str, thought_of: str) -> None:
    assert list(BOARDS[kind].sensible(offered.split())) == thought_of.split()


def test_no_computer_rests_while_it_can_place_a_mobster() -> None:
    dice, game = Random(11), Game.new(GAMES["mafia_city"], ["x"] * 3, seed=bytes(32), game_id="1")
    could = 0
    while game.decision is not None and could < 100:
        seat = game.waiting[0]
        keys = choose(question(game, seat), dice)
        if any(key.startswith("place:") for key in game.keys(seat)):
            could += 1
            assert keys not in (("pass",), ("stay",))
            assert not keys[0].startswith("wait:")
        game.answer(game.number, seat, keys)
    assert could == 100


def test_computers_hide_cards_and_swap_point_cards() -> None:
    dice, game, seen = Random(5), Game.new(GAMES["kralovske_rosady"], ["x"] * 6, seed=bytes(32), game_id="1"), set()
    while game.decision is not None:
        keys, kind = choose(question(game, game.waiting[0]), dice), game.decision.kind
        seen.add((kind, keys[0] in ("pass", "stay")))
        game.answer(game.number, game.waiting[0], keys)
    assert seen >= {("disguise", False), ("betray", False)}
