"""Tests that the board, or what the user has just opened, is in view, with anything else on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from bot.emulator.world import messages
from bot.emulator.world.messages import NewMessage
from tests.page.local_table import WIDE, small_local_table
from tests.page.scenes import Dealt, dealt
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


async def test_on_a_desk_the_city_is_whole_and_keeps_its_place_next_to_a_puzzle(tmp_path: Path) -> None:
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


async def has_old_words(evening: Dealt) -> None:
    """Ends a game, and leaves its review, its replay and the rules as Anna's private messages below the last board."""
    await evening.open("Anna", "Bert", "Cyril")
    await evening.press_board("Anna", "start")
    await evening.play_on()
    await evening.slash("Anna", "learn rules", topic="card_thief")
    for label in ("Replay", "Review"):
        await evening.press_board("Anna", label.lower())
    await evening.slash("Anna", "learn lesson")


async def test_on_a_phone_a_new_table_is_in_view_and_old_private_messages_fold(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await has_old_words(evening)
        window = await at.window("/as/anna", size=PHONE, now=evening.now())
        guide = window.page.locator("#guide")
        old = window.channel.locator(".own article")
        await expect(old.last).to_be_visible()
        count = await old.count()
        assert count > 2
        await guide.get_by_role("button", name="Mafia City").click()
        solo = window.board.get_by_role("button", name="Play against computers")
        await expect(solo).to_be_in_viewport(ratio=1)
        await expect(window.channel.locator(".own article:visible")).to_have_count(0)
        await solo.click()
        await expect(guide).to_contain_text("Waiting for")
        await at_a_glance(window)
        await window.press(window.board, "My move")
        await expect(window.panel.locator(".text").first).to_be_in_viewport()
        await window.press(window.channel, f"Older private messages: {count}")
        await expect(old.first).to_be_visible()
        assert not window.errors


async def test_on_a_phone_the_next_question_takes_the_place_of_an_explanation(tmp_path: Path) -> None:
    async with dealt(tmp_path, 11) as (at, evening):
        await city(evening)
        name, asked = evening.asked, evening.game.number
        window = await at.window(f"/as/{name.lower()}", size=PHONE, now=evening.now())
        await window.press(window.board, "My move")
        await window.panel.get_by_role("button", name="What is what?").click()
        await expect(window.panel).to_contain_text("All topics")
        await evening.play_on(lambda game: game.number > asked and evening.asked == name)
        await expect(window.channel.locator(".own article")).to_have_count(1)
        await expect(window.panel.get_by_role("button", name="What is what?")).to_be_enabled()
        await window.page.evaluate(DRAWN)
        await expect(window.panel.locator(".text").first).to_be_in_viewport()
