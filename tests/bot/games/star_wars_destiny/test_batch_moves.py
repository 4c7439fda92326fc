"""Tests the resolution of several dice with one Confirm, which must equal resolving them one after the other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.features.play import panel_base
from bot.games.batch_moves import Run
from bot.tables.answering import answer_on
from bot.tables.live import LiveTable
from bot.texts import translator_for
from rules import GAMES
from rules.engine import Game
from tests.bot.games.every_board import facts, played
from tests.bot.tables.test_order_execution import table
from tests.rules.star_wars_destiny.table import given, player

KIND = "star_wars_destiny"
EN = translator_for("en")


def laid_out(a: Any, b: Any, **how: Any) -> Game:
    return Game.at(GAMES[KIND], given(a=a, b=b, **how), ["Anna", "Bert"], seed=bytes(32))


def runs(game: Game, seat: str = "a") -> Sequence[Run]:
    return panel_base.runs_of(facts(KIND, len(game.seats)), game, seat, EN)


def labels(game: Game) -> list[str]:
    return [run.label.text for run in runs(game)]


def run_at(game: Game, words_: str) -> Run:
    (found,) = (run for run in runs(game) if words_ in run.label.text)
    return found


def live_table() -> LiveTable:
    """Returns a table of four people without standing orders."""
    live = table()
    live.row = replace(live.row, kind=KIND)
    live.seats = [replace(live.seats[0], seat=seat) for seat in "abcd"]
    return live


def confirmed(game: Game, run: Run) -> Game:
    """Gives all answers of a run for seat a, as one Confirm does, and returns the same game."""
    game.answer(game.number, "a", run.answers[0].keys)
    answer_on(live_table(), game, "a", run.answers[1:])
    return game


def damage(game: Game, seat: str, name: str) -> int:
    (found,) = (each for each in game.view()["players"][seat]["characters"] if each["id"] == name)
    return int(found["damage"])


MELEE = player("luke_skywalker*2", upgrades={"luke_skywalker": "lightsaber"}, resources=1,
               pool="luke_skywalker+1=2md luke_skywalker+2=3md lightsaber+1=3md1")  # fmt: skip
KYLO = player("kylo_ren*2 first_order_stormtrooper")


def test_all_dice_of_a_symbol_are_offered_at_each_enemy() -> None:
    # 2, 3 and, for the one resource, 3 more
    assert labels(laid_out(MELEE, KYLO)) == [
        "Melee damage: all 3 dice, 8 in all → 🔵B First Order Stormtrooper",
        "Melee damage: all 3 dice, 8 in all → 🔵B Kylo Ren",
    ]


def test_one_confirm_resolves_them_one_after_the_other() -> None:
    game = laid_out(MELEE, KYLO)
    confirmed(game, run_at(game, "Kylo"))
    assert damage(game, "b", "b-kylo_ren") == 8
    assert game.view()["players"]["a"]["pool"] == []
    assert game.view()["players"]["a"]["resources"] == 0
    assert game.waiting == ("b",)
    assert [entry.seat for entry in game.entries] == ["a"] * 3


def test_modifiers_go_with_the_first_die() -> None:
    game = laid_out(player("rey*2", pool="rey+1=1md rey+2=+2md"), KYLO)
    run = run_at(game, "Kylo")
    assert [answer.kind for answer in run.answers] == ["action", "modify"]
    assert "3 in all" in run.label.text
    assert damage(confirmed(game, run), "b", "b-kylo_ren") == 3


@pytest.mark.parametrize(
    "pool",
    ["rey+1=1md", "rey+1=1md rey+2=blank", "rey+1=1md finn+1=2rd", "rey+1=+2md rey+2=+2md", "rey+1=1md finn+1=1sh"],
)
def test_nothing_is_offered_for_a_lonely_die(pool: str) -> None:
    assert not labels(laid_out(player("rey*2 finn", pool=pool), KYLO))


def test_dice_that_cannot_all_be_paid_are_not_offered_together() -> None:
    two = "luke_skywalker+1=2md lightsaber+1=3md1"
    assert labels(laid_out({**MELEE, "pool": two}, KYLO))
    assert not labels(laid_out({**MELEE, "pool": two, "resources": 0}, KYLO))


def test_shields_are_offered_to_own_characters_that_have_room_for_the_last_die() -> None:
    mine = player("qui_gon_jinn*2^2 finn", pool="qui_gon_jinn+1=1sh qui_gon_jinn+2=2sh")
    assert labels(laid_out(mine, KYLO)) == ["Shields: all 2 dice, 3 in all → Finn"]


def test_a_run_ends_with_the_one_it_is_aimed_at() -> None:
    game = laid_out(MELEE, player("kylo_ren*2 first_order_stormtrooper/5"))
    confirmed(game, run_at(game, "Stormtrooper"))
    # Two damage were enough: the others wait for a target of their own.
    assert len(game.view()["players"]["a"]["pool"]) == 2
    assert game.decision is not None
    assert (game.decision.kind, game.waiting) == ("resolve", ("a",))


@pytest.mark.parametrize("seed", range(12))
def test_in_random_games_a_run_is_what_its_answers_are_one_by_one(seed: int) -> None:
    dice, tried = random.Random(seed), 0
    for game in played(KIND, 2 + seed % 3, seed, most=250):
        if game.decision is None or tried > 8:
            continue
        seat = game.waiting[0]
        offered = runs(game, seat)
        if not offered:
            continue
        tried += 1
        run = dice.choice(offered)
        at_once, one_by_one = twin(game, seed), twin(game, seed)
        at_once.answer(at_once.number, seat, run.answers[0].keys)
        answer_on(live_table(), at_once, seat, run.answers[1:])
        for answer in run.answers:
            asked = one_by_one.decision
            if asked is None or asked.kind != answer.kind or one_by_one.waiting != (seat,):
                break
            if not set(answer.keys) <= set(one_by_one.keys(seat)):
                break
            one_by_one.answer(one_by_one.number, seat, answer.keys)
        assert at_once.view() == one_by_one.view()
        assert at_once.number > game.number


def twin(game: Game, seed: int) -> Game:
    """Returns the same game, replayed from its record."""
    return Game.replay(GAMES[KIND], game.record(), bytes([seed]) * 32)
