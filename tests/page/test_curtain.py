"""Tests the hot seat: a curtain between two users, and no private content of either on the page until it is lifted."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from bot.emulator.people import crowd
from bot.emulator.world.messages import NewMessage, write
from tests.page.local_table import LocalTable, Sitting, small_local_table
from tests.page.test_following import DO, MOVE, Dealer, asks, row, seat
from tests.page.test_seating import violations

pytestmark = pytest.mark.browser


def deals(at: LocalTable) -> None:
    """Gives every user a hand, and Anna and Bert a private panel each."""
    for name in ("Anna", "Bert", "Olga"):
        person = crowd.person(at.world, name)
        hand = {"content": f"Your hand: {name} secretly holds this", "components": row(f"{name} plays")}
        write(at.world, NewMessage(at.world.dm(person.id), at.world.bot.id, hand))
        at.posts(
            {"content": f"{name} secretly is asked this", "flags": 64, "components": row(f"{name} acts")}, only_for=name
        )


def curtain(page: Page) -> Locator:
    """Returns the curtain element of the page."""
    return page.get_by_role("alertdialog")


async def source(page: Page) -> str:
    """Returns the whole content of the page, hidden or not, including the fields."""
    typed = await page.evaluate("[...document.querySelectorAll('input')].map(one => one.value).join('\\n')")
    return f"{await page.content()}\n{typed}"


async def sitting(at: LocalTable) -> Sitting:
    """Opens Anna's window with the curtain turned on, a hand, a private panel and a command that is being typed."""
    deals(at)
    anna = await at.window("/as/anna", curtain=True)
    await expect(anna.dm).to_contain_text("Anna secretly holds this")
    await expect(anna.panel).to_contain_text("Anna secretly is asked this")
    await anna.type_command("Anna secretly writes this")
    return anna


async def becomes(window: Sitting, name: str) -> None:
    """Switches the page to another user by a press on their name."""
    await window.page.locator("#people").get_by_role("button", name=name).click()


async def test_nothing_of_either_is_on_the_page_while_the_curtain_is_down() -> None:
    async with small_local_table(Dealer()) as at:
        anna = await sitting(at)
        await becomes(anna, "Bert")
        await expect(curtain(anna.page)).to_have_accessible_name("Pass the device to Bert")
        text = await source(anna.page)
        assert "secretly" not in text
        assert "plays" not in text
        assert "Your hand" not in text
        assert not any("Bert secretly" in heard for heard in anna.heard)
        assert await violations(anna.page) == []
        await curtain(anna.page).get_by_role("button", name="I am Bert: show").click()
        await expect(curtain(anna.page)).to_be_hidden()
        await expect(anna.dm).to_contain_text("Bert secretly holds this")
        await expect(anna.panel).to_contain_text("Bert secretly is asked this")
        text = await source(anna.page)
        assert "Anna secretly" not in text
        assert not anna.errors


async def test_messages_for_the_former_person_stay_hidden() -> None:
    async with small_local_table(Dealer()) as at:
        anna = await sitting(at)
        await becomes(anna, "Bert")
        await expect(curtain(anna.page)).to_be_visible()
        at.posts({"content": "Anna secretly is told this", "flags": 64}, only_for="Anna")
        at.posts({"content": "Everybody is told this"})
        while not any("Everybody is told this" in heard for heard in anna.heard):
            await anna.page.evaluate("new Promise(requestAnimationFrame)")
        await anna.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        assert any("Anna secretly is told this" in heard for heard in anna.heard)
        assert "secretly" not in await source(anna.page)
        await anna.page.keyboard.press("Escape")
        await anna.page.keyboard.press("Escape")
        await expect(curtain(anna.page)).to_be_visible()
        assert "secretly" not in await source(anna.page)


async def test_the_keys_of_a_replay_do_nothing_behind_the_curtain() -> None:
    forward = "kr:1:replay:3:0.0.2"
    dealer = Dealer()
    dealer.presses |= {forward: dealer.steps}
    async with small_local_table(dealer) as at:
        anna = await at.window("/as/anna", curtain=True)
        at.posts({"content": "Move 3 of 9", "flags": 64, "components": row(forward)}, only_for="Anna")
        await expect(anna.panel).to_contain_text("Move 3 of 9")
        await anna.page.keyboard.press("ArrowRight")
        await expect(anna.panel).to_contain_text("anna steps")
        await becomes(anna, "Bert")
        await expect(curtain(anna.page)).to_be_visible()
        await anna.page.keyboard.press("ArrowRight")
        await curtain(anna.page).get_by_role("button", name="I am Bert: show").click()
        await expect(anna.page.locator("#dm")).to_be_attached()
        at.posts({"content": "Bert is asked", "flags": 64, "components": row(DO)}, only_for="Bert")
        await anna.press(anna.panel, DO)
        await expect(anna.panel).to_contain_text("So be it")
        assert dealer.stepped == ["anna"]


