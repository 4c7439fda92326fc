"""Tests that lessons and puzzles are in view as they change."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from bot.games import GAME_UIS
from tests.page.local_table import WIDE, LocalTable, Sitting
from tests.page.scenes import Dealt, dealt
from tests.page.test_glance import DRAWN, LEAST_ON_A_PHONE, PHONE, at_a_glance, city, seen

pytestmark = pytest.mark.browser


async def has_help_and_a_puzzle(at: LocalTable, evening: Dealt, size: ViewportSize) -> Sitting:
    """Opens Anna's window with the help and, below it, the puzzle of the day."""
    window = await at.window("/as/anna", size=size, now=evening.now())
    await evening.slash("Anna", "help")
    await evening.slash("Anna", "learn puzzle", game="mafia_city")
    await expect(window.panel.get_by_role("button", name="Pass")).to_be_visible()
    return window


async def scrolls_to_the_end(window: Sitting) -> None:
    await window.channel.evaluate("log => { log.scrollTop = log.scrollHeight; }")
    await window.page.evaluate(DRAWN)


async def test_on_a_phone_the_verdict_on_a_puzzle_is_in_view(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        window = await has_help_and_a_puzzle(at, evening, PHONE)
        for button in ("💤 Pass", "Confirm"):
            await scrolls_to_the_end(window)
            await window.press(window.panel, button)
        await expect(window.panel.get_by_text("Another answer is better.")).to_be_in_viewport()
        assert not window.errors


async def test_on_a_phone_an_explanation_is_in_view_if_its_button_is_at_the_end_of_a_panel(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        window = await has_help_and_a_puzzle(at, evening, PHONE)
        await scrolls_to_the_end(window)
        await window.press(window.panel, "In words")
        await expect(window.panel.get_by_role("button", name="Pass")).to_have_count(0)
        await expect(window.panel.locator(".text").first).to_be_in_viewport(ratio=0.3)


async def test_on_a_desk_a_puzzle_that_grows_is_seen_from_its_beginning(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await evening.open("Anna", "Bert")
        window = await has_help_and_a_puzzle(at, evening, WIDE)
        await window.page.evaluate(DRAWN)
        above, most, top = await window.page.locator("#channel .own").evaluate(
            "own => [own.lastElementChild.offsetTop, own.scrollHeight - own.clientHeight, own.scrollTop]"
        )
        assert most > 0
        assert top == pytest.approx(min(above, most), abs=1)


async def steps(window: Sitting, game: str) -> AsyncIterator[Locator]:
    """Begins a game's lesson and yields the panel at each step, which it then skips."""
    await window.press(window.panel, game)
    for number in count(1):
        step = window.panel.get_by_text(re.compile(rf"^Step {number} of"))
        await expect(step.or_(window.panel.get_by_role("button", name="Another lesson"))).to_be_visible()
        if not await step.count():
            return
        await window.page.evaluate(DRAWN)
        yield window.panel
        await window.press(window.panel, "Skip this step")


@pytest.mark.parametrize("game", [game_ui.title for game_ui in GAME_UIS.values()])
async def test_on_a_desk_each_step_of_a_lesson_is_in_view_with_its_picture_and_buttons(
    tmp_path: Path, game: str
) -> None:
    async with dealt(tmp_path, 11) as (at, _):
        window = await at.window("/as/anna", size=WIDE)
        await window.page.locator("#guide").get_by_role("button", name="Learn").click()
        count = 0
        async for panel in steps(window, game):
            count += 1
            await seen(window, panel.locator(".picture img"))
            for control in await panel.locator(".row button:visible").all():
                await seen(window, control)
        assert count > 1
        assert not window.errors


async def test_on_a_desk_a_lesson_next_to_a_lobby_is_as_large_as_on_the_empty_page(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        alone = await at.window("/as/anna", size=WIDE, now=evening.now())
        await evening.slash("Anna", "learn lesson")
        await alone.press(alone.panel, "Mafia City")
        picture = alone.panel.locator(".gallery.tall img")
        await expect(picture).to_be_visible()
        await alone.page.evaluate(DRAWN)
        whole = await picture.bounding_box()
        await alone.page.context.close()
        await evening.open("Bert", "Cyril")
        window = await at.window("/as/bert", size=WIDE, now=evening.now())
        await window.press(window.board, "📖 How to play")
        picture = window.panel.locator(".gallery.tall img")
        await expect(picture).to_be_in_viewport(ratio=1)
        await window.page.evaluate(DRAWN)
        box = await picture.bounding_box()
        assert whole is not None
        assert box is not None
        assert box["height"] == pytest.approx(whole["height"], abs=1)
        for control in await window.panel.locator(".row button:visible").all():
            await expect(control).to_be_in_viewport(ratio=1)


async def test_a_lesson_from_a_lobby_is_folded_once_its_game_has_a_board(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await evening.open("Anna", "Bert", "Cyril")
        window = await at.window("/as/anna", size=WIDE, now=evening.now())
        await window.press(window.board, "📖 How to play")
        lesson = window.channel.locator(".own article.lesson")
        await expect(lesson).to_be_visible()
        await window.press(window.board, "Start")
        await expect(window.board.get_by_role("button", name="My move")).to_be_visible()
        await expect(lesson).to_be_hidden()
        await window.press(window.channel, "Older private messages: 1")
        await expect(lesson).to_be_visible()


async def test_on_a_desk_a_lesson_next_to_a_board_leaves_both_large_enough(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        window = await at.window("/as/anna", size=WIDE, now=evening.now())
        await evening.slash("Anna", "learn lesson")
        count = 0
        async for panel in steps(window, "Mafia City"):
            count += 1
            await at_a_glance(window)
            own = await window.page.locator("#channel .own").bounding_box()
            control = await panel.locator(".row :is(.opener, .button)").first.bounding_box()
            assert own is not None
            assert control is not None
            assert control["y"] + control["height"] <= own["y"] + own["height"]
        assert count > 1


async def test_on_a_desk_a_rule_next_to_a_board_leaves_the_board_as_it_is(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        window = await at.window("/as/anna", size=WIDE, now=evening.now())
        await at_a_glance(window)
        board = await window.board.bounding_box()
        await evening.slash("Anna", "learn rules", topic="card_thief")
        await expect(window.panel.locator(".picture img")).to_be_visible()
        await window.page.evaluate(DRAWN)
        assert await window.board.bounding_box() == board


@pytest.mark.parametrize("command", ["puzzle", "lesson"])
async def test_on_a_phone_the_task_and_the_controls_are_in_view_together(tmp_path: Path, command: str) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        window = await at.window("/as/anna", size=PHONE, now=evening.now())
        if command == "puzzle":
            await evening.slash("Anna", "learn puzzle", game="mafia_city")
        else:
            await evening.slash("Anna", "learn lesson")
            await window.press(window.panel, "Mafia City")
        picture = window.panel.locator(".gallery.tall img")
        await expect(picture).to_be_attached()
        await window.page.evaluate(DRAWN)
        for part in await window.panel.locator(".body > :is(.text, .row)").all():
            await seen(window, part)
        last, drawn = await window.panel.locator(".body > .row").last.bounding_box(), await picture.bounding_box()
        assert last is not None
        assert drawn is not None
        assert last["y"] + last["height"] <= drawn["y"]
        assert drawn["width"] >= LEAST_ON_A_PHONE
