"""Tests the application's own emojis on the local Discord."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from discord import ui

from bot.emulator import LocalDiscord
from bot.emulator.people import crowd
from bot.emulator.rest import emojis
from bot.emulator.world import state_file
from tests.emulator.croupier import Croupier, picture, running, table
from tests.emulator.test_messages import room

PNG = picture().fp.read()


async def test_an_emoji_is_uploaded_listed_and_deleted() -> None:
    async with table() as (world, _, bot):
        made = await bot.create_application_emoji(name="side_md", image=PNG)
        assert [(one.id, one.name) for one in await bot.fetch_application_emojis()] == [(made.id, "side_md")]
        assert (await bot.fetch_application_emoji(made.id)).name == "side_md"
        assert world.emojis[made.id].image == PNG
        await made.delete()
        assert await bot.fetch_application_emojis() == []
        with pytest.raises(discord.NotFound) as missing:
            await bot.fetch_application_emoji(made.id)
        assert missing.value.code == 10014


@pytest.mark.parametrize("name", ["a", "x" * 33, "side md", "☃☃"])
async def test_a_bad_name_is_refused(name: str) -> None:
    async with table() as (_, _, bot):
        with pytest.raises(discord.HTTPException) as wrong:
            await bot.create_application_emoji(name=name, image=PNG)
        assert (wrong.value.status, wrong.value.code) == (400, 50035)


async def test_the_number_and_size_of_emojis_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as (_, _, bot):
        with pytest.raises(discord.HTTPException) as large:
            await bot.create_application_emoji(name="large", image=PNG + b"x" * 256 * 1024)
        assert large.value.code == 50035
        monkeypatch.setattr(emojis, "MAX_EMOJIS", 1)
        await bot.create_application_emoji(name="one", image=PNG)
        with pytest.raises(discord.HTTPException) as full:
            await bot.create_application_emoji(name="two", image=PNG)
        assert full.value.code == 30008


async def test_a_button_may_show_only_an_emoji_that_exists() -> None:
    async with table() as (world, served, bot):
        here, anna = world.channel("table-1"), crowd.person(world, "Anna")
        made = await bot.create_application_emoji(name="side_md", image=PNG)
        await room(bot, here).send(view=shown(made.id))
        assert anna.messages(here)[-1].usable[0].data["emoji"]["id"] == str(made.id)
        assert await bot.http.get_from_cdn(f"{served.root}/emojis/{made.id}.png") == PNG
        with pytest.raises(discord.HTTPException) as wrong:
            await room(bot, here).send(view=shown(made.id + 1))
        assert wrong.value.code == 50035
        assert "emoji" in wrong.value.text


async def test_emojis_are_kept_over_a_restart(tmp_path: Path) -> None:
    file, world = tmp_path / "state.json", crowd.with_people("Anna")
    async with LocalDiscord(world, state=file) as served, running(served, Croupier()) as bot:
        made = await bot.create_application_emoji(name="side_md", image=PNG)
    assert state_file.load(file).emojis == {made.id: world.emojis[made.id]}


def shown(number: int) -> ui.LayoutView:
    """Returns a view with a button that has the emoji with this id."""
    view, emoji = ui.LayoutView(timeout=None), discord.PartialEmoji(name="side_md", id=number)
    view.add_item(ui.ActionRow(ui.Button(label="Resolve", custom_id="x", emoji=emoji)))
    return view
