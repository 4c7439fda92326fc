"""Tests filling in a command by keys only: the bot's suggestions are shown, and Enter takes the marked one."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from discord import app_commands
from playwright.async_api import Locator, expect

from tests.emulator.croupier import Croupier
from tests.page.local_table import Sitting, local_table, small_local_table
from tests.page.test_pressing import until_heard

pytestmark = pytest.mark.browser
TOPICS = {"Prison": "prison", "Harbour": "harbour", "Mobster": "mobster"}


class Librarian(Croupier):
    """A bot whose commands /help about and /help none reply with their topic; only the first suggests topics."""

    def __init__(self) -> None:
        super().__init__()
        group = app_commands.Group(name="help", description="Help")

        @group.command(name="about", description="A topic")
        async def about(interaction: discord.Interaction, topic: str = "") -> None:
            await interaction.response.send_message(f"About {topic!r}", ephemeral=True)

        @about.autocomplete("topic")
        async def topics(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            found = [
                name
                for name in TOPICS
                if typed.casefold() in f"{name} {'places' if name[0] in 'PH' else ''}".casefold()
            ]
            return [app_commands.Choice(name=name, value=TOPICS[name]) for name in found]

        @group.command(name="none", description="Nothing is required here")
        async def none(interaction: discord.Interaction, topic: str = "") -> None:
            await interaction.response.send_message(f"Called with {topic!r}", ephemeral=True)

        self.tree.add_command(group)


def commands(anna: Sitting) -> Locator:
    """Returns the list items of the suggested commands."""
    return anna.page.get_by_role("listbox", name="Commands").get_by_role("option")


async def filling(anna: Sitting) -> None:
    """Chooses the command /help about and moves to its field `topic`, by keys only."""
    await anna.type_command("/help ab")
    await expect(commands(anna)).to_have_count(1)
    await anna.page.keyboard.press("Enter")
    await anna.page.get_by_role("button", name="+ topic").focus()
    await anna.page.keyboard.press("Enter")


async def test_the_bots_suggestions_are_shown_for_any_input() -> None:
    async with small_local_table(Librarian()) as at:
        anna = await at.window()
        await filling(anna)
        options = anna.page.get_by_role("listbox", name="topic").get_by_role("option")
        await expect(options).to_have_text(list(TOPICS))
        await anna.page.keyboard.type("places")
        await expect(options).to_have_text(["Prison", "Harbour"])
        await anna.page.keyboard.press("ArrowDown")
        field = anna.page.get_by_role("combobox", name="topic")
        await expect(field).to_have_attribute("aria-activedescendant", str(await options.nth(1).get_attribute("id")))
        await anna.page.keyboard.press("Enter")
        await expect(field).to_have_value("Harbour")
        await expect(options).to_have_count(0)
        await anna.page.keyboard.press("Enter")
        await expect(anna.panel).to_contain_text("About 'harbour'")


async def test_enter_before_the_offers_have_come_takes_the_first_of_them() -> None:
    async with small_local_table(Librarian()) as at:
        anna = await at.window()
        await filling(anna)
        await anna.page.keyboard.insert_text("mob")
        await anna.page.keyboard.press("Enter")
        await expect(anna.page.get_by_role("combobox", name="topic")).to_have_value("Mobster")
        await anna.page.keyboard.press("Enter")
        await expect(anna.panel).to_contain_text("About 'mobster'")


async def test_a_value_without_a_suggestion_is_sent_as_typed() -> None:
    async with small_local_table(Librarian()) as at:
        anna = await at.window()
        await filling(anna)
        await anna.page.keyboard.type("xyz")
        await expect(anna.page.get_by_role("listbox", name="topic").get_by_role("option")).to_have_text(
            ["Nothing to choose"]
        )
        await anna.page.keyboard.press("Escape")
        await anna.page.keyboard.press("Enter")
        await expect(anna.panel).to_contain_text("About 'xyz'")


async def test_enter_twice_calls_a_command_that_requires_nothing() -> None:
    async with small_local_table(Librarian()) as at:
        anna = await at.window()
        await anna.type_command("/help no")
        await expect(commands(anna)).to_have_count(1)
        await anna.page.keyboard.press("Enter")
        await expect(anna.page.get_by_role("button", name="Send").first).to_be_focused()
        await anna.page.keyboard.press("Enter")
        await expect(anna.panel).to_contain_text("Called with ''")


async def test_commands_are_offered_in_the_direct_messages_too(tmp_path: Path) -> None:
    async with local_table(tmp_path) as at:
        anna = await at.window()
        line = anna.page.locator("#dm").get_by_role("combobox")
        await line.click()
        await line.press_sequentially("/learn rul")
        await expect(commands(anna)).to_have_count(1)
        await expect(commands(anna)).to_contain_text("/learn rules")
        await anna.page.keyboard.press("Enter")
        await anna.page.keyboard.press("Enter")
        await expect(anna.dm).to_contain_text("/learn rules")
        await expect(anna.dm.locator("article")).to_have_count(1)


async def test_suggestions_that_arrive_for_an_emptied_line_are_not_shown() -> None:
    async with small_local_table(Croupier()) as at:
        anna = await at.window()
        line = anna.page.locator("#channel").get_by_role("combobox")
        await line.focus()
        await line.evaluate(
            "line => ['/', ''].forEach(text => { line.value = text; line.dispatchEvent(new Event('input')); })"
        )
        await until_heard(anna, '"commands"')
        await expect(commands(anna)).to_have_count(0)
        await anna.type_command("/")
        await expect(commands(anna)).not_to_have_count(0)
