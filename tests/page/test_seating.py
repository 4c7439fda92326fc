"""Tests the first screen, the choice of a user, following the game, two tabs, a lost table, and accessibility."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Page, ViewportSize, expect

from bot.emulator.people import crowd
from bot.local.plan import Plan
from bot.local.play import woken
from tests.emulator.croupier import Croupier
from tests.page.local_table import PHONE, WIDE, LocalTable, Scheme, Sitting, local_table, small_local_table
from tests.page.test_messages import EVERYTHING, V2

pytestmark = pytest.mark.browser


async def violations(page: Page) -> list[tuple[str, Any]]:
    """Returns (rule, HTML of elements) for each accessibility problem that axe-core finds on the page."""
    found = await Axe().run(page)
    return [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found.response["violations"]]


async def seated(at: LocalTable, *, size: ViewportSize = WIDE, scheme: Scheme = "light") -> Sitting:
    """Opens Anna's window, and starts a game of three there by the guide's buttons only; returns the window."""
    anna = await at.window(size=size, scheme=scheme)
    for name in ("Mafia City", "Seat Bert", "Seat Cyril"):
        await anna.page.get_by_role("button", name=name).click()
    await anna.page.locator("#guide").get_by_role("button", name="Start").click()
    await expect(anna.page.locator("#guide")).to_contain_text("Waiting for")
    return anna


async def test_no_one_needs_to_read_anything_to_begin_and_follow(tmp_path: Path) -> None:
    async with local_table(tmp_path) as at:
        anna = await seated(at)
        page = anna.page
        follow = page.get_by_role("switch", name="Play every seat here")
        await follow.click()
        for _ in range(3):
            await expect(page.locator("#guide .chip[aria-pressed='true']")).to_have_count(1)
            me = await page.locator("#people [aria-current]").inner_text()
            await anna.press(anna.board, "My move")
            await anna.panel.get_by_role("button", name=re.compile("Keep the cards|Nechat si karty")).click()
            await expect(page.locator("#people [aria-current]")).not_to_have_text(me, use_inner_text=True)
            assert page.url.endswith(
                f"/as/{(await page.locator('#people [aria-current]').inner_text()).split()[-1].lower()}"
            )
        assert not at.world.refusals
        assert not anna.errors


async def test_the_table_survives_a_restart(tmp_path: Path) -> None:
    plan = Plan(port=0, database=tmp_path / "table.sqlite3")
    async with local_table(tmp_path, plan) as at:
        anna = await seated(at)
        await expect(anna.dm.get_by_role("heading")).to_contain_text("Your hand")
        hand, board = await anna.dm.inner_text(), await anna.board.locator(".gallery img").get_attribute("alt")
        assert board
    async with local_table(tmp_path, plan, woken(plan.state)) as at:
        anna = await at.window()
        await expect(anna.dm).to_have_text(hand, use_inner_text=True)
        await expect(anna.board.locator(".gallery img")).to_have_attribute("alt", board)
        await anna.press(anna.board, "My hand")
        await expect(anna.panel).to_contain_text("Your hand")
        assert not at.world.refusals


async def test_commands_are_offered_in_ones_own_language(tmp_path: Path) -> None:
    async with local_table(tmp_path) as at:
        crowd.person(at.world, "Bert").locale = "cs"
        bert = await at.window("/as/bert")
        await bert.type_command("/hra no")
        option = bert.page.get_by_role("listbox", name="Commands").get_by_role("option")
        await expect(option).to_have_count(1)
        await expect(option).to_contain_text("/hra nov")
        await bert.page.keyboard.press("Enter")
        await expect(bert.page.get_by_role("group", name="/hra nov").get_by_role("button", name="Send")).to_be_visible()
        await bert.page.keyboard.press("Escape")
        await bert.page.get_by_role("button", name="Options").click()
        await bert.page.get_by_label("Language of Bert").select_option("English")
        await expect(bert.page.get_by_label("Language of Bert")).to_have_value("en-US")
        await bert.type_command("/game rul")
        offered = bert.page.get_by_role("listbox", name="Commands").get_by_role("option")
        await expect(offered).to_contain_text("/learn rules")
        await bert.page.keyboard.press("Enter")
        await bert.page.get_by_role("button", name="+ topic").click()
        await expect(bert.page.get_by_role("listbox", name="topic").get_by_role("option").nth(2)).to_be_visible()


async def test_two_tabs_of_one_person_are_told_and_both_work() -> None:
    async with small_local_table(Croupier()) as at:
        first = await at.window()
        second = await at.window()
        for tab in (first, second):
            await expect(tab.page.get_by_text("You have 2 pages open as Anna")).to_be_visible()
        await first.type_command("hello")
        await first.page.keyboard.press("Enter")
        await expect(second.channel).to_contain_text("hello")
        await second.page.close()
        await expect(first.page.get_by_text("pages open as Anna")).to_have_count(0)


async def test_the_bar_about_several_pages_goes_by_itself_and_does_not_come_back() -> None:
    async with small_local_table(Croupier()) as at:
        first = await at.window()
        bar = first.page.get_by_text("pages open as")
        await first.page.clock.install()
        second = await at.window()
        await expect(bar).to_be_visible()
        await first.page.clock.fast_forward(8_000)
        await expect(bar).to_have_count(0)
        people = first.page.locator("#people")
        for name in ("Bert", "Anna"):
            await people.get_by_role("button", name=name).click()
            await expect(first.page).to_have_title(f"{name} · Krupier")
        await expect(bar).to_have_count(0)
        await second.page.reload()
        await expect(second.page.get_by_text("You have 2 pages open as Anna")).to_be_visible()
        await expect(bar).to_have_count(0)
        await at.window()
        await expect(first.page.get_by_text("You have 3 pages open as Anna")).to_be_visible()


async def test_a_page_of_an_older_version_says_so_and_keeps_what_was_typed() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        await anna.type_command("half a sentence")
        at.site.audience.version = "newer"
        for viewer in list(at.site.audience.viewers):
            await viewer.ws.close()
        await expect(anna.page.get_by_text("older than the table")).to_be_visible()
        await anna.page.get_by_role("button", name="Reload").click()
        await expect(anna.page.locator("#channel").get_by_role("combobox")).to_have_value("half a sentence")


async def test_a_lost_connection_is_shown_and_comes_back_with_everything() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        await expect(anna.channel).to_contain_text("Nothing here yet.")
        await anna.page.context.set_offline(True)
        for viewer in list(at.site.audience.viewers):
            await viewer.ws.close()
        await expect(anna.page.get_by_text("The connection to the table is lost")).to_be_visible()
        await expect(anna.page.locator("#presence.unknown")).to_contain_text("No connection to the table")
        at.posts({"content": "Meanwhile"})
        await anna.page.context.set_offline(False)
        await expect(anna.channel).to_contain_text("Meanwhile")
        await expect(anna.page.get_by_text("The connection to the table is lost")).to_have_count(0)
        await expect(anna.page.locator("#presence.unknown")).to_have_count(0)


async def test_channels_show_what_is_new_in_them() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        channels = anna.page.get_by_role("navigation", name="Channels")
        await expect(channels.get_by_role("button", name="# table-1")).to_have_attribute("aria-current", "true")
        at.posts({"content": "Over here"}, channel="table-2")
        await expect(channels.get_by_role("button", name="# table-2 ●")).to_be_visible()
        await channels.get_by_role("button", name="# table-2").click()
        await expect(anna.channel).to_contain_text("Over here")
        await expect(channels.get_by_role("button", name="# table-2")).to_have_attribute("aria-current", "true")


async def test_with_keys_a_page_shows_only_its_own_person() -> None:
    async with small_local_table() as at:
        at.site.doors.everybody = False
        anna = await at.window(at.site.doors.path(at.site.doors.people["anna"]), wait=False)
        await expect(anna.page.get_by_role("navigation", name="People").get_by_role("listitem")).to_have_text("AAnna")
        await expect(anna.page.get_by_role("switch")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_axe_has_no_complaints(scheme: Scheme, size: Any) -> None:
    async with small_local_table(Croupier()) as at:
        anna = await at.window(size=size, scheme=scheme)
        assert await violations(anna.page) == []
        at.posts({"content": "**Hello** <@1> ||secret|| <t:1:R>\n> quoted\n```x```"})
        at.posts({"content": "Psst", "flags": 64}, only_for="Anna")
        message = at.posts({"flags": V2, "components": EVERYTHING})
        shown = anna.channel.locator(f'[data-message="{message.id}"]')
        await shown.get_by_role("button", name="Choose some").click()
        assert await violations(anna.page) == []
        await anna.page.keyboard.press("Escape")
        await anna.type_command("/game")
        await expect(anna.page.get_by_role("listbox", name="Commands").get_by_role("option")).to_have_count(4)
        assert await violations(anna.page) == []
        await anna.page.keyboard.press("Enter")
        await anna.page.get_by_role("button", name="+ goal").click()
        assert await violations(anna.page) == []
        await anna.page.keyboard.press("Escape")
        await anna.type_command("/game ask")
        await anna.page.keyboard.press("Enter")
        await expect(anna.page.get_by_role("dialog")).to_be_visible()
        assert await violations(anna.page) == []


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"])
async def test_axe_has_no_complaints_in_a_game(tmp_path: Path, size: Any, scheme: Scheme) -> None:
    async with local_table(tmp_path) as at:
        anna = await seated(at, size=size, scheme=scheme)
        await expect(anna.board.locator(".gallery img")).to_have_attribute("alt", re.compile(r"\w"))
        await anna.press(anna.board, "My move")
        await expect(anna.panel).to_be_visible()
        assert await violations(anna.page) == []
        await anna.page.get_by_role("button", name="Options").click()
        assert await violations(anna.page) == []
        await anna.page.get_by_role("button", name="Options").click()
        await anna.page.locator("#channel").get_by_role("combobox").click()
        await anna.type_command("/learn rules")
        await anna.page.keyboard.press("Enter")
        await anna.page.get_by_role("button", name="+ topic").click()
        await expect(anna.page.get_by_role("listbox", name="topic").get_by_role("option").nth(2)).to_be_visible()
        assert await violations(anna.page) == []
