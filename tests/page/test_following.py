"""Tests *Play every seat here*: the page follows the asked player, and moves on only after an answer."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from playwright.async_api import Locator, expect

from bot.emulator.objects import Message
from bot.emulator.people import crowd
from bot.emulator.world import messages
from tests.emulator.croupier import Croupier
from tests.page.local_table import LocalTable, Sitting, small_local_table

pytestmark = pytest.mark.browser
MOVE, HAND, REACT, PASS = "kr:1:move", "kr:1:hand", "kr:1:react", "kr:1:pass:7:"
OUT, DO = "kr:1:stay_out", "kr:1:do:7:0"


def row(*ids: str) -> list[dict[str, Any]]:
    """Returns a row of buttons with these custom_ids as labels, in Discord's JSON."""
    return [{"type": 1, "components": [{"type": 2, "style": 2, "label": one, "custom_id": one} for one in ids]}]


def view(*ids: str) -> discord.ui.View:
    """Returns a discord.py view of buttons with these custom_ids as labels."""
    made = discord.ui.View(timeout=None)
    for one in ids:
        made.add_item(discord.ui.Button[Any](label=one, custom_id=one))
    return made


class Dealer(Croupier):
    """A bot that answers presses as Krupier does: at once, privately, and by edits of the same message."""

    def __init__(self) -> None:
        super().__init__()
        self.passed: list[str] = []
        self.stepped: list[str] = []
        self.presses |= {MOVE: self.opens, REACT: self.opens, HAND: self.looks, PASS: self.passes}
        self.presses |= {OUT: self.ends, DO: self.ends}

    async def opens(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("What will you do?", view=view(DO), ephemeral=True)

    async def looks(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Your hand: nothing", ephemeral=True)

    async def passes(self, interaction: discord.Interaction) -> None:
        self.passed.append(interaction.user.name)
        await interaction.response.send_message("You don't react", ephemeral=True)

    async def steps(self, interaction: discord.Interaction) -> None:
        self.stepped.append(interaction.user.name)
        await interaction.response.send_message(f"{interaction.user.name} steps", ephemeral=True)

    async def ends(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="So be it", view=None)


def asks(at: LocalTable, *names: str, buttons: tuple[str, ...]) -> Message:
    """Posts a board with these buttons that waits for these users; returns it."""
    waiting = ", ".join(crowd.person(at.world, name).mention for name in names)
    return at.posts({"content": f"Waiting for {waiting}", "components": row(*buttons)})


async def follower(at: LocalTable, name: str = "bert") -> Sitting:
    """Opens a window that follows the active player, beginning with this user; its clock can be set."""
    window = await at.window(f"/as/{name}")
    await window.page.clock.install()
    await window.page.get_by_role("switch", name="Play every seat here").click()
    return window


def seat(window: Sitting) -> Locator:
    """Returns the element with the name of the user that the page shows."""
    return window.page.locator("#people [aria-current]")


async def test_a_question_from_before_does_not_answer_a_window() -> None:
    bot = Dealer()
    async with small_local_table(bot) as at:
        window = await follower(at)
        at.posts({"content": "Stay out of it?", "flags": 64, "components": row(OUT)}, only_for="Bert")
        asks(at, "Bert", "Olga", buttons=(REACT, PASS))
        await window.press(window.panel, OUT)
        await expect(window.panel).to_contain_text("So be it")
        await window.page.clock.fast_forward(1_000)
        await window.press(window.board, PASS)
        await expect(seat(window)).to_contain_text("Olga")
        await window.press(window.board, PASS)
        await expect(window.panel).to_contain_text("You don't react")
        assert bot.passed == ["bert", "olga"]


async def test_a_look_at_ones_hand_answers_nothing_and_the_last_step_of_a_panel_does() -> None:
    bot = Dealer()
    async with small_local_table(bot) as at:
        window = await follower(at)
        asks(at, "Bert", "Olga", buttons=(HAND, REACT, PASS))
        await window.press(window.board, HAND)
        await expect(window.panel).to_contain_text("Your hand")
        await window.page.clock.fast_forward(1_000)
        await window.press(window.board, REACT)
        await window.press(window.panel, DO)
        await expect(seat(window)).to_contain_text("Olga")
        await window.press(window.board, PASS)
        await expect(window.panel).to_contain_text("You don't react")
        assert bot.passed == ["olga"]


@pytest.mark.parametrize("answers", [True, False], ids=["answered", "ignored"])
async def test_the_last_question_of_a_panel_is_shown_before_the_seat_changes(answers: bool) -> None:
    bot = Dealer()
    async with small_local_table(bot) as at:
        window = await follower(at)
        board = asks(at, "Bert", buttons=(MOVE,))

        async def moves(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            messages.edit(at.world, board, {"content": f"Waiting for {crowd.person(at.world, 'Olga').mention}"})
            await interaction.edit_original_response(content="Stay out of it?", view=view(OUT))

        bot.presses[DO] = moves
        await window.press(window.board, MOVE)
        await window.press(window.panel, DO)
        await expect(window.board).to_contain_text("Olga")
        await expect(window.panel).to_contain_text("Stay out of it?")
        await window.page.clock.fast_forward(1_000)
        at.posts({"content": "Meanwhile"})
        await expect(window.channel).to_contain_text("Meanwhile")
        await expect(seat(window)).to_contain_text("Bert")
        if answers:
            await window.press(window.panel, OUT)
        else:
            await window.page.clock.fast_forward(6_000)
        await expect(seat(window)).to_have_text(re.compile("Olga"))


async def test_the_switch_is_kept_for_its_table_but_not_for_a_persons_own_address() -> None:
    async with small_local_table(Dealer()) as at:
        window = await at.window()
        switch = window.page.get_by_role("switch", name="Play every seat here")
        await switch.click()
        await window.page.locator("#channels").get_by_role("button", name="table-2").click()
        await expect(switch).to_have_attribute("aria-checked", "false")
        await window.page.locator("#channels").get_by_role("button", name="table-1").click()
        await expect(switch).to_have_attribute("aria-checked", "true")
        for path, checked in (("/", "true"), ("/as/olga", "false")):
            # Another tab has what a restarted browser still has.
            page = await window.page.context.new_page()
            await page.goto(at.root + path)
            await expect(page.locator("#presence.up")).to_be_visible()
            await expect(page.get_by_role("switch")).to_have_attribute("aria-checked", checked)


@pytest.mark.parametrize("everybody", [True, False])
async def test_a_new_page_opens_the_channel_whose_table_waits_for_it(everybody: bool) -> None:
    async with small_local_table(Dealer()) as at:
        at.site.doors.everybody = everybody
        path = at.site.doors.path(at.site.doors.people["olga"]) if not everybody else "/"
        current = (await at.window(path)).page.locator("#channels [aria-current]")
        await expect(current).to_have_text("# table-1")
        for name, channel in (("Olga", "table-2"), ("Bert", "table-1")):
            mention = crowd.person(at.world, name).mention
            at.posts({"content": f"Waiting for {mention}", "components": row(MOVE)}, channel=channel)
        at.posts({"content": "Waiting", "components": row("kr:0:replay")}, channel="table-2")
        current = (await at.window(path)).page.locator("#channels [aria-current]")
        # Olga's page waits for Olga; the other one waits for anybody, so for the latest table.
        await expect(current).to_have_text("# table-1" if everybody else "# table-2")
