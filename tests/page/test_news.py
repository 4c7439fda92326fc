"""Tests that news stay marked until their user has seen them, also after a change of user or a reload."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.emulator.objects import Message
from bot.emulator.people import crowd
from bot.emulator.world.messages import NewMessage, edit, write
from tests.emulator.croupier import Croupier
from tests.page.local_table import PHONE, LocalTable, small_local_table

pytestmark = pytest.mark.browser


def deals(at: LocalTable, name: str, text: str) -> Message:
    """Sends a direct message with this text to a user as the bot; returns it."""
    person = crowd.person(at.world, name)
    return write(at.world, NewMessage(at.world.dm(person.id), at.world.bot.id, {"content": text}))


async def test_on_a_phone_a_hand_that_has_come_is_marked_until_it_is_seen() -> None:
    async with small_local_table() as at:
        deals(at, "Bert", "Your hand: a thief")
        window = await at.window("/as/anna", size=PHONE, wait=False)
        messages, channel = (window.page.get_by_role("button", name=name) for name in ("Direct messages", "Channel"))
        await expect(messages).to_have_text("Direct messages")
        await window.page.locator("#people").get_by_role("button", name="Bert").click()
        await expect(messages).to_contain_text("●")
        await messages.click()
        await expect(messages).not_to_contain_text("●")
        await channel.click()
        await window.page.locator("#people").get_by_role("button", name="Anna").click()
        await window.page.locator("#people").get_by_role("button", name="Bert").click()
        await expect(window.page).to_have_title("Bert · Krupier")
        await expect(messages).not_to_contain_text("●")


async def test_on_a_phone_a_hand_that_has_changed_is_marked() -> None:
    async with small_local_table() as at:
        hand = deals(at, "Anna", "Your hand: a thief <t:1:R>")
        window = await at.window("/as/anna", size=PHONE, wait=False)
        messages = window.page.get_by_role("button", name="Direct messages")
        await messages.click()
        await window.page.get_by_role("button", name="Channel").click()
        edit(at.world, hand, {"content": "Your hand: a thief <t:2:R>"})
        at.posts({"content": "The time is given back"})
        await expect(window.channel).to_contain_text("The time is given back")
        await expect(messages).not_to_contain_text("●")
        edit(at.world, hand, {"content": "Your hand: nothing"})
        await expect(messages).to_contain_text("●")
        await window.page.reload()
        await expect(messages).to_contain_text("●")


async def test_unread_marks_survive_a_reload() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        at.posts({"content": "Over here"}, channel="table-2")
        other = anna.page.get_by_role("navigation", name="Channels").get_by_role("button", name="# table-2")
        await expect(other).to_contain_text("●")
        await anna.page.reload()
        await expect(other).to_contain_text("●")
        await other.click()
        await expect(anna.channel).to_contain_text("Over here")
        await anna.page.get_by_role("button", name="# table-1").click()
        await anna.page.reload()
        await expect(anna.page.locator("#channel h2")).to_have_text("# table-1")
        await expect(other).to_have_text("# table-2")


async def test_a_command_is_named_as_it_was_typed() -> None:
    async with small_local_table(Croupier()) as at:
        known = next(one for home in at.world.commands.values() for one in home.values())
        known["name_localizations"] = {"cs": "hra"}
        known["options"][0]["name_localizations"] = {"cs": "nová"}
        crowd.person(at.world, "Bert").locale = "cs"
        bert = await at.window("/as/bert")
        await crowd.person(at.world, "Bert").slash(at.world.channel("table-1"), f"game {known['options'][0]['name']}")
        await expect(bert.channel).to_contain_text("Bert used /hra nová")
