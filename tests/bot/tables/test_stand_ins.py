"""Tests the level of a substitute computer: chosen during an absence, changed by /game replace, ready in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.thinkers import Thinkers
from tests.bot.table import Evening
from tests.bot.tables.test_clock import late_twice

FOUR = ("Anna", "Bert", "Cyril", "Dora")


def level_select(evening: Evening, name: str) -> str:
    return evening.part(evening.board(name), "let_level")


async def chooses(evening: Evening, name: str, level: str) -> None:
    await evening.person(name).select(evening.board(name), level_select(evening, name), [level])
    await evening.settled()


@pytest.mark.parametrize("level", ["easy", "hard"])
async def test_the_others_choose_how_well_the_computer_plays_on(database: Path, level: str) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        late = await late_twice(evening)
        seat = evening.live.seat_of(evening.person(late).id).seat
        first, second = (name for name in ("Bert", "Cyril", "Dora") if name != late)
        await chooses(evening, first, level)
        assert evening.live.seat(seat).left is None
        named = {"easy": "lehký", "hard": "těžký"}[level]
        assert f"Převezme to počítač ({named}): souhlasí 1 z 2" in evening.board().text
        await chooses(evening, second, level)
        assert evening.live.seat(seat).left is not None
        assert evening.live.seat(seat).level == level
        assert evening.live.absent is None
        assert not any(what.startswith("let_computer") for what in evening.live.votes)
        evening.clean()


async def test_consents_to_different_levels_are_not_added_up(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        late = await late_twice(evening)
        seat = evening.live.seat_of(evening.person(late).id).seat
        first, second = (name for name in ("Bert", "Cyril", "Dora") if name != late)
        await chooses(evening, first, "hard")
        await evening.press_board(second, "let_computer")
        assert evening.live.seat(seat).left is None
        await evening.press_board(first, "let_computer")
        assert evening.live.seat(seat).level == "normal"
        assert evening.live.seat(seat).left is not None
        evening.clean()


async def test_a_level_that_there_is_not_is_refused(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        late = await late_twice(evening)
        name = next(one for one in ("Bert", "Cyril", "Dora") if one != late)
        select = next(part for part in evening.board(name).usable if part.custom_id == level_select(evening, name))
        assert [option.value for option in select.options] == ["easy", "hard", "expert"]
        await evening.person(name).forge(evening.board(name), select.custom_id, component_type=3, values=["brilliant"])
        await evening.settled()
        assert not any(what.startswith("let_computer") for what in evening.live.votes)


async def test_a_computer_is_replaced_by_one_of_another_level(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        await evening.open("Bert", "Cyril")
        await evening.add_computer("Bert", "easy")
        await evening.press_board("Bert", "start")
        (seat,) = [one.seat for one in evening.live.seats if one.computer]
        await evening.slash("Anna", "game replace", player=seat, level="hard")
        held = evening.live.seat(seat)
        assert (held.level, held.name, held.computer) == ("hard", "Počítač 1", True)
        assert "Počítač 1 (těžký)" in evening.board().text
        refused = await evening.slash("Anna", "game replace", player=seat, level="hard")
        assert "už hraje počítač této úrovně" in refused.text
        await evening.restart()
        assert evening.live.seat(seat).level == "hard"
        evening.clean()


async def test_a_seat_that_a_computer_plays_can_get_another_level(database: Path) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        await evening.sit_down("Bert", "Cyril", "Dora")
        seat = evening.live.seat_of(evening.person("Dora").id).seat
        for level in ("easy", "hard"):
            await evening.slash("Anna", "game replace", player=seat, level=level)
            assert (evening.live.seat(seat).level, evening.live.seat(seat).name) == (level, "Dora")
        await evening.slash("Dora", "game join")
        assert evening.live.seat(seat).left is None
        evening.clean()


# Workers that are ready when they are needed


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns a list that gets an entry each time the thinkers would be started; none is started."""
    found: list[int] = []
    monkeypatch.setattr(Thinkers, "warm", lambda _self: found.append(1))
    return found


@pytest.mark.parametrize(("level", "expected"), [("easy", False), ("normal", False), ("hard", True), ("expert", True)])
async def test_workers_begin_in_the_lobby_if_a_computer_will_search(
    database: Path, warmed: list[int], level: str, expected: bool
) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        await calm(evening)
        await evening.open("Bert", "Cyril")
        assert not warmed
        await evening.add_computer("Bert", level)
        assert bool(warmed) is expected
        warmed.clear()
        await evening.restart()
        assert bool(warmed) is expected


async def test_prompt_computers_start_no_process_before_it_is_needed(database: Path, warmed: list[int]) -> None:
    async with Evening.of(*FOUR, database=database, pictures=False) as evening:
        await evening.open("Bert", "Cyril", hints=True)
        await evening.add_computer("Bert", "hard")
        assert not warmed


async def calm(evening: Evening) -> None:
    """Restarts the bot with computer players that answer with their usual delays."""
    evening.instant_computers = False
    await evening.restart()
