"""Everything is within reach: three presses, 25 options, and no need to see."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.asking import MOST_OPTIONS, step
from bot.local.seen import Part, Seen
from bot.texts import words
from rules.mafia_city.table import LOCATIONS
from tests.bot.every_board import LETTERS, SMALLEST_AND_LARGEST, facts, panels, undecided
from tests.bot.games import laid_out
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
CS = words("cs")
ASIDE = ("Zpět", "Co je co?", "Jak se to hraje")
MOST_PRESSES = 3
ENOUGH = 600
"""More decisions than one player of a whole game meets."""


class Finger:
    """Somebody's presses, counted."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening, self.name, self.presses = evening, name, 0

    async def press(self, message: Seen, label: str) -> None:
        self.presses += 1
        (part,) = (part for part in message.usable if silent(part.label) == label)
        await self.evening.press(self.name, message, part.custom_id)

    async def on_panel(self, label: str) -> None:
        await self.press(self.evening.private(self.name), label)


@pytest.mark.parametrize("number", range(1, 8))
async def test_the_commonest_move_takes_at_most_three_presses_wherever_it_goes(database: Path, number: int) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.live.game
        assert game is not None
        finger = Finger(evening, evening.holder(game.waiting[0]))
        await finger.press(evening.board(finger.name), "Můj tah")
        await finger.on_panel("Položit mafiána")
        places = evening.private(finger.name)
        (label,) = (silent(part.label) for part in places.usable if silent(part.label).startswith(f"{number} "))
        await finger.on_panel(label)
        assert game.entries[-1].keys == (f"place:{LOCATIONS[number - 1]}",)
        assert finger.presses <= MOST_PRESSES
        evening.clean()


async def test_passing_takes_at_most_three_presses(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        game = evening.live.game
        assert game is not None
        finger = Finger(evening, evening.holder(game.waiting[0]))
        await finger.press(evening.board(finger.name), "Můj tah")
        await finger.on_panel("Pas")
        await finger.on_panel("Potvrdit")
        assert game.entries[-1].keys == ("pass",)
        assert finger.presses <= MOST_PRESSES
        evening.clean()


async def test_a_window_is_let_pass_by_one_press(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        await evening.sit_down()
        await evening.to_window()
        game = evening.live.game
        assert game is not None
        finger = Finger(evening, evening.holder(game.waiting[0]))
        waiting = len(game.waiting)
        await finger.press(evening.board(finger.name), "Nechat být")
        assert len(game.waiting) == waiting - 1 or game.entries[-1].keys == ("pass",)
        assert finger.presses == 1


@SMALLEST_AND_LARGEST
def test_no_panel_of_random_games_has_more_than_25_options(kind: str, seats: int) -> None:
    table, dice = facts(kind, seats), random.Random(7)
    for game in undecided(kind, seats, seed=5, most=120):
        for shown in panels(table, game, dice.choice(game.waiting), CS):
            assert len(shown.buttons) <= MOST_OPTIONS
            assert all(len(select["options"]) <= MOST_OPTIONS for select in shown.selects)


@pytest.mark.parametrize("height", [25, 26, 50, 55])
def test_the_highest_stacks_are_grouped(height: int) -> None:
    game = laid_out(5, hands={"a": "informer-star grand_plan-hat"}, harbour=("abcde" * 11)[:height])
    waiting: list[tuple[int, ...]] = [()]
    seen = 0
    while waiting:
        found = step(game, "a", waiting.pop())
        assert found is not None
        assert len(found.options) <= MOST_OPTIONS
        seen += found.key is not None
        waiting += [option.path for option in found.options]
    assert seen == len(list(game.keys("a")))


# Without seeing


def spoken(text: str) -> str:
    """What a screen reader says: emoji by their names, markup not at all."""
    return " ".join("".join(_spoken(letter) for letter in text).split())


def _spoken(letter: str) -> str:
    if unicodedata.category(letter) == "So":
        return f" {unicodedata.name(letter).lower()} "
    return "" if letter in "*#`️‍" else letter


def silent(text: str) -> str:
    """The text without any emoji."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in ("So", "Sk", "Mn", "Cf")).strip()


def walked(parts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        yield from walked(part.get("components", []))
        yield from part.get("items", [])


class Blind:
    """Plays by what is said: texts, labels and alt texts; colours, places and pictures mean nothing."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening, self.name = evening, name
        self.dice = random.Random(3)
        self.heard: set[str] = set()

    def listen(self, message: Seen) -> str:
        """A message read aloud, which must make sense without eyes."""
        for line in message.text.splitlines():
            assert any(letter.isalnum() for letter in silent(line)) or not line.strip(" -—*"), line
        for shown in walked(message.data.get("components", [])):
            if "media" in shown:
                assert shown.get("description"), "a picture without alt text"
        said = [spoken(part.label or part.placeholder or "") for part in message.usable]
        assert len(said) == len(set(said)), said
        assert all(any(letter.isalpha() for letter in silent(label)) for label in said)
        for part in message.usable:
            options = [spoken(option.label) for option in part.options]
            assert len(options) == len(set(options)), options
        self.heard.add(message.text)
        return spoken(message.text)

    def is_asked(self) -> bool:
        mention = f"<@{self.evening.person(self.name).id}>"
        lines = [line for line in self.listen(self.evening.board(self.name)).splitlines() if "Čeká se" in line]
        return any(mention in line.partition("Čeká se")[2] for line in lines) or "Okno" in self.board()

    def board(self) -> str:
        return self.listen(self.evening.board(self.name))

    async def answer(self) -> None:
        """One decision, from the board to what is said about it."""
        await self._press(self.evening.board(self.name), "Můj tah")
        for _ in range(8):
            panel = self.evening.private(self.name)
            self.listen(panel)
            ways = [part for part in panel.usable if silent(part.label) not in ASIDE]
            if not ways:
                return
            await self._take(panel, ways)
        raise AssertionError("the panel has no end")

    async def _take(self, panel: Seen, ways: list[Part]) -> None:
        labels = [silent(part.label) for part in ways if part.type == 2]
        for wanted in ("Potvrdit", "Položit mafiána"):
            if wanted in labels:
                await self._press(panel, wanted)
                return
        way = self.dice.choice(ways)
        if way.type == 2:
            await self._press(panel, silent(way.label))
            return
        await self.evening.person(self.name).select(panel, way, [self.dice.choice(way.options).label])
        await self.evening.settled()

    async def _press(self, message: Seen, label: str) -> None:
        part = next(part for part in message.usable if silent(part.label) == label)
        await self.evening.press(self.name, message, part.custom_id)


@pytest.mark.parametrize("game", ["mafia_city", "kralovske_rosady"])
async def test_a_blind_player_follows_and_acts_by_text_alone(database: Path, game: str) -> None:
    async with Evening.of("Anna", database=database, seed=bytes(range(32))) as evening:
        await evening.open(game=game, pace="untimed")
        for verb in ("computer", "computer", "start"):
            await evening.press_board("Anna", verb)
        blind = Blind(evening, "Anna")
        decisions = 0
        while "Konec hry" not in blind.board():
            assert blind.is_asked(), blind.board()
            await blind.answer()
            decisions += 1
            assert decisions < ENOUGH
        end = blind.board()
        assert "Vítěz" in end
        assert all(f"{letter.upper()} " in end or f"<@{evening.person('Anna').id}>" in end for letter in LETTERS[:3])
        assert decisions > 10
        evening.clean()
