"""Tests the players that only the arena has: searches with other budgets, and with open hands."""

from __future__ import annotations

import re
from random import Random

import pytest

from rules import GAME_AIS, GAMES
from rules.__main__ import main
from rules.arena.match import Seat, play
from rules.arena.open_hands import OpenHands
from rules.arena.players import seated
from rules.description import Rules
from rules.kralovske_rosady import KRALOVSKE_ROSADY
from rules.players.ai import Dice
from rules.players.choosing import Keys, Normal
from rules.players.playout import reach
from rules.players.question import Question
from rules.players.search import Hard

EVERY = pytest.mark.parametrize("rules", [GAMES[name] for name in GAME_AIS], ids=GAME_AIS.keys())


class Onlooker(OpenHands):
    """A player with open hands that answers like *normal*, and asserts on the way that every possible table that it
    makes up has the actual hands. It counts its questions and those tables, and collects the orders of their decks.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, GAME_AIS[rules.name], 1)
        self._plays = Normal(GAME_AIS[rules.name])
        self.reached = 0
        self.asked = 0
        self.orders: set[str] = set()

    def choose(self, asked: Question, dice: Dice) -> Keys:
        sampler = self._sampler(asked)
        self.asked += 1
        assert self._game is not None
        for number in range(2) if sampler else ():
            world = sampler(Random(number)) if sampler else None
            game = world and reach(self._rules, world, asked, dice)
            if not game:
                continue
            self.reached += 1
            hands = [self._rules.view(one.table, seat) for one in (game, self._game) for seat in game.seats]
            assert hands[: len(hands) // 2] == hands[len(hands) // 2 :]
            self.orders.add(str([player.get("deck") for player in self._rules.table(game.table)["players"].values()]))
        return self._plays.choose(asked, dice)


@pytest.mark.tier("test")
@EVERY
def test_open_hands_are_the_actual_ones_and_decks_are_not(rules: Rules) -> None:
    onlooker, normal = Onlooker(rules), Normal(GAME_AIS[rules.name])
    letters = "abcdefgh"[: rules.seats[0]]
    seats = {letter: Seat(onlooker if letter == "a" else normal) for letter in letters}
    play(rules, seats, list(letters), "1", {}, [onlooker])
    assert onlooker.reached >= 1.9 * onlooker.asked


@pytest.mark.tier("test")
def test_a_newcomer_wins_a_fair_part_of_its_games_against_easy(capsys: pytest.CaptureFixture[str]) -> None:
    """A *newcomer* wins 24 to 44 of 80 games against *easy*; docs/computer-players.md has its share of 1,000 games."""
    assert main(["arena", KRALOVSKE_ROSADY.name, "--seats", "newcomer,easy", "--games", "80", "--seed", "3"]) == 0
    found = re.search(r"newcomer +wins ([\d.]+) of 80", capsys.readouterr().out)
    assert found
    assert 24 <= float(found[1]) <= 44


@pytest.mark.parametrize("name", ["hard:160", "hard:40"])
def test_a_number_after_hard_is_its_playouts(name: str) -> None:
    assert isinstance(seated("mafia_city", name, 24), Hard)


@pytest.mark.parametrize("name", ["hard:open", "hard:40:open"])
def test_open_hands_are_written_after_hard(name: str) -> None:
    assert isinstance(seated("mafia_city", name, 24), OpenHands)


@pytest.mark.parametrize("name", ["hard:", "hard:0", "hard:open:40", "hard:40:shut", "easy:open", "open"])
def test_other_words_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "kralovske_rosady", "--seats", f"{name},easy", "--games", "1"]) == 1
    assert "must be one of" in capsys.readouterr().err
