"""Tests that a game of one person against computers has hints unless its host or its server has chosen otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.lobby.host_view import HINTS
from tests.bot.table import Evening


async def ticked(evening: Evening, hints: list[str] | None = None) -> list[str]:
    """Sends Anna's form *Settings*, with other ticks if given; returns what was ticked when it was opened."""
    board = evening.board("Anna")
    form = (await evening.person("Anna").press(board, Evening.part(board, "settings"))).modal
    assert form is not None
    now = next(field.given({}) for field in form.fields if field.custom_id == HINTS)
    await evening.person("Anna").submit(form, {} if hints is None else {HINTS: hints})
    await evening.settled()
    return list(now)


@pytest.mark.parametrize(("chosen", "expected"), [(None, True), (True, True), (False, False)])
async def test_one_person_against_computers_has_hints_unless_the_host_chose_otherwise(
    database: Path, chosen: bool | None, expected: bool
) -> None:
    async with Evening.of("Anna", database=database, locale="en-US") as evening:
        options: dict[str, Any] = {} if chosen is None else {"hints": chosen}
        await evening.open(**options)
        assert "Hints" not in evening.board("Anna").text or chosen
        await evening.press_board("Anna", "solo")
        assert evening.live.row.phase == "running"
        assert evening.live.facts.hints is expected
        await evening.restart()
        assert evening.live.facts.hints is expected


async def test_with_other_people_hints_are_off_unless_the_host_chose_them(database: Path) -> None:
    async with Evening.of("Anna", "Bert", "Cyril", database=database) as evening:
        await evening.sit_down()
        assert not evening.live.facts.hints


async def test_the_form_shows_and_changes_what_will_apply(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.open()
        assert await ticked(evening) == ["on"]
        assert not evening.live.row.hints_chosen, "the host has not changed it"
        assert await ticked(evening, []) == ["on"]
        assert await ticked(evening) == []
        await evening.press_board("Anna", "solo")
        assert not evening.live.facts.hints


async def test_an_unchanged_form_chooses_no_hints_for_someone_who_joined_since(database: Path) -> None:
    async with Evening.of("Anna", "Bert", database=database) as evening:
        await evening.open("Anna")
        board = evening.board("Anna")
        form = (await evening.person("Anna").press(board, Evening.part(board, "settings"))).modal
        assert form is not None
        await evening.press_board("Bert", "join")
        await evening.settled()
        assert not evening.live.solo
        await evening.person("Anna").submit(form, {})
        await evening.settled()
        assert not evening.live.row.hints_chosen
        assert not evening.live.has_hints


async def test_the_picker_keeps_the_choice_of_no_hints(database: Path) -> None:
    async with Evening.of("Anna", database=database) as evening:
        await evening.slash("Anna", "game new", hints=False)
        shown = evening.private("Anna")
        await evening.press("Anna", shown, Evening.part(shown, "new", "Mafia City"))
        await evening.press_board("Anna", "solo")
        assert not evening.live.facts.hints
