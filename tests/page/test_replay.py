"""Tests a replay on the page: its controls and its picture are visible together and do not move."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import ViewportSize, expect

from tests.page.local_table import WIDE, Sitting
from tests.page.scenes import Dealt, dealt
from tests.page.test_glance import PHONE

pytestmark = pytest.mark.browser


async def over(evening: Dealt) -> None:
    """Plays a short game to its end and opens its replay as Olga."""
    await evening.open("Anna", "Bert", game="kralovske_rosady")
    await evening.press_board("Anna", "start")
    await evening.play_on()
    await evening.slash("Olga", "record replay")


async def in_view(window: Sitting) -> None:
    for part in (window.panel.locator(".gallery img"), *await window.panel.locator(".row").nth(0).locator("*").all()):
        await expect(part).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize("size", [PHONE, WIDE])
async def test_a_replays_picture_and_its_steps_are_in_view_and_stay_in_place(
    tmp_path: Path, size: ViewportSize
) -> None:
    async with dealt(tmp_path, 35) as (at, evening):
        await over(evening)
        window = await at.window("/as/olga", size=size, now=evening.now())
        forward = window.panel.get_by_role("button", name="▶ Next")
        await in_view(window)
        where = await forward.bounding_box()
        for _ in range(3):
            before = await window.panel.inner_text()
            await forward.click()
            await expect(window.panel).not_to_have_text(before, use_inner_text=True)
            await in_view(window)
            assert await forward.bounding_box() == where
        slider = await window.panel.get_by_role("slider").bounding_box()
        assert slider is not None
        assert where is not None
        assert slider["width"] > size["width"] / 4
        assert slider["y"] < where["y"]
        assert not window.errors


@pytest.mark.parametrize(("who", "size"), [("anna", PHONE), ("olga", WIDE)], ids=["phone", "next to a replay"])
async def test_the_last_board_has_its_buttons_below_its_text(tmp_path: Path, who: str, size: ViewportSize) -> None:
    async with dealt(tmp_path, 35) as (at, evening):
        await over(evening)
        window = await at.window(f"/as/{who}", size=size, now=evening.now())
        parts = [await part.bounding_box() for part in await window.board.locator(".gallery, .text, .row").all()]
        heights = [part["y"] for part in parts if part is not None]
        assert len(heights) > 4
        assert heights == sorted(heights)
        await expect(window.board.get_by_role("button", name="Rematch")).to_be_in_viewport()
