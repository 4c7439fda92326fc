"""Computers: always legal, never silly enough to pass all the time, and in need of nothing but their own view."""

from __future__ import annotations

from random import Random

import pytest

from bot.games import BOARDS
from bot.tables.computer import choose, question
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


def test_a_choice_depends_on_nothing_but_view_and_keys() -> None:
    rules = GAMES["mafia_city"]
    game = Game.new(rules, ["x"] * 3, seed=bytes(32), game_id="1")
    seat = game.waiting[0]
    first = choose(question(game, seat), Random(3))
    game.entries.append(game.entries[-1])
    assert choose(question(game, seat), Random(3)) == first


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
