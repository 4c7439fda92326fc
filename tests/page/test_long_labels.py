"""Tests that labels which are too long are cut with an ellipsis, and that a strip of names scrolls."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, ViewportSize, expect

from tests.page.local_table import PHONE, WIDE, LocalTable, Sitting, small_local_table
from tests.page.scenes import dealt
from tests.page.test_glance import DRAWN
from tests.page.test_messages import V2

pytestmark = pytest.mark.browser

BUTTON = ("Move the mobster of the second family to the harbour, then take a card " + "x" * 80)[:80]
"""The longest label of a button that Discord accepts."""
OPTION = ("Move the mobster of the second family to the harbour and take the card of the boss there " + "x" * 100)[:100]
"""The longest label of an option that Discord accepts."""
PLACEHOLDER = ("Choose one of the mobsters in the prison, the ones of all families, in the order of " + "x" * 150)[:150]
"""The longest placeholder of a select that Discord accepts."""
CUT = "it => it.scrollWidth > it.clientWidth"


def controls(button: str, option: str, placeholder: str) -> list[dict[str, Any]]:
    """Returns two buttons, one of them next to a text, and a select with these labels."""
    options = [{"label": option, "value": "o"}]
    hat = {"name": "🎩"}
    return [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": button, "custom_id": "row", "emoji": hat}]},
        {"type": 9, "components": [{"type": 10, "content": "A section"}],
         "accessory": {"type": 2, "style": 2, "label": button, "custom_id": "aside"}},
        {"type": 1, "components": [{"type": 3, "custom_id": "list", "placeholder": placeholder, "options": options}]},
    ]  # fmt: skip


async def shown(at: LocalTable, window: Sitting, *labels: str) -> Locator:
    """Posts a message with controls of these labels and returns its element."""
    message = at.posts({"flags": V2, "components": controls(*labels)})
    found = window.channel.locator(f'[data-message="{message.id}"]')
    await expect(found).to_be_visible()
    return found


async def height(part: Locator) -> float:
    box = await part.bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_long_labels_are_cut_and_keep_their_full_text(size: ViewportSize) -> None:
    async with small_local_table() as at:
        window = await at.window(size=size, wait=False)
        short, long = await shown(at, window, "Go", "Yes", "Pick"), await shown(at, window, BUTTON, OPTION, PLACEHOLDER)
        log = await window.channel.bounding_box()
        assert log is not None
        for kind, text in (("[data-id=row]", BUTTON), ("[data-id=aside]", BUTTON), ("[data-id=list]", PLACEHOLDER)):
            control = long.locator(kind)
            await expect(control).to_have_accessible_name(re.compile(f"^(🎩 ?)?{re.escape(text)}$"))
            await expect(control.get_by_title(text, exact=True)).to_be_visible()
            box = await control.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= log["x"] + log["width"]
            lines = 1 if kind == "[data-id=list]" else 2
            assert box["height"] <= await height(short.locator(kind)) * lines
        await short.locator("[data-id=list]").click()
        one_line = await height(short.get_by_role("option"))
        await long.locator("[data-id=list]").click()
        option = long.get_by_role("option")
        await expect(option).to_have_accessible_name(OPTION)
        assert await height(option) == one_line
        assert await option.get_by_title(OPTION, exact=True).evaluate(CUT)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_a_button_takes_a_second_line_before_its_label_is_cut(size: ViewportSize) -> None:
    async with small_local_table() as at:
        window = await at.window(size=size, wait=False)
        message = await shown(at, window, "Play the royal castlings", "Yes", "Pick")
        await window.page.locator("#channel").evaluate("channel => { channel.style.maxWidth = '28rem'; }")
        for kind in ("row", "aside"):
            label = message.locator(f"[data-id={kind}] .label-line")
            assert not await label.evaluate(
                "it => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight + 4"
            )


async def test_on_a_phone_a_placeholder_of_forty_characters_is_still_whole() -> None:
    async with small_local_table() as at:
        window = await at.window(size=PHONE, wait=False)
        for placeholder, cut in (("Choose up to 3 cards to shuffle back now", False), (PLACEHOLDER, True)):
            message = await shown(at, window, "Go", "Yes", placeholder)
            assert await message.locator("[data-id=list] .label-line").evaluate(CUT) is cut


async def test_a_long_chosen_option_is_cut_and_named_in_full() -> None:
    async with small_local_table() as at:
        window = await at.window(wait=False)
        options = [{"label": OPTION, "value": "o", "default": True}]
        chooser = {"type": 3, "custom_id": "list", "placeholder": "Pick", "options": options}
        at.posts({"content": "What now?", "components": [{"type": 1, "components": [chooser]}]})
        chosen = window.channel.locator("[data-id=list]")
        await expect(chosen).to_have_accessible_name(f"Pick: {OPTION}")
        assert await chosen.get_by_title(OPTION, exact=True).evaluate(CUT)


async def hints(strip: Locator) -> tuple[bool, bool]:
    """Returns whether a strip of names shows an arrow at its beginning and at its end."""
    shown: list[bool] = await strip.evaluate(
        """one => ['::before', '::after'].map(end => getComputedStyle(one, end))
            .map(arrow => arrow.content !== 'none' && arrow.visibility === 'visible')"""
    )
    return shown[0], shown[1]


@pytest.mark.parametrize("strip", ["#people", "#channels"])
async def test_on_a_phone_an_arrow_marks_each_end_with_more_names(tmp_path: Path, strip: str) -> None:
    async with dealt(tmp_path, 196) as (at, _):
        anna = await at.window("/as/anna", size=PHONE)
        names = anna.page.locator(strip)
        assert await hints(names) == (False, True)
        await names.evaluate("one => { one.scrollLeft = 20; }")
        await anna.page.evaluate(DRAWN)
        assert await hints(names) == (True, True)
        await names.get_by_role("button").last.focus()
        await expect(names.get_by_role("button").last).to_be_in_viewport(ratio=1)
        await anna.page.evaluate(DRAWN)
        assert await hints(names) == (True, False)
        await anna.page.set_viewport_size(WIDE)
        await anna.page.evaluate(DRAWN)
        assert await hints(names) == (False, False)