async def test_a_reload_does_not_lift_the_curtain() -> None:
    async with small_local_table(Dealer()) as at:
        anna = await sitting(at)
        await becomes(anna, "Bert")
        await expect(curtain(anna.page)).to_be_visible()
        await anna.page.reload()
        await expect(anna.page.locator("#presence.up")).to_be_attached()
        await expect(curtain(anna.page)).to_have_accessible_name("Pass the device to Bert")
        assert "secretly" not in await source(anna.page)
        await curtain(anna.page).get_by_role("button", name="I am Bert: show").click()
        await expect(anna.dm).to_contain_text("Bert secretly holds this")
        await anna.page.reload()
        await expect(anna.dm).to_contain_text("Bert secretly holds this")
        await expect(curtain(anna.page)).to_be_hidden()


async def test_after_a_restart_the_curtain_is_down_on_a_device_that_was_passed_on() -> None:
    async with small_local_table(Dealer()) as at:
        anna = await sitting(at)
        await becomes(anna, "Bert")
        await expect(curtain(anna.page)).to_be_visible()
        for _ in range(2):
            # Another tab has what a restarted browser still has.
            page = await anna.page.context.new_page()
            await page.goto(at.root)
            await expect(page.locator("#presence.up")).to_be_attached()
            await expect(curtain(page)).to_have_accessible_name("Pass the device to Bert")
            assert "secretly" not in await source(page)
            await curtain(page).get_by_role("button", name="I am Bert: show").click()
            await expect(page.locator("#dm .log")).to_contain_text("Bert secretly holds this")
        own = await anna.page.context.new_page()
        await own.goto(f"{at.root}/as/anna")
        await expect(own.locator("#dm .log")).to_contain_text("Anna secretly holds this")


async def test_a_lost_connection_does_not_lift_the_curtain() -> None:
    async with small_local_table(Dealer()) as at:
        anna = await sitting(at)
        await becomes(anna, "Bert")
        await expect(curtain(anna.page)).to_be_visible()
        heard = len(anna.heard)
        for viewer in list(at.site.audience.viewers):
            await viewer.ws.close()
        while not any('"scene"' in text for text in anna.heard[heard:]):
            await anna.page.evaluate("new Promise(requestAnimationFrame)")
        await anna.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        assert "secretly" not in await source(anna.page)
        await curtain(anna.page).get_by_role("button", name="I am Bert: show").click()
        await expect(anna.dm).to_contain_text("Bert secretly holds this")


async def test_seat_me_everywhere_lets_the_curtain_fall_between_two_who_are_asked() -> None:
    async with small_local_table(Dealer()) as at:
        anna = await sitting(at)
        await anna.page.get_by_role("switch", name="Play every seat here").click()
        asks(at, "Bert", buttons=(MOVE,))
        await expect(curtain(anna.page)).to_have_accessible_name("Pass the device to Bert")
        assert "secretly" not in await source(anna.page)
        await anna.page.keyboard.press("Enter")
        await expect(seat(anna)).to_contain_text("Bert")
        await expect(anna.dm).to_contain_text("Bert secretly holds this")
        asks(at, "Olga", buttons=(MOVE,))
        await expect(curtain(anna.page)).to_have_accessible_name("Pass the device to Olga")
        assert "secretly" not in await source(anna.page)


async def test_anyone_who_plays_alone_needs_no_curtain() -> None:
    async with small_local_table(Dealer()) as at:
        anna = await sitting(at)
        await becomes(anna, "Bert")
        await anna.page.get_by_role("button", name="I play every seat: no curtain").click()
        await expect(anna.dm).to_contain_text("Bert secretly holds this")
        await becomes(anna, "Olga")
        await expect(anna.dm).to_contain_text("Olga secretly holds this")
        await anna.page.get_by_role("button", name="Options").click()
        switch = anna.page.get_by_role("switch", name="A curtain between two people")
        await expect(switch).to_have_attribute("aria-checked", "false")
        await switch.click()
        await becomes(anna, "Anna")
        await expect(curtain(anna.page)).to_be_visible()
