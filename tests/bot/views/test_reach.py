"""Tests that the commonest moves take at most two presses, and that no select has more than 25 options."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.emulator.people.seen import Seen
from bot.games.key_tree import MAX_OPTIONS, step
from bot.texts import translator_for
from rules.engine import Game
from rules.mafia_city.table import LOCATIONS
from tests.bot.games.every_board import SMALLEST_AND_LARGEST, facts, panels, undecided
from tests.bot.laid_out import laid_out
from tests.bot.reading import silent
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
CS = translator_for("cs")
MAX_PRESSES = 2


class Finger:
    """A player who presses and chooses by labels, and whose presses are counted."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening, self.name, self.presses = evening, name, 0

    async def press(self, message: Seen, label: str) -> None:
        self.presses += 1
        (part,) = (part for part in message.usable if silent(part.label) == label)
        await self.evening.press(self.name, message, part.custom_id)

    async def choose(self, text: str, label: str) -> None:
        self.presses += 1
        panel = self.evening.private(self.name)
        (part,) = (part for part in panel.selects if text in (part.placeholder or ""))
        (value,) = (option.value for option in part.options if option.label.startswith(label))
        await self.evening.person(self.name).select(panel, part.custom_id, [value])
        await self.evening.settled()

    async def on_panel(self, label: str) -> None:
        await self.press(self.evening.private(self.name), label)


async def to_move(evening: Evening) -> tuple[Game, Finger]:
    """Starts a game and opens the asked player's panel by a counted press; returns the game and that player."""
    await evening.sit_down()
    game = evening.game
    finger = Finger(evening, evening.holder(game.waiting[0]))
    await finger.press(evening.board(finger.name), CS("My move"))
    return game, finger


@pytest.mark.parametrize("number", range(1, 8))
async def test_the_commonest_move_takes_at_most_two_presses_wherever_it_goes(database: Path, number: int) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        game, finger = await to_move(evening)
        await finger.choose(CS("Place a mobster"), f"{number} ")
        assert game.entries[-1].keys == (f"place:{LOCATIONS[number - 1]}",)
        assert finger.presses <= MAX_PRESSES
        evening.clean()


async def test_passing_takes_at_most_two_presses(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        game, finger = await to_move(evening)
        await finger.on_panel(CS("Pass"))
        assert game.entries[-1].keys == ("pass",)
        assert finger.presses <= MAX_PRESSES
        evening.clean()


async def test_a_window_is_let_pass_by_one_press(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.to_window()
        game = evening.game
        finger = Finger(evening, evening.holder(game.waiting[0]))
        waiting = len(game.waiting)
        await finger.press(evening.board(finger.name), CS("Don't react"))
        assert len(game.waiting) == waiting - 1 or game.entries[-1].keys == ("pass",)
        assert finger.presses == 1


@SMALLEST_AND_LARGEST
def test_no_panel_of_random_games_has_more_than_25_options(kind: str, seats: int) -> None:
    table, dice = facts(kind, seats), random.Random(7)
    for game in undecided(kind, seats, seed=5, most=120):
        for shown in panels(table, game, dice.choice(game.waiting), CS):
            assert len(shown.buttons) <= MAX_OPTIONS
            assert all(len(select["options"]) <= MAX_OPTIONS for select in shown.selects)


@pytest.mark.parametrize("height", [25, 26, 50, 55])
def test_the_highest_stacks_are_grouped(height: int) -> None:
    game = laid_out(5, hands={"a": "informer-star grand_plan-hat"}, harbour=("abcde" * 11)[:height])
    waiting: list[tuple[int, ...]] = [()]
    seen = 0
    while waiting:
        found = step(game, "a", waiting.pop())
        assert found is not None
        assert len(found.options) <= MAX_OPTIONS
        seen += found.key is not None
        waiting += [option.path for option in found.options]
    assert seen == len(list(game.keys("a")))
