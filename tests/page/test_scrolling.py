"""Tests that a changed board stays in view if something else changes its height at the same time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from bot.emulator.world import messages
from bot.emulator.world.messages import NewMessage
from tests.page.local_table import small_local_table
from tests.page.test_glance import DRAWN, PHONE
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
