"""Tests that a form's checkboxes and radio buttons look as on Discord and fit a finger."""

from __future__ import annotations

import pytest
from playwright.async_api import ViewportSize, expect

from tests.emulator.croupier import Croupier, orders
from tests.page.local_table import WIDE, small_local_table
from tests.page.test_glance import FINGER, PHONE
from tests.page.test_messages import EVERYTHING, V2, shown

pytestmark = pytest.mark.browser

MAX_BOX = 24
"""The maximum width and height of a checkbox or radio button in pixels."""
LEAST_ON_A_DESK = 24
"""The minimum height of a line with its label on a desktop in pixels."""
LINES = """dialog => [...dialog.querySelectorAll(".tick")].map(line => {
    const [whole, box, words] = [line, ...line.children].map(one => one.getBoundingClientRect());
    return {
        height: whole.height, box: Math.max(box.width, box.height), beside: words.left >= box.right,
        away: Math.abs((box.top + box.bottom) - (words.top + words.bottom)) / 2,
    };
})"""


@pytest.mark.parametrize(("size", "least"), [(WIDE, LEAST_ON_A_DESK), (PHONE, FINGER)], ids=["desk", "phone"])
async def test_choices_of_a_form_are_compact_and_level_with_their_labels(size: ViewportSize, least: int) -> None:
    bot = Croupier()
    bot.presses["go"] = orders
    async with small_local_table(bot) as at:
        anna, message = await shown(at, {"flags": V2, "components": EVERYTHING})
        await anna.page.set_viewport_size(size)
        await message.get_by_role("button", name="Go").click()
        dialog = anna.page.get_by_role("dialog", name="Your order")
        await expect(dialog).to_be_visible()
        lines = await dialog.evaluate(LINES)
        assert len(lines) == 5
        for line in lines:
            assert line["box"] <= MAX_BOX
            assert line["height"] >= least
            assert line["beside"]
            assert line["away"] < 1
