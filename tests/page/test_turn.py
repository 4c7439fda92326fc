"""Tests the signs that it is a user's turn: the page's title and icon, and optionally a sound and a notification."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page, expect

from bot.emulator.objects import Message
from bot.emulator.people import crowd
from bot.emulator.world import messages
from tests.page.local_table import LocalTable, Sitting, small_local_table
from tests.page.test_following import MOVE, row

pytestmark = pytest.mark.browser
LISTEN = """
window.rung = 0; window.noted = []; window.looks = true;
document.hasFocus = () => window.looks;
class Tone { frequency = {}; connect(to) { return to; } start() { window.rung++; } stop() {} }
class Volume { gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }; connect(to) { return to; } }
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createOscillator() { return new Tone(); } createGain() { return new Volume(); } resume() {}
};
window.Notification = class {
  static permission = "default";
  static async requestPermission() { return (Notification.permission = "granted"); }
  constructor(title, more) { window.noted.push([title, more.body]); }
  close() { window.noted.push("closed"); }
};
"""
BADGE = "circle"


async def listened(at: LocalTable, path: str, **more: Any) -> Sitting:
    """Opens a window in which sounds and notifications are only recorded."""
    window = await at.window(path, wait=False, **more)
    await window.page.add_init_script(LISTEN)
    await window.page.reload()
    await expect(window.page.locator("#channel h2")).to_have_text("# table-1")
    return window


def asks(at: LocalTable, name: str, board: Message | None = None) -> Message:
    """Posts a board, or edits the given one, so that it waits for this user; returns it."""
    body = {"content": f"Waiting for {crowd.person(at.world, name).mention}", "components": row(MOVE)}
    if board is None:
        return at.posts(body)
    messages.edit(at.world, board, body)
    return board


async def icon(page: Page) -> str:
    """Returns the address of the page's icon."""
    return str(await page.locator('link[rel="icon"]').get_attribute("href"))


async def flip(window: Sitting, name: str) -> None:
    """Opens the page's options if necessary and presses the switch of that name."""
    if await window.page.locator("#options").is_hidden():
        await window.page.get_by_role("button", name="Options").click()
    await window.page.get_by_role("switch", name=name).click()


async def test_title_icon_and_sound_say_when_it_is_ones_turn() -> None:
    async with small_local_table() as at:
        board = asks(at, "Bert")
        anna = await listened(at, "/as/anna")
        await expect(anna.page).to_have_title("Anna · Krupier")
        assert BADGE not in await icon(anna.page)
        asks(at, "Anna", board)
        await expect(anna.page).to_have_title("● Your turn · Anna · Krupier")
        assert BADGE in await icon(anna.page)
        rung = await anna.page.evaluate("rung")
        assert rung > 0
        at.posts({"content": "Meanwhile"})
        await expect(anna.channel).to_contain_text("Meanwhile")
        assert await anna.page.evaluate("rung") == rung
        asks(at, "Bert", board)
        await expect(anna.page).to_have_title("Anna · Krupier")
        assert BADGE not in await icon(anna.page)
        assert await anna.page.evaluate("noted") == []
        assert not anna.errors


async def test_a_page_that_opens_on_ones_turn_shows_it_and_stays_silent() -> None:
    async with small_local_table() as at:
        asks(at, "Anna")
        anna = await listened(at, "/as/anna")
        await expect(anna.page).to_have_title("● Your turn · Anna · Krupier")
        assert await anna.page.evaluate("rung") == 0


async def test_each_sign_can_be_turned_off_and_stays_off() -> None:
    async with small_local_table() as at:
        board = asks(at, "Bert")
        anna = await listened(at, "/as/anna")
        await flip(anna, "Sign in the title and icon when it is my turn")
        await flip(anna, "Sound when it is my turn")
        await anna.page.reload()
        asks(at, "Anna", board)
        await expect(anna.board).to_contain_text("@Anna")
        await expect(anna.page).to_have_title("Anna · Krupier")
        assert BADGE not in await icon(anna.page)
        assert await anna.page.evaluate("rung") == 0


async def test_a_notification_comes_to_anyone_who_looks_elsewhere_and_goes_with_the_turn() -> None:
    async with small_local_table() as at:
        board = asks(at, "Bert")
        anna = await listened(at, "/as/anna")
        await flip(anna, "Notification when it is my turn")
        await expect(anna.page.get_by_role("switch", name="Notification")).to_have_attribute("aria-checked", "true")
        await anna.page.evaluate("looks = false")
        asks(at, "Anna", board)
        await expect(anna.page).to_have_title("● Your turn · Anna · Krupier")
        assert await anna.page.evaluate("noted") == [["Your turn", "The table in #table-1 is waiting for you."]]
        asks(at, "Bert", board)
        await expect(anna.page).to_have_title("Anna · Krupier")
        assert (await anna.page.evaluate("noted"))[-1] == "closed"


async def test_a_notification_that_is_not_asked_for_does_not_come() -> None:
    async with small_local_table() as at:
        board = asks(at, "Bert")
        anna = await listened(at, "/as/anna")
        await anna.page.evaluate("looks = false")
        asks(at, "Anna", board)
        await expect(anna.page).to_have_title("● Your turn · Anna · Krupier")
        assert await anna.page.evaluate("noted") == []


async def insecure(context: BrowserContext) -> None:
    """Makes pages of the browser behave as if they came from another machine over plain HTTP."""
    await context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")


async def test_blocked_notifications_are_explained() -> None:
    async with small_local_table() as at:
        anna = await listened(at, "/as/anna")
        await insecure(anna.page.context)
        await anna.page.reload()
        await anna.page.get_by_role("button", name="Options").click()
        switch = anna.page.get_by_role("switch", name="Notification when it is my turn")
        await expect(switch).to_be_disabled()
        await expect(switch).to_have_accessible_description(
            "The browser allows no notifications at this address. Use the sound and the title instead."
        )
        await expect(anna.page.get_by_role("switch", name="Sound")).to_be_enabled()


async def test_on_a_link_of_ones_own_the_bar_says_whose_turn_it_is() -> None:
    async with small_local_table() as at:
        at.site.doors.everybody = False
        board = asks(at, "Bert")
        anna = await at.window(at.site.doors.path(at.site.doors.people["anna"]), wait=False)
        bar = anna.page.locator("#guide")
        await expect(bar).to_have_text("Waiting for Bert")
        asks(at, "Anna", board)
        await expect(bar).to_have_text("▶ Your turn")
        await expect(anna.page).to_have_title("● Your turn · Anna · Krupier")
