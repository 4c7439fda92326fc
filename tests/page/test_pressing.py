"""Tests updates of the page during a press: the press is not lost, and reaches its target."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from playwright.async_api import Locator, ViewportSize, expect

from bot.emulator.objects import Message
from bot.emulator.people import crowd
from bot.emulator.world import messages
from tests.emulator.croupier import Croupier
from tests.page.local_table import PATIENCE, PHONE, WIDE, LocalTable, Sitting, small_local_table

pytestmark = pytest.mark.browser
DRAWN = "new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


def buttons(*labels: str) -> list[dict[str, Any]]:
    """Returns a row of buttons whose custom_ids are their labels, in Discord's JSON."""
    return [{"type": 1, "components": [{"type": 2, "style": 2, "label": one, "custom_id": one} for one in labels]}]


def croupier(*labels: str) -> Croupier:
    """Returns a bot that answers each of these buttons with a private message that names it."""
    bot = Croupier()
    for label in labels:

        async def answer(interaction: discord.Interaction, label: str = label) -> None:
            await interaction.response.send_message(f"You have pressed {label}", ephemeral=True)

        bot.presses[label] = answer
    return bot


async def board(at: LocalTable, *labels: str) -> tuple[Sitting, Message, Locator]:
    """Opens Anna's window and posts a board with these buttons; returns the window, the message and its element."""
    anna = await at.window()
    message = at.posts({"content": "Who plays?", "components": buttons(*labels)})
    return anna, message, anna.channel.locator(f'[data-message="{message.id}"]')


async def lay_finger_on(anna: Sitting, button: Locator) -> None:
    """Presses the mouse on a button and does not release it."""
    box = await button.bounding_box()
    assert box is not None
    await anna.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await anna.page.mouse.down()


async def until_heard(anna: Sitting, text: str) -> None:
    """Waits until the page has received a message with this text and is drawn again."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not any(text in one for one in anna.heard):
            await anna.page.evaluate(DRAWN)
    await anna.page.evaluate(DRAWN)


async def test_a_press_counts_though_the_message_is_edited_in_the_meantime() -> None:
    async with small_local_table(croupier("Join")) as at:
        anna, message, shown = await board(at, "Join")
        await lay_finger_on(anna, shown.get_by_role("button", name="Join"))
        messages.edit(at.world, message, {"content": "Cyril has sat down"})
        await until_heard(anna, "Cyril has sat down")
        await anna.page.mouse.up()
        await expect(anna.panel).to_contain_text("You have pressed Join")
        await expect(shown).to_contain_text("Cyril has sat down")


async def test_no_other_button_slides_under_the_finger() -> None:
    async with small_local_table(croupier("Let it pass", "End the game")) as at:
        anna, message, shown = await board(at, "Let it pass")
        await lay_finger_on(anna, shown.get_by_role("button", name="Let it pass"))
        messages.edit(at.world, message, {"components": buttons("End the game", "Let it pass")})
        at.posts({"content": "A long story\n" * 20})
        await until_heard(anna, "A long story")
        await anna.page.mouse.up()
        await expect(anna.panel).to_contain_text("You have pressed Let it pass")
        await expect(shown.get_by_role("button", name="End the game")).to_be_visible()
        await expect(anna.channel).to_contain_text("A long story")


async def test_the_space_bar_counts_too() -> None:
    async with small_local_table(croupier("Join")) as at:
        anna, message, shown = await board(at, "Join")
        await shown.get_by_role("button", name="Join").focus()
        await anna.page.keyboard.down("Space")
        messages.edit(at.world, message, {"content": "Cyril has sat down"})
        await until_heard(anna, "Cyril has sat down")
        await anna.page.keyboard.up("Space")
        await expect(anna.panel).to_contain_text("You have pressed Join")
        await expect(shown).to_contain_text("Cyril has sat down")


async def test_a_finger_that_is_never_lifted_does_not_stop_the_table() -> None:
    async with small_local_table() as at:
        anna = await at.window(wait=False)
        await expect(anna.page.locator("#channel h2")).to_have_text("# table-1")
        await anna.page.clock.install()
        await anna.page.locator("#channel h2").hover()
        await anna.page.mouse.down()
        at.posts({"content": "It goes on"})
        await until_heard(anna, "It goes on")
        await expect(anna.channel).to_contain_text("Nothing here yet.")
        await anna.page.clock.fast_forward(3_000)
        await expect(anna.channel).to_contain_text("It goes on")


async def test_a_press_below_an_open_list_reaches_its_button_and_closes_the_list() -> None:
    async with small_local_table(croupier("Go")) as at:
        anna = await at.window()
        options = [{"label": f"Card {number}", "value": str(number)} for number in range(9)]
        cards = {"type": 3, "custom_id": "cards", "placeholder": "Choose a card", "options": options}
        at.posts({"content": "What now?", "components": [{"type": 1, "components": [cards]}, *buttons("Go")]})
        await anna.press(anna.channel, "Choose a card")
        await expect(anna.channel.get_by_role("listbox")).to_be_visible()
        await lay_finger_on(anna, anna.channel.get_by_role("button", name="Go"))
        await anna.page.evaluate(DRAWN)
        await anna.page.mouse.up()
        await expect(anna.panel).to_contain_text("You have pressed Go")
        await expect(anna.channel.get_by_role("listbox")).to_be_hidden()


async def test_several_chosen_options_count_once_another_list_is_opened() -> None:
    bot = croupier("cards")
    async with small_local_table(bot) as at:
        anna = await at.window()
        options = [{"label": f"Card {number}", "value": str(number)} for number in range(9)]
        cards = {"type": 3, "custom_id": "cards", "placeholder": "Cards", "options": options, "max_values": 9}
        pages = {"type": 3, "custom_id": "pages", "placeholder": "Pages", "options": options}
        rows = [{"type": 1, "components": [one]} for one in (cards, pages)]
        at.posts({"content": "What now?", "components": rows})
        await anna.press(anna.channel, "Cards")
        await anna.channel.get_by_role("option", name="Card 3").click()
        await anna.press(anna.channel, "Pages")
        await expect(anna.panel).to_contain_text("You have pressed cards")
        await expect(anna.channel.get_by_role("option", name="Card 3")).to_be_hidden()


@pytest.mark.parametrize("everybody", [True, False], ids=["every seat", "own link"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desk", "phone"])
async def test_messages_stay_in_place_while_a_computer_moves(size: ViewportSize, everybody: bool) -> None:
    async with small_local_table() as at:
        at.site.doors.everybody = everybody
        anna = await at.window(at.site.doors.path(at.site.doors.people["anna"]), size=size, wait=False)
        mine = {"content": f"It is <@{crowd.person(at.world, 'Anna').id}>'s turn", "components": buttons("kr:1:move")}
        message = at.posts(mine)
        guide = anna.page.locator("#guide")
        await expect(guide).to_contain_text("Waiting for" if everybody else "Your turn")
        top = await anna.channel.bounding_box()
        messages.edit(at.world, message, {"content": "It is Computer 1's turn"})
        await expect(guide).not_to_contain_text("Waiting for" if everybody else "Your turn")
        assert await anna.channel.bounding_box() == top
        messages.edit(at.world, message, {"content": "The game is over", "components": buttons("kr:1:replay")})
        await expect(guide).to_be_hidden()
