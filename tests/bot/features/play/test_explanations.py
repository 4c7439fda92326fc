"""Tests that a person's first games explain each new concept once, in the panel, without a trace for others."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.tables import thinker_process
from bot.tables.people import FIRST_GAMES
from tests.bot.counted_panels import Reader, played, requests_of, sat_down, words_in
from tests.bot.features.play.test_commands import on_turn
from tests.bot.table import Evening

THREE = ("Anna", "Bert", "Cyril")
SIGN = "💡 "
TURN = "Kdo má při vyhodnocení na lokaci nejvíc"
MAX_WORDS = 40


def explained(text: str) -> list[str]:
    """Returns the explanations in the text of a panel."""
    return [line for line in text.splitlines() if line.startswith(SIGN)]


async def panel_of(evening: Evening, name: str) -> str:
    await evening.press_board(name, "move")
    return evening.private(name).text


async def test_the_question_is_explained_and_stays_so_for_this_decision(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        first = explained(await panel_of(evening, name))
        assert len(first) == 1
        assert TURN in first[0]
        assert explained(await panel_of(evening, name)) == first
        evening.clean()


async def test_nothing_is_explained_twice_also_after_a_restart(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        first = explained(await panel_of(evening, name))
        await evening.settled()
        await evening.restart()
        later = explained(await panel_of(evening, name))
        assert later
        assert later != first
        seen = await evening.bot.app.db.explanations.of(evening.person(name).id, "mafia_city")
        assert len(seen) == 2
        evening.clean()


async def test_a_person_can_turn_explanations_off_and_on_again(database: Path) -> None:
    async with Evening.of(*THREE, database=database) as evening:
        name = await on_turn(evening)
        await evening.slash(name, "profile")
        profile = evening.private(name)
        await evening.press(name, profile, Evening.part(profile, "set_explains"))
        assert explained(await panel_of(evening, name)) == []
        await evening.press(name, profile, Evening.part(profile, "set_explains"))
        assert len(explained(await panel_of(evening, name))) == 1
        evening.clean()


async def test_explanations_end_after_the_first_games(database: Path) -> None:
    async with Evening.of(*THREE, database=database, pictures=False) as evening:
        for _ in range(FIRST_GAMES):
            await evening.sit_down()
            await evening.end("Anna")
        assert explained(await panel_of(evening, await on_turn(evening))) == []
        evening.clean()


@pytest.mark.parametrize(("kind", "people", "computers"), [("mafia_city", 1, 2), ("star_wars_destiny", 1, 1)])
async def test_in_a_whole_game_each_concept_comes_once_and_each_panel_has_at_most_one(
    database: Path, monkeypatch: pytest.MonkeyPatch, kind: str, people: int, computers: int
) -> None:
    monkeypatch.setattr(thinker_process, "SystemRandom", lambda: Random(5))
    async with Evening.of(*THREE, database=database, seed=bytes([5] * 32), pictures=False) as evening:
        await sat_down(evening, kind, *THREE[:people], computers=computers)
        reader = Reader(evening)
        await played(reader, 5)
        found = [(panel.question, explained("\n".join(panel.texts))) for panel in reader.panels]
        said = [one for _, lines in found for one in lines]
        assert len(said) >= 5
        assert all(len(lines) <= 1 for _, lines in found)
        assert max(words_in(one) for one in said) <= MAX_WORDS
        seen = await evening.bot.app.db.explanations.of(evening.person("Anna").id, kind)
        assert len(seen) == len(set(said))
        evening.clean()


@pytest.mark.parametrize("explains", [False, True])
async def test_others_see_the_same_requests_with_and_without_explanations(
    explains: bool, tmp_path: Path, database: Path
) -> None:
    async def watched(path: Path, *, on: bool) -> list[tuple[str, str]]:
        async with Evening.of(*THREE, database=path, seed=bytes([5] * 32), pictures=False) as evening:
            for name in THREE:
                await evening.bot.app.people.change(evening.person(name).id, explains=on)
            name = await on_turn(evening)
            await panel_of(evening, name)
            await evening.answer(evening.game.waiting[0], "place:harbour")
            await evening.settled()
            return [(one.method, one.path) for one in requests_of(evening)]

    assert await watched(database, on=explains) == await watched(tmp_path / "other.sqlite3", on=not explains)
