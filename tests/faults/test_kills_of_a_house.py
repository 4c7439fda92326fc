"""A bot on Discord, killed before and after whatever it ever writes: all stands that was told, and all goes on."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bot.maintenance import identifies
from bot.messages import hands
from storage import seal
from tests.faults.failpoints import Point
from tests.faults.household import EVENING
from tests.faults.judge import Ledger
from tests.faults.mortal import Mortal
from tests.faults.scale import FULL, often, schedule

STORAGE = Path(seal.__file__).parent
SHARES = often(1, 4)
EACH = often(1, 5)
"""So often at each point, in each share."""
LIVES = often(1, 30)
"""At most so many end in one act, before it is done in peace."""
EVENINGS = often(2, 60)
"""At most."""
WRITES = re.compile(r"(INSERT INTO|(?<!DO )\bUPDATE|DELETE FROM) ([a-z_]+)")
NOT_WHILE_IT_SERVES = {"migrations", "move", "sharing", "backup", "opening", "__main__"}
"""Modules whose writes are not those of a bot that serves: an operator's commands, and what is before the gate."""
OF_AN_OPERATOR = {("DELETE FROM", "standings")}
"""`python -m storage rebuild`."""


def all_writes() -> set[tuple[str, str]]:
    """What storage writes, by kind and table."""
    found = {
        (match[1], match[2])
        for file in STORAGE.glob("*.py")
        if file.stem not in NOT_WHILE_IT_SERVES
        for match in WRITES.finditer(file.read_text("utf-8"))
    }
    for of in (seal.GAME, seal.TOURNAMENT):
        found |= {("INSERT INTO", of.open), ("INSERT INTO", of.sealed), ("DELETE FROM", of.sealed)}
    return found - OF_AN_OPERATOR


def writes_of(points: Counter[Point]) -> set[tuple[str, str]]:
    return {(match[1], match[2]) for _side, sql in points if (match := WRITES.search(sql))}


def spared(_point: Point) -> bool:
    return False


class Hunter:
    """Whom death has met, and how often: each point as often as is wanted."""

    def __init__(self) -> None:
        self.met = Counter[Point]()

    def die(self, dice: Random, point: Point) -> bool:
        """Whether here."""
        if self.met[point] >= EACH or dice.random() < 0.3:
            return False
        self.met[point] += 1
        return True


async def an_evening(database: Path, dice: Random, hunter: Hunter, patch: pytest.MonkeyPatch) -> Mortal:
    """All acts, each of them again where the bot died in it."""
    Mortal.patch, Mortal.ledger, Mortal.passed = patch, Ledger(), Counter()
    async with Mortal.of("Anna", "Bert", "Cyril", "Dora", database=database, channels=6, pictures=False) as house:
        assert isinstance(house, Mortal)
        house.tables, house.points = {}, []

        def die(point: Point) -> bool:
            return hunter.die(dice, point)

        for act in EVENING:
            try:
                for life in range(LIVES + 1):
                    if await house.survived(act(house, dice), die if life < LIVES else spared):
                        break
                    await house.born_again(die)
            except BaseException as failure:
                failure.add_note(f"{act.__name__}, killed at last {house.points[-2:]}")
                raise
        await house.all_is_well()
        return house


@pytest.mark.parametrize("share", range(SHARES))
def test_killed_at_every_write_of_a_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: int) -> None:
    monkeypatch.setattr(hands, "QUIET", 0.0)
    # Dozens of starts at one moment are no crash loop here, in which each waits longer than the one before.
    monkeypatch.setattr(identifies, "waiting", lambda *_: 0.0)
    hunter, passed, deaths = Hunter(), Counter[Point](), 0
    for at in range(EVENINGS):
        with schedule("a house", share, at) as dice, pytest.MonkeyPatch.context() as patch:
            seal.install(seal.new_key() if at % 2 else "")
            folder = tmp_path / str(at)
            folder.mkdir()
            house = asyncio.run(an_evening(folder / "games", dice, hunter, patch))
            seal.install("")
        passed += house.passed
        deaths += len(house.points)
        if FULL and all(hunter.met[point] >= EACH for point in passed):
            break
    print(len(passed), "points,", len(hunter.met), "of them met,", deaths, "kills,", at + 1, "evenings")
    assert all_writes() - writes_of(passed) == set()
    assert deaths == sum(hunter.met.values())
    assert len(hunter.met) > (0.9 * len(passed) if FULL else 30)
