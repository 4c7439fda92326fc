"""Tests that the board, or what the user has just opened, is in view whatever else is on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot.emulator.world import messages
from bot.emulator.world.messages import NewMessage
from tests.page.local_table import WIDE, small_local_table
from tests.page.scenes import dealt
from tests.page.test_glance import DRAWN, PHONE, at_a_glance, city, seen
from tests.page.test_messages import V2, tall_picture
from tests.page.test_pressing import buttons

pytestmark = pytest.mark.browser


async def test_a_board_that_loses_buttons_and_gets_less_room_keeps_the_others_in_view() -> None:
    body: dict[str, Any] = {"flags": V2, "attachments": [{"id": 0, "filename": "city.png"}], "components": [
        {"type": 12, "items": [{"media": {"url": "attachment://city.png"}, "description": "The city"}]},
        {"type": 10, "content": "Whose turn is it?"},
        *(buttons(*(f"A long label of button {number} {at}" for at in range(3)))[0] for number in range(4)),
    ]}  # fmt: skip
    async with small_local_table() as at:
        at.posts({"content": "Your list\n" * 60, "flags": 64}, only_for="Anna")
        new = NewMessage(at.world.channel("table-1"), at.world.bot.id, body, (tall_picture(),))
        message = messages.write(at.world, new)
        anna = await at.window(size=PHONE, wait=False)
        last = anna.board.get_by_role("button").last
        await expect(last).to_be_in_viewport(ratio=1)
        await anna.page.evaluate(
            """() => new MutationObserver(() => { document.querySelector('.foot').style.paddingTop = '150px'; })
                .observe(document.querySelector('#channel .public'), { childList: true, subtree: true })"""
        )
        messages.edit(at.world, message, {"components": body["components"][:-1]})
        await expect(anna.board.get_by_role("button")).to_have_count(9)
        await anna.page.evaluate(DRAWN)
        await expect(last).to_be_in_viewport(ratio=1)


async def test_on_a_desk_the_city_is_whole_and_keeps_its_place_next_to_a_panel_and_a_puzzle(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        window = await at.window(f"/as/{evening.asked.lower()}", size=WIDE, now=evening.now())
        picture, news = window.board.locator(".gallery img"), window.board.locator(".body > .text").first
        await at_a_glance(window)
        place = await picture.bounding_box()
        await evening.slash(evening.asked, "learn puzzle", game="mafia_city")
        await expect(window.panel).to_contain_text("Which answer")
        await window.press(window.board, "My move")
        await expect(window.panel).to_contain_text("Your turn")
        await window.page.evaluate(DRAWN)
        for part in (picture, news):
            await seen(window, part)
        assert await picture.bounding_box() == place
