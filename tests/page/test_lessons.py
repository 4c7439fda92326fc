"""Tests that lessons and puzzles are in view as they change."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import ViewportSize, expect

from tests.page.local_table import WIDE, LocalTable, Sitting
from tests.page.scenes import Dealt, dealt
from tests.page.test_glance import DRAWN, PHONE

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


async def test_on_a_desk_a_puzzle_that_grows_is_seen_from_its_beginning(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await evening.open("Anna", "Bert")
        window = await has_help_and_a_puzzle(at, evening, WIDE)
        await window.page.evaluate(DRAWN)
        top = await window.panel.evaluate("one => one.parentElement.offsetTop - one.closest('.own').scrollTop")
        assert top == 0
